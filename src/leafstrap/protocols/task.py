"""Work that goes on while commands are read: a thread that can be told to stop."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod

from leafstrap.protocols.output import Output


class Task(ABC):
    """One piece of work in a thread of its own."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._stopped = threading.Event()
        self._answered = threading.Event()
        self._thread = threading.Thread(target=self._run, name=type(self).__name__, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Ask for an end; what was found is answered."""
        self._stopped.set()

    def wait(self) -> None:
        """Return when all is answered and the thread has ended."""
        self._thread.join()

    @property
    def running(self) -> bool:
        """Whether the answer is still to come."""
        return not self._answered.is_set()

    def _run(self) -> None:
        try:
            answer = self._work()
        except Exception as error:  # the program at the other end waits for an answer, whatever happened here
            self._output.note(f"{type(error).__name__}: {error}")
            answer = self._answer_after_error()
        # First the flag, then the answer: whoever has read it may go on at once.
        self._answered.set()
        self._output.send(*answer)

    @abstractmethod
    def _work(self) -> list[str]:
        """Do it; gives the lines of the answer."""

    def _answer_after_error(self) -> list[str]:
        return []
