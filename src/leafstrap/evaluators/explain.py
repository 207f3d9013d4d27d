"""An evaluation taken apart: what every feature adds to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from leafstrap.evaluators.linear import Linear


@dataclass(frozen=True, slots=True)
class Term:
    """One feature: `share` = `value` x `weight`, the first player's view."""

    name: str
    meaning: str
    value: float
    weight: float

    @property
    def share(self) -> float:
        """What the feature adds to the evaluation."""
        return self.value * self.weight


@dataclass(frozen=True, slots=True)
class Family:
    """The features of one family that are not zero, the largest share first."""

    name: str
    terms: tuple[Term, ...]

    @property
    def share(self) -> float:
        """What the family adds to the evaluation."""
        return sum(term.share for term in self.terms)


@dataclass(frozen=True, slots=True)
class Explanation:
    """All that an evaluation is the sum of, the family with the largest share first."""

    value: float
    families: tuple[Family, ...]
    view: str = "the first player's view"
    network: str = ""  # that said it, where there are several
    outputs: Mapping[str, float] = field(default_factory=dict)  # all it says, where that is more than a value

    @staticmethod
    def of(
        value: float,
        terms: Mapping[str, list[Term]],
        view: str = "the first player's view",
        network: str = "",
        outputs: Mapping[str, float] | None = None,
    ) -> Explanation:
        """Put the terms of all families in order."""
        grouped = (
            Family(name, tuple(sorted(found, key=lambda term: (-abs(term.share), term.name))))
            for name, found in terms.items()
        )
        families = tuple(sorted(grouped, key=lambda family: (-abs(family.share), family.name)))
        return Explanation(value, families, view, network, outputs or {})

    def as_json(self) -> dict[str, Any]:
        """The value and every term, families and terms in their order."""
        families = [
            {
                "family": family.name,
                "share": family.share,
                "features": [
                    {"name": term.name, "value": term.value, "weight": term.weight, "share": term.share}
                    for term in family.terms
                ],
            }
            for family in self.families
        ]
        more = {"network": self.network, "outputs": dict(self.outputs)} if self.network else {}
        return {"value": self.value, **more, "families": families}


def explain(linear: Linear, position: Any) -> Explanation:
    """Take the evaluation of a position apart, as the program that is to move there sees it.

    >>> from leafstrap import games
    >>> from leafstrap.evaluators import initial_weights
    >>> chess = games.get("chess")
    >>> features = chess.feature_sets["material"]
    >>> count = Linear(chess, features, initial_weights(chess, features, "material"))
    >>> parts = explain(count, chess.Position.parse("4k3/4p3/8/8/8/8/8/R3K3 w - - 0 1"))
    >>> parts.value, [(term.name, term.share) for term in parts.families[0].terms]
    (5.0, [('rook', 6.0), ('pawn', -1.0)])
    """
    features = linear.feature_set
    names, families, meanings = features.names, features.families, features.meanings
    terms = defaultdict(list)
    for index, value in zip(
        *(array.tolist() for array in features.row(position, position.turn)), strict=True
    ):
        if value:
            term = Term(names[index], meanings[index], value, float(linear.weights[index]))
            terms[families[index]].append(term)
    return Explanation.of(linear.snapshot().value(position, position.turn), terms)
