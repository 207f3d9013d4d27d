"""Table 4 and figure 4 of Wiering, Patist & Mannen: what λ does, learning against the expert."""

from __future__ import annotations

from pathlib import Path

from leafstrap.papers.experiment import Experiment, counted, register, save
from leafstrap.papers.wiering.classroom import EXPERT, Classroom, Course, Way, beside_paper, draw_curves

COURSE = Course(games=15_000, every=500, test_games=500, seeds=5)
MARKS = (500, 1_000, 5_000, 10_000)

# λ, step size, colour, and what the paper has after 500, 1,000, 5,000 and 10,000 games.
ROWS = (
    (0.0, 0.01, "tab:blue", (0.13, 0.31, 0.42, 0.43)),
    (0.2, 0.01, "tab:cyan", (0.24, 0.34, 0.43, 0.45)),
    (0.4, 0.01, "tab:green", (0.26, 0.35, 0.44, 0.44)),
    (0.6, 0.01, "tab:olive", (0.26, 0.36, 0.45, 0.46)),
    (0.8, 0.01, "tab:orange", (0.34, 0.39, 0.44, 0.45)),
    (1.0, 0.001, "tab:red", (0.23, 0.31, 0.39, 0.40)),
)
WAYS = tuple(
    Way(
        f"lambda-{value:g}",
        f"λ = {value:g}",
        colour,
        {"backup.lambda": f"{value:g}", "backup.step_size": f"{step:g}"},
        dict(zip(MARKS, published, strict=True)),
    )
    for value, step, colour, published in ROWS
)


@register("wiering-table4", "What λ does (section 4.2)", small=0.05)
def wiering_table4(experiment: Experiment) -> Path:
    """Learn with every λ and several seeds; returns the page with the results."""
    classroom = Classroom.hold(experiment, WAYS, COURSE, COURSE.seeds)
    page = _page(experiment, classroom)
    return save(experiment, "wiering-table4", page, draw_curves(classroom), classroom.data())


def _page(experiment: Experiment, classroom: Classroom) -> str:
    course = classroom.course
    rows = []
    for each, (_, step, *_rest) in zip(classroom.ways, ROWS, strict=True):
        curve = classroom.curve(each)
        cells = " | ".join(beside_paper(curve, course, MARKS, each.published))
        rows.append(f"| {each.title} | {step:g} | {cells} | {curve[-1].points:+.3f} |")
    heads = " | ".join([*(f"after {mark:,}" for mark in MARKS), f"at the end, {course.games:,}"])
    return "\n".join(
        [
            "# Wiering's Table 4: λ",
            "",
            f"The small architecture against the expert, {course.games:,} games each, "
            f"{counted(course.seeds, 'seed')}, a test "
            f"every {course.every:,} games: {course.test_games:,} games against the expert, `{EXPERT}` without "
            "tables of bear-offs, with the same dice for both sides. The score is the share of games won, parity 0.5, "
            "a mean over the seeds; the paper's figures stand in brackets. By chance alone a test of all "
            f"seeds is off by up to {classroom.margin():.3f} (95 %). The paper's figure 4 says "
            "self-play where its text says against the expert; here it is against the expert.",
            "",
            experiment.provenance("wiering-table4"),
            "",
            "![Scores against the expert over games](wiering-table4.png)",
            "",
            f"| λ | step size | {heads} | points per game at the end |",
            f"|---|--:|{'--:|' * (len(MARKS) + 2)}",
            *rows,
            "",
            "The commands of the first seed:",
            "",
            *classroom.commands(),
            "",
        ]
    )
