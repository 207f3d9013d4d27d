"""What a player says of itself before it is made: its word, what it is, which games it plays, how it is made.

`--help`, the sentence "there are ..." and the table of the manual come from these declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from leafstrap.errors import PlayerError, UsageError
from leafstrap.evaluators import Evaluator
from leafstrap.games import Game
from leafstrap.players.player import Player
from leafstrap.players.portable import PortablePlayer
from leafstrap.registry import Registry
from leafstrap.search.limits import Limits

Builder = Callable[[], Player]


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player that can be made once a thread; `limits` are its own, None for those of the match."""

    name: str
    limits: Limits | None
    build: Builder
    evaluator: Callable[[], Evaluator] | None = None  # of one that plays by nothing else, as the core could
    portable: Callable[[], PortablePlayer] | None = None  # None: only code of this process can make it


@dataclass(frozen=True, slots=True)
class PlayerText:
    """A PLAYER without its limits, taken apart: a word or a file, what follows a colon, settings after `;`.

    >>> from leafstrap import games
    >>> text = PlayerText("uci:stockfish; Hash=32", games.get("chess"), "fish")
    >>> text.word, text.argument, text.options()
    ('uci', 'stockfish', {'Hash': '32'})
    """

    text: str
    game: Game
    name: str  # of the player, in results
    others: tuple[str, ...] = ()  # settings that it can have besides, and that were read already

    @property
    def head(self) -> str:
        """What stands before the settings."""
        return self.text.partition(";")[0].strip()

    @property
    def word(self) -> str:
        """What kind of player it may be."""
        return self.head.partition(":")[0].strip()

    @property
    def argument(self) -> str:
        """What follows the colon; nothing where there is none."""
        return self.head.partition(":")[2].strip()

    def options(self, known: Sequence[str] | None = None) -> dict[str, str]:
        """The settings, each NAME=VALUE; None for `known` lets the player decide what it knows."""
        options = {}
        for setting in self.text.split(";")[1:]:
            name, equals, value = (part.strip() for part in setting.partition("="))
            if not equals or not name:
                raise UsageError(
                    f"A setting of a player is NAME=VALUE, not {setting.strip()!r} (in {self.text!r})."
                )
            if known is not None and name not in known:
                raise no_such_option(self.text, name, (*known, *self.others))
            options[name] = value
        return options


def no_such_option(text: str, name: str, known: Sequence[str]) -> UsageError:
    """The error for a setting that a player does not have."""
    there_are = f"there are {', '.join(known)}" if known else "it has none"
    return UsageError(f"{text!r} names the setting {name!r}, which this player does not have: {there_are}.")


@dataclass(frozen=True, slots=True)
class PlayerKind:
    """A kind of player. It is known by its word, as `random` or `uci:COMMAND`, or else by what it `claims`.

    >>> from leafstrap import games
    >>> kind = PlayerKind("chance", "any legal move", plain(None), plays=only(games.get("draughts")))
    >>> kind.usage, kind.matches("chance;luck=1"), kind.matches("change")
    ('chance', True, False)
    >>> kind.check("chance", games.get("chess"))
    Traceback (most recent call last):
    ...
    leafstrap.errors.PlayerError: The player chance does not play chess.
    """

    word: str
    help: str  # one line
    build: Callable[[PlayerText], Builder]  # checks all that can be known before the first game
    argument: str = ""  # what stands after the colon, where there is one, as in COMMAND
    plays: Callable[[Game], bool] = lambda _: True
    refusal: str = "The player {player} does not play {game}."  # for games that it does not play
    claims: Callable[[str], bool] | None = None  # texts without a word of their own, such as files
    shown: str = ""  # how these are shown, as in WEIGHTS.safetensors
    evaluator: Callable[[PlayerText], Evaluator] | None = None  # of players that have weights
    files: Callable[[PlayerText], Mapping[str, Path]] = lambda _: {}  # that words of its text stand for

    @property
    def usage(self) -> str:
        """How it is written."""
        return self.shown or (f"{self.word}:{self.argument}" if self.argument else self.word)

    def matches(self, text: str) -> bool:
        """Whether a text, without limits, means a player of this kind."""
        if self.claims is not None:
            return self.claims(text)
        word, colon, _ = text.partition(";")[0].partition(":")
        return word.strip() == self.word and (not colon or bool(self.argument))

    def check(self, text: str, game: Game) -> None:
        """Refuse a game that it does not play, with its own sentence."""
        if not self.plays(game):
            raise PlayerError(self.refusal.format(player=text, game=game.name))


PLAYERS: Registry[PlayerKind] = Registry(
    group="leafstrap.players", noun="player", error=PlayerError, part_type=PlayerKind
)


def register(kind: PlayerKind, *, replace: bool = False) -> PlayerKind:
    """Add a kind of player: from then on every command and recipe knows its word."""
    return PLAYERS.register(kind.word, kind, replace=replace)


def plain(player: Callable[[str], Player]) -> Callable[[PlayerText], Builder]:
    """How players without settings are built: of their name alone."""

    def build(text: PlayerText) -> Builder:
        text.options(known=())
        return lambda: player(text.name)

    return build


def only(game: Game) -> Callable[[Game], bool]:
    """For players that one game is built into."""
    return lambda other: other.name == game.name
