"""What every engine of ours does with the lines of another program, whatever they say."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from typing import Generic, TextIO, TypeVar

from leafstrap.errors import LeafstrapError
from leafstrap.lines import whole_lines
from leafstrap.protocols.output import Output
from leafstrap.protocols.task import Task

Words = TypeVar("Words")  # what stands behind a command, as the protocol reads it


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
            self._stop_task()
            self._close()

    @abstractmethod
    def obey(self, line: str) -> bool:
        """Carry out one line; False if it says to quit."""

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
        start(stream).serve(whole_lines(sys.stdin.buffer))
