"""Players with weights: the default ones, a file, a run, and those that are known without learning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from leafstrap.errors import PlayerError, UsageError
from leafstrap.evaluators import (
    Linear,
    ModularArchitecture,
    ModularEvaluator,
    default_networks,
    default_weights,
    initial_weights,
    load_evaluator,
    load_networks,
)
from leafstrap.evaluators.initial import HAND, SCALE
from leafstrap.evaluators.network_layout import SCALE as NETWORK_SCALE
from leafstrap.evaluators.weights_file import read_origin
from leafstrap.games import Game
from leafstrap.players.kind import AnyEvaluator, Builder, PlayerKind, PlayerText, register
from leafstrap.players.own import player_of, split_options

MATERIAL = "material"  # the feature set that counts pieces


def playing(evaluator: Callable[[PlayerText], AnyEvaluator]) -> Callable[[PlayerText], Builder]:
    """How players with weights are built: the text without the settings of how to use them says which weights."""

    def build(text: PlayerText) -> Builder:
        base, options = split_options(text.text)
        return player_of(evaluator(replace(text, text=base)), text.name, options)

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
    return path.endswith(".safetensors") or (bool(path) and Path(path).exists())


# There are two families of evaluators, and a game has one or the other. The functions from here to `_untrained` are all
# that tell them apart here: where evaluators have one face, each has one line left.
def _has_modules(game: Game) -> bool:
    """Whether it is networks for classes of positions that evaluate, or functions of a feature set."""
    return not game.feature_sets


def _load(path: Path, game: Game) -> AnyEvaluator:
    return load_networks(path, game) if _has_modules(game) else load_evaluator(path, game)


def _default(text: PlayerText) -> AnyEvaluator:
    text.options(known=())
    return default_networks(text.game) if _has_modules(text.game) else default_weights(text.game)


def _untrained(text: PlayerText) -> AnyEvaluator:
    return _random_modules(text) if _has_modules(text.game) else _random_linear(text)


def _random_modules(text: PlayerText) -> ModularEvaluator:
    options = text.options(("architecture", "seed"))
    architecture = ModularArchitecture.of(options.get("architecture", "small"))
    if not (seed := options.get("seed", "0")).isdecimal():
        raise UsageError("The setting seed of untrained is a number.")
    return ModularEvaluator(text.game, architecture, architecture.random_weights(int(seed), NETWORK_SCALE))


def _random_linear(text: PlayerText) -> Linear:
    game, options = text.game, text.options(("features", "seed", "scale"))
    name = options.get("features", game.default_features)
    if name not in game.feature_sets:
        raise UsageError(
            f"There is no feature set {name!r} for {game.name}: there are {', '.join(game.feature_sets)}."
        )
    try:
        seed, scale = int(options.get("seed", 0)), float(options.get("scale", SCALE))
    except ValueError:
        raise UsageError("The settings seed and scale of untrained are numbers.") from None
    if seed < 0 or not scale >= 0:
        raise UsageError("The settings seed and scale of untrained are not negative.")
    features = game.feature_sets[name]
    return Linear(game, features, initial_weights(game, features, "random", seed=seed, scale=scale))


def _material(text: PlayerText) -> Linear:
    text.options(known=())
    features = text.game.feature_sets[MATERIAL]
    return Linear(text.game, features, initial_weights(text.game, features, "material"))


def _set_by_hand(game: Game) -> list[str]:
    """The feature sets with weights that somebody has set."""
    return [name for of, name in HAND if of == game.name]


def _hand(text: PlayerText) -> Linear:
    known = _set_by_hand(text.game)
    name = text.options(("features",)).get("features", known[0])
    if name not in known:
        raise UsageError(f"No weights for {name!r} were set by hand: there are those for {', '.join(known)}.")
    features = text.game.feature_sets[name]
    return Linear(text.game, features, initial_weights(text.game, features, "hand"))


def _file(text: PlayerText) -> AnyEvaluator:
    return _load(Path(text.text), text.game)


def _run(text: PlayerText) -> AnyEvaluator:
    return _load(weights_of_run(Path(text.text)), text.game)


register(
    PlayerKind(
        "weights",
        "a weights file",
        playing(_file),
        claims=lambda text: _is_file(text) and not _is_run(text),
        shown="WEIGHTS.safetensors",
        evaluator=_file,
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
    )
)
register(PlayerKind("default", "the weights that come with Leafstrap", playing(_default), evaluator=_default))
register(
    PlayerKind(
        "untrained", "small random weights, always the same", playing(_untrained), evaluator=_untrained
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
    )
)
register(
    PlayerKind(
        "hand",
        "weights that were set by hand, for the feature sets that have some",
        playing(_hand),
        plays=lambda game: bool(_set_by_hand(game)),
        refusal="There are no weights for {game} that were set by hand.",
        evaluator=_hand,
    )
)
