"""How long `stop` takes to be answered, as a GUI sees it: the engine is a process, spoken to through pipes."""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time


def waits(threads: int, times: int, thinking: float) -> list[float]:
    """Seconds from `stop` to `bestmove`, once for each search."""
    engine = subprocess.Popen(
        [sys.executable, "-m", "leafstrap", "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    to_engine, from_engine = engine.stdin, engine.stdout
    assert to_engine is not None
    assert from_engine is not None

    def say(text: str) -> None:
        print(text, file=to_engine, flush=True)

    def until(word: str) -> None:
        while not from_engine.readline().startswith(word):
            pass

    say(f"uci\nsetoption name Threads value {threads}\nisready")
    until("readyok")
    found = []
    for _ in range(times):
        say("position startpos\ngo infinite")
        time.sleep(thinking)
        began = time.perf_counter()
        say("stop")
        until("bestmove")
        found.append(time.perf_counter() - began)
    say("quit")
    engine.wait()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--thinking", type=float, default=0.03, help="seconds before each stop")
    parser.add_argument("--json", action="store_true", help="one JSON object on the last line")
    options = parser.parse_args()

    report = {}
    for threads in (1, 2):
        found = waits(threads, options.times, options.thinking)
        within = sum(wait <= 0.01 for wait in found) / len(found)
        report[f"threads_{threads}"] = {
            "median_ms": 1000 * statistics.median(found),
            "max_ms": 1000 * max(found),
            "within_10_ms": within,
        }
        print(
            f"{threads} thread{'s' * (threads > 1)}: median {1000 * statistics.median(found):.2f} ms, "
            f"longest {1000 * max(found):.2f} ms, {100 * within:.1f} % within 10 ms"
        )
    if options.json:
        print(json.dumps(report))


if __name__ == "__main__":
    main()
