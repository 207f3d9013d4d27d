"""Positions, moves, outcomes and whole games as data, by which a page that knows no rules draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from leafstrap import games
from leafstrap._core import Outcome, Side
from leafstrap.errors import LeafstrapError
from leafstrap.games import Game
from leafstrap.games.dice import is_chance
from leafstrap.games.result import result_text
from leafstrap.types import JsonObject, Line, Move, Position
from leafstrap.web.common.fields import WebError, shown

MOST_MOVES = 400  # of a game that is sent whole
FIFTY_MOVES = 100  # plies
WINS = {1: "", 2: " a gammon", 3: " a backgammon"}


def game_of(name: object) -> Game:
    """The game that a page names."""
    if not isinstance(name, str):
        raise WebError(f"A game is named by a text, not {shown(name)}.")
    return games.get(name)


def parse_position(game: Game, text: str | None) -> Position:
    """A position as people write it; the usual start where nothing is said."""
    if not text or text == "startpos":
        return game.Position()
    try:
        return game.parse_position(text.strip())[0]
    except LeafstrapError:
        raise
    except (ValueError, IndexError, OverflowError) as error:
        reason = " ".join(str(error).split()).removesuffix(".")
        raise WebError(f"This is no position of {game.name}: {reason}.") from None


def legal_move(game: Game, position: Position, text: str) -> Move:
    """A legal move by its id or as people write it; 409 if there is none."""
    for move in position.legal_moves():
        if str(move) == text:
            return move
    try:
        return game.parse_move(position, text)
    except (ValueError, IndexError, OverflowError):
        raise WebError(f"{shown(text)} is no legal move here.", 409) from None


def move_data(game: Game, position: Position, move: Move) -> JsonObject:
    """A legal move of a position."""
    return {
        "id": str(move),
        "text": game.move_text(position, move),
        **game.board_data.move(position, move),
    }


def moves_data(game: Game, position: Position, moves: Sequence[Move]) -> list[JsonObject]:
    """Moves that follow each other, as in a principal variation; what cannot be played on is left out."""
    found = []
    for move in moves:
        if is_chance(position) or position.outcome() is not None:
            break
        found.append(move_data(game, position, move))
        position = position.after(move)
    return found


def position_data(
    game: Game, position: Position, *, last: JsonObject | None = None, outcome: JsonObject | None = None
) -> JsonObject:
    """All that a page draws; the outcome is that of the position alone unless another is known."""
    if outcome is None and (ended := position.outcome()) is not None:
        outcome = outcome_data(game, ended, end_sentence(game, position, ended))
    legal = [] if outcome is not None or is_chance(position) else position.legal_moves()
    return {
        "text": str(position),
        "turn": position.turn.name,
        "board": game.board_data.board(position),
        "dice": dice_of(position),
        "check": game.board_data.check(position),
        "legal": [move_data(game, position, move) for move in legal],
        "last": last,
        "outcome": outcome,
    }


def start_data(game: Game, line: Line) -> JsonObject:
    """Where a line begins."""
    start = line.start
    return {"text": str(start), "board": game.board_data.board(start), "turn": start.turn.name}


def dice_of(position: Position) -> list[int] | None:
    """The roll that lies, if any does."""
    dice = getattr(position, "dice", None)
    return None if dice is None else list(dice)


def outcome_data(game: Game, outcome: Outcome, sentence: str, stake: int = 1) -> JsonObject:
    """How a game ended."""
    winner = outcome.winner
    return {
        "winner": None if winner is None else winner.name,
        "points": abs(outcome.points) * stake,
        "result": result_text(outcome),
        "sentence": sentence,
    }


def end_sentence(game: Game, position: Position, outcome: Outcome, line: Line | None = None) -> str:
    """Why the rules ended a game."""
    if outcome.winner is None:
        return _why_drawn(position, line)
    winner = game.board_data.sides[outcome.winner.value]
    if game.board_data.check(position) is not None:
        return f"Checkmate: {winner} wins."
    return f"{winner} wins{WINS.get(abs(outcome.points), '') if game.counts_points else ''}."


def _why_drawn(position: Position, line: Line | None) -> str:
    if not position.legal_moves():
        return "Stalemate: a draw."
    if line is not None and sum(str(before) == str(position) for before in line.before) >= 2:
        return "A draw by repetition."
    if getattr(position, "halfmove_clock", 0) >= FIFTY_MOVES:
        return "A draw by the fifty-move rule."
    if line is not None and sum(_same(before, position) for before in line.before) >= 2:
        return "A draw by repetition."
    return "A draw."


def _same(one: Position, other: Position) -> bool:
    """Clocks do not count."""
    return bool(getattr(one, "hash", one) == getattr(other, "hash", other))


def number_text(game: Game, ply: int, side: Side, start: Position) -> str:
    """What stands before a move in a list: its number, with dots for the second player's."""
    first = getattr(start, "fullmove_number", 1)
    behind = 1 if start.turn == Side.second else 0
    return f"{first + (ply + behind) // 2}{'.' if side == Side.first else '…'}"


def played_move(
    game: Game, ply: int, before: Position, move: Move, after: Position, start: Position
) -> JsonObject:
    """One move of a game that was played, the board after it included; plies are counted from 0 here."""
    text = game.move_text(before, move)
    touched = game.board_data.move(before, move)
    return {
        "ply": ply + 1,
        "side": before.turn.name,
        "number": number_text(game, ply, before.turn, start),
        "text": "cannot move" if text == "pass" else text,
        "dice": dice_of(before),
        "path": [],
        **{key: value for key, value in touched.items() if key in ("path", "captures", "steps", "rook")},
        "board": game.board_data.board(after),
    }


def frames(
    game: Game, line: Line, headers: Mapping[str, str], outcome: Outcome | None, sentence: str, record: str
) -> JsonObject:
    """A game that was played, for stepping through it."""
    before, moves = list(line.before), list(line.moves)
    after = [*before[1:], line.position]
    shown_moves = [
        played_move(game, ply, before[ply], moves[ply], after[ply], line.start)
        for ply in range(min(len(moves), MOST_MOVES))
    ]
    return {
        "game": game.name,
        "names": [headers.get("White", "first"), headers.get("Black", "second")],
        "headers": dict(headers),
        "start": start_data(game, line),
        "moves": shown_moves,
        "cut": len(moves) > MOST_MOVES,
        "result": result_text(outcome),
        "sentence": sentence,
        "record": record,
    }
