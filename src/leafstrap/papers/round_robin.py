"""All against all: what each of them won, as numbers and as bars beside the paper's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from leafstrap.arena.stats.pairs import SCORES, Z95, spread
from leafstrap.papers.experiment import figure
from leafstrap.types import JsonObject

Results = Sequence[JsonObject]  # of matches, each with the names `a` and `b`


def points(data: Results, name: str) -> tuple[float, float]:
    """The part of all points that one of them won, and half its 95 % interval."""
    own = [each["pairs"] for each in data if each["a"] == name]
    own += [each["pairs"][::-1] for each in data if each["b"] == name]
    pairs = [sum(counts) for counts in zip(*own, strict=True)]
    won = sum(count * score for count, score in zip(pairs, SCORES, strict=True))
    return won / sum(pairs), Z95 * spread(pairs).error


def points_text(data: Results, name: str) -> str:
    """The same for a table."""
    share, half = points(data, name)
    return f"{100 * share:.1f} % ± {100 * half:.1f}"


def bars(data: Results, theirs: Mapping[str, float | None]) -> Callable[[Path], None]:
    """A picture of the points of those whom the paper's parts are given for, None where it has none."""

    def draw(target: Path) -> None:
        with figure(target, columns=1, width=7, height=3.6) as (axes,):
            places = range(len(theirs))
            shares, halves = zip(*(points(data, name) for name in theirs), strict=True)
            axes.bar(
                [place - 0.2 for place in places],
                [100 * share for share in shares],
                0.4,
                yerr=[100 * half for half in halves],
                color="tab:blue",
                label="ours",
            )
            published = {
                place: 100 * share for place, share in zip(places, theirs.values(), strict=True) if share
            }
            if published:
                theirs_at = [place + 0.2 for place in published]
                axes.bar(theirs_at, list(published.values()), 0.4, color="tab:grey", label="the paper")
            axes.axhline(50, color="grey", linewidth=0.8)
            axes.set_xticks(list(places), list(theirs))
            axes.set(ylabel="points among all, %", ylim=(0, 100))
            axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2, frameon=False)

    return draw
