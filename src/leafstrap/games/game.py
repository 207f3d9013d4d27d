"""What the rest of the package needs to know of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import Any, Literal, Protocol

from leafstrap import types
from leafstrap._core import EVALUATION_LIMIT, WIN, Outcome, Side
from leafstrap.games.boards.board_data import TEXT_BOARD, BoardData
from leafstrap.games.boards.view import PLAIN, View
from leafstrap.games.notebook import show_boards
from leafstrap.games.outputs import Outputs, SingleOutput
from leafstrap.games.pieces import Pieces
from leafstrap.games.result import result_text
from leafstrap.games.result_model import ResultModel


@dataclass(frozen=True)
class Classifier:
    """A way to tell positions apart, so that each class can have a network of its own."""

    modules: tuple[
        tuple[str, str | None], ...
    ]  # the classes, and the feature set of each; None: the recipe's
    hidden: tuple[int, ...]  # units of each network, or of all, unless told

    @property
    def shares_features(self) -> bool:
        """Whether all classes are told the same."""
        return all(own is None for _, own in self.modules)


# The training search itself; the searches for play, which can stand in for it; or the one for dice.
PlayedBy = Literal["training", "tournament", "expectimax"]


@dataclass(frozen=True)
class TrainingSearch:
    """A search that computes what the papers define, as a game has it. It gives all that rules may ask for."""

    make: Callable[
        [Any, int], types.Search
    ]  # of what the core has for an architecture, and the bits of its table
    settings: tuple[str, ...]  # keys of a recipe's table `search` that have a meaning for it
    player: PlayedBy = "training"  # what players look ahead by where this is the game's first search
    least_depth: int = 1  # at which it looks at more than the positions that moves lead to
    most_depth: int = 64
    stands_for: tuple[str, ...] = ()  # other searches that it is where there are dice


# What games without chance have in common, which are searched by alpha-beta.

# A network says who wins; searches cut evaluations, so that none is mistaken for the end of a game.
MOVER_OUTPUTS = {"one": SingleOutput.of(1.0, most=EVALUATION_LIMIT / WIN)}
TRAINING_LIMITS = ("depth", "nodes", "extend", "fail_soft", "movetime", "clock", "table_bits")
MOVER_LIMITS = (*TRAINING_LIMITS, "variant", "unproven", "leaf_tolerance", "tablebase")


def mover_searches(limits: tuple[str, ...], player: PlayedBy) -> Mapping[str, TrainingSearch]:
    """Alpha-beta and minimax, as every game has them whose positions can be searched."""
    return {
        "alphabeta": TrainingSearch(
            lambda core, bits: core.alphabeta(table_bits=bits), limits, player=player
        ),
        "minimax": TrainingSearch(lambda core, bits: core.minimax(), limits),
    }


# Of games that have searches for play beside them, and of games that have none.
MOVER_SEARCHES = mover_searches(MOVER_LIMITS, "tournament")
TRAINING_SEARCHES = mover_searches(TRAINING_LIMITS, "training")


def stage_classifiers(stages: Sequence[str]) -> dict[str, Classifier]:
    """One network for all positions, or one for each stage of a game; 80 units as in Wiering et al., section 5."""
    classifiers = {"single": Classifier((("game", None),), (80,))}
    if stages:
        classifiers["stages"] = Classifier(tuple((stage, None) for stage in stages), (80,))
    return classifiers


class MakeNetworks(Protocol):
    """Makes networks of the core."""

    def __call__(
        self, classifier: str, outputs: str, activation: str, inputs: Sequence[Any], hidden: Sequence[int]
    ) -> types.Networks:
        """A network for each class, told what its feature set sees, with so many hidden units.

        ValueError if there are no such.
        """


class HasNetworks(types.FeatureSet, Protocol):
    """A feature set that networks can be made for."""

    def perceptron(self, hidden: Sequence[int], activation: str = ...) -> types.Networks:
        """One network, or one for each stage of the game, with so many hidden units."""


def mover_networks(
    classifier: str, outputs: str, activation: str, inputs: Sequence[HasNetworks], hidden: Sequence[int]
) -> types.Networks:
    """Networks of the core over one feature set, with one output."""
    return inputs[0].perceptron(list(hidden), activation)


@dataclass(frozen=True)
class Wording:
    """How people talk about a game."""

    moves: str = "the program writes it"  # examples of how a move is written
    position: str = "position"  # what a position as text is called
    unit: str = "points"  # what evaluations are told in
    win: str = "win"  # an end that is seen coming, for the side that likes it
    loss: str = "loss"  # and for the other


@dataclass(frozen=True)
class BenchPositions:
    """What `leafstrap bench` counts and looks ahead from. A change here changes the signature of the game."""

    perft: tuple[tuple[str, int], ...]  # positions to count from, each with a depth
    search: tuple[str, ...] = ()  # positions to search, all to one depth
    depth: int = 0
    integer_features: str = ""  # a feature set with whole values, so that sums are exact on every machine
    player: str = (
        ""  # with dice: who plays games against itself, always the same, whose positions are looked at
    )
    games: int = 0


def plain_board(position: types.Position, view: View = PLAIN) -> str:
    """A position as its text: what a game shows that has no picture of its board.

    >>> plain_board("W:W31-50:B1-20")
    'W:W31-50:B1-20'
    """
    return str(position)


def count_moves(line: types.Line) -> int:
    """The number of the move that comes next, where a position does not know it: both sides' moves are one.

    >>> from leafstrap._core.draughts import Line
    >>> line = Line()
    >>> for text in ("32-28", "19-23", "28x19"):
    ...     line.push(line.position.move(text))
    >>> count_moves(line)
    2
    """
    return int(len(line) + (line.start.turn == Side.second)) // 2 + 1


@dataclass(frozen=True, repr=False)
class Game:
    """One game: its position and line types, and the feature sets that describe its positions."""

    name: str
    Position: type[types.Position]
    Line: type[types.Line]
    feature_sets: Mapping[str, types.FeatureSet]
    record_suffix: str
    write_record: Callable[..., str]
    FeatureSet: types.FeatureSetType | None = None  # makes sets of others; None: there are only those above
    default_recipe: str = ""  # what is learned where no recipe is named
    default_weights: Traversable | None = None  # the file, for everyone who has not learned any yet
    ladder: str = ""  # players of known strength that ship with it, by name
    first_match: str = "random --games 20 --depth 3"  # whom to try what was learned against, and how
    example: str = ""  # a position that is worth an explanation
    # Weights that nobody learned, by feature set: of a concept in a stage. Ours, and those of programs that are public.
    hand_weights: Mapping[str, Callable[[str, int], float]] = field(default_factory=dict)
    published_weights: Mapping[str, Callable[[str, int], float]] = field(default_factory=dict)
    # Networks: classifiers that say which of several speaks, what outputs can mean, and who makes them.
    classifiers: Mapping[str, Classifier] = field(default_factory=dict)
    outputs: Mapping[str, Outputs] = field(default_factory=lambda: MOVER_OUTPUTS)
    networks: MakeNetworks | None = None
    # Training searches by name, each made of what the core has for an architecture; the first is the default one.
    searches: Mapping[str, TrainingSearch] = field(default_factory=dict)
    play_games: Callable[..., types.PlayedGames] | None = None  # whole batches of games in the core
    play_games_online: Callable[..., tuple[types.PlayedGames, types.Floats]] | None = (
        None  # and learned from after every move, by traces; with the weights then
    )
    win: float = WIN  # what a game won by one point is worth to a search
    most_points: int = 1  # that a game can be won by
    pieces: Pieces | None = None  # where counting them tells who is ahead
    result_model: ResultModel | None = None  # how often scores win, fitted to games of the default weights
    level_ratings: tuple[int, ...] = ()  # of players/levels.py, the lowest first; see docs/results/levels.md
    untrained: str = "linear"  # the evaluator of the player of that name: a kind, or a classifier
    default_features: str = ""  # the set that is learned with unless another is asked for
    read_move: Callable[[Any, str], types.Move] | None = (
        None  # as people write moves, where that is not Position.move
    )
    read_position: Callable[[str], tuple[types.Position, str]] | None = (
        None  # as people write positions, with their name if they have one, where that is not Position.parse
    )
    named_openings: Traversable | None = None  # `Name: moves` a line; `#` begins a comment
    opening_plies: int = 8  # of openings that are made of random moves
    GameText: Callable[[str], Iterable[types.WrittenGame]] | None = (
        None  # reads games in the notation of the records, where the core can
    )
    GameFile: Callable[[str], types.GameFile] | None = (
        None  # the same for files, whose games can be had by number
    )
    quiet_positions: Callable[[Any], Sequence[bool]] | None = (
        None  # says of a line in which of its positions nothing was going on
    )
    Tablebase: types.TablebaseType | None = None  # tables of endings whose outcome is known
    draw: Callable[[Any, View], str] = plain_board  # for a terminal
    board_data: BoardData = TEXT_BOARD  # the same for who draws it: what is where, and what moves touch
    write_move: Callable[[Any, Any], str] | None = None  # where that is not Position.move_text
    move_number: Callable[[Any], int] = count_moves  # of the next move of a line
    label_move: Callable[[Any], str] | None = None  # what the next move is told by, where not by its number
    result_text: Callable[[Outcome | None], str] = result_text  # as records of the game write results
    refusal: Callable[[Any, str], str] | None = (
        None  # why what was typed is no legal move, where that can be said
    )
    wording: Wording = Wording()
    bench_positions: BenchPositions | None = None
    counts_points: bool = False  # how high a game is won matters
    cube: bool = False  # players may double what is at stake
    longest: int = (
        400  # plies after which a game between players counts as drawn: shuffling that neither can win
    )

    def __post_init__(self) -> None:
        show_boards(self)

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    @property
    def played_by(self) -> PlayedBy:
        """What players of it look ahead by."""
        return next((search.player for search in self.searches.values()), "training")

    def training_search(self, name: str | None) -> str | None:
        """The search of that name, or what stands for it here; None: there is none. Without a name the first."""
        for own, search in self.searches.items():
            if name is None or name == own or name in search.stands_for:
                return own
        return None

    def chances(self, position: types.Position, score: float) -> tuple[int, int, int] | None:
        """Won, drawn and lost of a thousand games for the mover, by its score in hundredths; None: nobody knows."""
        if self.result_model is None or self.pieces is None:
            return None
        share = self.pieces.count(position) / self.pieces.count(self.Position())
        return self.result_model.per_mille(score, share)

    def parse_move(self, position: types.Position, text: str) -> types.Move:
        """A legal move as people write it; `ValueError` for anything else."""
        return position.move(text) if self.read_move is None else self.read_move(position, text)

    def move_text(self, position: types.Position, move: types.Move) -> str:
        """A move as people write it."""
        return str(position.move_text(move) if self.write_move is None else self.write_move(position, move))

    def move_label(self, line: types.Line) -> str:
        """What the next move of a line is told by: its number, or what was rolled for it."""
        if self.label_move is not None:
            return self.label_move(line)
        return f"{self.move_number(line)}{'.' if line.position.turn == Side.first else '...'}"

    def parse_position(self, text: str) -> tuple[types.Position, str]:
        """A position as people write it, and its name if the text has one; `ValueError` for anything else."""
        return (self.Position.parse(text), "") if self.read_position is None else self.read_position(text)
