"""What a run says at its end: how far it came, what pieces are worth, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator

from leafstrap.evaluators.piece_values import in_units, piece_values
from leafstrap.experience import GlickoRating
from leafstrap.training.run import Run
from leafstrap.training.store.checkpoint import Checkpoint
from leafstrap.training.train import TrainingResult

EXAMPLES = {
    "chess": "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "draughts": "W:W26-28,31-33,36-40,42-50:B2-4,6-14,16-19,23,24",
}


def summary_lines(start: Run, ending: TrainingResult) -> Iterator[str]:
    """The report, line by line."""
    builder, state, improvement = start.builder, ending.state, ending.improvement
    counters = state.counters
    file = start.folder.weights_after(counters.games)
    rate = f"{counters.nodes / 1e6:.1f} million nodes"
    yield f"Learned from {counters.games} games ({rate}) in {counters.seconds / 60:.1f} minutes: {file}"
    if counters.rating is not None:
        yield f"Rating among its opponents: {GlickoRating(counters.rating, counters.rating_deviation)}"
    if improvement is not None:
        yield f"Against the initial weights: {improvement.score}"
    if builder.game.pieces is not None:
        values, unit = piece_values(builder.architecture).of(state.mean), builder.game.pieces.unit
        shown = ", ".join(f"{kind} {value:.2f}" for kind, value in in_units(values, unit).items())
        yield f"Piece values: {shown} (a {unit} is {values[unit]:.1f} where a win is 9999)"
    yield from _next_commands(start, state)


def _next_commands(start: Run, state: Checkpoint) -> Iterator[str]:
    game, folder = start.builder.game.name, start.folder.path
    run = start.builder.recipe.run
    more = f"--minutes {2 * run.minutes:g}" if run.minutes else f"--games {2 * state.counters.games}"
    yield "Go on with"
    if start.builder.game.dice:
        yield f"  leafstrap match {game} {folder} pubeval --games 1000"
        yield f"  leafstrap play {game} {folder}"
    else:
        yield f"  leafstrap match {game} {folder} random --games 20 --depth 3"
    if game in EXAMPLES:
        yield f"  leafstrap explain {game} '{EXAMPLES[game]}' {start.folder.weights_after(state.counters.games)}"
    yield f"  leafstrap plot {folder}"
    if start.builder.recipe.experience.database is None:  # else there are no more games to go on with
        yield f"  leafstrap learn {game} --out {folder} --resume {more}"
