"""A UCI engine that misbehaves on demand: fake_engine.py MODE [FILE].

good: the first legal move. crash: dies at its third search, once for each FILE. doomed: dies at every search.
illegal, nothing, silent: answers with a move that is none, with (none), or not at all. deaf: no UCI at all.
FILE receives the process id of every start, one a line.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import chess


def main(mode: str, log: Path | None) -> None:
    starts = 0
    if log is not None:
        with log.open("a") as file:
            file.write(f"{os.getpid()}\n")
        starts = len(log.read_text().splitlines())
    board = chess.Board()
    searches = 0
    for line in sys.stdin:
        words = line.split()
        match words[:1]:
            case ["uci"] if mode != "deaf":
                print("id name fake\noption name Hash type spin default 16 min 1 max 1024")
                print("option name OwnBook type check default true\nuciok", flush=True)
            case ["isready"]:
                print("readyok", flush=True)
            case ["setoption"] if log is not None:
                with log.with_suffix(".options").open("a") as file:
                    file.write(line)
            case ["position"]:
                fen, _, moves = line.partition("moves")
                board = chess.Board() if words[1] == "startpos" else chess.Board(fen.split("fen")[1].strip())
                for move in moves.split():
                    board.push_uci(move)
            case ["go"]:
                searches += 1
                if log is not None:
                    with log.with_suffix(".go").open("a") as file:
                        file.write(line)
                answer(
                    mode, board, dying=mode == "doomed" or (mode == "crash" and searches == 3 and starts == 1)
                )
            case ["quit"]:
                return


def answer(mode: str, board: chess.Board, dying: bool) -> None:
    if dying:
        os._exit(1)
    elif mode == "illegal":
        print("bestmove a1a1", flush=True)
    elif mode == "nothing":
        print("bestmove (none)", flush=True)
    elif mode == "silent":
        time.sleep(3600)
    else:
        print(f"bestmove {min(board.legal_moves, key=chess.Move.uci).uci()}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else None)
