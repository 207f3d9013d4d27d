"""Players with weights: the default ones, a file, a run, and those that are known without learning."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from leafstrap.errors import PlayerError, RecipeError, UsageError
from leafstrap.evaluators import (
    EVALUATORS,
    Architecture,
    Evaluator,
    LinearArchitecture,
    default_weights,
    load_evaluator,
)
from leafstrap.evaluators.weights_file import read_origin, weights_bytes
from leafstrap.games import Game
from leafstrap.players.kind import Builder, PlayerKind, PlayerSpec, PlayerText, register
from leafstrap.players.own import OPTIONS, option_names, player_of, split_options
from leafstrap.players.portable import PortablePlayer, carried_name

MATERIAL = "material"  # the feature set that counts pieces


def evaluator_spec(evaluator: Evaluator, name: str) -> PlayerSpec:
    """The player that plays by an evaluator which is in no file."""

    def portable() -> PortablePlayer:
        content = weights_bytes(evaluator.architecture, evaluator.weights)
        file = carried_name(content, ".safetensors")
        return PortablePlayer(file, {file: content})

    return PlayerSpec(name, None, player_of(evaluator, name), portable=portable)


def playing(evaluator: Callable[[PlayerText], Evaluator]) -> Callable[[PlayerText], Builder]:
    """How players with weights are built: the text without the settings of how to use them says which weights."""

    def build(text: PlayerText) -> Builder:
        base, options = split_options(text.text)
        others = option_names(OPTIONS[text.game.played_by])
        return player_of(evaluator(replace(text, text=base, others=others)), text.name, options)

    return build


def weights_of_run(folder: Path) -> Path:
    """The weights a run stands for: its best, or the newest while none have beaten the initial ones."""
    weights = folder / "weights"
    best = weights / "best.safetensors"
    if best.is_file() and read_origin(best).get("games") not in (None, "0"):
        return best
    numbered = [path for path in weights.glob("*.safetensors") if path.stem.isdigit()]
    if numbered:
        return max(numbered, key=lambda path: int(path.stem))
    if best.is_file():
        return best
    raise PlayerError(f"{folder} is no run folder: there are no weights in {weights}.")


def _is_run(text: str) -> bool:
    path, _ = split_options(text)
    return bool(path) and Path(path).is_dir()


def _is_file(text: str) -> bool:
    path, _ = split_options(text)
    return path.partition(";")[0].endswith(".safetensors") or (bool(path) and Path(path).exists())


def _book(text: PlayerText) -> dict[str, Path]:
    """What every player with weights may read besides."""
    book = split_options(text.text)[1].get("book")
    return {book: Path(book)} if book else {}


def _default(text: PlayerText) -> Evaluator:
    text.options(known=())
    return default_weights(text.game)


def _untrained(text: PlayerText) -> Evaluator:
    """Random weights of an architecture that is told as in recipes; linear unless networks are asked for."""
    options = text.options(("architecture", "features", "hidden", "seed", "scale"))
    try:
        seed = int(options.get("seed", 0))
        scale = float(options["scale"]) if "scale" in options else None
        hidden = [int(units) for units in options["hidden"].split("-")] if "hidden" in options else []
    except ValueError:
        raise UsageError("The settings seed, scale and hidden of untrained are numbers.") from None
    if seed < 0 or (scale is not None and not scale >= 0):
        raise UsageError("The settings seed and scale of untrained are not negative.")
    architecture = _architecture(text.game, options, hidden)
    return Evaluator(architecture, architecture.initial_weights("random", seed=seed, scale=scale))


def _architecture(game: Game, options: Mapping[str, str], hidden: Sequence[int]) -> Architecture:
    """`architecture` names a kind of evaluators, a classifier of the game, or the feature set of one network."""
    name, features = options.get("architecture", game.untrained), options.get("features")
    try:
        if name in EVALUATORS:
            return EVALUATORS.get(name).of(game, {"features": features, "hidden": hidden})
        if name in game.feature_sets:
            return EVALUATORS.get("network").of(game, {"features": name, "hidden": hidden})
        settings = {"classifier": name, "features": features, "hidden": hidden}
        return EVALUATORS.get("modular").of(game, settings)
    except RecipeError as error:
        raise UsageError(str(error)) from None


def _material(text: PlayerText) -> Evaluator:
    text.options(known=())
    return _linear(text.game, MATERIAL, "material")


def _hand(text: PlayerText) -> Evaluator:
    return _given(text, list(text.game.hand_weights), "hand", "set by hand")


def _published(text: PlayerText) -> Evaluator:
    return _given(text, list(text.game.published_weights), "published", "published")


def _given(text: PlayerText, known: Sequence[str], start: str, how: str) -> Evaluator:
    """Weights that nobody learned: those of the first feature set that has them, or of the one that is named."""
    name = text.options(("features",)).get("features", known[0])
    if name not in known:
        raise UsageError(f"No weights for {name!r} were {how}: there are those for {', '.join(known)}.")
    return _linear(text.game, name, start)


def _linear(game: Game, features: str, start: str) -> Evaluator:
    architecture = LinearArchitecture.of(game, {"features": features})
    return Evaluator(architecture, architecture.initial_weights(start))


def _file(text: PlayerText) -> Evaluator:
    if not Path(text.text).exists():  # a name may have semicolons in it
        text.options(known=())
    return load_evaluator(Path(text.text), text.game)


def _run(text: PlayerText) -> Evaluator:
    return load_evaluator(weights_of_run(Path(text.text)), text.game)


register(
    PlayerKind(
        "weights",
        "a weights file",
        playing(_file),
        claims=lambda text: _is_file(text) and not _is_run(text),
        shown="WEIGHTS.safetensors",
        evaluator=_file,
        files=lambda text: {text.head: Path(text.head), **_book(text)},
    )
)
register(
    PlayerKind(
        "run",
        "the weights of a run: its best, or the newest as long as none have beaten the initial ones",
        playing(_run),
        claims=_is_run,
        shown="a run folder",
        evaluator=_run,
        files=lambda text: {text.head: weights_of_run(Path(text.head)), **_book(text)},
    )
)
register(
    PlayerKind(
        "default",
        "the weights that come with the game",
        playing(_default),
        plays=lambda game: game.default_weights is not None,
        refusal="No weights come with {game}: name a weights file.",
        evaluator=_default,
        files=_book,
    )
)
register(
    PlayerKind(
        "untrained",
        "small random weights, always the same",
        playing(_untrained),
        evaluator=_untrained,
        files=_book,
    )
)
register(
    PlayerKind(
        "material",
        "counts material: every piece at what it is usually worth",
        playing(_material),
        plays=lambda game: game.pieces is not None and MATERIAL in game.feature_sets,
        refusal="There is no player {player!r} for {game}, where counting pieces does not tell who is ahead.",
        evaluator=_material,
        files=_book,
    )
)
register(
    PlayerKind(
        "hand",
        "weights that were set by hand, for the feature sets that have some",
        playing(_hand),
        plays=lambda game: bool(game.hand_weights),
        refusal="There are no weights for {game} that were set by hand.",
        evaluator=_hand,
        files=_book,
    )
)
register(
    PlayerKind(
        "published",
        "weights of programs whose source is public, for the feature sets that have some",
        playing(_published),
        plays=lambda game: bool(game.published_weights),
        refusal="There are no weights of published programs for {game}.",
        evaluator=_published,
        files=_book,
    )
)
