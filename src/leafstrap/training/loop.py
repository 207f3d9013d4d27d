"""A run from its start or its last checkpoint to its end: games come in, all about them is written down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from leafstrap.durable import AppendLog, write_whole
from leafstrap.errors import LeafstrapError
from leafstrap.evaluators.piece_values import values_text
from leafstrap.experience import GlickoRating, Standing
from leafstrap.learn.averaging import averaged
from leafstrap.training.builder import Builder
from leafstrap.training.gate import Gate
from leafstrap.training.improvement import Improvement, after_test, measure
from leafstrap.training.progress import RunProgress
from leafstrap.training.signals import Interruption
from leafstrap.training.spectators import Spectators
from leafstrap.training.store import checkpoint
from leafstrap.training.store.checkpoint import Checkpoint
from leafstrap.training.store.folder import RunFolder
from leafstrap.training.store.metrics import Metrics
from leafstrap.training.strength import RECORD, Strength, StrengthMeter
from leafstrap.training.weight_store import Snapshot, WeightStore
from leafstrap.training.workers import Experience, Finished, Shared, ThreadWorkers, Workers
from leafstrap.types import CoreEvaluator

POLL = 0.1  # seconds to wait for a game before looking at the time and the signals again

MakeWorkers = Callable[[Builder, Shared], Workers]


def thread_workers(builder: Builder, shared: Shared) -> Workers:
    """Threads of this process."""

    def experience() -> Experience:
        return builder.experience(shared.store, shared.standing, shared.stop)

    return ThreadWorkers(shared, experience, builder.recipe.run.seed)


class Learner:
    """Carries out a run; `state` is always the run after the last game that was written down."""

    def __init__(
        self,
        folder: RunFolder,
        builder: Builder,
        state: Checkpoint,
        progress: RunProgress,
        interruption: Interruption,
        make_workers: MakeWorkers,
    ) -> None:
        self.state = state
        self._folder = folder
        self._builder = builder
        self._run = builder.recipe.run
        self._progress = progress
        self._interruption = interruption
        self._make_workers = make_workers
        self._store: WeightStore[CoreEvaluator] | None = None
        counters = state.counters
        self._saved = counters.games  # after how many games the run was last saved
        self._metrics = Metrics(
            self._folder.metrics, self._folder.events, counters.metrics_bytes, counters.games
        )
        self._spectators = Spectators(folder)
        self._games = AppendLog(self._folder.games(self._builder.game.record_suffix), counters.games_bytes)
        if self._metrics.missing or self._games.missing:
            progress.note("Warning: the logs of this run are shorter than its checkpoint remembers.")
        self._strength = StrengthMeter(builder, folder) if self._run.final_games else None
        if builder.game.pieces is not None:
            progress.tell(lambda: values_text(builder.architecture, self.state.mean))

    def learn(self) -> None:
        """Go on until the games or minutes are over, or until interrupted; all leave a checkpoint."""
        if not self._prepare():
            return
        self._keep_best()
        self._measure_strength()
        try:
            self._play()
        except LeafstrapError:  # in a game; all that was written down before it is sound
            self._save()
            raise
        self._save()

    def _prepare(self) -> bool:
        """Make ready what the games need; False if interrupted before it was done, and then nothing has changed."""
        ready = self._builder.prepared(self._folder.model, self._progress.note, self._interruption.flag())
        if ready is None:
            return False
        self._builder = ready
        return True

    def final_strength(self) -> Strength | None:
        """Say where the newest weights stand; None if interrupted or not asked for."""
        if self._interruption.requested or self._strength is None or not self.state.counters.games:
            return None
        self._progress.note(f"Playing {self._run.final_games} games to see how strong it is.")
        # After the last checkpoint on purpose: a run that goes on drops this record, and measures anew.
        return self._measure(self._strength, self._run.final_games)

    def close(self) -> None:
        """Close the logs."""
        self._metrics.close()
        self._games.close()

    def _play(self) -> None:
        counters = self.state.counters
        arrays = (self.state.weights, self.state.pending, self.state.squares)
        snapshot = Snapshot(counters.games, counters.updates, 0.0, *arrays, self.state.memory)
        store = self._store = self._builder.weight_store(snapshot)
        rating = counters.rating
        standing = None if rating is None else Standing(GlickoRating(rating, counters.rating_deviation))
        stop = self._interruption.flag()
        gate = Gate(
            counters.started,
            counters.unfinished,
            counters.games,
            self._run.games,
            self._builder.games_per_batch,
        )
        workers = self._make_workers(self._builder, Shared(gate, store, standing, stop))
        self._move_barrier(gate)
        workers.start(self._run.workers)
        try:
            while workers.playing and not self._interruption.requested and not self._is_over():
                if (finished := workers.next_finished(POLL)) is not None:
                    self._take_in(finished)
                    gate.written()
                    if self._best_is_due():
                        with gate.closed():
                            self._keep_best()
                        self._move_barrier(gate)
                    if self._save_if_due() and self._strength_is_due():
                        with gate.closed():
                            self._measure_strength()
                self._take_news(workers)
                self._spectators.show(workers.game_under_way)
                self._progress.under_way(workers.under_way())
                self._progress.show()
        finally:
            workers.stop()
            self._take_news(workers)
            self._spectators.leave()
            self._progress.under_way(None)
        # Games that ended while the workers were being stopped count too, up to one that a match follows.
        while workers.playing and not self._best_is_due():
            if (finished := workers.next_finished(0)) is not None:
                self._take_in(finished)
                self._save_if_due()

    def _move_barrier(self, gate: Gate) -> None:
        """No game begins before it is known whether the run goes on from the weights of an earlier one."""
        every = self._run.champion_every
        if every and not self.state.counters.exhausted:
            gate.move_barrier((self.state.counters.games // every + 1) * every)

    def _is_over(self) -> bool:
        time_is_up = self._run.minutes is not None and self._progress.seconds() >= 60 * self._run.minutes
        return time_is_up or self.state.counters.exhausted

    def _take_in(self, finished: Finished) -> None:
        record, snapshot = finished.record, finished.snapshot
        text = record.text(self._builder.game, self._folder.path.name)
        if text is not None:
            self._games.append(text)
        self._metrics.write("game", snapshot.games, {"step_size": snapshot.step_size, **record.summary()})
        for event in record.events:
            self._note(event, snapshot.games)
        rating = None if record.meeting is None else record.meeting.rating
        self._progress.games(record.games, record.stats, snapshot.step_size, rating)
        taken_in = finished.started - len(finished.unfinished)  # games, or batches of them
        counters = replace(
            self.state.counters,
            games=snapshot.games,
            started=finished.started,
            unfinished=finished.unfinished,
            updates=snapshot.updates,
            seconds=self._progress.seconds(),
            nodes=self.state.counters.nodes + record.stats.nodes,
        )
        if rating is not None:
            counters = replace(counters, rating=rating.points, rating_deviation=rating.deviation)
        self.state = replace(
            self.state,
            counters=counters,
            weights=snapshot.weights,
            mean=averaged(self.state.mean, snapshot.weights, taken_in, self._run.averaging),
            squares=snapshot.squares,
            pending=snapshot.pending,
            memory=snapshot.memory,
        )

    def _take_news(self, workers: Workers) -> None:
        """Write down what happened to the workers."""
        events, report = workers.news()
        for event in events:
            self._note(event, self.state.counters.games)
        if report is not None:
            self._metrics.write("workers", self.state.counters.games, report)

    def _note(self, event: str, games: int) -> None:
        self._metrics.write("event", games, {"text": event})
        self._progress.note(f"Game {games}: {event}")

    def _best_is_due(self) -> bool:
        every = self._run.keep_best_every
        return every > 0 and self.state.counters.games // every > self.state.counters.measured // every

    def _keep_best(self) -> None:
        """Let the newest weights play the champion, if it is time to."""
        if not self._best_is_due():
            return
        before, champion = self.state, self.state.counters.champion_game
        improvement = self._match("champion", champion, before.champion, self._run.keep_best_games)
        if improvement is None:
            return
        self._metrics.write("improvement", before.counters.games, improvement.record())
        self.state = after_test(before, improvement, self._run.champion_every)
        if self.state.best is not before.best:
            content = self._builder.weights_content(self.state.best, self.state.counters.best_game)
            write_whole(self._folder.best_weights, content)
        if self.state.weights is not before.weights:
            self._progress.note(f"Going on from the weights after {self.state.counters.best_game} games.")
            if self._store is not None:
                self._store.replace(self.state.weights)
        if self.state.counters.exhausted:
            self._progress.note(f"Nothing has beaten the weights after {champion} games: the run is over.")

    def _match(self, against: str, game: int, weights: NDArray[np.float64], games: int) -> Improvement | None:
        seed = self._run.seed + self.state.counters.games
        score = measure(self._builder, self.state.mean, weights, games, seed, self._interruption.flag())
        if score is None:
            return None
        improvement = Improvement(against, game, score)
        self._progress.improvement(str(improvement))
        return improvement

    def _strength_is_due(self) -> bool:
        """Between checkpoints there are no weights on the disk that later ones could be measured by."""
        games = self.state.counters.games
        return self._strength is not None and games == self._saved and self._strength.games_due(games) > 0

    def _measure_strength(self) -> None:
        if self._strength is not None and self._strength_is_due():
            self._measure(self._strength, self._strength.games_due(self.state.counters.games))

    def _measure(self, meter: StrengthMeter, games: int) -> Strength | None:
        after = self.state.counters.games
        with self._progress.paused():
            measured = meter.measure(after, self.state.mean, games, self._interruption.flag())
        if measured is None:
            return None
        strength, record = measured
        self._metrics.write(RECORD, after, {"seconds": self._progress.seconds(), **record})
        self._progress.strength(str(strength))
        return strength

    def _save_if_due(self) -> bool:
        every = self._run.checkpoint_every
        due = self.state.counters.games // every > self._saved // every
        if due:
            self._save()
        return due

    def _save(self) -> None:
        """Bring everything to the disk; the checkpoint goes last, since it says that the rest is there."""
        metrics_bytes, games_bytes = self._metrics.sync(), self._games.sync()
        # The time too: it goes on after the last game, and may be what ended the run.
        counters = replace(
            self.state.counters,
            seconds=self._progress.seconds(),
            metrics_bytes=metrics_bytes,
            games_bytes=games_bytes,
        )
        self.state = replace(self.state, counters=counters)
        content = self._builder.weights_content(self.state.mean, counters.games)
        write_whole(self._folder.weights_after(counters.games), content)
        checkpoint.write(self._folder.checkpoints, self.state)
        self._saved = counters.games
