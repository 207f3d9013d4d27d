"""Kinds of players: they register themselves, and all that lists or refuses players follows from what they declare."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from leafstrap import games
from leafstrap.arena import Conditions, Match
from leafstrap.cli.app import run
from leafstrap.errors import LeafstrapError, PlayerError, UsageError
from leafstrap.evaluators import NetworkArchitecture, default_weights
from leafstrap.games import Game
from leafstrap.players import (
    PLAYERS,
    Choice,
    EvaluatorPlayer,
    ExpectimaxPlayer,
    PlayerKind,
    PlayerText,
    TournamentPlayer,
    only,
    parse_evaluator,
    parse_player,
    plain,
    player_of,
    register,
    usages,
)
from leafstrap.players.expectimax_player import ExpectimaxOptions
from leafstrap.players.kind import Builder
from leafstrap.players.own import SearchOptions, option_names
from leafstrap.registry import Registry
from leafstrap.search import Limits

CHESS, DRAUGHTS, BACKGAMMON = (games.get(name) for name in ("chess", "draughts", "backgammon"))


class Alphabetical:
    """Plays the first move of the alphabet, or the last."""

    def __init__(self, name: str, last: bool = False) -> None:
        self.name = name
        self._choose = max if last else min

    def new_game(self, seed: int) -> None:
        pass

    def choose(self, line: Any, limits: Limits) -> Choice:
        return Choice(self._choose(line.position.legal_moves(), key=str))

    def close(self) -> None:
        pass


def _build(text: PlayerText) -> Builder:
    last = text.options(("last",)).get("last") == text.argument == "yes"
    return lambda: Alphabetical(text.name, last)


KIND = PlayerKind(
    "alphabetical",
    "the first move of the alphabet",
    plain(Alphabetical),
    plays=lambda game: game.pieces is not None,
    refusal="There is no alphabet in {game}, {player}.",
)


@pytest.fixture
def alphabetical() -> Iterator[PlayerKind]:
    register(KIND)
    yield KIND
    PLAYERS.unregister(KIND.word)


@pytest.mark.usefixtures("alphabetical")
def test_a_registered_player_is_listed_parsed_and_plays() -> None:
    assert "alphabetical" in usages(CHESS).split(", ")
    assert "alphabetical" not in usages(BACKGAMMON).split(", ")
    spec = parse_player("alphabetical@depth=3", CHESS)
    assert spec.limits == Limits(depth=3)
    result = Match(
        spec, parse_player("random", CHESS), Conditions(CHESS, Limits(depth=1), max_plies=30), 4
    ).run()
    assert result.score.games == 4
    assert {frozenset((game.first, game.second)) for game in result.games} == {
        frozenset(("alphabetical@depth=3", "random"))
    }
    with pytest.raises(PlayerError, match=r"^There is no player 'alphabetica'; did you mean alphabetical\?$"):
        parse_player("alphabetica", DRAUGHTS)
    with pytest.raises(UsageError, match="does not have: it has none"):
        parse_player("alphabetical;x=1", CHESS)


@pytest.mark.usefixtures("alphabetical")
def test_it_is_refused_with_its_sentence_where_it_does_not_play(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(PlayerError, match=r"^There is no alphabet in backgammon, alphabetical\.$"):
        parse_player("alphabetical", BACKGAMMON)
    assert run(["match", "backgammon", "alphabetical", "random", "--games", "2"]) == 2
    assert "There is no alphabet in backgammon" in capsys.readouterr().err
    assert run(["match", "draughts", "alphabetical", "random", "--games", "2", "--max-plies", "20"]) == 0


def test_without_it_nobody_knows_it() -> None:
    with pytest.raises(PlayerError, match="There is no player 'alphabetical'"):
        parse_player("alphabetical", CHESS)


def test_a_kind_with_an_argument_and_settings() -> None:
    register(PlayerKind("letters", "letters", _build, argument="WHICH"))
    try:
        assert "letters:WHICH" in usages()
        line = CHESS.Line()
        for text, move in [
            ("letters", "a2a3"),
            ("letters:yes;last=yes", "h2h4"),
            ("letters:no;last=yes", "a2a3"),
        ]:
            player = parse_player(text, CHESS).build()
            assert str(player.choose(line, Limits()).move) == move
        with pytest.raises(UsageError, match="there are last"):
            parse_player("letters:yes;first=yes", CHESS)
    finally:
        PLAYERS.unregister("letters")


def test_a_word_is_taken_once() -> None:
    with pytest.raises(UsageError, match="There is a player 'random' already"):
        register(PlayerKind("random", "mine", plain(Alphabetical)))


def test_players_of_other_packages_come_through_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole, broken, or something else: the first plays, the others say what is wrong with them when asked for."""
    group = "leafstrap.players"
    points = [
        metadata.EntryPoint("alphabetical", "test_player_kinds_outside:KIND", group),
        metadata.EntryPoint("alien", "no_such_module_at_all:KIND", group),
        metadata.EntryPoint("number", "math:pi", group),
    ]
    module = type(metadata)("test_player_kinds_outside")
    module.KIND = KIND  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "test_player_kinds_outside", module)
    monkeypatch.setattr(metadata, "entry_points", lambda group: tuple(points))
    outside: Registry[PlayerKind] = Registry(group, "player", error=PlayerError, part_type=PlayerKind)
    for kind in PLAYERS:
        outside.register(kind.word, kind)
    monkeypatch.setattr("leafstrap.players.spec.PLAYERS", outside)
    assert parse_player("alphabetical", CHESS).build().name == "alphabetical"
    assert usages().endswith(", alphabetical")
    for text, reason in [("alien:x;y=1", "No module named"), ("number", "it is no PlayerKind")]:
        with pytest.raises(PlayerError, match=rf"^The player '\w+' of .* cannot be loaded: {reason}"):
            parse_player(text, CHESS)


def test_help_is_what_kinds_say(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["match", "--help"]) == 0
    said = re.sub(r"[\s│]+", "", capsys.readouterr().out)
    assert all(kind.usage.replace(" ", "") in said for kind in PLAYERS)


def _rows(root: Path) -> dict[str, str]:
    page = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", (root / "docs/players.md").read_text())
    rows = (line.split(" | ") for line in page.splitlines() if line.startswith("| ") and " | " in line)
    return {row[0].removeprefix("| ").replace("`", ""): row[1] for row in rows}


def test_the_manual_lists_all_kinds_as_they_describe_themselves(root: Path) -> None:
    rows = _rows(root)
    for kind in PLAYERS:
        about = [row for text, row in rows.items() if text.partition(",")[0] == kind.usage]
        assert len(about) == 1, kind.usage
        assert about[0].startswith(kind.help)


def test_the_manual_lists_all_settings(root: Path) -> None:
    page = (root / "docs/players.md").read_text()
    for name in (*option_names(SearchOptions), *option_names(ExpectimaxOptions)):
        assert f"`{name}=" in page


@pytest.mark.parametrize("game", [CHESS, DRAUGHTS, BACKGAMMON], ids=lambda game: game.name)
def test_every_kind_plays_or_says_why_not(game: Game) -> None:
    for kind in PLAYERS:
        if kind.claims is None and not kind.plays(game):
            with pytest.raises(PlayerError) as caught:
                parse_player(kind.word, game)
            assert game.name in str(caught.value)
            assert str(caught.value).endswith(".")


def test_an_evaluator_has_its_player_and_the_player_its_options() -> None:
    linear, networks = default_weights(CHESS), default_weights(BACKGAMMON)
    assert isinstance(player_of(linear, "a")(), TournamentPlayer)
    assert isinstance(player_of(linear, "a", {"search": "training"})(), EvaluatorPlayer)
    assert isinstance(player_of(networks, "a", {"bear-off": "best"})(), ExpectimaxPlayer)
    with pytest.raises(UsageError, match="'cube', which this player does not have: there are search, hash"):
        player_of(linear, "a", {"cube": "simple"})
    with pytest.raises(UsageError, match="'hash', which this player does not have: there are bear-off, cube"):
        parse_player("default;hash=1", BACKGAMMON)
    assert isinstance(parse_player("untrained;endings=2;seed=1", DRAUGHTS).build(), TournamentPlayer)


def test_evaluators_are_had_without_a_player() -> None:
    assert parse_evaluator("untrained", CHESS).game is CHESS
    networks = parse_evaluator("untrained", BACKGAMMON).architecture
    assert isinstance(networks, NetworkArchitecture)
    assert networks.classifier == "small"
    assert parse_evaluator("untrained;architecture=tesauro", BACKGAMMON).architecture.kind == "network"
    assert parse_evaluator("untrained;architecture=linear", BACKGAMMON).architecture.kind == "linear"
    for text, game in [("random", CHESS), ("pubeval", BACKGAMMON)]:
        sentence = f"The player '{text}' has no weights: there are WEIGHTS.safetensors"
        with pytest.raises(LeafstrapError, match=sentence):
            parse_evaluator(text, game)
    with pytest.raises(UsageError, match="draughts has no classifier 'small'"):
        parse_evaluator("untrained;architecture=small", DRAUGHTS)


def test_a_player_of_one_game() -> None:
    assert only(CHESS)(CHESS)
    assert not only(CHESS)(DRAUGHTS)
