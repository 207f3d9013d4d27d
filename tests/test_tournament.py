"""Tournaments: who meets whom, what the table says, and that nothing is lost when they are stopped."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import chess.pgn
import pytest

from leafstrap import games
from leafstrap._core import StopFlag
from leafstrap.arena import (
    Conditions,
    Pair,
    PairResult,
    ResultTable,
    RoundRobin,
    Standings,
    TournamentFolder,
    gauntlet,
    round_robin,
)
from leafstrap.errors import LeafstrapError, PlayerError, UsageError
from leafstrap.players import PlayerSpec, RandomPlayer, parse_player
from leafstrap.search import Limits

CHESS = games.get("chess")
NAMES = ["material", "random", "untrained"]


def specs(*texts: str) -> list[PlayerSpec]:
    return [parse_player(text, CHESS) for text in texts]


def a_tournament(*texts: str, games: int = 4, **settings: Any) -> RoundRobin:
    conditions = Conditions(CHESS, **{"limits": Limits(depth=1), "max_plies": 60, **settings})
    return RoundRobin(round_robin(specs(*(texts or NAMES))), conditions, games)


def results_of(tournament: RoundRobin) -> ResultTable:
    results = ResultTable()
    assert tournament.run(results)
    return results


def keys(results: ResultTable) -> dict[tuple[str, str], object]:
    return {pair: results.between(*pair) for pair in sorted(results.meetings())}


def test_round_robin_and_gauntlet() -> None:
    players = specs("material", "random", "untrained", "material@depth=2")
    assert len(round_robin(players)) == 6
    assert [(a.name, b.name) for a, b in gauntlet(players)] == [
        ("material", "random"),
        ("material", "untrained"),
        ("material", "material@depth=2"),
    ]


def test_all_pairings_are_played_and_the_table_is_right() -> None:
    results = results_of(a_tournament())
    assert len(results) == 6
    standings = Standings(NAMES, results, {"random": 250.0})
    rows = {row.name: row for row in standings.rows()}
    assert all(row.games == 8 for row in rows.values())
    assert sum(row.points for row in rows.values()) == 12
    by_score = sorted(rows.values(), key=lambda row: -row.score)
    assert by_score[0].rating == max(row.rating for row in rows.values())
    assert rows["random"].rating == rows["random"].low == rows["random"].high == 250
    against = results.between("material", "random")
    mirrored = results.between("random", "material")
    assert (against.wins, against.draws, against.losses) == (mirrored.losses, mirrored.draws, mirrored.wins)
    assert against.distinct == 4
    lines = standings.table().splitlines()
    assert len(lines) == 4
    assert [line.split()[1] for line in lines[1:]] == standings.ratings.ranked()
    of_material = next(line for line in lines if "material" in line)
    assert f"{against.wins + against.draws / 2:g}/4" in of_material


def test_the_same_games_at_any_concurrency_and_the_same_openings_for_all() -> None:
    seen: list[Pair] = []
    one = ResultTable()
    assert a_tournament(seed=3).run(one, seen.append)
    assert keys(one) == keys(results_of(a_tournament(seed=3, concurrency=3)))
    assert keys(one) != keys(results_of(a_tournament(seed=4)))
    openings: dict[int, set[str]] = {}
    for pair in seen:
        openings.setdefault(pair.number, set()).update(game.opening for game in pair.games)
    assert all(len(names) == 1 for names in openings.values())


def test_first_moves_are_counted_for_both_sides() -> None:
    table = ResultTable(
        [PairResult("a", "b", 0, (1.0, 0.5), ("x", "y")), PairResult("a", "b", 1, (0.0, 1.0), ("x", "z"))]
    )
    assert table.by_first_move() == {("a", "b"): (1, 0, 1), ("b", "a"): (0, 1, 1)}
    assert table.between("a", "b").distinct == 3
    assert ("a", "b", 1) in table
    assert ("b", "a", 1) not in table


def test_only_what_is_missing_is_played() -> None:
    whole = results_of(a_tournament())
    part = ResultTable()
    stop = StopFlag()
    assert not a_tournament().run(part, lambda pair: stop.set() if len(part) == 2 else None, stop)
    assert len(part) == 2
    seen: list[Pair] = []
    assert a_tournament().run(part, seen.append)
    assert len(seen) == 4
    assert keys(part) == keys(whole)
    assert a_tournament().run(part, seen.append)
    assert len(seen) == 4


def test_ctrl_c_keeps_whole_pairs() -> None:
    def interrupt(pair: Pair) -> None:
        raise KeyboardInterrupt

    results = ResultTable()
    assert not a_tournament().run(results, interrupt)
    assert len(results) == 1


def test_impossible_tournaments() -> None:
    for texts, words in (
        (["random"], "at least two"),
        (["random", "material", "random"], "are called 'random'"),
    ):
        with pytest.raises(UsageError, match=words):
            RoundRobin(round_robin(specs(*texts)), Conditions(CHESS, Limits(depth=1)), 2)
    with pytest.raises(PlayerError, match="does not start"):
        a_tournament("random", "uci:no-such-engine").run(ResultTable())


def test_a_player_that_cannot_be_made_again_loses_with_a_reason() -> None:
    """With two pairs at once a second one is needed, and does not come."""
    made: list[RandomPlayer] = []

    def make() -> RandomPlayer:
        if made:
            raise PlayerError("The engine is gone.")
        made.append(RandomPlayer("once"))
        return made[0]

    conditions = Conditions(CHESS, Limits(depth=3), concurrency=2, max_plies=100)
    pairing = (PlayerSpec("once", None, make), parse_player("material", CHESS))
    seen: list[Pair] = []
    assert RoundRobin([pairing], conditions, 8).run(ResultTable(), seen.append)
    absent = [game for pair in seen for game in pair.games if game.irregular]
    assert absent
    assert {(game.termination, game.reason) for game in absent} == {("abandoned", "The engine is gone")}


def play_in(folder: Path, *, resume: bool, pairs: int | None = None, **settings: Any) -> ResultTable:
    """Play in a folder, at most so many pairs."""
    tournament = a_tournament(**settings)
    opened = TournamentFolder(folder, tournament, resume=resume)
    results, stop = ResultTable(opened.known), StopFlag()
    played = 0

    def watch(pair: Pair) -> None:
        nonlocal played
        opened.add(pair)
        played += 1
        if played == pairs:
            stop.set()

    tournament.run(results, watch, stop)
    opened.close()
    return results


def games_in(folder: Path) -> int:
    count = 0
    with (folder / "games.pgn").open() as file:
        while (game := chess.pgn.read_game(file)) is not None:
            assert not game.errors
            count += 1
    return count


@pytest.mark.parametrize("cut", [0, 1, 60, 200])
def test_a_folder_cut_short_anywhere_goes_on(tmp_path: Path, cut: int) -> None:
    """As a kill leaves it: part of the last line is missing, or games have no line yet."""
    whole = play_in(tmp_path / "whole", resume=False)
    part = tmp_path / "part"
    play_in(part, resume=False, pairs=3)
    log = part / "results.jsonl"
    log.write_bytes(log.read_bytes()[: len(log.read_bytes()) - cut])
    with (part / "games.pgn").open("a") as file:
        file.write('[Event "half a game')
    assert keys(play_in(part, resume=True)) == keys(whole)
    assert games_in(part) == games_in(tmp_path / "whole") == 12
    again = [json.loads(line)["number"] for line in log.read_text().splitlines()]
    assert len(again) == 6
    assert len(play_in(part, resume=True)) == 6, "nothing is left to play"


def test_more_games_and_players_can_be_added(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    play_in(folder, resume=False, games=2)
    assert keys(play_in(folder, resume=True, games=4)) == keys(results_of(a_tournament(games=4)))


def test_folders_that_do_not_fit(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    with pytest.raises(UsageError, match="no tournament in"):
        play_in(folder, resume=True)
    play_in(folder, resume=False, pairs=1)
    with pytest.raises(UsageError, match="go on with it by --resume"):
        play_in(folder, resume=False)
    with pytest.raises(UsageError, match="was begun with seed 0, not 7"):
        play_in(folder, resume=True, seed=7)
    with pytest.raises(UsageError, match="was begun with limits depth=1, not depth=2"):
        play_in(folder, resume=True, limits=Limits(depth=2))
    held = TournamentFolder(folder, a_tournament(), resume=True)
    with pytest.raises(LeafstrapError, match="Another process"):
        play_in(folder, resume=True)
    held.close()
    (folder / "plan.json").write_text("{")
    with pytest.raises(UsageError, match="cannot be read or written"):
        play_in(folder, resume=True)
    shutil.rmtree(folder)
    folder.write_text("a file")
    with pytest.raises(UsageError, match="cannot be read or written"):
        play_in(folder, resume=False)


def test_results_are_written_as_the_documentation_says() -> None:
    record = {"a": "x", "b": "y", "number": 3, "points": [1.0, 0.5], "marks": ["0a", "0b"], "games_end": 9}
    result = PairResult.from_json(record)
    assert result == PairResult("x", "y", 3, (1.0, 0.5), ("0a", "0b"))
    assert json.loads(json.dumps(result.as_json())) == {k: v for k, v in record.items() if k != "games_end"}
