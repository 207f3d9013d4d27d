"""A package outside adds a game, a rule, a kind of evaluator, players and recipes, without a change in ours.

The package is `tests/plugin`. It is installed into an environment of its own, and the command line there is asked.
"""

from __future__ import annotations

import json
import shutil
import site
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import leafstrap

Shell = Callable[..., tuple[int, str, str]]
Command = Callable[..., str]

# What is outside this environment and must be seen from the new one: it finds editable installs as well.
OUTER = """
import site, sys
for folder in {folders!r}:
    site.addsitedir(folder)
sys.path.append({ours!r})
"""
# A command line a line, as JSON, and so its status and what it printed.
SHELL = """
import contextlib, io, json, sys
from leafstrap.cli.app import run
for line in sys.stdin:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(json.loads(line))
    print(json.dumps([status, out.getvalue(), err.getvalue()]), flush=True)
"""


@pytest.fixture(scope="session")
def environment(root: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The Python of an environment in which the package is installed beside all that is here."""
    if not (find_spec("pip") and find_spec("setuptools")):
        pytest.skip("the example is installed by pip and setuptools")
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    here = Path(sys.executable)
    python = str(folder / "venv" / here.parent.name / here.name)
    where = [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = Path(subprocess.run(where, check=True, capture_output=True, text=True).stdout.strip())
    ours = str(Path(leafstrap.__file__).parents[1])
    (packages / "outer.py").write_text(OUTER.format(folders=site.getsitepackages(), ours=ours))
    (packages / "outer.pth").write_text("import outer\n")
    source = shutil.copytree(root / "tests/plugin", folder / "source")  # building leaves files behind
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet"]
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    subprocess.run([*pip, *offline, str(source)], check=True)
    return python


@pytest.fixture(scope="session")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("work")


@pytest.fixture(scope="session")
def shell(environment: str, work: Path) -> Iterator[Shell]:
    """Carries out one command after the other: to start Python for each would take most of the time."""
    pipe = subprocess.PIPE
    command = [environment, "-c", SHELL]
    with subprocess.Popen(command, cwd=work, text=True, stdin=pipe, stdout=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        reads, writes = process.stdout, process.stdin

        def shell(*arguments: str) -> tuple[int, str, str]:
            print(json.dumps(arguments), file=writes, flush=True)
            status, out, err = json.loads(reads.readline())
            return status, out, err

        yield shell
        writes.close()


@pytest.fixture(scope="session")
def told(shell: Shell) -> Command:
    """What a command prints that succeeds."""

    def told(*arguments: str) -> str:
        status, out, err = shell(*arguments)
        assert status == 0, err
        return out

    return told


@pytest.fixture(scope="session")
def refused(shell: Shell) -> Command:
    """The sentence of a command that is refused."""

    def refused(*arguments: str) -> str:
        status, _, err = shell(*arguments)
        assert status == 2, err
        assert err.count("\n") == 1
        return err.strip().removeprefix("leafstrap: ")

    return refused


@pytest.fixture(scope="session")
def by_td_leaf(told: Command) -> str:
    """Tic-tac-toe by its default recipe."""
    assert "Learned from 200 games" in told("learn", "tictactoe", "--games", "200", "--out", "leaf")
    return "leaf"


@pytest.fixture(scope="session")
def by_outcome(told: Command) -> str:
    """Tic-tac-toe by the rule and the evaluator of the package."""
    arguments = ("--recipe", "tictactoe-outcome", "--games", "200", "--out", "outcome")
    assert "Learned from 200 games" in told("learn", "tictactoe", *arguments)
    return "outcome"


@pytest.fixture(scope="session")
def chess(told: Command) -> str:
    """Chess by the rule of the package, with its evaluator."""
    arguments = ("--recipe", "chess-outcome", "--games", "4", "--set", "evaluator.kind=scaled")
    assert "where a win is 100)" in told("learn", "chess", *arguments, "--out", "chess")
    return "chess"


def score(text: str) -> dict[str, Any]:
    """The JSON object on the last line."""
    found: dict[str, Any] = json.loads(text.splitlines()[-1])
    return found


def test_everything_is_listed(told: Command, environment: str) -> None:
    version = subprocess.run([environment, "-m", "leafstrap", "--version"], capture_output=True, text=True)
    assert version.stdout.startswith("leafstrap ")
    recipes = {line.split()[0] for line in told("recipes").splitlines()}
    assert {"quick", "tictactoe", "tictactoe-outcome", "chess-outcome"} <= recipes
    assert told("recipes", "chess-outcome").startswith("# Chess by this package's rule")
    settings = {line.split()[0]: line for line in told("recipes", "--settings").splitlines()}
    assert "td-outcome" in settings["backup.name"]
    assert "scaled" in settings["evaluator.kind"]
    assert settings["backup.discount"].endswith("td-outcome only")
    assert settings["evaluator.win"].endswith("scaled only")
    assert "tictactoe" in told("learn", "--help")
    help_text = told("match", "--help")
    assert "tictactoe" in help_text
    assert "first-move" in help_text


def test_a_game_is_learned_by_our_rule(told: Command, by_td_leaf: str, work: Path) -> None:
    result = score(
        told("match", "tictactoe", by_td_leaf, "random", "--games", "40", "--depth", "2", "--json")
    )
    assert result["games"] == 40
    assert result["score"] > 0.8
    assert (work / by_td_leaf / "games.txt").read_text().count("Moves: ") == 200


def test_a_game_is_learned_by_a_rule_and_an_evaluator_from_outside(told: Command, by_outcome: str) -> None:
    limits = ("--games", "40", "--depth", "1")
    result = score(told("match", "tictactoe", by_outcome, "random", *limits, "--json"))
    assert result["score"] > 0.7
    assert "centre" in told("tournament", "tictactoe", by_outcome, "centre", "first-move", "--games", "2")


def test_networks_and_other_rules_learn_the_game(told: Command) -> None:
    changes = ["evaluator.kind=network", "evaluator.hidden=[4]", "evaluator.initial=random"]
    for rule in ("treestrap-ab", "rootstrap-minimax", "td-root", "td-outcome"):
        settings = [*changes, f"backup.name={rule}"]
        arguments = [word for change in settings for word in ("--set", change)]
        told("learn", "tictactoe", *arguments, "--games", "5", "--out", f"network-{rule}")


def test_a_rule_from_outside_learns_our_games(told: Command) -> None:
    assert "Piece values" in told("learn", "chess", "--recipe", "chess-outcome", "--games", "3")
    changes = ("--set", "backup.name=td-outcome", "--set", "run.final_games=0", "--games", "20")
    assert "Learned from 20 games" in told("learn", "backgammon", "--recipe", "backgammon-quick", *changes)


def test_weights_of_a_kind_from_outside_are_read_again(
    told: Command, by_outcome: str, chess: str, work: Path
) -> None:
    file = f"{by_outcome}/weights/000200.safetensors"
    parts = score(told("explain", "tictactoe", "x...o....", file, "--json"))
    terms = [term for family in parts["families"] for term in family["features"]]
    assert parts["value"] == pytest.approx(sum(term["share"] for term in terms), rel=1e-4)
    assert {"centre", "corners"} <= {term["name"] for term in terms}
    assert "first player's view" in told("explain", "chess", "startpos", chess)
    told("learn", "tictactoe", "--out", by_outcome, "--resume", "--games", "210")
    start = ("--set", f"evaluator.initial={file}", "--games", "0", "--out", "again")
    told("learn", "tictactoe", "--recipe", "tictactoe-outcome", *start)
    again = score(told("explain", "tictactoe", "x...o....", "again", "--json"))
    assert again == parts


def test_players_from_outside_play(told: Command, chess: str) -> None:
    assert score(told("match", "chess", "first-move", "random", "--games", "2", "--json"))["games"] == 2
    limits = ("--games", "2", "--depth", "1")
    assert score(told("match", "chess", chess, "first-move", *limits, "--json"))["games"] == 2
    opponent = ("--set", "experience.kind=versus", "--set", "experience.opponent=centre")
    assert "Rating" in told("learn", "tictactoe", *opponent, "--games", "4", "--out", "versus")


def test_the_game_is_played_rated_and_drawn(
    environment: str, told: Command, by_td_leaf: str, work: Path
) -> None:
    assert "127872 nodes" in told("perft", "tictactoe", "--depth", "9")
    assert "untrained" in told("rate", by_td_leaf, "--games", "2")
    command = [environment, "-m", "leafstrap", "play", "tictactoe", by_td_leaf, "--depth", "2", "--ascii"]
    said = subprocess.run(
        command, cwd=work, input="4\nhint\nexplain\nresign\nquit\n", capture_output=True, text=True
    )
    assert said.returncode == 0, said.stderr
    assert "  3 x 5" in said.stdout
    assert "Evaluation" in said.stdout


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("match chess centre random", "The player centre does not play chess."),
        (
            "learn tictactoe --recipe chess-outcome",
            "There is no feature set 'material' for tictactoe: there are lines.",
        ),
        (
            "learn chess --set backup.name=td-outcom",
            "There is no learning rule 'td-outcom'; did you mean td-outcome?",
        ),
        (
            "learn chess --set evaluator.kind=scald",
            "There is no evaluator.kind 'scald'; did you mean scaled?",
        ),
        (
            "learn chess --set evaluator.win=5",
            "evaluator.win has a meaning for evaluator.kind scaled only: leave it out.",
        ),
        (
            "learn tictactoe --recipe tictactoe-outcome --set evaluator.win=0",
            "evaluator.win must be at least 1, not 0.",
        ),
        (
            "learn chess --set backup.discount=0.5",
            "backup.discount has no meaning for td-leaf: leave it out.",
        ),
        (
            "learn tictactoe --set search.extend=true --set search.variant=tournament",
            "search.variant has no meaning for the alphabeta of tictactoe: leave it out.",
        ),
        (
            "learn tictactoe --set evaluator.kind=modular",
            "tictactoe tells no classes of positions apart: choose evaluator.kind network.",
        ),
        (
            "learn tictactoe --set evaluator.initial=material",
            "There are no pieces to count in tictactoe: it has no material to start from.",
        ),
        (
            "match tictactoe untrained;search=tournament random",
            "The setting search is training or cut, not 'tournament'.",
        ),
        ("match tictactoe default random", "No weights come with tictactoe: name a weights file."),
        ("learn tictacto", "There is no game 'tictacto'; did you mean tictactoe?"),
        ("learn tictactoe --recipe tictacto", "There is no recipe 'tictacto'; did you mean tictactoe?"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(refused: Command, command: str, sentence: str) -> None:
    assert refused(*command.split()) == sentence


def test_weights_of_another_game_or_a_missing_package_are_refused(
    refused: Command, by_outcome: str, chess: str, work: Path
) -> None:
    assert "holds weights for 'tictactoe', not for chess" in refused("match", "chess", by_outcome, "random")
    command = [sys.executable, "-m", "leafstrap", "explain", "chess", "startpos", chess]
    here = subprocess.run(command, cwd=work, capture_output=True, text=True)
    assert here.returncode == 2
    assert "or by a package that is not installed here" in here.stderr
