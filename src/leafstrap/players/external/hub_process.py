"""A draughts engine that speaks Hub, as a process of its own: lines go in, lines come out."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from typing import BinaryIO

from leafstrap.errors import LeafstrapError, PlayerError
from leafstrap.lines import whole_lines
from leafstrap.players.external.hub_line import HubLine

# Seconds.
START = 30.0  # some read endgame databases first
FAREWELL = 1.0  # before it is killed

# Parameters that make matches fair, where the engine has them. As Scan counts it, `tt-size` is 16 megabytes.
DEFAULTS = {"variant": "normal", "book": "false", "threads": "1", "tt-size": "20"}


class HubProcess:
    """One process that is ready to search. Close it, or it stays as long as this program runs."""

    def __init__(self, words: Sequence[str], params: Mapping[str, str]) -> None:
        self.game: object = None  # the one that the engine was told of last
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # so that Ctrl-C reaches the match and not the engine
            )
        except (OSError, IndexError, ValueError) as error:
            raise _no_engine(words, str(error)) from None
        assert self._process.stdout is not None
        reader = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        reader.start()
        try:
            self._shake_hands(words, params)
        except BaseException:
            self.close()
            raise

    def say(self, *lines: str) -> None:
        """Send lines; a `ConnectionError` if the engine is gone."""
        pipe = self._process.stdin
        assert pipe is not None
        try:
            pipe.write("".join(f"{line}\n" for line in lines).encode())
            pipe.flush()
        except (OSError, ValueError) as error:  # closed at the other end, or here
            raise ConnectionError(f"engine gone ({error})") from None

    def hear(self, end: float) -> HubLine:
        """The next line that is one, until a moment of the monotonic clock.

        A `TimeoutError` if there is none, a `ConnectionError` if the engine is gone.
        """
        while (left := end - time.monotonic()) > 0:
            try:
                line = self._lines.get(timeout=left)
            except queue.Empty:
                break
            if line is None:
                self._lines.put(None)  # whoever asks again gets the same answer
                raise ConnectionError("engine gone")
            with contextlib.suppress(LeafstrapError):  # engines print banners and hints as well
                return HubLine.parse(line.decode("utf-8", errors="replace"))
        raise TimeoutError

    def overhear(self) -> None:
        """Pass over what was said unasked."""
        for _ in range(self._lines.qsize()):
            if self._lines.get() is None:
                self._lines.put(None)

    def close(self) -> None:
        """Ask the engine to quit, and kill it if it does not; more than once does no harm."""
        process = self._process
        with contextlib.suppress(ConnectionError):
            self.say("quit")
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        try:
            process.wait(timeout=FAREWELL)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def _read(self, stream: BinaryIO) -> None:
        with stream:
            for line in whole_lines(stream):
                self._lines.put(line)
        self._lines.put(None)

    def _shake_hands(self, words: Sequence[str], params: Mapping[str, str]) -> None:
        engine = f"The engine {' '.join(words)!r}"
        try:
            self.say("hub")
            declared = [line.arguments for line in self._until("wait") if line.command == "param"]
            known = {param.get("name", ""): param for param in declared}
            for name in params:
                if name not in known:
                    there_are = ", ".join(sorted(known)) or "none"
                    raise PlayerError(f"{engine} has no parameter {name!r}: there are {there_are}.")
            fair = {name: value for name, value in DEFAULTS.items() if _fits(value, known.get(name))}
            for name, value in {**fair, **params}.items():
                self.say(str(HubLine("set-param", {"name": name, "value": value})))
            self.say("init")
            complaints = [line for line in self._until("ready") if line.command == "error"]
        except TimeoutError:
            raise _no_engine(words, "it does not answer") from None
        except ConnectionError:
            raise _no_engine(words, "it ends") from None
        if complaints:
            message = complaints[0].arguments.get("message", "").removesuffix(".")
            raise PlayerError(f"{engine} does not take its parameters: {message}.")

    def _until(self, command: str) -> list[HubLine]:
        """The lines before the one with a command."""
        end, lines = time.monotonic() + START, []
        while (line := self.hear(end)).command != command:
            lines.append(line)
        return lines


def _fits(value: str, param: Mapping[str, str] | None) -> bool:
    """Whether an engine has a parameter, and the value lies within its limits if it is a number."""
    if param is None:
        return False
    try:
        return float(param.get("min", "-inf")) <= float(value) <= float(param.get("max", "inf"))
    except ValueError:
        return True


def _no_engine(words: Sequence[str], reason: str) -> PlayerError:
    return PlayerError(f"The engine {' '.join(words)!r} does not start as a Hub engine: {reason}.")
