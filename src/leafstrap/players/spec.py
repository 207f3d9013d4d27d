"""PLAYER on the command line and in recipes: a word, a file, a run or an engine, with limits after `@`."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from pathlib import Path

from leafstrap.errors import PlayerError
from leafstrap.evaluators import Evaluator
from leafstrap.games import Game
from leafstrap.players.kind import PLAYERS, PlayerKind, PlayerSpec, PlayerText
from leafstrap.players.own import split_options
from leafstrap.players.portable import PortablePlayer
from leafstrap.search.limits import Limits, check_limits


def parse_player(text: str, game: Game, name: str | None = None) -> PlayerSpec:
    """The player that a text means; files are read now, so that a wrong one is known before the first game.

    Its name in results is the text, unless it has another.

    >>> from leafstrap import games
    >>> parse_player("random@depth=1", games.get("chess")).limits.depth
    1
    """
    name = name or text
    base, limits = split_limits(text.strip())
    kind = find_kind(base, game)
    if limits is not None:
        check_limits(game, limits)
    player = PlayerText(base, game, name)
    evaluator = kind.evaluator
    plain = evaluator is not None and not split_options(base)[1]
    return PlayerSpec(
        name,
        limits,
        kind.build(player),
        (lambda: evaluator(player)) if plain and evaluator else None,
        lambda: PortablePlayer.of(base, kind.files(player)),
    )


def parse_evaluator(text: str, game: Game) -> Evaluator:
    """The evaluator of a player that has one, without limits and without settings of how to use it."""
    kind = find_kind(text, game)
    if kind.evaluator is None:
        known = usages(game, lambda kind: kind.evaluator is not None)
        raise PlayerError(f"The player {text!r} has no weights: there are {known}.")
    return kind.evaluator(PlayerText(text, game, text))


def find_kind(text: str, game: Game) -> PlayerKind:
    """The kind of player that a text without limits means, if it plays the game."""
    by_word_first = sorted(PLAYERS, key=lambda kind: kind.claims is not None)
    kind = next((kind for kind in by_word_first if kind.matches(text)), None)
    if kind is None:
        raise _no_such_player(text, game)
    kind.check(text, game)
    return kind


def usages(game: Game | None = None, among: Callable[[PlayerKind], bool] = lambda _: True) -> str:
    """How all players are written, or those of a game.

    >>> from leafstrap import games
    >>> usages(games.get("backgammon"))
    'WEIGHTS.safetensors, a run folder, default, untrained, random, pubeval, level:N, gnubg:PLIES'
    """
    return ", ".join(kind.usage for kind in PLAYERS if among(kind) and (game is None or kind.plays(game)))


def split_limits(text: str) -> tuple[str, Limits | None]:
    """A file name may hold an `@` as well; limits hold an `=`."""
    base, at, tail = text.rpartition("@")
    if not at or "=" not in tail or ";" in tail or Path(text).exists():
        return text, None
    return base, Limits.parse(tail)


def _no_such_player(text: str, game: Game) -> PlayerError:
    """The error for a text that means no player, with the nearest word that does."""
    word = PlayerText(text, game, text).word
    if (sentence := PLAYERS.broken(word)) is not None:
        return PlayerError(sentence)
    words = {kind.word: kind.usage for kind in PLAYERS if kind.claims is None and kind.plays(game)}
    near = difflib.get_close_matches(word, words, n=1)
    hint = f"; did you mean {words[near[0]]}?" if near else f": there are {usages(game)}."
    return PlayerError(f"There is no player {text!r}{hint}")
