"""A question that several ways of learning answer side by side: an experiment that changes one thing at a time.

What such an experiment is lies in its entries, who else plays and the words of its page; the rest is the same for all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from leafstrap.papers.contest import Contest, Entry, Rules
from leafstrap.papers.experiment import Experiment, counted, figure, register, save


@dataclass(frozen=True, slots=True)
class Study:
    """Ways of learning, how their runs are rated, and the question that the page begins with."""

    name: str
    title: str
    question: str  # what is asked, what differs from the paper
    entries: Sequence[Entry]
    rules: Rules
    seeds: int = 3
    anchor: str = "untrained = 250"  # what ratings hang on
    small: float = 0.05  # the scale at which it takes some minutes

    def registered(self) -> Study:
        """Made an experiment of its name."""
        register(self.name, self.title, small=self.small)(self)
        return self

    def __call__(self, experiment: Experiment) -> Path:
        """Let all learn with every seed and rate them in one pool; returns the page."""
        contest = Contest.hold(experiment, self.entries, self.seeds, self.rules)
        return save(
            experiment, self.name, self._page(experiment, contest), self._draw(contest), contest.data()
        )

    def _page(self, experiment: Experiment, contest: Contest) -> str:
        first = self.entries[0]
        others = list(self.rules.others)
        return "\n".join(
            [
                f"# {self.title}",
                "",
                f"{self.question} {counted(len(contest.seeds), 'seed')}; all runs at {self.rules.steps} stages of "
                f"their learning in one pool, {self.rules.nodes:,} nodes a move, {contest.games} games a pairing, "
                f"openings paired; {self.anchor}.",
                "",
                experiment.provenance(self.name),
                "",
                f"![Ratings over games]({self.name}.png)",
                "",
                "| way of learning | games learned from | rating at the end, each seed | mean gain "
                f"| score v {first.title} | {''.join(f'v `{name}` | ' for name in others)}the paper |",
                f"|---|--:|--:|--:|--:|{'--:|' * len(others)}---|",
                *(self._row(contest, each) for each in self.entries),
                "",
                "The commands of the first seed:",
                "",
                *contest.commands(experiment),
                "",
            ]
        )

    def _row(self, contest: Contest, each: Entry) -> str:
        gains = [curve.last.elo - curve.ratings[0].elo for curve in contest.curves(each)]
        others = "".join(f"| {contest.share(each, [name])} " for name in self.rules.others)
        return (
            f"| {each.title} | {contest.games_learned(each)} | {contest.ends(each)} | {sum(gains) / len(gains):+.0f} "
            f"| {contest.against(each, self.entries[0])} {others}| {each.published or '–'} |"
        )

    def _draw(self, contest: Contest) -> Callable[[Path], None]:
        def draw(target: Path) -> None:
            with figure(target, columns=1, width=8.0, height=5.0) as (axes,):
                contest.draw(axes, lambda mark: mark.games, from_start=True)
                axes.set(xlabel="games", ylabel=f"rating, {self.anchor}")

        return draw
