"""The workers of a run as its weight server sees them: who they are, what they play, what is taken of what they send.

Every parcel is taken in once, whatever happens on the way: a worker numbers its parcels, a game belongs to one worker
at a time, and a server that was started again refuses what was meant for the one before. An update counts how stale it
is: how many updates of others have been applied since its worker got the weights that it learned with.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from queue import Empty, SimpleQueue
from threading import RLock

import numpy as np

from leafstrap.cluster.learning.member import Assignment, Member, Staleness
from leafstrap.cluster.learning.messages import OVER, Beat, Card, Learned, Parcel, Reached, Report, Task
from leafstrap.cluster.learning.served_weights import ServedWeights
from leafstrap.errors import RunError
from leafstrap.experience.record import GameUnderWay, Meeting
from leafstrap.training.workers import Finished, Shared, UnderWay
from leafstrap.types import JsonObject

NONSENSE = 3  # updates that are no numbers, after which a worker is left out
SILENCE = 15.0  # seconds without a sign of life, after which somebody else plays the game
REPORT_EVERY = 10.0  # seconds between two tables of workers in the metrics


class RemoteWorkers:
    """Takes in what workers send, and hands it to the learner as games that are over."""

    def __init__(
        self,
        shared: Shared,
        session: str,
        weights: ServedWeights,
        silence: float = SILENCE,
    ) -> None:
        self.session = session
        self.members: dict[str, Member] = {}  # by worker
        self.staleness = Staleness()
        self.duplicates = 0  # parcels that came twice
        self.late = 0  # of games that somebody else had got
        self._shared = shared
        self._weights = weights
        self._silence = silence
        self._lock = RLock()
        self._finished: SimpleQueue[Finished | RunError] = SimpleQueue()
        self._events: list[str] = []
        self._reported = time.monotonic()
        self._stopped = False
        self._supervised: dict[str, JsonObject] = {}

    # ---- what workers ask for

    def join(self, card: Card, refusal: str) -> str:
        """Take in a worker; why not, if it may not work here."""
        with self._lock:
            label = card.slot or f"guest {sum(not each.card.slot for each in self.members.values()) + 1}"
            before = next((each for each in self.members.values() if each.label == label), None)
            member = Member(card, label, left_out=refusal)
            if before is not None:  # its process was started again: it goes on counting
                self._let_go(before)
                del self.members[before.card.worker]
                member.games, member.staleness = before.games, before.staleness
                member.refused_stale, member.nonsense = before.refused_stale, before.nonsense
                member.left_out = refusal or before.left_out
            self.members[card.worker] = member
            said = f"is left out: {member.left_out}" if member.left_out else f"joined from {card.host}"
            self._events.append(f"worker {label} {said}")
            return member.left_out

    def exchange(self, parcel: Parcel) -> Task:
        """Take in a parcel; what its worker does next."""
        with self._lock:
            member = self.members.get(parcel.worker)
            if member is None or parcel.session != self.session:
                return Task(unknown=True)
            self._hear(member)
            if parcel.sequence <= member.sequence:
                self.duplicates += 1
                return member.answer or Task()
            member.sequence = parcel.sequence
            taken = self._take_in(member, parcel)
            member.answer = self._next_task(member, astray=not taken)
            return member.answer

    def beat(self, beat: Beat) -> bool:
        """Take in a sign of life; whether the worker is to go on with what it plays."""
        with self._lock:
            member = self.members.get(beat.worker)
            if member is None or beat.session != self.session:
                return False
            self._hear(member)
            if member.playing is not None:
                member.playing.moves = beat.moves
            return not (self._stopped or member.left_out)

    # ---- what the learner asks for

    def start(self, count: int) -> None:
        """Workers come by themselves."""

    def next_finished(self, timeout: float) -> Finished | None:
        """Wait for a game to finish; None after `timeout` seconds."""
        try:
            item = self._finished.get(timeout=timeout) if timeout else self._finished.get_nowait()
        except Empty:
            return None
        if isinstance(item, RunError):
            raise item
        return item

    @property
    def playing(self) -> bool:
        """Tell whether games may still come."""
        with self._lock:
            return not self._finished.empty() or not (self._stopped or self._shared.gate.over)

    def under_way(self) -> UnderWay | None:
        """What all workers are at; None if nothing is being played."""
        with self._lock:
            playing = [each.playing for each in self.members.values() if each.playing is not None]
        if not playing:
            return None
        moves = [each.moves for each in playing if each.moves is not None]
        most = [each.most for each in playing]
        seconds = time.monotonic() - min(each.since for each in playing)
        return UnderWay(sum(most), max(most) > 1, seconds, sum(moves) if moves else None)

    def game_under_way(self) -> tuple[int, GameUnderWay] | None:
        """None: games elsewhere are seen when they are over."""
        return None

    def news(self) -> tuple[Sequence[str], JsonObject | None]:
        """Who came and went; and, now and then, the table of workers."""
        with self._lock:
            events, self._events = self._events, []
            now = time.monotonic()
            if not self._stopped and now - self._reported < REPORT_EVERY:
                return events, None
            self._reported = now
            return events, self.figures()

    def stop(self) -> None:
        """Let no game come in any more."""
        with self._lock:
            self._stopped = True
            self._shared.gate.end()

    # ---- what the main process asks for

    def supervise(self, slots: Sequence[JsonObject], lost: Sequence[str], events: Sequence[str]) -> None:
        """Take in what the main process knows: of every slot, which workers have died, and what happened."""
        with self._lock:
            self._supervised = {slot["worker"]: slot for slot in slots}
            self._events += events
            for worker in lost:
                if (member := self.members.get(worker)) is not None and not member.gone:
                    member.gone = True
                    self._let_go(member)
            for member in self.members.values():
                quiet = time.monotonic() - member.heard > self._silence
                if quiet and not (member.silent or member.gone or member.left_out):
                    member.silent = True
                    self._let_go(member)
                    self._events.append(f"worker {member.label} has been silent for {self._silence:.0f} s")

    def figures(self) -> JsonObject:
        """How it goes with the workers, all together and one by one."""
        with self._lock:
            joined = {member.label: member.row() for member in self.members.values()}
            rows = list[JsonObject]()
            for label, slot in self._supervised.items():
                known = joined.pop(label, {})
                seen = known if slot["state"] == "running" else {}  # else the main process knows better
                how = {key: seen.get(key) or slot[key] for key in ("state", "reason")}
                rows.append({**slot, **known, "restarts": slot["restarts"], **how})
            return {
                "workers": [*rows, *({"restarts": 0, **guest} for guest in joined.values())],
                "updates": self.staleness.updates,
                "staleness": round(self.staleness.mean, 3),
                "largest_staleness": self.staleness.largest,
                "refused_stale": sum(each.refused_stale for each in self.members.values()),
                "refused_nonsense": sum(each.nonsense for each in self.members.values()),
                "duplicates": self.duplicates,
                "late": self.late,
            }

    # ---- inside

    def _hear(self, member: Member) -> None:
        member.heard = time.monotonic()
        if member.silent:
            member.silent = False
            self._events.append(f"worker {member.label} is heard again")

    def _take_in(self, member: Member, parcel: Parcel) -> bool:
        """Apply what it learned, and count the game if it is over; False if its copy of the weights went astray."""
        playing, report = member.playing, parcel.report
        if parcel.number is None:
            return True
        if playing is None or playing.number != parcel.number or self._stopped:
            self.late += 1
            return False
        nonsense = sum(not self._weights.make_sense(member, update) for update in parcel.updates)
        nonsense += report is not None and not _is_sensible(report, playing.most)
        if nonsense:  # of such a parcel nothing is believed
            self._refuse(member, nonsense)
            self._let_go(member)
            return False
        try:
            applied = [self._apply(member, playing, update) for update in parcel.updates]
        except RunError as error:
            self._finished.put(error)
            return False
        useless = playing.stale > 0 and playing.applied == 0
        if parcel.abandoned or (report is not None and useless):
            self._let_go(member)  # to be played again
        elif report is not None:
            self._finish(member, playing, report)
        return all(applied)

    def _apply(self, member: Member, playing: Assignment, learned: Learned) -> bool:
        updates = learned.updates if isinstance(learned, Reached) else 1
        stale = self._weights.take(member, learned)
        if stale is None:
            member.refused_stale += updates
            playing.stale += updates
            return False
        playing.applied += updates
        member.staleness.count(stale, updates)
        self.staleness.count(stale, updates)
        return True

    def _refuse(self, member: Member, nonsense: int) -> None:
        member.nonsense += nonsense
        if member.nonsense >= NONSENSE and not member.left_out:
            member.left_out = f"{member.nonsense} of its updates were no numbers"
            self._events.append(f"worker {member.label} is left out: {member.left_out}")

    def _finish(self, member: Member, playing: Assignment, report: Report) -> None:
        figures = {**report.figures, "worker": member.label}
        if (meeting := report.meeting) is not None:
            meeting = self._rated(meeting)
            figures |= meeting.summary()
        counted = replace(report, figures=figures, meeting=meeting)
        snapshot = self._shared.store.finish_games(report.games)
        started, unfinished = self._shared.gate.finish(playing.number, report.games)
        self._finished.put(Finished(counted, snapshot, started, unfinished))
        member.finish(report.games)
        member.playing = None

    def _rated(self, meeting: Meeting) -> Meeting:
        """What the game makes of the rating that all workers share."""
        standing = self._shared.standing
        if standing is None:
            return meeting
        return replace(meeting, rating=standing.take_in(meeting.points, meeting.opponent_rating))

    def _let_go(self, member: Member) -> None:
        """Give its game to somebody else."""
        if member.playing is not None:
            self._shared.gate.abandon(member.playing.number)
            member.playing = None

    def _next_task(self, member: Member, *, astray: bool) -> Task:
        if member.left_out or self._stopped:
            self._let_go(member)
            return Task(over=member.left_out or OVER)
        if member.playing is None:
            entered = self._shared.gate.enter(wait=False)
            if entered is None:
                return Task(over=OVER) if self._shared.gate.over else Task()
            member.playing = Assignment(*entered, time.monotonic())
        arrays, places = self._weights.give(member, astray=astray)
        standing = self._shared.standing
        return Task(
            member.playing.number,
            member.playing.most,
            member.version,
            self._shared.store.step_size()[0],
            arrays,
            places,
            None if standing is None else standing.rating,
        )


def _is_sensible(report: Report, most: int) -> bool:
    errors = report.stats.abs_error, report.stats.squared_error
    return 1 <= report.games <= most and bool(np.isfinite(errors).all())
