"""Games by the batch: the core plays them in one go with the newest weights, and the rule learns from them together.

A game of backgammon takes the core less than a millisecond, so that Python would be most of the work if it took part in
each move. It is asked once a batch instead: for the boards, what was said of them, how each game ended.
"""

from __future__ import annotations

import math
import time
from contextlib import AbstractContextManager
from dataclasses import dataclass
from random import Random
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from leafstrap._core import Side, StopFlag
from leafstrap.evaluators import Architecture
from leafstrap.experience.learning_player import LearningPlayer, follow
from leafstrap.experience.record import GameUnderWay, Meeting, Stats
from leafstrap.games import Game
from leafstrap.games.outputs import Outputs, turns_of
from leafstrap.games.result import result_text
from leafstrap.learn import Rule, Trajectories, Update
from leafstrap.learn.rule import Source
from leafstrap.learn.schedule import Schedule
from leafstrap.learn.trajectories import Leaves, Nodes
from leafstrap.types import CoreEvaluator, JsonObject, Line, PlayedGames

# Evaluations after which a batch ends between two games, so that progress is seen and weights do not grow old: about
# a second's worth of large networks. Counted, not timed, so that the same seed gives the same batches.
MOST_EVALUATIONS = 300_000
# Of how many batches one game is written down: writing takes longer than playing.
WRITTEN_EVERY = 5


BatchKind = Literal["self-play", "versus", "observe"]


class SharedWeights(Protocol):
    """The weights of a run, which several batches learn at once."""

    def snapshot(self) -> CoreEvaluator:
        """The newest, as the core uses them."""

    def apply(self, update: Update) -> None:
        """Move them."""

    def shift(self, displacement: NDArray[np.float64]) -> None:
        """Move them by what has been learned from a snapshot."""

    def in_turn(self) -> AbstractContextManager[CoreEvaluator]:
        """The newest, for whoever learns position after position: others who do wait until the context is left."""

    def step_size(self) -> tuple[int, float]:
        """How many games have been finished, and the step size after them."""


@dataclass(frozen=True, slots=True)
class BatchSettings:
    """How batches are played."""

    experience: BatchKind
    depth: int
    candidates: int = 0  # moves that are looked ahead from, 0: all
    epsilon: float = 0.0
    most_plies: int = 10_000
    expert: CoreEvaluator | None = None  # a snapshot of the other player's weights, or of who is observed
    expert_name: str = ""
    expert_values: bool = False  # targets are made of the expert's evaluations
    traces: tuple[Schedule, float] | None = (
        None  # λ and the step of sensitivities, where weights move after every move
    )
    search: str = "expectimax"  # the training search of the rule, and what it is told
    probing: bool = True
    fail_soft: bool = False

    @property
    def names(self) -> tuple[str, str]:
        """The players of a batch's first game, in which the learner is the first."""
        first = self.expert_name if self.experience == "observe" else "learner"
        return first, "learner" if self.experience == "self-play" else self.expert_name


@dataclass(slots=True)
class BatchRecord:
    """A finished batch; the line is its first game, or None where it is not written down."""

    number: int
    games: int
    line: Line | None
    names: tuple[str, str]
    points: float  # a game, of the learner; in self-play of the first player
    seconds: float
    stats: Stats
    meeting: Meeting | None = None
    events: tuple[str, ...] = ()

    def headers(self, event: str) -> dict[str, str]:
        """The tags of the first game's record."""
        assert self.line is not None
        first, second = self.names
        names = {"Event": event, "Batch": str(self.number + 1), "White": first, "Black": second}
        return {**names, "Result": result_text(self.line.outcome())}

    def text(self, game: Game, event: str) -> str | None:
        """The first game's record."""
        return None if self.line is None else game.write_record(self.line, self.headers(event))

    def summary(self) -> JsonObject:
        """What the metrics of a run say about it."""
        stats = self.stats
        return {
            "number": self.number,
            "games": self.games,
            "points_per_game": round(self.points, 4),
            "plies": round(stats.searches / self.games, 2),
            "nodes": stats.nodes,
            "positions": stats.positions,
            "mean_error": stats.abs_error / max(stats.positions, 1),
            "rms_error": math.sqrt(stats.squared_error / max(stats.positions, 1)),
            "seconds": round(self.seconds, 6),
        }


class BatchPlay:
    """Batches of games, one after the other in one thread."""

    def __init__(
        self,
        architecture: Architecture,
        rule: Rule,
        learns_from: Source,
        weights: SharedWeights,
        player: LearningPlayer,
        settings: BatchSettings,
        stop: StopFlag,
    ) -> None:
        self._architecture = architecture
        self._rule = rule
        self._learns_from = learns_from
        self._weights = weights
        self._player = player  # who shows games to rules that must see each board
        self._settings = settings
        self._stop = stop
        self._shows = rule.sees_every_board
        self._moves: int | None = None  # of the batch that is being learned from

    def play(self, number: int, random: Random, most: int = 1) -> BatchRecord | None:
        """Play a batch, of so many games at most, and learn from those that were finished; None if none was."""
        began = time.monotonic()
        settings, stats = self._settings, Stats()
        self._moves = None
        seed = random.getrandbits(63)
        if settings.traces is not None:
            played = self._play_online(most, seed, stats)
        else:
            learner = self._weights.snapshot()
            played = self._play(learner, most, seed)
            if played.count:
                self._moves = int(played.lengths.sum())
                self._learn(learner, played, random, stats)
        if not played.count:
            return None
        stats.nodes += played.evaluations
        stats.searches = int(played.lengths.sum())
        points = np.asarray(played.points, dtype=np.float64)
        if settings.experience == "versus":
            points[1::2] *= -1  # the learner begins every other game
        seconds = time.monotonic() - began
        line = played.line(0) if number % WRITTEN_EVERY == 0 else None
        return BatchRecord(number, played.count, line, settings.names, float(points.mean()), seconds, stats)

    def moves_under_way(self) -> int | None:
        """Of the batch that is being learned from: while it is being played only the core knows."""
        return self._moves

    def game_under_way(self) -> GameUnderWay | None:
        """Nobody can look at one: the core plays a whole batch, and most of its games take a millisecond."""
        return None

    def close(self) -> None:
        """Nothing to give back."""

    def _play(self, learner: CoreEvaluator, games: int, seed: int) -> PlayedGames:
        settings = self._settings
        first = settings.expert if settings.experience == "observe" else learner
        play_games = self._architecture.game.play_games
        assert play_games is not None
        return play_games(
            first,
            learner if settings.experience == "self-play" else settings.expert,
            games,
            seed=seed,
            depth=settings.depth,
            candidates=settings.candidates,
            alternate=settings.experience == "versus",
            speaker=settings.expert if settings.expert_values else learner,
            record="board" if self._shows else self._learns_from,
            most_plies=settings.most_plies,
            epsilon=settings.epsilon,
            most_nodes=MOST_EVALUATIONS,
            stop=self._stop,
            search=settings.search,
            probing=settings.probing,
            fail_soft=settings.fail_soft,
        )

    def _learn(self, learner: CoreEvaluator, played: PlayedGames, random: Random, stats: Stats) -> None:
        if self._shows:
            self._show(played, random, stats)
            return
        if not self._rule.learns_in_turn:
            self._learn_with(learner, played, stats)
            return
        with self._weights.in_turn() as newest:
            # By others' games they may have moved since these were played; what was said then is said anew.
            self._learn_with(newest, played, stats, said=newest is learner)

    def _learn_with(
        self, evaluator: CoreEvaluator, played: PlayedGames, stats: Stats, *, said: bool = True
    ) -> None:
        before, _ = self._weights.step_size()
        update = self._rule.learn(self._trajectories(evaluator, played, before, said=said))
        if update is not None:
            self._weights.apply(update)
            stats.learned(update)

    def _show(self, played: PlayedGames, random: Random, stats: Stats) -> None:
        before, _ = self._weights.step_size()
        explored, ends = np.asarray(played.explored), np.cumsum(played.lengths)
        for game in range(played.count):
            line = played.line(game)
            self._player.begin(None, random, before + game)
            follow(
                self._player,
                line,
                [True] * len(line),
                explored=explored[ends[game] - len(line) : ends[game]].tolist(),
            )
            self._player.end(None if played.final_explored[game] else line.outcome())
            stats.add(self._player.stats)

    def _trajectories(
        self, learner: CoreEvaluator, played: PlayedGames, before: int, *, said: bool
    ) -> Trajectories:
        architecture, positions = self._architecture, played.positions
        outputs, turns = architecture.outputs, turns_of(positions)
        values = outputs.seen_by(played.outputs.astype(np.float64), turns)
        ends = np.cumsum(played.lengths)
        # The side to roll at the end of a game is the other than at its last board.
        rewards = outputs.seen_by(played.final_outputs.astype(np.float64), -turns[ends - 1])
        boards = len(turns)
        expert = self._settings.expert_values
        return Trajectories(
            learner,
            outputs,
            positions,
            turns,
            ends,
            rewards,
            ~np.asarray(played.final_explored),
            np.ones(len(ends)),
            np.asarray(played.explored),
            np.ones(boards, dtype=np.bool_),
            np.zeros(boards, dtype=np.bool_),
            [Side.first] * boards,
            before,
            found=lambda: values,
            leaves=lambda: _leaves(played, boards),
            nodes=lambda: _nodes(played, outputs),
            expert=values if expert else None,
            told=values if said and not expert and self._learns_from not in ("root", "leaf") else None,
        )

    def _play_online(self, games: int, seed: int, stats: Stats) -> PlayedGames:
        settings, start = self._settings, self._weights.snapshot()
        assert settings.traces is not None
        play_games_online = self._architecture.game.play_games_online
        assert play_games_online is not None
        before, step_size = self._weights.step_size()
        lambdas, sensitivity_step = settings.traces
        played, weights = play_games_online(
            start,
            games,
            seed=seed,
            lambda_=lambdas(before),
            step_size=step_size,
            sensitivity_step=sensitivity_step,
            opponent=settings.expert,
            observe=settings.experience == "observe",
            depth=settings.depth,
            candidates=settings.candidates,
            stop=self._stop,
        )
        if played.count:
            self._weights.shift(weights - start.weights())
            stats.positions += int(played.lengths.sum())
        return played


def _leaves(played: PlayedGames, boards: int) -> Leaves:
    starts = np.asarray(played.leaf_starts)
    positions = played.leaf_positions
    evaluated = np.array([position.outcome() is None for position in positions], dtype=np.bool_)
    owners = np.repeat(np.arange(boards), np.diff(starts))
    return Leaves(positions, owners, np.asarray(played.leaf_weights, dtype=np.float64), evaluated)


def _nodes(played: PlayedGames, outputs: Outputs) -> Nodes:
    turns = turns_of(played.node_positions)
    values = outputs.seen_by(played.node_values.astype(np.float64), turns)
    targets = outputs.seen_by(played.node_targets.astype(np.float64), turns)
    return Nodes(played.node_positions, turns, values, targets)


@dataclass(frozen=True, slots=True)
class ExpertPlay:
    """Games of an expert against itself, each played by the core when it is asked for."""

    game_kind: Game
    expert: CoreEvaluator  # a snapshot of its weights
    distinct: int
    seed: int

    def game(self, number: int) -> ExpertGame:
        """The game of a number."""
        assert self.game_kind.play_games is not None
        random = Random(f"game {number} of an expert, seed {self.seed}")
        played = self.game_kind.play_games(self.expert, self.expert, 1, seed=random.getrandbits(63))
        return ExpertGame(played.line(0))


@dataclass(frozen=True, slots=True)
class ExpertGame:
    """One of them."""

    line: Line
