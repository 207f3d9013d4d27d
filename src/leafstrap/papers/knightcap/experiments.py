"""KnightCap's experiments: TDLeaf(λ) against rated opponents, and what changes when one condition of it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from leafstrap.evaluators import load_evaluator
from leafstrap.evaluators.piece_values import piece_values
from leafstrap.games import get
from leafstrap.papers.contest import Contest, Entry, Rules
from leafstrap.papers.experiment import Experiment, counted, figure, register, save
from leafstrap.papers.trial import Trial
from leafstrap.types import Axes, Table

SEEDS = 3
START_RATING = 1650.0  # of material values alone, as on the server where KnightCap learned
RULES = Rules(
    steps=6, nodes=2_000, games=20, others={"hand": "hand;search=knightcap"}, settings=";search=knightcap"
)
# Figure 5: a bonus for castling and a penalty for a doubled pawn, in each stage.
WEIGHTS = ("castle-bonus", "doubled-pawn")
STAGES = ("opening", "middle", "ending")


# Ours instead of the paper's: a fiftieth of its step size, and no filter of blunders.
TUNED = {"backup.step_size": "0 for 25, 0.02", "backup.blunder_filter": "none"}
TUNED_SELF_PLAY = {"backup.step_size": 0.02}
FROM_HAND = TUNED | {"backup.step_size": "0 for 25, 0.003"}


def entry(
    name: str,
    title: str,
    games: int,
    published: str,
    colour: str,
    start: float | None = START_RATING,
    recipe: str | None = None,
    settings: Table = TUNED,
) -> Entry:
    """One experiment of the paper, with the games the paper gave it."""
    own = {**settings, "run.checkpoint_every": 10, "run.final_games": 0}
    return Entry(
        name, title, recipe or name, colour, games=games, settings=own, start=start, published=published
    )


ENTRIES = (
    entry("knightcap-tuned", "TDLeaf(0.7), others", 333, "+500 in 308 games", "tab:red", settings={}),
    entry("knightcap-directed", "TD-directed(0.7), others", 325, "+200 in 300 games", "tab:blue"),
    entry(
        "knightcap-openings",
        "TDLeaf(0.7), self-play from openings",
        600,
        "–",
        "tab:green",
        recipe="knightcap-selfplay",
        settings=TUNED_SELF_PLAY | {"experience.openings": "own"},
    ),
    entry("knightcap-equal-start", "all equal at the start", 1025, "+300 in 1,000 games", "tab:purple", None),
    entry("knightcap-free-pawn", "pawn not fixed", 1789, "pawn fell by less than 7 %", "tab:brown"),
    entry(
        "knightcap-from-hand",
        "from hand-coded weights",
        333,
        "a little above the first",
        "tab:grey",
        None,
        settings=FROM_HAND,
    ),
    entry(
        "knightcap-selfplay",
        "TDLeaf(0.7), self-play from the start position",
        600,
        "11 % v the first",
        "tab:olive",
        settings=TUNED_SELF_PLAY,
    ),
    entry(
        "knightcap",
        "TDLeaf(0.7), others, the paper's α and filter",
        333,
        "+500 in 308 games",
        "black",
        settings={},
    ),
)


@register(
    "knightcap", "TDLeaf(λ) against rated opponents, and with one condition changed (section 4)", small=0.05
)
def knightcap(experiment: Experiment) -> Path:
    """Learn in every way with several seeds and rate all runs in one pool; returns the page with the results."""
    contest = Contest.hold(experiment, ENTRIES, SEEDS, RULES)
    weights = _weights(contest.trials[contest.runs(contest.entries[0])[0]])
    return save(experiment, "knightcap", _page(experiment, contest), _draw(contest, weights), contest.data())


def _weights(trial: Trial) -> tuple[list[int], dict[str, list[float]]]:
    """The weights of figure 5 over the games of a run."""
    files = sorted((trial.folder / "weights").glob("[0-9]*.safetensors"))
    loaded = [load_evaluator(path, get("chess")) for path in files]
    names = list(loaded[0].architecture.names)
    wanted = [f"{weight}.{stage}" for weight in WEIGHTS for stage in STAGES]
    found = {name: [float(linear.weights[names.index(name)]) for linear in loaded] for name in wanted}
    return [int(path.stem) for path in files], found


def _pawn(trial: Trial) -> float:
    """By which factor the worth of a pawn changed."""

    def worth(path: Path) -> float:
        linear = load_evaluator(path, get("chess"))
        return float(piece_values(linear.architecture).of(linear.weights)["pawn"])

    return worth(trial.newest) / worth(trial.initial)


def _row(contest: Contest, each: Entry) -> str:
    curves, first = contest.curves(each), contest.entries[0]
    starts = [curve.ratings[0].elo for curve in curves]
    improvements = [curve.last.elo - curve.ratings[0].elo for curve in curves]
    pawns = ", ".join(f"{_pawn(contest.trials[run]):.2f}" for run in contest.runs(each))
    return (
        f"| {each.title} | `{each.recipe}` | {curves[0].milestones[-1].games} | {_mean(starts):.0f} "
        f"| {contest.ends(each)} | {_mean(improvements):+.0f} "
        f"| {contest.against(each, first)} | {contest.share(each, ['hand'])} "
        f"| {pawns} | {each.published} |"
    )


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _page(experiment: Experiment, contest: Contest) -> str:
    hand = contest.rated.of("hand")
    return "\n".join(
        [
            "# KnightCap's experiments",
            "",
            f"Experiments of section 4 with {counted(len(contest.seeds), 'seed')}, by the recipes in the table: "
            f"KnightCap's evaluation and search, {RULES.nodes:,} nodes a move, against a pool of rated players "
            "that ship with Leafstrap. All but the last row have a fiftieth of the paper's step size and no filter "
            "of blunders, which were chosen by runs of seeds 1 and 2 (`knightcap-tuned`); the last has the paper's. "
            "[Book learning](knightcap-book.md) has a page of its own. Not run: matches at equal depth against "
            "another program, updates after every four games, and the filter of note 3. "
            "Then all runs at several stages of their learning in one pool, the same search and nodes, "
            f"{contest.games} games a pairing, openings paired; material values alone have the rating "
            f"{START_RATING:.0f}, as they had on the server. Weights set by hand are rated {hand.elo:.0f} "
            f"[{hand.low:.0f}, {hand.high:.0f}].",
            "",
            experiment.provenance("knightcap"),
            "",
            "![Ratings over games, and two weights](knightcap.png)",
            "",
            "| experiment | recipe | games | rating at the start | at the end, each seed | mean gain "
            "| score v the first | v `hand` | the pawn at the end, of its start | KnightCap |",
            "|---|---|--:|--:|--:|--:|--:|--:|--:|---|",
            *(_row(contest, each) for each in contest.entries),
            "",
            "The commands of the first seed:",
            "",
            *contest.commands(experiment),
            "",
        ]
    )


def _draw(contest: Contest, weights: tuple[list[int], Mapping[str, list[float]]]) -> Callable[[Path], None]:
    def draw(target: Path) -> None:
        with figure(target, columns=3, width=15.0, height=4.6) as (ratings, *panels):
            contest.draw(ratings, lambda mark: mark.games, from_start=True)
            ratings.set(title="rating", xlabel="games", ylabel=f"material alone = {START_RATING:.0f}")
            _draw_weights(panels, *weights)

    return draw


def _draw_weights(panels: Sequence[Axes], games: Sequence[int], values: Mapping[str, list[float]]) -> None:
    for axes, weight in zip(panels, WEIGHTS, strict=True):
        for stage in STAGES:
            axes.plot(games, values[f"{weight}.{stage}"], label=stage)
        axes.set(title=weight, xlabel="games", ylabel="pawns")
        axes.grid(alpha=0.3)
        axes.legend(fontsize="small")
