"""The routes of looking inside."""

from __future__ import annotations

import asyncio
import time

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from leafstrap._core import SearchControl, StopFlag
from leafstrap.errors import LeafstrapError
from leafstrap.games import Game
from leafstrap.games.dice import is_chance
from leafstrap.types import JsonObject
from leafstrap.web.common.analysis import Effort
from leafstrap.web.common.events import EventStream, Stream
from leafstrap.web.common.fields import (
    Json,
    WebError,
    parse_object,
    query_fields,
    query_number,
    query_whole,
    read_fields,
)
from leafstrap.web.common.positions import (
    end_sentence,
    game_of,
    legal_move,
    move_data,
    outcome_data,
    parse_position,
    position_data,
)
from leafstrap.web.inside.explaining import explanation_data
from leafstrap.web.inside.learning import learned
from leafstrap.web.server import server_of

MOST_MOVES = 600  # that a position may be reached by
SAY_EVERY = 0.15
NODES, SECONDS = 200_000, 10.0


async def position(request: Request) -> Response:
    """A position that somebody sets up."""
    fields = query_fields(request)
    game = game_of(fields.text("game"))
    text = fields.text("position", None, most=300)
    moves, dice = fields.text("moves", "", most=8000), fields.text("dice", None, most=2)
    fields.done()

    def work() -> JsonObject:
        line = game.Line(parse_position(game, text))
        last = None
        words = [word for word in moves.split(",") if word]
        if len(words) > MOST_MOVES:
            raise WebError(f"There are more than {MOST_MOVES} moves.")
        for word in words:
            if line.outcome() is not None or is_chance(line.position):
                raise WebError(f"No move can be made before {word[:20]!a}.", 409)
            move = legal_move(game, line.position, word)
            last = move_data(game, line.position, move)
            line.push(move)
        if dice is not None:
            _roll(game, line, dice)
        outcome = line.outcome()
        ended = None
        if outcome is not None:
            ended = outcome_data(game, outcome, end_sentence(game, line.position, outcome, line))
        return position_data(game, line.position, last=last, outcome=ended)

    return Json(await server_of(request).work.quick(work))


def _roll(game: Game, line: object, dice: str) -> None:
    if not game.board_data.dice:
        raise WebError(f"There are no dice in {game.name}.")
    if len(dice) != 2 or not set(dice) <= set("123456"):
        raise WebError("Dice are two digits from 1 to 6.")
    try:
        line.roll((int(dice[0]), int(dice[1])))  # type: ignore[attr-defined]
    except ValueError:
        raise WebError("The dice lie already, or the game is over.", 409) from None


async def explain(request: Request) -> Response:
    """One or two evaluations, feature by feature."""
    fields, server = await read_fields(request), server_of(request)
    game = game_of(fields.raw("game"))
    text = fields.text("position", None, most=300)
    weights = fields.list("weights", [None], most=2) or [None]
    fields.done()

    def work() -> JsonObject:
        where = parse_position(game, text)
        if where.outcome() is not None:
            raise WebError("The game is over in this position: nothing is left to evaluate.")
        chosen = [server.sources.source(game, each) for each in weights]
        said = [explanation_data(server.sources.evaluator(each), where, each.name) for each in chosen]
        return {"position": position_data(game, where), "explanations": said}

    return Json(await server.work.search_for(request, work, lambda: None))


async def search(request: Request) -> Response:
    """Variations, deeper and deeper, for as long as the page listens."""
    fields, server = query_fields(request), server_of(request)
    game = game_of(fields.text("game"))
    text = fields.text("position", None, most=300)
    weights = fields.text("weights", None, most=2000)
    effort = Effort(
        nodes=query_whole(fields, "nodes", NODES, low=1, high=5_000_000) or NODES,
        seconds=query_number(fields, "seconds", SECONDS, low=0.01, high=30) or SECONDS,
        depth=query_whole(fields, "depth", None, low=1, high=64) or 0,
        variations=query_whole(fields, "variations", 1, low=1, high=10) or 1,
    )
    fields.done()
    named = None if weights is None else parse_object(weights, "The weights")
    where = parse_position(game, text)
    if where.outcome() is not None:
        raise WebError("The game is over in this position: there is nothing to search.")
    source = await server.work.quick(server.sources.source, game, named)
    server.streams.check()
    stream, control, loop = Stream(), SearchControl(), asyncio.get_running_loop()
    said = 0.0

    def report(lines: list[JsonObject], depth: int, nodes: int, seconds: float) -> None:
        nonlocal said
        if time.monotonic() - said >= SAY_EVERY:
            said = time.monotonic()
            loop.call_soon_threadsafe(stream.send, "thinking", _lines(lines, depth, nodes, seconds))

    def work() -> list[JsonObject]:
        evaluator = server.sources.evaluator(source)
        return server.analysts.look(evaluator, game.Line(where), effort, control, report)

    async def feed() -> None:
        try:
            lines = await server.work.search(work, control.stop)
            best = lines[0]
            stream.send("result", _lines(lines, best["depth"], best["nodes"], best["seconds"]))
        except LeafstrapError as error:
            stream.send("failed", {"error": str(error)})
        stream.close()

    return EventStream(server.streams, stream, control.stop, feed)


def _lines(lines: list[JsonObject], depth: int, nodes: int, seconds: float) -> JsonObject:
    return {"depth": depth, "nodes": nodes, "seconds": seconds, "lines": lines}


async def learn(request: Request) -> Response:
    """What a run would learn from one search."""
    fields, server = await read_fields(request), server_of(request)
    game = game_of(fields.raw("game"))
    text, weights = fields.text("position", None, most=300), fields.raw("weights")
    name = fields.choice("search", tuple(game.searches), next(iter(game.searches)))
    depth = fields.whole("depth", 2 if game.played_by == "expectimax" else 3, low=1, high=64)
    nodes = fields.whole("nodes", 50_000, low=1, high=500_000)
    fields.done()
    _check_effort(game, name, depth)
    where = parse_position(game, text)
    if where.outcome() is not None:
        raise WebError("The game is over in this position: there is nothing to search.")
    source = await server.work.quick(server.sources.source, game, weights)
    stop = StopFlag()

    def work() -> JsonObject:
        evaluator = server.sources.evaluator(source)
        return learned(evaluator, game.Line(where), name, depth, nodes, stop)

    return Json(await server.work.search_for(request, work, stop.set))


def _check_effort(game: Game, search: str, depth: int) -> None:
    """Some searches keep all of their tree, or cannot be stopped by a number of nodes."""
    most = 2 if game.searches[search].player == "expectimax" else 4 if search == "minimax" else 64
    if depth > most:
        raise WebError(f"The search {search} is made here to depth {most} at most.")


ROUTES = [
    Route("/api/position", position, methods=["GET"]),
    Route("/api/inside/explain", explain, methods=["POST"]),
    Route("/api/inside/search", search, methods=["GET"]),
    Route("/api/inside/learn", learn, methods=["POST"]),
]
