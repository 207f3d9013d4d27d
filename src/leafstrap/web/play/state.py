"""A table as the page sees it, and its games as records."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, cast

from leafstrap._core import Side
from leafstrap.games.backgammon import Line as BackgammonLine
from leafstrap.games.boards.backgammon import board_of, step_data
from leafstrap.games.mat import MatGame, write_mat_games
from leafstrap.games.result import result_text
from leafstrap.types import JsonObject
from leafstrap.web.common.positions import (
    game_of,
    move_data,
    outcome_data,
    played_move,
    position_data,
    start_data,
)
from leafstrap.web.play.settings import GameSettings
from leafstrap.web.play.table import Table


class MoveList:
    """The moves of a game for the page, made anew only where they changed; what was said of a position stays."""

    def __init__(self) -> None:
        self._entries: list[JsonObject] = []
        self._keys: list[str] = []
        self.evaluations: dict[
            int, JsonObject
        ] = {}  # of the position before each ply, the game's own number first

    def of(self, table: Table) -> list[JsonObject]:
        """All moves, turns of the cube between them."""
        line, game = table.line, table.game
        before, moves = list(line.before), list(line.moves)
        after = [*before[1:], line.position]
        keys = [f"{len(table.finished)} {ply} {move} {before[ply]}" for ply, move in enumerate(moves)]
        same = next(
            (ply for ply, (old, new) in enumerate(zip(self._keys, keys, strict=False)) if old != new),
            min(len(keys), len(self._keys)),
        )
        del self._entries[same:]
        for ply in range(same, len(moves)):
            entry = played_move(game, ply, before[ply], moves[ply], after[ply], line.start)
            self._entries.append({"kind": "move", "position": str(after[ply]), **entry})
        self._keys = keys
        found: list[JsonObject] = []
        for ply in range(len(moves) + 1):
            there = before[ply] if ply < len(moves) else line.position
            shown = {"position": str(there), "board": game.board_data.board(there)}
            turned = (action for action in table.cube_actions if action.ply == ply)
            found += [{**_cube_entry(action, ply), **shown} for action in turned]
            if ply < len(moves):
                found.append({**self._entries[ply], "evaluation": self.evaluations.get(ply + 1)})
        return found

    def forget_from(self, ply: int) -> None:
        """What was said of later positions does not hold any more."""
        self.evaluations = {at: said for at, said in self.evaluations.items() if at <= ply}


def _cube_entry(action: Any, ply: int) -> JsonObject:
    text = {"double": f"doubles to {action.cube}", "take": "takes", "drop": "drops"}.get(
        action.kind, action.kind
    )
    return {
        "ply": ply,
        "side": action.side.name,
        "number": "",
        "text": text,
        "dice": None,
        "kind": action.kind,
        "path": [],
        "captures": [],
        "evaluation": None,
    }


def names_of(settings: GameSettings, person: Side | None, opponent: str) -> list[str]:
    """How both players are called."""
    if person is None:
        return list(game_of(settings.game).board_data.sides)
    program = f"{opponent}, level {settings.level}"
    return ["You", program] if person == Side.first else [program, "You"]


def table_data(table: Table, moves: MoveList) -> JsonObject:
    """The part of a game's state that follows from its table."""
    outcome = table.outcome
    ended = None
    if outcome is not None:
        ended = {**outcome_data(table.game, outcome, table.sentence), "points": table.points}
    listed = moves.of(table)
    position = position_data(table.game, table.position, last=_last(table), outcome=ended)
    data = {
        "you": "both" if table.person is None else table.person.name,
        "awaiting": table.awaiting,
        "actions": table.verbs(),
        "position": position,
        "start": start_data(table.game, table.line),
        "moves": listed,
        "outcome": ended,
        "turn": None,
        "cube": None,
        "match": None,
    }
    if table.game.board_data.dice and table.awaiting == "move":
        data["turn"] = _turn_data(table, position)
    if table.game.cube:
        data |= {"cube": _cube_data(table), "match": _match_data(table)}
    return data


def _last(table: Table) -> JsonObject | None:
    if not len(table.line):
        return None
    return move_data(table.game, list(table.line.before)[-1], list(table.line.moves)[-1])


def _turn_data(table: Table, position: JsonObject) -> JsonObject:
    """The steps so far, which the board already shows."""
    turn, mover = table.turn(), table.position.turn
    if turn.steps:
        own, theirs = turn.checkers
        position["board"] = board_of(own, theirs) if mover == Side.first else board_of(theirs, own)
    complete = turn.complete
    return {
        "steps": [step_data(step, mover) for step in turn.steps],
        "next": [step_data(step, mover) for step in turn.next],
        "complete": None if complete is None else move_data(table.game, table.position, complete),
    }


def _cube_data(table: Table) -> JsonObject | None:
    if not table.settings.cube:
        return None
    owner = table.cube.owner
    return {
        "value": table.cube.value,
        "owner": None if owner is None else owner.name,
        "offered": 2 * table.cube.value if table.offered else None,
    }


def _match_data(table: Table) -> JsonObject:
    settings, totals = table.settings, table.totals
    over = settings.match and max(totals) >= settings.match
    winner = (Side.first if totals[0] >= settings.match else Side.second).name if over else None
    games = [{key: game[key] for key in ("winner", "points", "sentence")} for game in table.finished]
    return {
        "length": settings.match,
        "points": list(totals),
        "crawford": table.score is not None and table.score.crawford,
        "number": len(table.finished) + 1,
        "winner": winner,
        "jacoby": settings.jacoby and not settings.match,
        "games": games,
    }


def record_text(table: Table, names: list[str]) -> str:
    """The game as PGN or PDN; a match or session of backgammon as `.mat`, all its games."""
    date = datetime.now(UTC).strftime("%Y.%m.%d")
    headers = {"Event": "leafstrap web", "Date": date, "White": names[0], "Black": names[1]}
    if not table.game.cube:
        result = result_text(table.outcome)
        return table.game.write_record(table.line, {**headers, "Result": result})
    facts = {name: headers[name] for name in ("Event", "Date")}
    games = list(_mat_games(table, (names[0], names[1])))
    return write_mat_games(games, facts, [()] * len(games))


def _mat_games(table: Table, names: tuple[str, str]) -> list[MatGame]:
    """Those before are played again up to their end."""
    found = []
    again = Table(table.game, table.settings, table.seed)
    for ended in table.finished:
        again.resume([], ended["actions"])
        found.append(_mat_game(again, names))
        again.next_game()
    return [*found, _mat_game(table, names)]


def _mat_game(table: Table, names: tuple[str, str]) -> MatGame:
    score = table.money if table.score is None else table.score.points
    line = cast("BackgammonLine", table.line)
    outcome = table.outcome
    points = None
    if outcome is not None:
        points = 0 if outcome.winner is None else outcome.winner.sign * table.points
    return MatGame(names, table.settings.match, score, line, points, tuple(table.cube_actions))
