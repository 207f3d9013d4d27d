"""GNU Backgammon as a process of its own that answers boards with moves."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from leafstrap.errors import PlayerError

# Seconds.
START = 30.0  # it reads its networks first
GLANCE = 0.02  # between two looks whether it listens
FAREWELL = 2.0  # before it is killed

LONGEST_PATH = 90  # of a socket, with room to spare
DEBIAN = "/usr/games"  # where Debian puts it, and not every PATH has that

# A program that is killed cannot end its children, and gnubg would listen for ever: so a shell does it when the pipe to
# its standard input closes, for whatever reason, and clears away.
KEEPER = """\
exec 3<&0
"$0" -t -q -r <commands >/dev/null 2>&1 3<&- &
child=$!
echo $child
(cat <&3 >/dev/null; kill $child 2>/dev/null) >/dev/null 2>&1 &
watch=$!
wait $child
kill $watch 2>/dev/null
rm -rf "$1"
"""


def find_gnubg() -> str:
    """The program; a PlayerError where it is not installed."""
    program = shutil.which("gnubg", path=f"{os.environ.get('PATH', os.defpath)}:{DEBIAN}")
    if program is None:
        raise PlayerError(
            "gnubg is not installed: the player gnubg needs GNU Backgammon (Debian's package gnubg)."
        )
    return program


class GnubgServer:
    """One process. Close it, or it stays as long as this program runs.

    It has a home of its own, so that nobody's settings count and nobody's are changed, and listens there on a socket
    that is a file: no port has to be free, and no other machine reaches it.
    """

    def __init__(self, plies: int) -> None:
        program = find_gnubg()
        self._home = Path(_short_folder())
        self._socket = socket.socket(socket.AF_UNIX)
        self._unread = b""
        self.pid = 0
        (self._home / "commands").write_text("\n".join([*_settings(plies), "external ./socket", ""]))
        try:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", KEEPER, program, str(self._home)],
                cwd=self._home,
                env={**os.environ, "HOME": str(self._home), "LC_ALL": "C"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # so that Ctrl-C reaches the match and not the engine
            )
        except OSError as error:
            self._socket.close()
            shutil.rmtree(self._home, ignore_errors=True)
            raise PlayerError(f"gnubg does not start: {error.strerror}.") from None
        try:
            assert self._process.stdout is not None
            self.pid = int(self._process.stdout.readline() or 0)
            self._connect()
        except BaseException:
            self.close()
            raise

    def ask(self, request: str, patience: float) -> str:
        """The answer to one line; `TimeoutError` if there is none in time, `ConnectionError` if gnubg is gone."""
        self._socket.settimeout(patience)
        try:
            self._socket.sendall(f"{request}\n".encode())
            while b"\n" not in self._unread:
                received = self._socket.recv(4096)
                if not received:
                    raise ConnectionError("gnubg is gone")
                self._unread += received
        except TimeoutError:
            raise
        except OSError as error:
            raise ConnectionError(f"gnubg is gone ({error})") from None
        answer, _, self._unread = self._unread.partition(b"\n")
        return answer.decode("ascii", errors="replace").strip()

    def close(self) -> None:
        """End the process and remove its home; more than once does no harm."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)  # wakes a thread that waits for an answer
        self._socket.close()
        process = self._process
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        if not self._ends() and self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)  # the shell is still there to take note of its end
        if not self._ends():
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        shutil.rmtree(self._home, ignore_errors=True)

    def _ends(self) -> bool:
        try:
            self._process.wait(timeout=FAREWELL)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _connect(self) -> None:
        """Wait until it listens."""
        end = time.monotonic() + START
        while self._process.poll() is None and time.monotonic() < end:
            try:
                self._socket.connect(str(self._home / "socket"))
            except (FileNotFoundError, ConnectionError):
                time.sleep(GLANCE)
            else:
                return
        raise PlayerError("gnubg does not start, or has no socket to listen on.")


def _settings(plies: int) -> list[str]:
    """Checker play that does not count the cube, doubles that do; one thread as every other player."""
    chequers = "set evaluation chequerplay evaluation"
    return [
        "set threads 1",
        "set jacoby off",
        "set evaluation chequerplay type evaluation",
        f"{chequers} plies {plies}",
        f"{chequers} cubeful off",
        f"{chequers} noise 0",
        "set beavers 0",
        "set evaluation cubedecision type evaluation",
        f"set evaluation cubedecision evaluation plies {plies}",
        "set evaluation cubedecision evaluation cubeful on",
        "set evaluation cubedecision evaluation noise 0",
    ]


def _short_folder() -> str:
    """A new folder whose name leaves room for that of a socket, which must be short."""
    folder = tempfile.gettempdir()
    return tempfile.mkdtemp(prefix="gnubg-", dir=folder if len(folder) < LONGEST_PATH - 24 else "/tmp")
