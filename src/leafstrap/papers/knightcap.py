"""KnightCap's experiments: TDLeaf(λ) against rated opponents, and what changes when one condition of it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from leafstrap.evaluators import load_linear
from leafstrap.games import get
from leafstrap.papers.experiment import Experiment, even, figure, save
from leafstrap.papers.rating_pool import Curve, Pool, Rated
from leafstrap.papers.trial import Trial

SEEDS = 3
STEPS = 6
NODES = 2_000
POOL_GAMES = 20  # a pairing
START_RATING = 1650.0  # of material values alone, as on the server where KnightCap learned
SEARCH = ";search=knightcap"
# Figure 5: a bonus for castling and a penalty for a doubled pawn, in each stage.
WEIGHTS = ("castle-bonus", "doubled-pawn")
STAGES = ("opening", "middle", "ending")


@dataclass(frozen=True, slots=True)
class Variant:
    """One experiment of the paper: the recipe, how many games the paper gave it, and what it found."""

    recipe: str
    title: str
    games: int
    published: str
    colour: str
    from_material: bool = True


VARIANTS = (
    Variant("knightcap", "TDLeaf(0.7), others", 333, "+500 in 308 games", "tab:red"),
    Variant("knightcap-directed", "TD-directed(0.7), others", 325, "+200 in 300 games", "tab:blue"),
    Variant("knightcap-selfplay", "TDLeaf(0.7), self-play", 600, "11 % v the first", "tab:green"),
    Variant(
        "knightcap-equal-start", "all equal at the start", 1025, "+300 in 1,000 games", "tab:purple", False
    ),
    Variant("knightcap-free-pawn", "pawn not fixed", 1789, "pawn fell by less than 7 %", "tab:brown"),
    Variant(
        "knightcap-from-hand", "from hand-coded weights", 333, "a little above the first", "tab:grey", False
    ),
)
FIRST = VARIANTS[0]


def knightcap(experiment: Experiment) -> Path:
    """Learn in every way with several seeds and rate all runs in one pool; returns the page with the results."""
    seeds = range(experiment.seed, experiment.seed + SEEDS)
    wanted = [(variant, seed) for seed in seeds for variant in VARIANTS]
    trials = experiment.side_by_side(lambda item: _trial(experiment, *item).run(), wanted)
    runs = {trial.folder.name: trial for trial in trials}
    starts = {_name(variant, seed): START_RATING for variant, seed in wanted if variant.from_material}
    games = even(experiment.scale * POOL_GAMES)
    rated = Pool(runs, starts, STEPS, NODES, games, {"hand": "hand"}, SEARCH).rate(experiment)
    first = trials[0]
    data = [
        {"recipe": v.recipe, "seed": s, "command": t.command, "curve": rated.curve(t.folder.name).as_json()}
        for (v, s), t in zip(wanted, trials, strict=True)
    ]
    page = _page(experiment, trials, rated, seeds, games)
    return save(experiment, "knightcap", page, _draw(rated, seeds, _weights(first)), data)


def _name(variant: Variant, seed: int) -> str:
    return f"{variant.recipe}-{seed}"


def _trial(experiment: Experiment, variant: Variant, seed: int) -> Trial:
    games = max(10, round(experiment.scale * variant.games))
    settings = {"run.checkpoint_every": 10, "run.final_games": 0}
    return Trial(experiment.work / _name(variant, seed), variant.recipe, seed, games=games, settings=settings)


def _weights(trial: Trial) -> tuple[list[int], dict[str, list[float]]]:
    """The weights of figure 5 over the games of a run."""
    files = sorted((trial.folder / "weights").glob("[0-9]*.safetensors"))
    loaded = [load_linear(path, get("chess")) for path in files]
    names = list(loaded[0].feature_set.names)
    wanted = [f"{weight}.{stage}" for weight in WEIGHTS for stage in STAGES]
    found = {name: [float(linear.weights[names.index(name)]) for linear in loaded] for name in wanted}
    return [int(path.stem) for path in files], found


def mean(numbers: Sequence[float]) -> float:
    """Of several seeds."""
    return sum(numbers) / len(numbers)


def _row(variant: Variant, curves: Sequence[Curve], against_first: str, against_hand: str) -> str:
    gains = [curve.last.elo - curve.ratings[0].elo for curve in curves]
    ends = ", ".join(f"{curve.last.elo:.0f}" for curve in curves)
    return (
        f"| {variant.title} | `{variant.recipe}` | {curves[0].milestones[-1].games} "
        f"| {mean([curve.ratings[0].elo for curve in curves]):.0f} | {ends} | {mean(gains):+.0f} "
        f"| {against_first} | {against_hand} | {variant.published} |"
    )


def _page(
    experiment: Experiment, trials: Sequence[Trial], rated: Rated, seeds: Sequence[int], games: int
) -> str:
    def share(variant: Variant, others: Sequence[str]) -> str:
        points, played = rated.ends([_name(variant, seed) for seed in seeds], others)
        return f"{100 * points / played:.1f} % of {played}" if played else "–"

    first = [_name(FIRST, seed) for seed in seeds]
    rows = []
    for variant in VARIANTS:
        curves = [rated.curve(_name(variant, seed)) for seed in seeds]
        against_first = "–" if variant is FIRST else share(variant, first)
        rows.append(_row(variant, curves, against_first, share(variant, ["hand"])))
    hand = rated.of("hand")
    return "\n".join(
        [
            "# KnightCap's experiments",
            "",
            f"Every experiment of section 4 with {len(seeds)} seeds, by the recipes in the table: KnightCap's "
            f"evaluation and search, {NODES:,} nodes a move, against a pool of rated players that come along. Then all "
            f"runs at several stages of their learning in one pool, the same search and nodes, {games} games a "
            f"pairing, openings paired; material values alone have the rating {START_RATING:.0f}, as they had on the "
            f"server. Weights set by hand are rated {hand.elo:.0f} [{hand.low:.0f}, {hand.high:.0f}].",
            "",
            experiment.provenance("knightcap"),
            "",
            "![Ratings over games, and two weights](knightcap.png)",
            "",
            "| experiment | recipe | games | rating at the start | at the end, each seed | mean gain "
            "| score v the first | v `hand` | KnightCap |",
            "|---|---|--:|--:|--:|--:|--:|--:|---|",
            *rows,
            "",
            "The commands of the first seed:",
            "",
            *(f"    {trial.command}" for trial in trials[: len(VARIANTS)]),
            "",
        ]
    )


def _draw(
    rated: Rated, seeds: Sequence[int], weights: tuple[list[int], Mapping[str, list[float]]]
) -> Callable[[Path], None]:
    def draw(target: Path) -> None:
        with figure(target, columns=3, width=15.0, height=4.6) as (ratings, *panels):
            for variant in VARIANTS:
                for number, seed in enumerate(seeds):
                    curve = rated.curve(_name(variant, seed))
                    ratings.plot(
                        [mark.games for mark in curve.milestones],
                        [rating.elo for rating in curve.ratings],
                        color=variant.colour,
                        marker="o",
                        markersize=3,
                        linewidth=1,
                        label=None if number else variant.title,
                    )
            ratings.set(title="rating", xlabel="games", ylabel=f"material alone = {START_RATING:.0f}")
            ratings.legend(fontsize="x-small")
            _draw_weights(panels, weights)
            for axes in (ratings, *panels):
                axes.grid(alpha=0.3)

    return draw


def _draw_weights(panels: Sequence[Any], weights: tuple[list[int], Mapping[str, list[float]]]) -> None:
    games, values = weights
    for axes, weight in zip(panels, WEIGHTS, strict=True):
        for stage in STAGES:
            axes.plot(games, values[f"{weight}.{stage}"], label=stage)
        axes.set(title=weight, xlabel="games", ylabel="pawns")
        axes.legend(fontsize="small")
