"""An engine that misbehaves on demand: fake_engine.py PROTOCOL MODE [FILE], the protocol being uci, xboard or hub.

good: the first legal move, with thoughts. crash: dies at its third search, once for each FILE. doomed: dies at
every search. mortal: dies at the start of every game but the first, until it is started again. vanishing: starts
once for each FILE, and dies at its third search. illegal, nothing, silent: answers with a move that is none, with
no move, or not at all. unready: never says that it is ready (hub: not even at the start). garbage: prints nonsense
before every answer. babbling: prints nonsense for ever instead of an answer. grumbling: complains and does not answer.
resign: gives up (xboard). deaf: speaks no protocol. FILE receives the process id of every start, one a line.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import time
import types
from abc import ABC, abstractmethod
from pathlib import Path

import chess

if __name__ == "__main__":
    # The core without the package around it, which takes longer to load than some programs wait for an engine.
    spec = importlib.util.find_spec("leafstrap")
    assert spec is not None
    package = types.ModuleType("leafstrap")
    package.__path__ = list(spec.submodule_search_locations or [])
    sys.modules["leafstrap"] = package

from leafstrap._core.draughts import Line, Position

GARBAGE = b"\xff\xfe\x00 info score depth x\n\ninfo depth 3 score cp lots pv e2e4 zzzz\n9 9 9\nbestmov\n{}\n"


class FakeEngine(ABC):
    """What does not depend on the protocol."""

    illegal = "a1a1"

    def __init__(self, mode: str, log: Path | None) -> None:
        self.mode = mode
        self.log = log
        self.searches = self.games = 0
        self.note("", f"{os.getpid()}\n")
        self.starts = len(log.read_text().splitlines()) if log else 0
        if mode == "vanishing" and self.starts > 1:
            os._exit(1)

    def note(self, suffix: str, text: str) -> None:
        if self.log is not None:
            path = self.log.with_suffix(suffix) if suffix else self.log
            with path.open("a") as file:
                file.write(text)

    @abstractmethod
    def hear(self, line: str) -> None:
        """React to a line."""

    @abstractmethod
    def first_move(self) -> str:
        """The first legal move in the order of their texts."""

    @abstractmethod
    def think(self) -> None:
        """Say what was thought of the move that follows."""

    @abstractmethod
    def say_move(self, move: str | None) -> None:
        """Name a move, or none."""

    def begin_game(self) -> None:
        self.games += 1
        if self.mode == "mortal" and self.games > 1:
            os._exit(1)

    def answer(self) -> None:
        self.searches += 1
        third = self.searches == 3 and self.starts == 1
        if self.mode == "doomed" or (self.mode in ("crash", "vanishing") and third):
            os._exit(1)
        while self.mode == "babbling":
            sys.stdout.buffer.write(GARBAGE)
        if self.mode in ("silent", "grumbling"):
            time.sleep(3600)
        if self.mode == "garbage":
            sys.stdout.buffer.write(GARBAGE)
            sys.stderr.write("assertion failed?\n")
        if self.mode == "illegal":
            self.say_move(self.illegal)
        elif self.mode == "nothing":
            self.say_move(None)
        elif self.mode == "resign":
            print("resign", flush=True)
        else:
            self.think()
            self.say_move(self.first_move())


class ChessEngine(FakeEngine):
    def __init__(self, mode: str, log: Path | None) -> None:
        self.board = chess.Board()
        super().__init__(mode, log)

    def first_move(self) -> str:
        return min(self.board.legal_moves, key=chess.Move.uci).uci()


class UciEngine(ChessEngine):
    def hear(self, line: str) -> None:
        words = line.split()
        match words[:1]:
            case ["uci"] if self.mode != "deaf":
                print("id name fake\noption name Hash type spin default 16 min 1 max 1024")
                print("option name OwnBook type check default true\nuciok", flush=True)
            case ["isready"] if self.mode != "unready":
                print("readyok", flush=True)
            case ["ucinewgame"]:
                self.begin_game()
            case ["setoption"]:
                self.note(".options", line)
            case ["position"]:
                fen, _, moves = line.partition("moves")
                start = words[1] == "startpos"
                self.board = chess.Board() if start else chess.Board(fen.split("fen")[1].strip())
                for move in moves.split():
                    self.board.push_uci(move)
            case ["go"]:
                self.note(".go", line)
                self.answer()

    def think(self) -> None:
        print("info depth 1 score cp -5\ninfo depth 4 seldepth 6 score cp 25 nodes 1234 pv e2e4", flush=True)

    def say_move(self, move: str | None) -> None:
        print(f"bestmove {move or '(none)'}", flush=True)


class XboardEngine(ChessEngine):
    def hear(self, line: str) -> None:
        words = line.split()
        match words[:1]:
            case ["protover"] if self.mode != "deaf":
                print(
                    "fake banner\nfeature done=0\nfeature ping=1 setboard=1 memory=1 usermove=1 done=1",
                    flush=True,
                )
            case ["ping"] if self.mode != "unready":
                print(f"pong {words[1]}", flush=True)
            case ["new"]:
                self.begin_game()
                self.board = chess.Board()
            case ["setboard"]:
                self.board = chess.Board(line.partition(" ")[2].strip())
            case ["undo"]:
                self.board.pop()
            case ["remove"]:
                self.board.pop()
                self.board.pop()
            case ["usermove"]:
                self.board.push_uci(words[1])
            case ["memory"]:
                self.note(".options", line)
            case ["sd" | "st" | "level" | "time" | "otim"]:
                self.note(".go", line)
                if self.mode == "clocks" and words[0] in ("sd", "st"):
                    print(f"Error (unknown command): {words[0]}", flush=True)
            case ["go"]:
                self.answer()

    def think(self) -> None:
        print("1 -5 0 20 e2e4\n4 25 3 1234 e2e4 e7e5", flush=True)

    def say_move(self, move: str | None) -> None:
        if move is None:
            print("1/2-1/2 {I have no move}", flush=True)
            return
        if self.mode != "illegal":
            self.board.push_uci(move)
        print(f"move {move}", flush=True)


class HubEngine(FakeEngine):
    illegal = "50-1"

    def __init__(self, mode: str, log: Path | None) -> None:
        self.line = Line()
        super().__init__(mode, log)

    def hear(self, line: str) -> None:
        match line.split():
            case ["hub"] if self.mode != "deaf":
                print("fake banner\nid name=fake\nparam name=variant value=frisian type=enum")
                print("param name=threads value=4 type=int min=1 max=8")
                print("param name=tt-size value=256 type=int min=64 max=1024\nwait", flush=True)
            case ["init"] if self.mode != "unready":
                print("reading a book\nready", flush=True)
            case ["new-game"]:
                self.begin_game()
            case ["set-param", *_]:
                self.note(".options", line)
                if "lots" in line:
                    print('error message="lots is no number"', flush=True)
            case ["pos", position, *moves]:
                self.line = Line(Position.parse(position.removeprefix("pos=")))
                for move in " ".join(moves).removeprefix("moves=").strip('"').split():
                    self.line.push(self.line.position.move(move))
            case ["level", *_]:
                self.note(".go", line)
            case ["go", "think"]:
                if self.mode == "grumbling":
                    print('error message="what level?"', flush=True)
                self.answer()

    def first_move(self) -> str:
        return min(map(str, self.line.position.legal_moves()))

    def think(self) -> None:
        print("info depth=1 score=-0.05\ninfo depth=4 score=0.25 nodes=1234", flush=True)

    def say_move(self, move: str | None) -> None:
        print(f"done move={move}" if move else "done", flush=True)


if __name__ == "__main__":
    kinds: dict[str, type[UciEngine | XboardEngine | HubEngine]]
    kinds = {"uci": UciEngine, "xboard": XboardEngine, "hub": HubEngine}
    engine = kinds[sys.argv[1]](sys.argv[2], Path(sys.argv[3]) if len(sys.argv) > 3 else None)
    for received in sys.stdin:
        if received.strip() == "quit":
            break
        engine.hear(received)
