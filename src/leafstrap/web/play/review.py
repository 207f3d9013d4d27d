"""A game gone through again: the evaluation's course, the moves that cost something, and why, feature by feature."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from leafstrap._core import SearchControl
from leafstrap.evaluators import Evaluator
from leafstrap.games import Game
from leafstrap.games.result import result_text
from leafstrap.players.cube import chances_in
from leafstrap.types import JsonObject, Line, Move, Position
from leafstrap.web.common.analysis import Analysts, Effort, expectimax_of, with_chances
from leafstrap.web.common.positions import move_data
from leafstrap.web.inside.explaining import FeatureValue, feature_values, squares_of

SECONDS = 8.0  # for the whole game
MOST_NODES = 60_000  # for a position
WORST = 5  # moves that are explained
FAMILIES = 3  # kinds of features in which each lost most
FEATURES = 3  # and of a kind
SHORT = ("value", "mate", "win", "text")  # what is told of every position
CERTAIN = 20.0  # what a forced win counts, in pawns, where losses are compared
# What a move may cost before it is called so, in the unit of the evaluation; backgammon's points are worth more.
JUDGEMENTS = ((0.02, "best"), (0.3, "good"), (0.8, "inaccuracy"), (2.0, "mistake"))
JUDGEMENTS_POINTS = ((0.005, "best"), (0.03, "good"), (0.08, "inaccuracy"), (0.16, "mistake"))


def judgement(loss: float, legal: int, *, points: bool) -> str:
    """A word for what a move cost.

    >>> judgement(0.5, 30, points=False), judgement(0.5, 30, points=True), judgement(0.5, 1, points=False)
    ('inaccuracy', 'blunder', 'only')
    """
    if legal == 1:
        return "only"
    bounds = JUDGEMENTS_POINTS if points else JUDGEMENTS
    return next((word for bound, word in bounds if loss <= bound), "blunder")


def review(
    analysts: Analysts, evaluator: Evaluator, line: Line, control: SearchControl, stopped: Callable[[], bool]
) -> JsonObject:
    """Look at every position of a line; to be called in a thread."""
    game = evaluator.game
    seen = (_with_dice if game.played_by == "expectimax" else _without)(
        analysts, evaluator, line, control, stopped
    )
    moves = [each for each in seen["moves"] if each is not None]
    told = [each for each in moves if each["judgement"] != "only"]
    worst = sorted((each for each in told if each["loss"] > 0), key=lambda each: -each["loss"])[:WORST]
    worst = [each for each in worst if each["judgement"] not in ("best", "good")]
    best = [each["ply"] for each in told if each["judgement"] == "best" and each.pop("hard", False)]
    reasons = [_reason(game, evaluator, line, each) for each in worst]
    for each in moves:
        each.pop("hard", None)
        each.pop("leaves")
        each.pop("forced", None)
    return {
        "unit": game.wording.unit,
        "course": seen["course"],
        "moves": moves,
        "best": best[:WORST],
        "worst": [each["ply"] for each in worst],
        "reasons": reasons,
    }


def _without(
    analysts: Analysts, evaluator: Evaluator, line: Line, control: SearchControl, stopped: Callable[[], bool]
) -> JsonObject:
    """One search for every position: what a move cost is the difference between two of them."""
    game, plies = evaluator.game, len(line)
    effort = Effort(MOST_NODES, SECONDS / (plies + 1), variations=2)
    again = game.Line(line.start)
    course: list[JsonObject] = []
    lines: list[list[JsonObject]] = []
    for ply in range(plies + 1):
        over = again.outcome()
        found = [] if over is not None or stopped() else analysts.look(evaluator, again, effort, control)
        lines.append(found)
        if over is not None:
            won = over.points
            course.append(
                {
                    "ply": ply,
                    "value": CERTAIN * won,
                    "mate": 0 if won else None,
                    "win": (1 + won) / 2,
                    "text": result_text(over),
                }
            )
        elif found:
            course.append({"ply": ply, **{key: found[0][key] for key in SHORT}})
        if ply < plies:
            again.push(line.moves[ply])
    values = {each["ply"]: _certain(each) for each in course}
    moves = []
    for ply in range(plies):
        if not lines[ply] or ply + 1 not in values:
            continue
        before, sign = line.before[ply], line.before[ply].turn.sign
        played, best = line.moves[ply], lines[ply][0]
        loss = max(0.0, sign * (values[ply] - values[ply + 1]))
        if best["move"] is not None and best["move"]["id"] == str(played):
            loss = 0.0
        second = lines[ply][1] if len(lines[ply]) > 1 else None
        gap = 0.0 if second is None else sign * (_certain(best) - _certain(second))
        entry = _entry(game, ply, before, played, loss, best, hard=gap > JUDGEMENTS[2][0])
        answer = lines[ply + 1][0]["pv"] if lines[ply + 1] else []
        entry["leaves"] = _leaf(before, best["pv"]), _leaf(before.after(played), answer)
        entry["forced"] = _forced(
            entry, best["mate"], lines[ply + 1][0]["mate"] if lines[ply + 1] else None, sign
        )
        moves.append(entry)
    return {"course": course, "moves": moves}


def _forced(entry: JsonObject, best: int | None, after: int | None, sign: int) -> str:
    """What a move has to do with an end that is seen, in a sentence: then no feature is the reason.

    >>> told = {"text": "Nf6", "best": {"text": "g6"}}
    >>> _forced(told, None, 1, -1)
    'Nf6 lets the other side win by force in 1 move; g6 does not.'
    >>> _forced(told, -3, None, -1)
    'Nf6 misses a win by force in 3 moves, which g6 begins.'
    """
    played, better = entry["text"], entry["best"]["text"]
    if after is not None and sign * after < 0:
        return f"{played} lets the other side win by force in {_moves(after)}; {better} does not."
    if best is not None and sign * best > 0:
        return f"{played} misses a win by force in {_moves(best)}, which {better} begins."
    return ""


def _moves(number: int) -> str:
    return f"{abs(number)} move{'s' * (abs(number) > 1)}"


def _leaf(position: Position, pv: list[JsonObject]) -> Position:
    """Where a variation ends: what a search values is not the board after one move but that one."""
    for move in pv:
        position = position.after(position.move(move["id"]))
    return position


def _with_dice(
    analysts: Analysts, evaluator: Evaluator, line: Line, control: SearchControl, stopped: Callable[[], bool]
) -> JsonObject:
    """Every move of a roll is ranked: what a move cost does not depend on the luck that followed."""
    game, search, snapshot = evaluator.game, expectimax_of(evaluator), evaluator.snapshot()
    course, moves = [], []
    for ply, (before, played) in enumerate(zip(line.before, line.moves, strict=True)):
        if stopped():
            break
        ranked = search.rank(snapshot, before, depth=1)
        best_move, equity, outputs = ranked[0]
        data = move_data(game, before, best_move)
        best = with_chances(game, before, chances_in(outputs.tolist()), float(equity), move=data, pv=[data])
        course.append({"ply": ply, **{key: best[key] for key in SHORT}})
        own = next((value for move, value, _ in ranked if move == played), float(equity))
        gap = float(equity) - float(ranked[1][1]) if len(ranked) > 1 else 0.0
        loss = max(0.0, float(equity) - float(own))
        entry = _entry(game, ply, before, played, loss, best, hard=gap > JUDGEMENTS_POINTS[2][0])
        entry["leaves"] = before.after(best_move), before.after(played)
        moves.append(entry)
    return {"course": course, "moves": moves}


def _certain(said: JsonObject) -> float:
    """A value in which a forced win is a number too."""
    if said["mate"] is None:
        return max(-CERTAIN, min(float(said["value"]), CERTAIN))
    return CERTAIN if said["mate"] > 0 or (said["mate"] == 0 and said["value"] > 0) else -CERTAIN


def _entry(
    game: Game, ply: int, before: Position, played: Move, loss: float, best: JsonObject, *, hard: bool
) -> JsonObject:
    return {
        "ply": ply + 1,
        "text": game.move_text(before, played),
        "side": before.turn.name,
        "loss": round(loss, 4),
        "judgement": judgement(loss, len(before.legal_moves()), points=game.counts_points),
        "best": best["move"],
        "pv": best["pv"],
        "hard": hard,
    }


def _reason(game: Game, evaluator: Evaluator, line: Line, entry: JsonObject) -> JsonObject:
    """Where the move leads to against where the best one leads to, as the evaluation sees both.

    By families first: what is lost in one feature is often won in its neighbour, as where a piece has one move more.
    """
    if entry.get("forced"):
        return {"ply": entry["ply"], "sentence": entry["forced"], "families": []}
    wanted, got = (_values(evaluator, leaf) for leaf in entry["leaves"])
    sign = line.before[entry["ply"] - 1].turn.sign
    families: dict[str, list[JsonObject]] = defaultdict(list)
    for name, known in {**wanted, **got}.items():
        before, after = (values[name].share if name in values else 0.0 for values in (wanted, got))
        if change := round(sign * (after - before), 4):
            squares = squares_of(game, known.meaning, mirrored=sign < 0)
            families[known.family].append(
                {"name": name, "meaning": known.meaning, "change": change, "squares": squares}
            )
    changed = [
        {
            "name": name,
            "change": round(sum(each["change"] for each in features), 4),
            "features": sorted(features, key=lambda each: -abs(each["change"]))[:FEATURES],
        }
        for name, features in families.items()
    ]
    lost = sorted((each for each in changed if each["change"] < 0), key=lambda each: each["change"])
    loss = f"{entry['loss']:.2f} {game.wording.unit}"
    return {
        "ply": entry["ply"],
        "sentence": f"{entry['text']} gives away {loss} against {entry['best']['text']}.",
        "families": lost[:FAMILIES],
    }


def _values(evaluator: Evaluator, position: Position) -> dict[str, FeatureValue]:
    """Nothing where the game is over: there is no evaluation any more."""
    return {} if position.outcome() is not None else feature_values(evaluator, position)
