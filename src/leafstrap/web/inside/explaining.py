"""An evaluation taken apart for a page: shares in pawns, men or points, and the squares that features look at."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from leafstrap._core import Side
from leafstrap.evaluators import Evaluator
from leafstrap.evaluators.explain import Family, Term
from leafstrap.evaluators.piece_values import pawns_per_unit
from leafstrap.games import Game
from leafstrap.types import JsonObject, Position

MOST_FEATURES = 60  # of a family


def unit_of(evaluator: Evaluator) -> float:
    """What one unit of the evaluation is in pawns, men or points."""
    return pawns_per_unit(evaluator)


def is_movers_view(evaluator: Evaluator) -> bool:
    """Whether features tell what the side to move sees, its own and the other's apart."""
    kinds, sets = evaluator.architecture.row_kinds, evaluator.game.feature_sets
    return any(sets[kind.name].movers_view for kind in kinds if kind.name in sets)


def squares_of(game: Game, meaning: str, *, mirrored: bool) -> list[str]:
    """The squares that a feature looks at, each once."""
    return list(dict.fromkeys(game.board_data.squares(meaning, mirrored)))


def explanation_data(evaluator: Evaluator, position: Position, name: str) -> JsonObject:
    """Everything about one evaluation, in the first player's view."""
    found, unit, sign = evaluator.explain(position), unit_of(evaluator), 1
    if "turn" in found.view:  # the view of the side whose turn it is
        sign = position.turn.sign
    movers = is_movers_view(evaluator)
    second = position.turn == Side.second
    on_squares: dict[str, float] = defaultdict(float)

    def squares(term: Term) -> list[str]:
        return squares_of(evaluator.game, term.meaning, mirrored=second if movers else term.value < 0)

    for family in found.families:
        for term in family.terms:
            looked_at = squares(term)
            for square in looked_at:
                on_squares[square] += sign * unit * term.share / len(looked_at)

    def family_data(family: Family) -> JsonObject:
        features = [
            {
                "name": term.name,
                "meaning": term.meaning,
                "value": term.value,
                "weight": sign * unit * term.weight,
                "share": sign * unit * term.share,
                "squares": squares(term),
            }
            for term in family.terms[:MOST_FEATURES]
        ]
        if rest := family.terms[MOST_FEATURES:]:
            share = sign * unit * sum(term.share for term in rest)
            smaller = {"name": f"{len(rest)} smaller", "meaning": "", "value": 0.0, "weight": 0.0}
            features.append({**smaller, "share": share, "squares": []})
        return {"name": family.name, "share": sign * unit * family.share, "features": features}

    value = sign * unit * found.value
    return {
        "name": name,
        "value": value,
        "unit": evaluator.game.wording.unit,
        "view": "first",
        "text": f"{value:+.2f}" if evaluator.game.pieces is not None else f"{value:+.3f}",
        "network": found.network,
        "outputs": dict(found.outputs),
        "exact": not found.network,
        "families": [family_data(family) for family in found.families],
        "squares": {square: round(share, 5) for square, share in on_squares.items()},
    }


@dataclass(frozen=True, slots=True)
class FeatureValue:
    """What a feature adds to an evaluation, in the first player's view."""

    share: float
    meaning: str
    family: str


def feature_values(evaluator: Evaluator, position: Position) -> dict[str, FeatureValue]:
    """Every feature by its name."""
    found, unit = evaluator.explain(position), unit_of(evaluator)
    sign = position.turn.sign if "turn" in found.view else 1
    return {
        term.name: FeatureValue(sign * unit * term.share, term.meaning, family.name)
        for family in found.families
        for term in family.terms
    }
