"""Syzygy tables of chess endgames at the root of a search: which moves keep the result, and what it is.

The tables are read by the package `chess`. They say who wins (WDL), and how many plies the next capture or pawn move is
away (DTZ), which is what the rule of fifty moves counts. Among moves that win, the one nearest to it is played, so that
every win makes progress; among moves that lose, the one farthest from it. Where a game is drawn the search chooses
among the moves that hold it. Tables are asked about the position on the board and what its moves lead to; inside of
its tree the search does not look at them.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import chess
import chess.syzygy

from leafstrap.errors import UsageError
from leafstrap.games import Game
from leafstrap.games.chess import Line as ChessLine
from leafstrap.games.chess import line_to_board
from leafstrap.search.native import TournamentReport, TournamentResult, Variation
from leafstrap.search.tablebase import MOST_SYZYGY
from leafstrap.search.told import ToldReport, ToldResult, ToldVariation, report_with, result_with
from leafstrap.types import Line, Move

WON = 20_000  # centipawns of a win that is known, though no mate is in sight; as Stockfish tells it
FIFTY = 100  # plies
# Of a position after a capture or a pawn move, by who wins it; cursed ones are draws by the rule of fifty moves.
ZEROING = {2: 1, 1: FIFTY + 1, 0: 0, -1: -FIFTY - 1, -2: -1}


def check_syzygy(game: Game, path: str) -> None:
    """Refuse folders without tables, and games that there are none of."""
    if not issubclass(game.Line, ChessLine):
        raise UsageError(f"Syzygy tables are of chess: there are none of {game.name}.")
    SyzygyTables(path).close()


@dataclass(frozen=True, slots=True)
class KnownRoot:
    """A position in the tables: the moves to choose among, and the result for the mover, 1, 0 or -1."""

    moves: tuple[Move, ...]
    result: int
    hits: int  # positions that were looked up

    def report(self, report: TournamentReport) -> ToldReport:
        """A search among these moves, with the score that is known."""
        return report_with(report, self._lines(report.lines))

    def found(self, found: TournamentResult) -> ToldResult:
        """The same for its end."""
        return result_with(found, self._lines(found.lines))

    def _lines(self, lines: Sequence[Variation]) -> list[Variation]:
        return [self._told(line) for line in lines]

    def _told(self, line: Variation) -> Variation:
        mate = line.mate
        if mate is not None and (mate > 0) - (mate < 0) == self.result:
            return line
        return ToldVariation(self.result * WON, None, "exact", line.pv, line.depth, line.seldepth)


class SyzygyTables:
    """The tables of one or several folders, with `:` between them (`;` on Windows)."""

    def __init__(self, path: str, *, most_pieces: int = MOST_SYZYGY, fifty_moves: bool = True) -> None:
        self._tables = chess.syzygy.Tablebase()
        for folder in filter(None, path.split(os.pathsep)):
            if not Path(folder).is_dir():
                raise UsageError(f"There is no folder {folder} with Syzygy tables.")
            self._tables.add_directory(folder)
        if not self._tables.wdl:
            raise UsageError(f"There are no Syzygy tables in {path}: files as KQvK.rtbw and KQvK.rtbz.")
        self.pieces = min(max(len(name) - 1 for name in self._tables.wdl), most_pieces)
        self._fifty_moves = fifty_moves

    def root(self, line: Line) -> KnownRoot | None:
        """What the tables say of the end of a line; None where they do not reach, or one of them is missing."""
        board = line_to_board(cast("ChessLine", line))
        if chess.popcount(board.occupied) > self.pieces or board.castling_rights:
            return None
        moves = list(line.position.legal_moves())
        by_text = {str(move): move for move in moves}
        try:
            ranks = {by_text[move.uci()]: self._rank(board, move) for move in board.legal_moves}
        except KeyError:  # a missing table is one
            return None
        if not ranks:
            return None
        best = max(ranks.values())
        known = tuple(move for move in moves if ranks[move] == best)
        won = best[0] if self._fifty_moves else (best[1] > 0) - (best[1] < 0)
        return KnownRoot(known, won, len(ranks))

    def close(self) -> None:
        """Close the files."""
        self._tables.close()

    def _rank(self, board: chess.Board, move: chess.Move) -> tuple[int, int]:
        """How good a move is: the result it keeps, 1, 0 or -1, then how near the next capture or pawn move is.

        The second number is above 0 for moves that win, whatever the rule of fifty moves says, and below 0 for those
        that lose: the nearer, the farther from 0.
        """
        spent = board.halfmove_clock
        board.push(move)
        try:
            if board.is_checkmate():
                return 1, 10 * FIFTY
            if board.is_stalemate() or board.is_insufficient_material() or board.is_repetition(3):
                return 0, 0
            if board.halfmove_clock == 0:
                distance = ZEROING[-self._tables.probe_wdl(board)]
                within = abs(distance) < FIFTY
            else:
                reply = -self._tables.probe_dtz(board)
                distance = reply + (reply > 0) - (reply < 0)
                within = abs(distance) + spent <= FIFTY
        finally:
            board.pop()
        if distance == 0:
            return 0, 0
        if not self._fifty_moves:
            within = True
        nearness = 10 * FIFTY - abs(distance)
        return ((1 if distance > 0 else -1) if within else 0), nearness if distance > 0 else -nearness
