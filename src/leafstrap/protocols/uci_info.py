"""The UCI line `info`: how a search stands."""

from __future__ import annotations

import math
from collections.abc import Iterator

from leafstrap.search.tournament import TournamentReport, Variation

# A draw is as likely as a win at the first number of centipawns, and chances change by a factor of e with the second.
# Rounded guesses: nothing here was fitted to games.
EVEN_ODDS = 150.0
SPREAD = 80.0


class InfoWriter:
    """Lines for one search; a line that says nothing new is left out."""

    def __init__(self, show_wdl: bool) -> None:
        self._show_wdl = show_wdl
        self._last: dict[int, tuple[object, ...]] = {}

    def lines(self, report: TournamentReport) -> Iterator[str]:
        """One line for every variation that has changed."""
        for number, variation in enumerate(report.lines, start=1):
            state = (
                variation.depth,
                variation.score,
                variation.mate,
                variation.bound,
                [str(move) for move in variation.pv],
            )
            if self._last.get(number) != state:
                self._last[number] = state
                yield self._line(number, variation, report)

    def _line(self, number: int, variation: Variation, report: TournamentReport) -> str:
        milliseconds = round(1000 * report.seconds)
        words = [
            f"info depth {variation.depth} seldepth {variation.seldepth} multipv {number}",
            _score(variation, self._show_wdl),
            f"nodes {report.nodes} nps {round(report.nodes / max(report.seconds, 0.001))}",
            f"hashfull {report.hashfull} time {milliseconds}",
        ]
        if variation.pv:
            words.append(f"pv {' '.join(map(str, variation.pv))}")
        return " ".join(words)


def _score(variation: Variation, show_wdl: bool) -> str:
    value = f"cp {variation.score}" if variation.mate is None else f"mate {variation.mate}"
    bound = {"exact": "", "lower": " lowerbound", "upper": " upperbound"}[variation.bound]
    chances = f" wdl {' '.join(map(str, wdl(variation)))}" if show_wdl else ""
    return f"score {value}{bound}{chances}"


def wdl(variation: Variation) -> tuple[int, int, int]:
    """Chances of a win, a draw and a loss for the mover, in thousandths."""
    if variation.mate is not None:
        return (1000, 0, 0) if variation.mate > 0 else (0, 0, 1000)
    win, loss = (round(1000 * _logistic(sign * variation.score)) for sign in (1, -1))
    return win, 1000 - win - loss, loss


def _logistic(centipawns: float) -> float:
    return 1 / (1 + math.exp(min((EVEN_ODDS - centipawns) / SPREAD, 700)))
