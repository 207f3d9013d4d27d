"""Matches and tournaments that are played in threads while pages watch."""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections import OrderedDict, deque
from typing import Any

from leafstrap._core import StopFlag
from leafstrap.arena import (
    Match,
    MatchResult,
    Pair,
    PairResult,
    PlayedGame,
    ResultTable,
    RoundRobin,
    Standings,
    each_game,
    game_text,
)
from leafstrap.errors import LeafstrapError
from leafstrap.games.result import result_text
from leafstrap.players import Fault
from leafstrap.types import JsonObject
from leafstrap.web.arena.plan import Plan
from leafstrap.web.common.events import Channel, Stream
from leafstrap.web.common.fields import Fields, WebError
from leafstrap.web.common.positions import end_sentence, frames
from leafstrap.web.common.sources import Sources
from leafstrap.web.common.work import Work
from leafstrap.web.config import WebConfig

KEPT_GAMES = 200
KEPT_MATCHES = 30
TELL_EVERY = 0.25
GAME_EVERY = 1.0


class ArenaMatch:
    """One match or tournament. `run` is called in a thread, and hands what it hears of over to the loop."""

    def __init__(self, plan: Plan, loop: asyncio.AbstractEventLoop) -> None:
        self.id, self.plan = secrets.token_urlsafe(9), plan
        self.status = "playing"
        self.error: str | None = None
        self.channel = Channel()
        self.stop_flag = StopFlag()
        self._loop = loop
        self._table = ResultTable()
        self._result: MatchResult | None = None
        self._games: deque[tuple[int, PlayedGame]] = deque(maxlen=KEPT_GAMES)
        self._played = 0
        self._number = 0
        self._began, self._seconds = time.monotonic(), 0.0
        self._told = self._shown = 0.0

    def run(self) -> None:
        """Play to the end, in a thread of its own."""
        plan = self.plan
        try:
            if plan.kind == "match":
                match = Match(plan.players[0], plan.players[1], plan.conditions, plan.games, plan.sprt)
                complete = not match.run(self._watch_match, self.stop_flag).interrupted
            else:
                tournament = RoundRobin(plan.pairings, plan.conditions, plan.games)
                complete = tournament.run(ResultTable(), self._watch_pair, self.stop_flag)
            status, error = "done" if complete else "stopped", None
        except (LeafstrapError, Fault, OSError, ValueError) as problem:
            status, error = "failed", " ".join(str(problem).split())
        self._hand_over(lambda: self._end(status, error))

    def _hand_over(self, function: Any) -> None:
        """The loop may be gone when the server has ended."""
        try:
            self._loop.call_soon_threadsafe(function)
        except RuntimeError:
            self.stop_flag.set()

    def _watch_match(self, result: MatchResult) -> None:
        pair = result.pairs[-1]
        snapshot = MatchResult(score=result.score, verdict=result.verdict)
        self._hand_over(lambda: self._take_in(pair, snapshot))

    def _watch_pair(self, pair: Pair) -> None:
        self._hand_over(lambda: self._take_in(pair, None))

    def _take_in(self, pair: Pair, result: MatchResult | None) -> None:
        self._result = result or self._result
        self._table.add(PairResult.of(pair))
        self._played += 2
        for played in pair.played:
            for game in each_game(played):
                self._number += 1
                self._games.append((self._number, game))
        self._tell()

    def _end(self, status: str, error: str | None) -> None:
        self.status, self.error = status, error
        self._seconds = time.monotonic() - self._began
        self._tell(at_once=True)

    def _tell(self, *, at_once: bool = False) -> None:
        now = time.monotonic()
        if not len(self.channel) or (not at_once and now - self._told < TELL_EVERY):
            return
        self._told = now
        self.channel.publish("match", self.data())
        if self._games and (at_once or now - self._shown >= GAME_EVERY):
            self._shown = now
            self.channel.publish("game", self.game(self._games[-1][0]))

    def open(self) -> Stream:
        """Somebody watches."""
        stream = self.channel.open()
        stream.send("match", self.data())
        if self._games:
            stream.send("game", self.game(self._games[-1][0]))
        return stream

    def data(self, *, games: bool = True) -> JsonObject:
        """All that a page shows."""
        plan, names = self.plan, [player.name for player in self.plan.players]
        playing = self.status == "playing"
        found: JsonObject = {
            "id": self.id,
            "kind": plan.kind,
            "game": plan.game.name,
            "status": self.status,
            "error": self.error,
            "names": names,
            "played": self._played,
            "total": len(plan.pairings) * plan.games,
            "seconds": round(time.monotonic() - self._began if playing else self._seconds, 2),
            "score": None,
            "sentence": "",
            "sprt": None,
            "table": self._rows(names),
        }
        if self._result is not None:
            score = self._result.score
            found |= {"score": score.as_json(), "sentence": str(score)}
            if plan.sprt is not None:
                found["sprt"] = {
                    "llr": round(plan.sprt.llr(score.pairs), 4),
                    "lower": round(plan.sprt.lower, 4),
                    "upper": round(plan.sprt.upper, 4),
                    "verdict": self._result.verdict,
                }
        if games:
            found["games"] = [self._line(number, game) for number, game in reversed(self._games)]
        return found

    def _rows(self, names: list[str]) -> list[JsonObject]:
        if not self._played:
            return []
        standings = Standings(names, self._table)
        rows = standings.as_json()["players"]
        for row in rows:
            row["against"] = [
                None if other["name"] == row["name"] else self._points(row["name"], other["name"])
                for other in rows
            ]
        return list(rows)

    def _points(self, name: str, other: str) -> float | None:
        score = self._table.between(name, other)
        return score.wins + score.draws / 2 if score.games else None

    def _line(self, number: int, game: PlayedGame) -> JsonObject:
        return {
            "number": number,
            "first": game.first,
            "second": game.second,
            "result": result_text(game.outcome),
            "plies": len(game.line),
            "opening": game.opening,
            "sentence": self._sentence(game),
        }

    def _sentence(self, game: PlayedGame) -> str:
        if game.reason:
            return f"{game.reason[:1].upper()}{game.reason[1:]}."
        return end_sentence(self.plan.game, game.line.position, game.outcome, game.line)

    def game(self, number: int) -> JsonObject:
        """One of the games that are kept, for stepping through it."""
        for kept, game in self._games:
            if kept == number:
                text = self._text(number, game)
                headers = {"White": game.first, "Black": game.second, "Round": str(number)}
                return frames(self.plan.game, game.line, headers, game.outcome, self._sentence(game), text)
        raise WebError(f"The game {number} was not played, or is not kept any more.", 404)

    def record(self) -> str:
        """All games that are kept, as text."""
        return "".join(self._text(number, game) for number, game in self._games)

    def _text(self, number: int, game: PlayedGame) -> str:
        return game_text(self.plan.game, game, number, "leafstrap web")


class Matches:
    """All matches of a server; the newest are kept."""

    def __init__(self, config: WebConfig, work: Work, sources: Sources) -> None:
        self._config, self._work, self._sources = config, work, sources
        self._matches: OrderedDict[str, ArenaMatch] = OrderedDict()
        self._starting = 0

    async def start(self, fields: Fields) -> ArenaMatch:
        """Begin to play."""
        playing = sum(match.status == "playing" for match in self._matches.values())
        if playing + self._starting >= self._config.most.matches:
            raise WebError("Enough matches are being played already: stop one of them first.", 429)
        self._starting += 1
        try:
            plan = await self._work.quick(Plan.read, fields, self._sources)
            plan.check()
        finally:
            self._starting -= 1
        loop = asyncio.get_running_loop()
        match = ArenaMatch(plan, loop)
        self._matches[match.id] = match
        for old in [name for name, each in self._matches.items() if each.status != "playing"]:
            if len(self._matches) > KEPT_MATCHES:
                del self._matches[old]
        _in_thread(match)
        return match

    def get(self, name: str) -> ArenaMatch:
        """A match by its id."""
        if name not in self._matches:
            raise WebError("There is no such match; those of before the last start are gone.", 404)
        return self._matches[name]

    def listed(self) -> list[JsonObject]:
        """All, the newest first."""
        return [match.data(games=False) for match in reversed(self._matches.values())]

    def delete(self, name: str) -> None:
        """Stop a match and forget it."""
        match = self.get(name)
        match.stop_flag.set()
        match.channel.close()
        del self._matches[name]

    def close(self) -> None:
        """Stop all."""
        for match in self._matches.values():
            match.stop_flag.set()


def _in_thread(match: ArenaMatch) -> None:
    """Not in the pool of searches: a match takes long, and has threads of its own for its games."""
    threading.Thread(target=match.run, name=f"match {match.id}", daemon=True).start()
