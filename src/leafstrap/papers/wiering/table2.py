"""Table 2 and figure 1 of Wiering, Patist & Mannen: architectures and ways of getting games, over many games."""

from __future__ import annotations

from pathlib import Path

from leafstrap.papers.experiment import Experiment, counted, register, save
from leafstrap.papers.wiering.classroom import (
    EXPERT,
    SELF_PLAY,
    SELF_PLAY_RECIPE,
    Classroom,
    Course,
    Way,
    beside_paper,
    draw_curves,
    smoothed,
)

COURSE = Course(games=200_000, every=5_000, test_games=5_000, seeds=2)
MARKS = (5_000, 100_000, 175_000)


def way(name: str, title: str, colour: str, settings: dict[str, str], *published: float) -> Way:
    """One row of the table."""
    return Way(name, title, colour, settings, dict(zip(MARKS, published, strict=True)))


WAYS = (
    way("small", "small, against the expert", "tab:red", {}, 0.327, 0.483, 0.478),
    way(
        "large",
        "large, against the expert",
        "tab:blue",
        {"evaluator.classifier": "large"},
        0.290,
        0.473,
        0.488,
    ),
    way(
        "hidden-80", "80 hidden units", "tab:orange", {"evaluator.hidden": "[20,20,80]"}, 0.309, 0.473, 0.485
    ),
    way("radial", "40 radial units", "tab:grey", {"evaluator.activation": "radial"}, 0.162, 0.419, 0.443),
    Way(
        "self-play",
        "small, self-play",
        "tab:green",
        SELF_PLAY,
        dict(zip(MARKS, (0.298, 0.471, 0.477), strict=True)),
        SELF_PLAY_RECIPE,
    ),
    way(
        "observe",
        "small, observing the expert",
        "tab:purple",
        {"experience.kind": "observe"},
        0.283,
        0.469,
        0.469,
    ),
)


@register("wiering-table2", "Architectures, and where games come from (section 4.2)", small=0.01)
def wiering_table2(experiment: Experiment) -> Path:
    """Let every way learn with several seeds, tested along the way; returns the page with the results."""
    classroom = Classroom.hold(experiment, WAYS, COURSE, COURSE.seeds)
    return save(
        experiment,
        "wiering-table2",
        _page(experiment, classroom),
        draw_curves(classroom, smoothed),
        classroom.data(),
    )


def _page(experiment: Experiment, classroom: Classroom) -> str:
    course = classroom.course
    rows = []
    for each in classroom.ways:
        curve = smoothed(classroom.curve(each))
        ours = " | ".join(beside_paper(curve, course, MARKS, each.published, digits=3))
        best = max(
            (test for tests in classroom.tests[each.name] for test in tests), key=lambda test: test.score
        )
        last = classroom.curve(each)[-1]
        rows.append(f"| {each.title} | {ours} | {best.score:.3f} after {best.games:,} | {last.points:+.3f} |")
    heads = " | ".join([*(f"after {mark:,}" for mark in MARKS), f"at the end, {course.games:,}"])
    return "\n".join(
        [
            "# Wiering's Table 2: architectures, and where games come from",
            "",
            f"{course.games:,} games each (the paper: {COURSE.games:,}), {counted(course.seeds, 'seed')}, a test every "
            f"{course.every:,} games: {course.test_games:,} games against the expert, `{EXPERT}` without "
            "tables of bear-offs, with the same dice for both sides and no cube. The score is the share of games won, "
            "parity 0.5; each is the mean of a test and its neighbours over the seeds, as in the paper, whose figures "
            f"stand in brackets. By chance alone a test of all seeds is off by up to {classroom.margin():.3f} (95 %).",
            "",
            experiment.provenance("wiering-table2"),
            "",
            "![Scores against the expert over games](wiering-table2.png)",
            "",
            f"| way of learning | {heads} | best test | points per game at the end |",
            f"|---|{'--:|' * (len(MARKS) + 3)}",
            *rows,
            "",
            "The commands of the first seed:",
            "",
            *classroom.commands(),
            "",
        ]
    )
