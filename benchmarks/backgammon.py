"""Backgammon beside its peers: training games, afterstates and evaluations a second, one thread each.

Peers are bgsage (`td_train`), OpenSpiel (legal actions) and Debian's gnubg (`calibrate`); those that are missing are
left out. `pip install bgsage open_spiel` may be done in another environment, whose Python is then given with --python.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from leafstrap._core.backgammon import Position, play_games
from leafstrap.evaluators import NetworkArchitecture
from leafstrap.games.backgammon import BACKGAMMON
from leafstrap.recipes import library
from leafstrap.training import Run

BGSAGE = """
import tempfile, time, bgbot_cpp
with tempfile.TemporaryDirectory() as folder:
    began = time.process_time()
    bgbot_cpp.td_train({games}, 0.1, 40, 0.1, 1, 10 ** 9, "bench", folder)
    print({games} / (time.process_time() - began))
"""
OPEN_SPIEL = """
import random, time, pyspiel
game, rng = pyspiel.load_game("backgammon"), random.Random(1)
states, spent, calls = [], 0.0, 0
while calls < {calls}:
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
            continue
        fresh = state.clone()
        began = time.process_time()
        actions = fresh.legal_actions()
        spent += time.process_time() - began
        calls += 1
        state.apply_action(rng.choice(actions))
print(calls / spent)
"""


def trained(features: str, number: int) -> float:
    """Training games a second of a whole run, self-play from random weights."""
    changes = ["evaluator.kind=network", f"evaluator.features={features}", "evaluator.hidden=[40]"]
    changes += [f"run.games={number}", "run.workers=1", "run.final_games=0"]
    with tempfile.TemporaryDirectory() as folder:
        run = Run.create(Path(folder) / "run", "backgammon", library.load("backgammon-quick", changes))
        began = time.process_time()
        run.train(quiet=True)
        return number / (time.process_time() - began)


def positions(number: int) -> list[Position]:
    """Positions of random games, dice rolled."""
    rng = Random(1)
    found: list[Position] = []
    while len(found) < number:
        position = Position()
        while position.outcome() is None:
            position = position.rolled((rng.randint(1, 6), rng.randint(1, 6)))
            found.append(position)
            position = position.after(rng.choice(position.legal_moves()))
    return found[:number]


def listed(number: int) -> float:
    """Rolls a second whose boards are all listed, Python's list of moves included."""
    found = positions(number)
    began = time.process_time()
    for position in found:
        position.legal_moves()
    return number / (time.process_time() - began)


def counted(number: int) -> float:
    """The same without the list: the core counts the boards of each roll."""
    found = positions(number)
    began = time.process_time()
    for position in found:
        position.perft(1)
    return number / (time.process_time() - began)


def evaluated(features: str, number: int) -> float:
    """Evaluations a second of all boards that the rolls of games lead to."""
    chosen = NetworkArchitecture.of(BACKGAMMON, {"features": features, "hidden": [40]})
    networks: Any = chosen.snapshot(chosen.initial_weights("random", seed=1))
    began = time.process_time()
    done, seed = 0, 0
    while done < number:
        done += play_games(networks, networks, 20, seed=seed).evaluations
        seed += 1
    return done / (time.process_time() - began)


def peer(python: str, program: str) -> float | None:
    """What a program prints, or None where it cannot run."""
    done = subprocess.run([python, "-c", program], capture_output=True, text=True, check=False)
    return float(done.stdout.split()[-1]) if done.returncode == 0 else None


def gnubg() -> float | None:
    """Static evaluations a second of processor time.

    gnubg counts by the clock on the wall, which on a busy machine says more about the others. So what it says is
    corrected by the processor time that it had meanwhile; starting and ending are measured apart and taken off both.
    """
    if (program := shutil.which("gnubg") or shutil.which("/usr/games/gnubg")) is None:
        return None
    _, idle_wall, idle_cpu = run_gnubg(program, "")
    said, wall, cpu = run_gnubg(program, "set threads 1\ncalibrate 10\n")
    rates = [line for line in said.replace("\r", "\n").splitlines() if "static evaluations/second" in line]
    if not rates:
        return None
    by_the_wall = float(rates[-1].split()[-3].replace(",", ""))
    return by_processor_time(by_the_wall, wall - idle_wall, cpu - idle_cpu)


def run_gnubg(program: str, commands: str) -> tuple[str, float, float]:
    """What it prints, and the seconds it took on the wall and of processor time."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [program, "-t", "-q", "-r"],
            input=f"{commands}quit\ny\n",
            capture_output=True,
            text=True,
            env={"HOME": home, "PATH": "/usr/games:/usr/bin:/bin"},
            check=False,
        )
    wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def by_processor_time(rate: float, wall: float, cpu: float) -> float:
    """A rate by the wall clock as one of processor time: who had half a processor would do twice as much alone."""
    return rate * max(wall, 1e-9) / max(cpu, 1e-9)


def show(what: str, ours: float, name: str, theirs: float | None) -> None:
    """One line of the report."""
    compared = f"{name} is not here" if theirs is None else f"{name} {theirs:,.0f}, ratio {ours / theirs:.2f}"
    print(f"{what}: {ours:,.0f} a second; {compared}", flush=True)


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default=sys.executable, help="a Python that has bgsage and open_spiel")
    parser.add_argument("--games", type=int, default=5000, help="training games to measure")
    chosen = parser.parse_args()
    bgsage = peer(chosen.python, BGSAGE.format(games=chosen.games))
    show("training games, 198 inputs, 40 hidden", trained("tesauro", chosen.games), "bgsage", bgsage)
    show("training games, 393 inputs, 40 hidden", trained("contact", chosen.games // 4), "bgsage", bgsage)
    spiel = peer(chosen.python, OPEN_SPIEL.format(calls=20_000))
    show("rolls listed, from Python", listed(50_000), "OpenSpiel", spiel)
    show("rolls counted, from Python", counted(50_000), "OpenSpiel", spiel)
    static = gnubg()
    show("evaluations, 198 inputs, 40 hidden", evaluated("tesauro", 1_000_000), "gnubg", static)
    show("evaluations, 393 inputs, 40 hidden", evaluated("contact", 500_000), "gnubg", static)


if __name__ == "__main__":
    main()
