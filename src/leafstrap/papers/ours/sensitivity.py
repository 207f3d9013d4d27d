"""How much the learning rate, λ and the size of the search matter to TreeStrap(αβ) and TDLeaf(λ)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from leafstrap.papers.experiment import Experiment, counted, even, figure, register, save
from leafstrap.papers.trial import Pairing, Trial
from leafstrap.types import JsonObject

MINUTES = 1.0
SEEDS = 2
GAMES = 40
DEPTH = 3
OPPONENT = "material"


@dataclass(frozen=True, slots=True)
class Knob:
    """A setting, the values tried, and the one that the other sweeps are made with."""

    key: str
    title: str
    values: tuple[float, ...]
    default: float
    logarithmic: bool = True


@dataclass(frozen=True, slots=True)
class Subject:
    """A learning rule and what is turned on it."""

    rule: str
    recipe: str
    knobs: tuple[Knob, ...]


NODES = Knob("search.nodes", "nodes a move", (300, 1000, 3000, 10_000), 1000)
SUBJECTS = (
    Subject(
        "treestrap-ab",
        "treestrap",
        (
            Knob("backup.step_size", "step size", (5, 10, 20, 40, 80), 20),
            Knob("backup.min_depth", "least depth of a node, d", (1, 2, 3), 1, logarithmic=False),
            NODES,
        ),
    ),
    Subject(
        "td-leaf",
        "strong",
        (
            Knob("backup.step_size", "step size", (10, 20, 40, 80, 160), 40),
            Knob("backup.lambda", "λ", (0.0, 0.3, 0.7, 0.9, 1.0), 0.7, logarithmic=False),
            NODES,
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Cell:
    """One value of one knob, all others as usual."""

    subject: Subject
    knob: Knob
    value: float
    seed: int

    def trial(self, experiment: Experiment) -> Trial:
        """Its run; cells with the same settings share one."""
        values = {knob.key: knob.default for knob in self.subject.knobs} | {self.knob.key: self.value}
        settings: JsonObject = {key: f"{value:g}" for key, value in values.items()}
        settings["search.nodes"] = int(values["search.nodes"])
        settings |= {"run.clock": "processor", "run.checkpoint_every": 200, "run.final_games": 0}
        name = "-".join(f"{key.split('.')[-1]}={value:g}" for key, value in values.items())
        folder = experiment.work / f"{self.subject.rule}-{name}-{self.seed}"
        return Trial(folder, self.subject.recipe, self.seed, experiment.scale * MINUTES, settings=settings)


@register("sensitivity", "Step size, λ and size of the search, one at a time", small=0.05)
def sensitivity(experiment: Experiment) -> Path:
    """Turn one knob at a time; returns the page with the results."""
    seeds = experiment.seeds_of(SEEDS)
    cells = [
        Cell(subject, knob, value, seed)
        for subject in SUBJECTS
        for knob in subject.knobs
        for value in knob.values
        for seed in seeds
    ]
    trials = {trial.folder: trial for cell in cells for trial in [cell.trial(experiment)]}
    experiment.learn(trials.values())
    played = experiment.side_by_side(lambda trial: _play(experiment, trial), trials.values())
    scores = dict(zip(trials, played, strict=True))
    data = [
        {
            "rule": cell.subject.rule,
            "setting": cell.knob.key,
            "value": cell.value,
            "seed": cell.seed,
            "score": scores[cell.trial(experiment).folder]["score"],
            "command": cell.trial(experiment).command,
        }
        for cell in cells
    ]
    first, *others = SUBJECTS
    page = save(experiment, "sensitivity", _page(experiment, data), _draw(data, first), data)
    for subject in others:
        _draw(data, subject)(page.with_name(f"sensitivity-{subject.rule}.png"))
    return page


def _play(experiment: Experiment, trial: Trial) -> JsonObject:
    games = even(min(1.0, experiment.scale * 2) * GAMES)
    pairing = Pairing(str(trial.newest), OPPONENT, games, DEPTH, experiment.seed)
    return pairing.play(experiment.work / "matches" / f"{trial.folder.name}.json", experiment.machine)


def _scores(data: Sequence[JsonObject], subject: Subject, knob: Knob, value: float) -> list[float]:
    """Of all seeds, in percent."""
    wanted = (subject.rule, knob.key, value)
    return [100 * d["score"] for d in data if (d["rule"], d["setting"], d["value"]) == wanted]


def _page(experiment: Experiment, data: Sequence[JsonObject]) -> str:
    rows = []
    for subject in SUBJECTS:
        for knob in subject.knobs:
            for value in knob.values:
                shown = ", ".join(f"{score:.0f}" for score in _scores(data, subject, knob, value))
                rows.append(f"| {subject.rule} | {knob.title} | {value:g} | {shown} |")
    return "\n".join(
        [
            "# What learning is sensitive to",
            "",
            f"One knob at a time, the others as usual; from random weights, {experiment.scale * MINUTES:g} minutes of "
            f"self-play (processor time of one core), {counted(len(experiment.seeds_of(SEEDS)), 'seed')}. The "
            "measure is the "
            f"score against `{OPPONENT}` at depth {DEPTH}, openings paired.",
            "",
            experiment.provenance("sensitivity"),
            "",
            f"![{SUBJECTS[0].rule}: score by each knob](sensitivity.png)",
            *(f"![{each.rule}: score by each knob](sensitivity-{each.rule}.png)" for each in SUBJECTS[1:]),
            "",
            "| rule | knob | value | score of each seed, % |",
            "|---|---|--:|--:|",
            *rows,
            "",
            f"    {data[0]['command']}",
            "",
        ]
    )


def _draw(data: Sequence[JsonObject], subject: Subject) -> Callable[[Path], None]:
    def draw(target: Path) -> None:
        with figure(target, columns=len(subject.knobs), width=3.6 * len(subject.knobs), height=3.8) as drawn:
            for axes, knob in zip(drawn, subject.knobs, strict=True):
                scores = [_scores(data, subject, knob, value) for value in knob.values]
                for of_seed in zip(*scores, strict=True):
                    axes.plot(knob.values, of_seed, color="grey", marker=".", linewidth=0.8)
                means = [sum(each) / len(each) for each in scores]
                axes.plot(knob.values, means, color="tab:red", marker="o")
                axes.set(title=subject.rule, xlabel=knob.title, ylim=(-3, 103))
                axes.set_xscale("log" if knob.logarithmic else "linear")
                axes.grid(alpha=0.3)
            drawn[0].set_ylabel(f"score against {OPPONENT}, %")

    return draw
