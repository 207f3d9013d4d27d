"""KnightCap's book learning, on and off: what it is worth to meet the same opponents game after game.

The paper's program stopped improving because it played into the same weak lines again and again; with a book that it
wrote itself it rose from 2150 to 2400 and more (section 4.1). Both of ours have the same weights and the same search;
one remembers what it found and how the games went, and gives up moves that lose.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from leafstrap import games
from leafstrap._core import Side
from leafstrap.arena import Participant, Score, play_game
from leafstrap.papers.experiment import Experiment, counted, elo_text, figure, percent, register, save
from leafstrap.players import parse_evaluator, parse_player
from leafstrap.players.books import Finding, LearnedBook
from leafstrap.players.player import Choice
from leafstrap.search import Limits
from leafstrap.search.engine import Engine, SearchRequest
from leafstrap.types import JsonObject, Line, Move, Position

GAMES = 300  # of an arm
SEEDS = 3
LEARNER = "published"
SEARCH = "knightcap"
NODES = 2_000  # a move
THIRDS = 3
WINDOW = 30  # games, of the curve


@dataclass(frozen=True, slots=True)
class Opponents:
    """Who is met, in turn, in a game with either colour each."""

    name: str
    title: str
    players: tuple[str, ...]
    random: bool  # whether the seed changes their games


OPPONENTS = (
    Opponents(
        "steady",
        "three that always play alike",
        (
            "hand;search=knightcap@nodes=2000",
            "hand;features=classical@nodes=500",
            "default@nodes=100",
        ),
        random=False,
    ),
    Opponents("varied", "three that vary their moves", ("level:6", "level:7", "level:8"), random=True),
)


class BookLearner:
    """Searches with weights that do not change; with a book it remembers, and answers from it."""

    def __init__(self, learner: str, search: str, book: LearnedBook | None) -> None:
        self.name = learner
        self.book = book
        self.moves = self.known = 0  # in all games, and how many of them came from the book
        self._engine = Engine(parse_evaluator(learner, games.get("chess")), variant=search)
        self._played: list[tuple[Position, Move]] = []

    def new_game(self, seed: int) -> None:
        """Forget the last game, but not the book."""
        self._engine.new_game()
        self._played = []

    def choose(self, line: Line, limits: Limits) -> Choice:
        """The book's move; else the best that the search finds among those that the book has not given up."""
        self.moves += 1
        position = line.position
        move = None if self.book is None else self.book.choose(line)
        if move is not None:
            self.known += 1
        else:
            among = () if self.book is None else self.book.untried(position)
            found = self._engine.think(line, SearchRequest.within(limits).among(among))
            move = found.move
            if self.book is not None:
                self.book.store(position, Finding.of(found))
        self._played.append((position, move))
        return Choice(move)

    def game_over(self, points: float) -> None:
        """Tell the book how the game went."""
        if self.book is not None:
            self.book.add_result(self._played, points)

    def close(self) -> None:
        """Nothing runs between two moves."""


@dataclass(frozen=True, slots=True)
class Arm:
    """One series of games."""

    opponents: Opponents
    book: bool
    seed: int

    def play(self, experiment: Experiment) -> JsonObject:
        """The points of all games in their order, from the file if they were played before."""
        number = _games(experiment, self.opponents)
        about = {
            "opponents": self.opponents.name,
            "book": self.book,
            "seed": self.seed,
            "learner": f"{LEARNER};search={SEARCH}@nodes={NODES}",
            "players": [*self.opponents.players],
            "games": number,
        }
        word = "on" if self.book else "off"
        cache = experiment.work / f"{self.opponents.name}-{word}-{self.seed}.json"
        known: JsonObject = json.loads(cache.read_text()) if cache.exists() else {}
        if {name: known.get(name) for name in about} != about:
            known = about | self._play(number)
            cache.parent.mkdir(parents=True, exist_ok=True)
            cache.write_text(json.dumps(known) + "\n")
        return known

    def _play(self, number: int) -> JsonObject:
        game = games.get("chess")
        learner = BookLearner(LEARNER, SEARCH, LearnedBook() if self.book else None)
        specs = [parse_player(text, game) for text in self.opponents.players]
        others = [Participant(spec.build(), spec.limits or Limits()) for spec in specs]
        me = Participant(learner, Limits(nodes=NODES))
        points, lines = [], set()
        for place in range(number):
            side = (Side.first, Side.second)[place % 2]
            other = others[place // 2 % len(others)]
            pair = (me, other) if side == Side.first else (other, me)
            played = play_game(game, *pair, seed=1_000_000 * self.seed + place)
            assert played is not None  # nobody cancels it
            won = played.points(side)
            learner.game_over(won)
            points.append(won)
            lines.add(tuple(map(str, played.line.moves)))
        for each in others:
            each.player.close()
        entries = [] if learner.book is None else [entry for _, entry in learner.book]
        return {
            "points": points,
            "distinct": len(lines),
            "moves": learner.moves,
            "book_moves": learner.known,
            "given_up": sum(len(entry.avoided) for entry in entries),
        }


@register("knightcap-book", "What a learned book is worth (section 4)", small=0.05)
def knightcap_book(experiment: Experiment) -> Path:
    """Play every series, with the book and without; returns the page."""
    arms = [
        Arm(opponents, book, seed)
        for opponents in OPPONENTS
        for seed in (experiment.seeds_of(SEEDS) if opponents.random else [experiment.seed])
        for book in (False, True)
    ]
    data = experiment.side_by_side(lambda arm: arm.play(experiment), arms)
    return save(experiment, "knightcap-book", _page(experiment, data), _draw(data), data)


def _games(experiment: Experiment, opponents: Opponents) -> int:
    """In every third as many whole rounds, with both colours against all opponents."""
    round_ = THIRDS * 2 * len(opponents.players)
    return round_ * max(1, round(experiment.scale * GAMES / round_))


def _of(data: Sequence[JsonObject], opponents: Opponents, book: bool) -> list[JsonObject]:
    return [each for each in data if (each["opponents"], each["book"]) == (opponents.name, book)]


def third_of(series: Sequence[JsonObject], third: int) -> JsonObject:
    """The score of one third of the games, of all seeds together."""
    pairs: list[tuple[float, float]] = []
    for each in series:
        points = each["points"]
        length = len(points) // THIRDS
        part = points[third * length : (third + 1) * length]
        pairs += zip(part[::2], part[1::2], strict=True)
    return Score.of(pairs).as_json()


def _page(experiment: Experiment, data: Sequence[JsonObject]) -> str:
    rows = []
    for opponents in OPPONENTS:
        for book in (False, True):
            series = _of(data, opponents, book)
            thirds = [third_of(series, number) for number in (0, THIRDS - 1)]
            moves, known, games_, distinct, given = (
                sum(each[name] for each in series)
                for name in ("moves", "book_moves", "games", "distinct", "given_up")
            )
            rows.append(
                f"| {opponents.title} | {'on' if book else 'off'} | {games_} | {distinct} | "
                + " | ".join(f"{percent(third)} | {elo_text(third)}" for third in thirds)
                + f" | {100 * known / moves:.0f} % | {given} |"
            )
    met = [
        f"- *{opponents.title}*: {', '.join(f'`{player}`' for player in opponents.players)}"
        for opponents in OPPONENTS
    ]
    seeds = len(experiment.seeds_of(SEEDS))
    return "\n".join(
        [
            "# KnightCap's book learning",
            "",
            f"`{LEARNER};search={SEARCH}` at {NODES:,} nodes a move, KnightCap's published weights and its search, "
            f"plays {data[0]['games']} games from the start position, with either colour in turn, against the same "
            "three opponents over and over: once without a book, once with the "
            "[book that it writes itself](../books.md), empty at first. Nothing else is learned. The book answers with "
            "what was searched before, and gives up a move when its losses are more than 1.5 · (wins + 2). Unlike "
            "KnightCap's it does not go over its positions between games, so that the games follow from the seed; "
            f"{counted(seeds, 'seed')} where opponents vary.",
            "",
            *met,
            "",
            experiment.provenance("knightcap-book"),
            "",
            "![Score over the games](knightcap-book.png)",
            "",
            "| opponents | book | games | distinct | first third | Elo, 95 % interval | last third "
            "| Elo, 95 % interval | moves from the book | moves given up |",
            "|---|---|--:|--:|--:|---|--:|---|--:|--:|",
            *rows,
            "",
            "Intervals take games for independent, which those against opponents who always play alike are not: there "
            "the number of distinct games says how much was seen.",
            "",
        ]
    )


def _draw(data: Sequence[JsonObject]) -> Callable[[Path], None]:
    def draw(target: Path) -> None:
        with figure(target, columns=len(OPPONENTS), width=9.0, height=3.8) as panels:
            for axes, opponents in zip(panels, OPPONENTS, strict=True):
                for book in (False, True):
                    series = _of(data, opponents, book)
                    mean = [
                        sum(each) / len(series) for each in zip(*(s["points"] for s in series), strict=True)
                    ]
                    window = min(WINDOW, len(mean))
                    ends = range(window, len(mean) + 1)
                    curve = [100 * sum(mean[end - window : end]) / window for end in ends]
                    axes.plot(list(ends), curve, label=f"book {'on' if book else 'off'}")
                axes.set(title=opponents.title, xlabel="games", ylabel=f"score of the last {WINDOW}, %")
                axes.set(ylim=(0, 100))
                axes.grid(alpha=0.3)
                axes.legend(fontsize="small")

    return draw
