"""Beal and Smith's experiment: piece values alone, all equal at the start, learned by TDLeaf(λ) from self-play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from leafstrap.evaluators import load_evaluator
from leafstrap.games import get
from leafstrap.papers.experiment import Experiment, figure, register, save
from leafstrap.papers.trial import Trial
from leafstrap.types import JsonObject

PIECES = ("pawn", "knight", "bishop", "rook", "queen")
PUBLISHED = dict(zip(PIECES, (1, 3, 3, 5, 9), strict=True))
GAMES = 2000
RUNS = 3
SETTLED = 0.25  # the values reported are means over the last quarter of the games


@register("beal-smith", "Piece values from self-play, Beal and Smith's experiment", small=0.05)
def piece_values(experiment: Experiment) -> Path:
    """Run the recipe with several seeds; returns the page with the values."""
    seeds = experiment.seeds_of(RUNS)
    trials = [
        Trial(experiment.work / f"seed-{seed}", "beal-smith", seed, games=round(experiment.scale * GAMES))
        for seed in seeds
    ]
    curves = [_curve(trial) for trial in experiment.learn(trials)]
    data = [
        {"seed": s, "command": t.command, "values": _settled(c)}
        for s, t, c in zip(seeds, trials, curves, strict=True)
    ]
    return save(experiment, "beal-smith", _page(experiment, trials, data), _draw(curves), data)


def _curve(trial: Trial) -> list[tuple[int, dict[str, float]]]:
    """The piece values at each checkpoint, in the unit of the evaluation."""
    points = []
    for path in sorted((trial.folder / "weights").glob("[0-9]*.safetensors")):
        linear = load_evaluator(path, get("chess"))
        named = dict(zip(linear.architecture.names, linear.weights, strict=True))
        points.append((int(path.stem), {piece: float(named[piece]) for piece in PIECES}))
    return points


def _settled(curve: Sequence[tuple[int, dict[str, float]]]) -> dict[str, float]:
    last = curve[-1][0]
    late = [values for game, values in curve if game >= (1 - SETTLED) * last]
    return {piece: round(sum(values[piece] for values in late) / len(late), 4) for piece in PIECES}


def _page(experiment: Experiment, trials: Sequence[Trial], data: Sequence[JsonObject]) -> str:
    rows = [
        f"| {entry['seed']} | "
        + " | ".join(f"{entry['values'][piece] / entry['values']['pawn']:.2f}" for piece in PIECES)
        + f" | {entry['values']['pawn']:.3f} |"
        for entry in data
    ]
    return "\n".join(
        [
            "# Piece values from self-play",
            "",
            "All five values equal at the start, TDLeaf(λ) and self-play with some random moves (recipe "
            f"`beal-smith`). Means over the last {100 * SETTLED:.0f} % of the games, in pawns. Beal and Smith (1997), "
            "as KnightCap's introduction reports them: near 1, 3, 3, 5, 9 after about 2,000 games.",
            "",
            experiment.provenance("beal-smith"),
            "",
            "![Piece values over games](beal-smith.png)",
            "",
            "| seed | pawn | knight | bishop | rook | queen | the pawn's weight |",
            "|--:|--:|--:|--:|--:|--:|--:|",
            *rows,
            "",
            *(f"    {trial.command}" for trial in trials),
            "",
        ]
    )


def _draw(curves: Sequence[Sequence[tuple[int, dict[str, float]]]]) -> Callable[[Path], None]:
    def draw(target: Path) -> None:
        with figure(target, columns=len(curves), width=4.2 * len(curves), height=4.0) as panels:
            for number, (axes, curve) in enumerate(zip(panels, curves, strict=True), start=1):
                for piece in PIECES:
                    axes.plot([g for g, _ in curve], [v[piece] for _, v in curve], label=piece)
                axes.set(title=f"run {number}", xlabel="games", ylabel="weight" if number == 1 else "")
                axes.grid(alpha=0.3)
            panels[0].legend(fontsize="small")

    return draw
