"""What a run says at its end: how far it came, what pieces are worth, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator

from leafstrap.evaluators.piece_values import piece_values, values_text
from leafstrap.experience import GlickoRating
from leafstrap.training.run import Run, TrainingResult
from leafstrap.training.store.checkpoint import Checkpoint


def summary_lines(run: Run, result: TrainingResult) -> Iterator[str]:
    """The report, line by line."""
    builder, state = run.builder, result.state
    counters = state.counters
    file = run.folder.weights_after(counters.games)
    rate = f"{counters.nodes / 1e6:.1f} million nodes"
    yield f"Learned from {counters.games} games ({rate}) in {_duration(counters.seconds)}: {file}"
    if counters.rating is not None:
        yield f"Rating among its opponents: {GlickoRating(counters.rating, counters.rating_deviation)}"
    if result.strength is not None:
        yield result.strength.sentence()
    if builder.game.pieces is not None:
        architecture, unit = builder.architecture, builder.game.pieces.unit
        values = piece_values(architecture).of(state.mean)
        outputs = architecture.outputs
        win = float(outputs.result(1) @ outputs.worth) * architecture.snapshot(state.mean).unit
        shown = values_text(architecture, state.mean)
        yield f"Piece values: {shown} (a {unit} is {values[unit]:.1f} where a win is {win:.0f})"
    yield from _next_commands(run, state)


def _next_commands(run: Run, state: Checkpoint) -> Iterator[str]:
    game, folder = run.builder.game, run.folder.path
    settings = run.builder.recipe.run
    more = f"--games {2 * state.counters.games}" if state.counters.games else "--minutes 1"
    if settings.minutes:
        more = f"--minutes {2 * settings.minutes:g}"
    yield "Go on with"
    yield f"  leafstrap match {game.name} {folder} {game.first_match}"
    yield f"  leafstrap play {game.name} {folder}"
    if game.example:
        yield f"  leafstrap explain {game.name} '{game.example}' {run.folder.weights_after(state.counters.games)}"
    yield f"  leafstrap plot {folder}"
    if run.builder.recipe.experience.database is None:  # else there are no more games to go on with
        yield f"  leafstrap learn {game.name} --out {folder} --resume {more}"


def _duration(seconds: float) -> str:
    return f"{seconds / 60:.1f} minutes" if seconds >= 60 else f"{seconds:.1f} seconds"
