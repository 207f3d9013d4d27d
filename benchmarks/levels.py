"""The ratings of the levels: neighbours play each other and fixed rungs, all by fixed work: load does not matter.

    python benchmarks/levels.py chess --out runs/levels-chess

prints a table in Markdown; the ratings of the levels belong into the game's `level_ratings`. Killed, it goes on where
it was.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from leafstrap import games
from leafstrap.arena import Conditions, ResultTable, RoundRobin, Standings, TournamentFolder
from leafstrap.games import Game
from leafstrap.players import LEVELS, PlayerSpec, parse_player
from leafstrap.search.limits import Limits

SLOW = 9  # the first of the levels that take long


@dataclass(frozen=True)
class Rung:
    """A fixed opponent, the levels that it plays, and its rating where a ladder has it: these fix the scale."""

    player: str
    levels: Sequence[int]
    rating: float | None = None


@dataclass(frozen=True)
class Plan:
    """What is played in a game. The two strongest levels are slow, and have fewer games."""

    rungs: Sequence[Rung]
    games: int
    top_games: int


# Chess and backgammon have ladders, `own` and `backgammon`, whose ratings hold here. In draughts `random` is 0.
PLANS = {
    "chess": Plan(
        (
            Rung("random", (1, 2), rating=680),
            Rung("material@depth=1", (3, 4, 5), rating=1450),
            Rung("material;search=knightcap@nodes=2000", (5, 6, 7), rating=1650),
            Rung("default@nodes=1000", (7, 8), rating=2300),
            Rung("default@nodes=5000", (9, 10), rating=2820),
        ),
        games=60,
        top_games=16,
    ),
    "draughts": Plan(
        (
            Rung("random", (1, 2, 3), rating=0),
            Rung("material@depth=1", (3, 4, 5)),
            Rung("default@nodes=1000", (6, 7, 8)),
            Rung("default@nodes=5000", (9, 10)),
        ),
        games=100,
        top_games=16,
    ),
    "backgammon": Plan(
        (
            Rung("random", (1, 2), rating=-35),
            Rung("pubeval", (6, 7, 8, 9), rating=1000),
            Rung("default@depth=1", (7, 8), rating=1121),
        ),
        games=400,
        top_games=1000,
    ),
}


def pairings(game: Game, plan: Plan) -> list[tuple[list[tuple[PlayerSpec, PlayerSpec]], int]]:
    """Who plays whom how often: neighbours, those two levels apart, and rungs."""
    level = {each.number: parse_player(f"level:{each.number}", game) for each in LEVELS}
    low = [(level[n], level[n - step]) for step in (1, 2) for n in range(1 + step, SLOW)]
    top = [(level[n], level[n - 1]) for n in range(SLOW, len(LEVELS) + 1)]
    for rung in plan.rungs:
        spec = parse_player(rung.player, game)
        low += [(level[number], spec) for number in rung.levels if number < SLOW]
        top += [(level[number], spec) for number in rung.levels if number >= SLOW]
    return [(low, plan.games), (top, plan.top_games)]


def measure(game: Game, plan: Plan, out: Path, seed: int) -> Standings:
    """Play what is not in the folder yet."""
    results, names = ResultTable(), dict[str, None]()
    conditions = Conditions(game, Limits(nodes=1) if not game.cube else Limits(depth=1), seed=seed)
    for number, (pairs, count) in enumerate(pairings(game, plan)):
        tournament = RoundRobin(pairs, conditions, count)
        folder = TournamentFolder(
            out / str(number), tournament, resume=(out / str(number) / "plan.json").exists()
        )
        for known in folder.known:
            results.add(known)
        tournament.run(results, folder.add)
        folder.close()
        names |= dict.fromkeys(spec.name for spec in tournament.players)
        print(f"{game.name}: part {number + 1} is played, {2 * len(results)} games", flush=True)
    anchors = {rung.player: rung.rating for rung in plan.rungs if rung.rating is not None}
    return Standings(list(names), results, anchors)


def main() -> None:
    """Measure the levels of a game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(PLANS))
    parser.add_argument("--out", type=Path, required=True, help="the folder for the games")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    standings = measure(games.get(chosen.game), PLANS[chosen.game], chosen.out, chosen.seed)
    print("| player | rating | 95 % interval | score | games | distinct |\n|---|---:|---|---:|---:|---:|")
    for row in standings.rows():
        print(
            f"| `{row.name}` | {row.rating:.0f} | [{row.low:.0f}, {row.high:.0f}] | {row.score:.1%} "
            f"| {row.games} | {row.distinct} |"
        )
    print("\n| pairing | games | won, drawn, lost | Elo of the first |\n|---|---:|---|---|")
    for a, b in standings.results.meetings():
        score = standings.results.between(a, b)
        elo = score.as_json()
        print(
            f"| `{a}` - `{b}` | {score.games} | +{score.wins} ={score.draws} -{score.losses} "
            f"| {elo['elo']:+.0f} [{elo['elo_low']:+.0f}, {elo['elo_high']:+.0f}] |"
        )


if __name__ == "__main__":
    main()
