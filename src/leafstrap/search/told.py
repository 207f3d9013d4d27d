"""What a search found, told otherwise: with other lines of play or other scores than the native search has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leafstrap.search.native import TournamentReport, TournamentResult, Variation
from leafstrap.types import Move, Position


@dataclass(frozen=True, slots=True)
class ToldVariation:
    """A line of play, as `Variation`."""

    score: int
    mate: int | None
    bound: str
    pv: Sequence[Move]
    depth: int
    seldepth: int


@dataclass(frozen=True, slots=True)
class ToldReport:
    """As `TournamentReport`."""

    lines: Sequence[Variation]
    move: Move
    ponder: Move | None
    depth: int
    seldepth: int
    nodes: int
    seconds: float
    hashfull: int


@dataclass(frozen=True, slots=True)
class ToldResult(ToldReport):
    """As `TournamentResult`; the score is no longer said to be that of the leaf."""

    leaf: Position
    leaf_exact: bool = False


def report_with(report: TournamentReport, lines: Sequence[Variation]) -> ToldReport:
    """The same search with these lines, the best first."""
    move, ponder = _moves(report, lines)
    depth, seldepth, nodes, seconds, hashfull = _counts(report)
    return ToldReport(lines, move, ponder, depth, seldepth, nodes, seconds, hashfull)


def result_with(result: TournamentResult, lines: Sequence[Variation]) -> ToldResult:
    """The same for its end."""
    move, ponder = _moves(result, lines)
    depth, seldepth, nodes, seconds, hashfull = _counts(result)
    return ToldResult(lines, move, ponder, depth, seldepth, nodes, seconds, hashfull, result.leaf)


def _moves(report: TournamentReport, lines: Sequence[Variation]) -> tuple[Move, Move | None]:
    pv = lines[0].pv
    return (pv[0] if pv else report.move), (pv[1] if len(pv) > 1 else None)


def _counts(report: TournamentReport) -> tuple[int, int, int, float, int]:
    return report.depth, report.seldepth, report.nodes, report.seconds, report.hashfull
