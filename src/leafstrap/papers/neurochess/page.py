"""The pages about NeuroChess: games won by both rules beside Table 1 of Thrun (1995), and the setting of figure 3."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from leafstrap.papers.experiment import Experiment, counted, figure
from leafstrap.papers.trial import Trial
from leafstrap.types import JsonObject, Table

SEEDS = 3
STEP = 100  # training games at scale 1, of which the rows of the table are multiples
GNU = "uci:gnuchess --uci"
DEEP = ";search=tournament@depth=3"  # figure 3
DEEP_ROW = 24  # times STEP: how long that learns
Z95 = 1.96


@dataclass(frozen=True, slots=True)
class Rule:
    """A column of the table, with the games won there up to each row, by the depth of GNU Chess."""

    name: str
    title: str
    recipe: str
    colour: str
    published: Mapping[int, Sequence[int]] = field(default_factory=dict)
    settings: Table = field(default_factory=dict)  # that the recipe has otherwise


ROWS = (1, 2, 5, 10, 15, 20, 24)  # times STEP
DEPTHS = (2, 4)  # of the opponent
RULES = (
    Rule(
        "backprop",
        "back-propagation",
        "neurochess-backprop",
        "tab:orange",
        {2: (1, 6, 35, 73, 130, 190, 239), 4: (0, 0, 1, 2, 3, 3, 3)},
    ),
    Rule(
        "ebnn",
        "EBNN",
        "neurochess",
        "tab:blue",
        {2: (0, 2, 13, 85, 135, 215, 316), 4: (0, 0, 0, 1, 3, 8, 11)},
    ),
    # EBNN wants small weights to begin with; what back-propagation does with more usual ones belongs beside it.
    Rule(
        "backprop-large",
        "back-propagation from larger weights",
        "neurochess-backprop",
        "tab:grey",
        settings={"evaluator.scale": 0.1},
    ),
)


@dataclass(frozen=True, slots=True)
class Setting:
    """What both learners see, who learns, and whom they play, in place of GNU Chess with its own search."""

    name: str  # of the experiment and its page
    features: str
    about: str
    rules: Sequence[Rule]
    hand: str  # the player with weights by hand
    figure_3: bool

    def opponent(self, depth: int) -> str:
        """Table 1's: the same search, cut at a depth."""
        return f"{self.hand};search=cut@depth={depth}"

    @property
    def published(self) -> list[Rule]:
        """The rules of the paper."""
        return [rule for rule in self.rules if rule.published]


# Table 1: "both learners used the original GNU-Chess features".
TABLE_1 = Setting(
    "neurochess",
    "gnuchess",
    "The features of both learners are the terms of GNU Chess 4's evaluation, [written anew](../features/chess-"
    "gnuchess.md), and so are those of the opponent, with weights by hand",
    RULES[:2],
    "hand;features=gnuchess",
    figure_3=False,
)
# The 175 features of the paper's program are not published; ours count what hangs, too.
OWN_FEATURES = Setting(
    "neurochess-175",
    "neurochess",
    "The features of both learners are [our 175](../features/chess-neurochess.md), where Table 1 of the paper had "
    "those of GNU Chess; the opponent's weights by hand are over [others](../features/chess-classical.md)",
    RULES,
    "hand;features=classical",
    figure_3=True,
)


def won(data: Sequence[JsonObject]) -> tuple[float, float, float]:
    """The share of games won with its 95 % interval (Wilson's), of several matches together.

    >>> low, share, high = (round(100 * each, 1) for each in won([{"wins": 13, "games": 100}]))
    >>> low, share, high
    (7.8, 13.0, 21.0)
    """
    wins, games = sum(each["wins"] for each in data), sum(each["games"] for each in data)
    share, z = wins / games, Z95 * Z95 / games
    middle = (share + z / 2) / (1 + z)
    half = math.sqrt(z * (share * (1 - share) + z / 4)) / (1 + z)
    return max(0.0, middle - half), share, middle + half


def _of(data: Sequence[JsonObject], name: str, row: int, opponent: str) -> list[JsonObject]:
    wanted = {"name": name, "row": row, "opponent": opponent}
    return [each for each in data if all(each[key] == value for key, value in wanted.items())]


def _text(data: Sequence[JsonObject]) -> str:
    if not data:
        return "–"
    low, share, high = (100 * each for each in won(data))
    points = 100 * sum(each["score"] * each["games"] for each in data) / sum(each["games"] for each in data)
    return f"{share:.1f} % [{low:.1f}, {high:.1f}], {points:.1f} % of points"


def _published(rule: Rule, depth: int, row: int) -> str:
    """The share that was won there of the games since the row before."""
    rows, wins = (0, *ROWS), (0, *rule.published[depth])
    place = rows.index(row)
    share = (wins[place] - wins[place - 1]) / (STEP * (row - rows[place - 1]))
    return f"{100 * share:.1f} %"


def page_of(
    setting: Setting,
    experiment: Experiment,
    step: int,
    model_games: int,
    trials: Sequence[Trial],
    data: Sequence[JsonObject],
) -> str:
    """The page, from all matches."""
    table = []
    for depth in DEPTHS:
        for row in ROWS:
            cells = [_text(_of(data, rule.name, row, setting.opponent(depth))) for rule in setting.rules]
            there = [_published(rule, depth, row) for rule in setting.published]
            table.append(f"| {depth} | {step * row} | {' | '.join(cells)} | {' | '.join(there)} |")
    titles = [rule.title for rule in setting.rules] + [
        f"the paper: {rule.title}" for rule in setting.published
    ]
    ends = {rule.title: _of(data, rule.name, ROWS[-1], setting.opponent(2)) for rule in setting.rules}
    per_seed = [f"| {title} | {', '.join(map(_seed_text, found))} |" for title, found in ends.items()]
    gnu = [
        f"| {title} | {' | '.join(_text(_of(data, name, row, f'{GNU}@depth={depth}')) for depth in DEPTHS)} |"
        for name, title, row in (
            ("backprop", "back-propagation, depth 2", ROWS[-1]),
            ("ebnn", "EBNN, depth 2", ROWS[-1]),
            ("figure-3", "EBNN as in figure 3, depth 3 with quiescence", DEEP_ROW),
        )
        if setting.figure_3 or name != "figure-3"
    ]
    figure_3 = (
        [
            "In the setting of figure 3 (no hidden units, depth 3 and on through captures, nine boards of ten from "
            f"expert play), after {step * DEEP_ROW:,} games, against the same search with the evaluation by hand: "
            f"{_text(_of(data, 'figure-3', DEEP_ROW, f'{setting.hand}{DEEP}'))}.",
            "",
        ]
        if setting.figure_3
        else []
    )
    outside = any(each["opponent"].startswith("uci:") for each in data)
    seeds = experiment.seeds_of(SEEDS)
    first = [trials[0], *(trial for trial in trials[1:] if trial.seed == experiment.seed)]
    return "\n".join(
        [
            "# NeuroChess: does it help to explain games?",
            "",
            f"Every rule learned from {step * ROWS[-1]:,} games that experts begin and the learner ends (80 hidden "
            f"units, depth 2 without quiescence), with {counted(len(seeds), 'seed')}; one model, made of "
            f"{model_games:,} games, "
            f"serves all. {setting.about}. On the way they played the same search with an evaluation that was coded by "
            "hand, in place of GNU Chess's, at depth 2 and at depth 4. As in the paper it is the games *won* that "
            "count, here with their 95 % interval; the paper's shares are of the games since the row before"
            f"{_later(step)}.",
            "",
            experiment.provenance(setting.name),
            "",
            f"![Games won over games learned from]({setting.name}.png)",
            "",
            f"| opponent's depth | games learned from | {' | '.join(titles)} |",
            f"|--:|--:|{'--:|' * len(titles)}",
            *table,
            "",
            "At the end, each seed against depth 2 (the paper: 12 % and 25 % of the last 400 games, 10 % and 13 % of "
            "all):",
            "",
            "| | games won |",
            "|---|---|",
            *per_seed,
            "",
            *figure_3,
            *(
                [
                    "GNU Chess itself, with its own search:",
                    "",
                    "| | its depth 2 | its depth 4 |",
                    "|---|--:|--:|",
                    *gnu,
                ]
                if outside
                else ["GNU Chess is not installed here, so that nobody has played it."]
            ),
            "",
            "The commands, of the first seed:",
            "",
            *(experiment.told(trial.command) for trial in first),
            f"    {data[0]['command']}",
            "",
        ]
    )


def _later(step: int) -> str:
    """In a small experiment the paper's figures stand beside rows of fewer games than it had."""
    return "" if step == STEP else f", after {STEP / step:.3g} times as many games"


def _seed_text(result: JsonObject) -> str:
    return f"{100 * result['wins'] / result['games']:.1f} %"


def drawing_of(setting: Setting, data: Sequence[JsonObject], step: int) -> Callable[[Path], None]:
    """Games won over games learned from, against both depths; the paper's beside them."""

    def draw(target: Path) -> None:
        with figure(target, columns=2, width=11, height=4.2) as panels:
            for axes, depth in zip(panels, DEPTHS, strict=True):
                for rule in setting.rules:
                    found = [won(_of(data, rule.name, row, setting.opponent(depth))) for row in ROWS]
                    shares = [100 * share for _, share, _ in found]
                    below = [100 * (share - low) for low, share, _ in found]
                    above = [100 * (high - share) for _, share, high in found]
                    where = [step * row for row in ROWS]
                    axes.errorbar(
                        where,
                        shares,
                        yerr=[below, above],
                        color=rule.colour,
                        marker="o",
                        capsize=3,
                        label=rule.title,
                    )
                    if not rule.published:
                        continue
                    paper = [float(_published(rule, depth, row).split()[0]) for row in ROWS]
                    label = f"{rule.title}, the paper{_later(step)}"
                    axes.plot(where, paper, color=rule.colour, linestyle=":", label=label)
                axes.set(title=f"against depth {depth}", xlabel="games learned from", ylabel="games won, %")
                axes.grid(alpha=0.3)
                axes.legend(fontsize="small")

    return draw
