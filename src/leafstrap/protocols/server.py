"""What every engine of ours does with the lines of another program, whatever they say.

Lines come in on one side; answers go out on the other, from a thread for what takes long.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from typing import Generic, TextIO, TypeVar

from leafstrap.errors import LeafstrapError
from leafstrap.lines import LONGEST, whole_lines

Words = TypeVar("Words")  # what stands behind a command, as the protocol reads it


class Output:
    """Lines to the program at the other end. When it is gone they go nowhere."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()

    def send(self, *lines: str) -> None:
        """Write lines that belong together, and hand them over at once."""
        text = "".join(f"{line}\n" for line in lines)
        with self._lock, contextlib.suppress(BrokenPipeError, ValueError):  # closed at the other end, or here
            self._stream.write(text)
            self._stream.flush()

    def note(self, text: str) -> None:
        """Say something that is no answer, on one line."""
        self.send(f"info string {' '.join(text.split())}")


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


class Server(ABC, Generic[Words]):
    """One engine for one program at the other end.

    Commands are read in the main thread and answered at once; what takes longer is a task that runs beside it. Nothing
    that comes in can end the engine except `quit` and the end of the input.
    """

    def __init__(self, output: Output) -> None:
        self._output = output
        self._task: Task | None = None

    def serve(self, lines: Iterable[bytes]) -> None:
        """Carry out commands until `quit` or the last line, then stop and save."""
        try:
            for line in lines:
                if not self.obey(line.decode("utf-8", errors="replace")):
                    break
        finally:
            self._leave()
            self._stop_task()
            self._close()

    @abstractmethod
    def obey(self, line: str) -> bool:
        """Carry out one line; False if it says to quit."""

    def too_long(self) -> None:
        """Say that a line is passed over which nobody can mean."""
        self._output.note(f"A line of {LONGEST} letters or more is passed over.")

    def _leave(self) -> None:
        """Break off what would keep the end waiting: nobody listens any more."""

    def _close(self) -> None:
        """Save what is to be saved, and give everything back."""

    def _carry_out(self, name: str, command: Callable[[Words], None], words: Words) -> None:
        try:
            command(words)
        except LeafstrapError as error:
            self._output.note(f"{name}: {error}")
        except Exception as error:  # a fault of ours must not end somebody's game
            self._output.note(f"{name}: {type(error).__name__}: {error}")

    @property
    def _busy(self) -> bool:
        return self._task is not None and self._task.running

    def _begin(self, task: Task) -> None:
        self._task = task
        task.start()

    def _stop_task(self) -> None:
        """Stop what is under way, and return when it is answered: the next command finds everything quiet."""
        if self._task is not None:
            self._task.stop()
            self._task.wait()
            self._task = None


def serve_standard_streams(start: Callable[[TextIO], Server[Words]]) -> None:
    """Serve the program at the other end of standard input and output."""
    stream = sys.stdout
    # Whatever else prints must not be taken for an answer.
    with redirect_stdout(sys.stderr):
        server = start(stream)
        server.serve(whole_lines(sys.stdin.buffer, server.too_long))
