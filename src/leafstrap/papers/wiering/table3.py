"""Table 3, figures 2 and 3 of Wiering, Patist & Mannen: whose games and whose evaluations, over 15,000 games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from leafstrap.papers.experiment import Experiment, counted, figure, register, save
from leafstrap.papers.wiering.classroom import (
    EXPERT,
    SELF_PLAY,
    SELF_PLAY_RECIPE,
    Classroom,
    Course,
    Way,
    beside_paper,
)

COURSE = Course(games=15_000, every=500, test_games=500, seeds=5)
MARKS = (500, 1_000, 5_000, 10_000)

# Method, evaluation function, colour, and what the paper has after 500, 1,000, 5,000 and 10,000 games.
ROWS = (
    ("self-play", "own", "tab:green", (0.20, 0.36, 0.41, 0.46)),
    ("self-play", "expert", "tab:olive", (0.33, 0.38, 0.46, 0.46)),
    ("versus", "own", "tab:red", (0.26, 0.36, 0.45, 0.46)),
    ("versus", "expert", "tab:orange", (0.35, 0.39, 0.47, 0.47)),
    ("observe", "own", "tab:purple", (0.01, 0.16, 0.41, 0.43)),
    ("observe", "expert", "tab:pink", (0.22, 0.32, 0.45, 0.46)),
)
TITLES = {"self-play": "self-play", "versus": "against the expert", "observe": "observing the expert"}


def ways(architecture: str) -> Sequence[Way]:
    """All rows of the table, for one architecture; the paper has numbers for the small one only."""
    found = []
    for kind, values, colour, published in ROWS:
        alone = kind == "self-play" and values == "own"  # nobody is asked for anything
        settings = SELF_PLAY if alone else {"experience.kind": kind, "experience.values": values}
        title = f"{TITLES[kind]}, {values} evaluations"
        scores = dict(zip(MARKS, published, strict=True)) if architecture == "small" else {}
        name = f"{architecture}-{kind}-{values}"
        own = {"evaluator.classifier": architecture, **settings}
        recipe = SELF_PLAY_RECIPE if alone else "wiering-backgammon"
        found.append(Way(name, title, colour, own, scores, recipe))
    return found


@register("wiering-table3", "Whose games, whose evaluations (section 4.2)", small=0.05)
def wiering_table3(experiment: Experiment) -> Path:
    """Let every way learn with both architectures; returns the page with the results."""
    small, large = (
        Classroom.hold(experiment, ways(architecture), COURSE, COURSE.seeds)
        for architecture in ("small", "large")
    )

    def draw(target: Path) -> None:
        with figure(target, columns=2, width=12.0, height=5.0) as panels:
            for axes, classroom, title in zip(panels, (small, large), ("small", "large"), strict=True):
                for each in classroom.ways:
                    curve = classroom.curve(each)
                    axes.plot(
                        [test.games for test in curve],
                        [test.score for test in curve],
                        color=each.colour,
                        linestyle="--" if each.name.endswith("expert") else "-",
                        linewidth=1,
                        label=each.title,
                    )
                axes.axhline(0.5, color="black", linewidth=0.5)
                axes.set(
                    title=f"{title} architecture",
                    xlabel="games learned from",
                    ylabel="share of games won against the expert",
                )
                axes.grid(alpha=0.3)
                axes.legend(fontsize="small")

    page = _page(experiment, small, large)
    return save(experiment, "wiering-table3", page, draw, [*small.data(), *large.data()])


def _table(classroom: Classroom) -> list[str]:
    course = classroom.course
    heads = " | ".join([*(f"{mark:,}" for mark in MARKS), f"at the end, {course.games:,}"])
    lines = [
        f"| method | evaluations | {heads} | points per game at the end |",
        f"|---|---|{'--:|' * (len(MARKS) + 2)}",
    ]
    for each, (kind, values, *_) in zip(classroom.ways, ROWS, strict=True):
        curve = classroom.curve(each)
        cells = beside_paper(curve, course, MARKS, each.published)
        lines.append(f"| {TITLES[kind]} | {values} | {' | '.join(cells)} | {curve[-1].points:+.3f} |")
    return lines


def _page(experiment: Experiment, small: Classroom, large: Classroom) -> str:
    course = small.course
    return "\n".join(
        [
            "# Wiering's Table 3: whose games, whose evaluations",
            "",
            f"{course.games:,} games each, {counted(course.seeds, 'seed')}, a test every {course.every:,} games: "
            f"{course.test_games:,} games against the expert, `{EXPERT}` without tables of bear-offs, with the "
            "same dice for both sides. The score is the share of games won, parity 0.5, the mean over the "
            "seeds; the paper's figures stand in brackets. By chance alone a test of all seeds is off by up to "
            f"{small.margin():.3f} (95 %).",
            "",
            experiment.provenance("wiering-table3"),
            "",
            "![Scores against the expert over games](wiering-table3.png)",
            "",
            "## Small architecture",
            "",
            *_table(small),
            "",
            "## Large architecture",
            "",
            *_table(large),
            "",
            "The commands of the first seed:",
            "",
            *small.commands(),
            *large.commands(),
            "",
        ]
    )
