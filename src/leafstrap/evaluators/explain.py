"""An evaluation taken apart: what every feature adds to it, or how it leans on every input of a network, by family."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from leafstrap.games.notebook import html_table
from leafstrap.types import JsonObject


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

    def __repr__(self) -> str:
        shares = ", ".join(f"{family.name} {family.share:+.2f}" for family in self.families)
        return f"<Explanation: {self.value:+.2f}, {self.view}: {shares}>"

    def _repr_html_(self) -> str:
        """For notebooks: every term, family by family."""
        rows = [
            [
                family.name,
                term.name,
                f"{term.value:+.3g}",
                f"{term.weight:+.2f}",
                f"{term.share:+.2f}",
                term.meaning,
            ]
            for family in self.families
            for term in family.terms
        ]
        table = html_table(["family", "feature", "value", "weight", "share", "meaning"], rows)
        return f"<p>Evaluation {self.value:+.2f}, {self.view}</p>{table}"

    def as_json(self) -> JsonObject:
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
