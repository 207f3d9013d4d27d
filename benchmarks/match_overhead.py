"""What a match costs beside thinking: games a second of players that think little or not at all.

Random moves leave nothing but the rules and the arena's own loop; a search of one ply is the least that a player of
ours does. The games follow from the seed, so two versions of the code play the same ones; seconds are the processor's,
and the best round of each counts, since other work on the machine can only slow a round down.
"""

from __future__ import annotations

import argparse
import json
import time

from leafstrap import games
from leafstrap.arena import play_match
from leafstrap.players import parse_player
from leafstrap.search import Limits

GAMES = ("chess", "draughts")
PLAYERS = ("random", "material@depth=1")


def games_a_second(game_name: str, player: str, number: int) -> float:
    """A match of a player against itself."""
    game = games.get(game_name)
    spec = parse_player(player, game)
    began = time.process_time()
    play_match(game, spec.build, spec.build, games=number, limits=spec.limits or Limits(depth=1), seed=1)
    return number / (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="of a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="one JSON object on the last line")
    options = parser.parse_args()
    best = {(game, player): 0.0 for game in GAMES for player in PLAYERS}
    for game, player in best:
        games_a_second(game, player, 2)  # reads the openings, which are kept
    for _ in range(options.rounds):
        for game, player in best:
            best[game, player] = max(best[game, player], games_a_second(game, player, options.games))
    for (game, player), rate in best.items():
        print(f"{game}, {player} against itself: {rate:.1f} games a second")
    if options.json:
        report = [
            {"game": game, "player": player, "games_a_second": round(rate, 2)}
            for (game, player), rate in best.items()
        ]
        print(json.dumps({"matches": report}))


if __name__ == "__main__":
    main()
