"""Tables of a recipe, each setting declared once; `evaluator` is with the evaluators, `backup` with the rules."""

from __future__ import annotations

from dataclasses import dataclass

from leafstrap.search.engine import VARIANTS
from leafstrap.search.playing import AGREEMENT
from leafstrap.settings import setting


@dataclass(frozen=True, slots=True)
class SearchTable:
    """How far each move of a training game looks ahead: the limits of one search."""

    variant: str = setting(
        "training",
        "the training search of the rule, or one for play, for rules that learn from boards, roots, leaves, and from "
        "trees of the tournament search",
        choices=("training", *VARIANTS),
    )
    unproven: float = setting(
        0.0,
        "what a bound counts that rests on a guess of the tournament search, a move passed over or searched less "
        "deeply; rules that learn from trees, with search.variant tournament only",
        low=0,
        high=1,
    )
    depth: int | None = setting(None, "plies of full-width search a move", low=1, high=64)
    nodes: int | None = setting(None, "positions searched a move", low=1)
    extend: bool = setting(
        True,
        "beyond the depth look at captures and checks until nothing is going on; false: cut there; training only",
    )
    fail_soft: bool = setting(
        False,
        "bounds of alpha-beta, with dice of *-minimax, say all that was found, beyond what the window of a node asked "
        "for; treestrap-ab with the training search only",
    )
    movetime: float | None = setting(None, "seconds a move", low=0.001)
    clock: str | None = setting(None, "a Fischer clock, SECONDS+INCREMENT; updates are charged to it")
    leaf_tolerance: float = setting(
        AGREEMENT,
        "how far a leaf may lie from the value of a search for play and still be learned from, in expected results "
        "where a pawn is 0.25; 0: it must be exact, as those of training searches are",
        low=0,
        high=1,
    )
    candidates: int = setting(
        0, "moves that are looked ahead from, the best at first sight; 0: all; games with dice only", low=0
    )
    probing: bool = setting(
        True,
        "*-minimax looks at one move of every roll first, for a lower bound, which is Star2; false: Star1; rules of "
        "alpha-beta in games with dice only",
    )
    tablebase: int = setting(
        0,
        "pieces with which the outcome of an ending is known, and is the value of a position; draughts only, up to 4",
        low=0,
        high=4,
    )
    table_bits: int = setting(18, "the transposition table has 2 to this power entries", low=10, high=26)


@dataclass(frozen=True, slots=True)
class ExperienceTable:
    """Where the positions come from."""

    kind: str = setting(
        "self-play",
        "whose games are learned from: one's own, those against others, or those of others: an expert "
        "against itself, or a database; mixed: games of a database up to some move, then one's own",
        choices=("self-play", "versus", "observe", "mixed"),
    )
    opponent: str | None = setting(
        None, "the player that versus plays against, or the expert that is observed (as in `leafstrap match`)"
    )
    values: str = setting(
        "own",
        "whose evaluations targets are made of; expert: the opponent's, for rules that learn from boards",
        choices=("own", "expert"),
    )
    database: str | None = setting(
        None,
        "the file of games that is observed, or begun with: PGN, PDN or .mat, plain or .gz, .bz2, .xz, .zst",
    )
    expert_share: float | None = setting(
        None,
        "the part of all boards that experts' moves led to, kept by games that are watched to their end; not set: "
        "every game is completed by the learner; mixed only",
        low=0,
        high=1,
    )
    passes: int = setting(1, "how often the games of a database are gone through", low=1)
    quiet: bool = setting(
        True,
        "of a database, only positions in which nothing must be captured and no combination is under way; ebnn: of "
        "one's own games too",
    )
    pool: tuple[str, ...] = setting(
        (), "the players instead, met by rating: each a RATING and a player, or a ladder with ratings"
    )
    rating: float | None = setting(None, "the learner's rating at the start; else the mean of its opponents'")
    rating_spread: float = setting(
        150.0, "how far from its own rating the learner usually meets opponents of a pool", low=1
    )
    min_moves: int = setting(0, "games with fewer moves of the learner are ignored; td rules only", low=0)
    openings: str = setting(
        "own", "where games start: own (the set that ships with Leafstrap), none, or a file"
    )
    random_plies: int = setting(0, "plies played at random after the opening", low=0, high=100)
    epsilon: float = setting(0.0, "chance that a move is random, which breaks the TD chain", low=0, high=1)
    max_plies: int | None = setting(
        None,
        "a game this long is broken off, without a result; not set: 400, in backgammon 10000",
        low=2,
    )


@dataclass(frozen=True, slots=True)
class RunTable:
    """How long, how many at once, and what is kept."""

    games: int | None = setting(None, "stop after so many games", low=0)
    minutes: float | None = setting(None, "stop after so many minutes of learning", low=0)
    clock: str = setting(
        "wall",
        "what a minute is: of the wall clock, or of the processor time of one worker, for machines that others use",
        choices=("wall", "processor"),
    )
    workers: int = setting(1, "games played at the same time; 1 is deterministic", low=1, high=1024)
    max_staleness: int | None = setting(
        None,
        "updates of others after which the update of a worker that has not seen them is refused, and its game played "
        "again; not set: none is; on a cluster only",
        low=0,
    )
    max_restarts: int = setting(
        5,
        "how often in a row a worker of a cluster that fails before it has finished a game is started again, and then "
        "left out",
        low=0,
    )
    seed: int = setting(1, "every random choice of the run follows from it", low=0)
    games_per_batch: int = setting(
        1,
        "games at most that the core plays in one go before they are learned from together; games with dice only",
        low=1,
    )
    update_every: int = setting(1, "games whose updates are collected before the weights move", low=1)
    averaging: int = setting(
        0,
        "k: weights files hold the mean over the games so far, those after game n counting n^k; 0: no mean",
        low=0,
        high=100,
    )
    checkpoint_every: int = setting(50, "games between checkpoints", low=1)
    keep_best_every: int = setting(
        0, "games between matches of the newest weights with the best, 0: none", low=0
    )
    keep_best_games: int = setting(40, "games of such a match", low=2)
    champion_every: int = setting(
        0,
        "games for which the weights that newer ones play stay the same; then the best take their place, and the run "
        "goes on from these or is over; 0: whoever wins takes it at once",
        low=0,
    )
    final_games: int = setting(
        0,
        "games at the end that say where the weights stand on the ladder of the game; at checkpoints on the way up to "
        "a fifth as many; 0: none",
        low=0,
    )
