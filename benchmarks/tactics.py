"""How many positions of a suite with known best moves are solved: Win At Chess at one second each if not told else."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import chess

from leafstrap.evaluators import default_weights, load_evaluator
from leafstrap.games.chess import CHESS, Line, Position
from leafstrap.search.engine import VARIANTS, Engine, SearchRequest
from leafstrap.search.limits import UNTIMED, fixed_budget

WIN_AT_CHESS = Path(__file__).parent.parent.parent / "shared" / "data" / "chess" / "suites" / "wac.epd"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suite", type=Path, default=WIN_AT_CHESS, help="EPD with bm (best moves)")
    parser.add_argument("--seconds", type=float, default=1.0, help="a position")
    parser.add_argument("--nodes", type=int, default=0, help="a position, instead of seconds")
    parser.add_argument("--weights", type=Path, help="a weights file; the default ones if not given")
    parser.add_argument("--variant", choices=list(VARIANTS), default="tournament")
    parser.add_argument("--json", action="store_true", help="one JSON object on the last line")
    options = parser.parse_args()
    if not options.suite.exists():
        sys.exit(f"There is no suite at {options.suite}: name one with --suite.")

    evaluator = load_evaluator(options.weights, CHESS) if options.weights else default_weights(CHESS)
    engine = Engine(evaluator, variant=options.variant)
    budget = UNTIMED if options.nodes else fixed_budget(options.seconds, 0)
    solved, failed = 0, []
    for text in filter(None, options.suite.read_text().splitlines()):
        board, operations = chess.Board.from_epd(text)
        engine.new_game()
        found = engine.think(
            Line(Position.parse(board.fen())), SearchRequest(nodes=options.nodes, budget=budget)
        )
        best = operations["bm"]
        if isinstance(best, list) and chess.Move.from_uci(str(found.move)) in best:
            solved += 1
        else:
            failed.append(operations.get("id", board.fen()))
    print(f"{solved} of {solved + len(failed)} solved; not: {', '.join(map(str, failed)) or 'none'}")
    if options.json:
        print(json.dumps({"solved": solved, "positions": solved + len(failed), "failed": failed}))


if __name__ == "__main__":
    main()
