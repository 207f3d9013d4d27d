"""Playing a tournament from the command line: progress, a folder to go on from, Ctrl-C."""

from __future__ import annotations

from leafstrap.arena import Pair, ResultTable, RoundRobin, TournamentFolder
from leafstrap.cli.game_options import PoolOptions
from leafstrap.cli.games_progress import GamesProgress
from leafstrap.errors import UsageError
from leafstrap.runs.signals import Interruption


def play_pool(tournament: RoundRobin, options: PoolOptions) -> tuple[ResultTable, bool]:
    """Play what is not in the folder yet; all results, and whether they are complete."""
    out = options.out
    if options.resume and out is None:
        raise UsageError("To --resume a tournament name its folder with --out.")
    folder = TournamentFolder(out, tournament, resume=options.resume) if out is not None else None
    results = ResultTable(folder.known if folder else ())
    try:
        with GamesProgress(tournament.total_games) as progress, Interruption() as interruption:

            def watch(pair: Pair) -> None:
                if folder is not None:
                    folder.add(pair)
                first, second = pair.games
                for number, played in enumerate((first, second), start=1):
                    if played.irregular:
                        progress.note(
                            f"{first.first} - {first.second}, game {2 * pair.number + number}: {played.reason}."
                        )
                score = results.between(first.first, first.second)
                progress.show(2 * len(results), f"{first.first} - {first.second}: {score}")

            complete = tournament.run(results, watch, interruption.flag())
            if not complete and out is not None:
                progress.note(f"Stopped; {out} has {2 * len(results)} games, go on with --resume.")
    finally:
        if folder is not None:
            folder.close()
    return results, complete
