"""Table 1 of Thrun (1995): NeuroChess with and without explanation-based learning; then the setting of figure 3."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from leafstrap import games
from leafstrap.experience import Database
from leafstrap.papers.experiment import Experiment, even, register, save
from leafstrap.papers.neurochess.page import (
    DEEP,
    DEEP_ROW,
    DEPTHS,
    GNU,
    OWN_FEATURES,
    ROWS,
    SEEDS,
    STEP,
    TABLE_1,
    Setting,
    drawing_of,
    page_of,
)
from leafstrap.papers.trial import Pairing, Trial
from leafstrap.types import JsonObject, Table

GAMES = {2: 400, 4: 200}  # that test a row of a rule, with each seed, by the depth of the opponent
GNU_GAMES = 60
MODEL_GAMES = 120_000  # for the model, as in the paper, or all that there are
CUT = ";search=cut@depth=2"  # Table 1: no quiescence extensions
# Figure 3: no hidden units, depth 3 and on from there, nine boards of ten from expert play.
FIGURE = {
    "evaluator.hidden": "[0]",
    # Ours. Without hidden units a weight is the slope itself: it begins near 0, and moves faster.
    "evaluator.scale": 0.001,
    "backup.step_size": 0.001,
    "search.depth": 3,
    "search.extend": "true",
    "search.variant": "tournament",
    "experience.expert_share": 0.9,
}


@register(
    "neurochess",
    "Table 1: explanation-based learning beside back-propagation, GNU Chess's features",
    small=0.02,
    data=("book.pgn",),
)
def neurochess(experiment: Experiment) -> Path:
    """Table 1, with the features that the paper names."""
    return _compare(experiment, TABLE_1)


@register("neurochess-175", "The same with our 175 features", small=0.02, data=("book.pgn",))
def neurochess_175(experiment: Experiment) -> Path:
    """The same with our own features; then the setting of figure 3."""
    return _compare(experiment, OWN_FEATURES)


def _compare(experiment: Experiment, setting: Setting) -> Path:
    """Make one model, train every rule with every seed, test them on the way; returns the page."""
    path = experiment.database()
    database = {"experience.database": str(path.resolve()), "run.final_games": 0}
    database["evaluator.features"] = setting.features
    step = max(1, round(experiment.scale * STEP))
    seeds = experiment.seeds_of(SEEDS)
    model_games = min(MODEL_GAMES, len(Database(path, games.get("chess"))))
    model = Trial(
        experiment.work / "model",
        "neurochess",
        experiment.seed,
        games=0,
        settings=database | {"backup.model_games": model_games},
    ).run(experiment.machine)
    shared = {"backup.model": str(model.folder / "model.safetensors")}

    def trial(name: str, recipe: str, seed: int, steps: int, settings: Table) -> Trial:
        own = database | {"run.checkpoint_every": step} | dict(settings)
        return Trial(experiment.work / f"{name}-{seed}", recipe, seed, games=step * steps, settings=own)

    trials = {
        (rule.name, seed): trial(
            rule.name, rule.recipe, seed, ROWS[-1], shared if rule.name == "ebnn" else rule.settings
        )
        for seed in seeds
        for rule in setting.rules
    }
    trials |= {
        ("figure-3", seed): trial("figure-3", "neurochess", seed, DEEP_ROW, shared | FIGURE)
        for seed in seeds
        if setting.figure_3
    }
    experiment.learn(trials.values())

    def meet(test: _Test) -> JsonObject:
        return test.play(experiment, trials[test.name, test.seed], step)

    data = experiment.side_by_side(meet, _tests(experiment, setting, seeds))
    page = page_of(setting, experiment, step, model_games, [model, *trials.values()], data)
    return save(experiment, setting.name, page, drawing_of(setting, data, step), data)


@dataclass(frozen=True, slots=True)
class _Test:
    """The weights of a run after so many steps, against somebody."""

    name: str
    seed: int
    row: int
    limits: str
    opponent: str
    games: int

    def play(self, experiment: Experiment, trial: Trial, step: int) -> JsonObject:
        weights = trial.folder / "weights" / f"{step * self.row:06}.safetensors"
        pairing = Pairing(f"{weights}{self.limits}", self.opponent, self.games, None, self.seed, search="")
        name = f"{self.name}-{self.seed}-{self.row}-{self.opponent}.json".replace(" ", "_").replace(":", "_")
        found = pairing.play(experiment.work / "matches" / name, experiment.machine)
        about = {"name": self.name, "seed": self.seed, "learned": step * self.row, "row": self.row}
        return about | {"opponent": self.opponent} | found


def _tests(experiment: Experiment, setting: Setting, seeds: range) -> list[_Test]:
    number = {depth: even(experiment.scale * games_there) for depth, games_there in GAMES.items()}
    tests = [
        _Test(rule.name, seed, row, CUT, setting.opponent(depth), number[depth])
        for rule in setting.rules
        for depth in DEPTHS
        for row in ROWS
        for seed in seeds
    ]
    last = [("backprop", ROWS[-1], CUT), ("ebnn", ROWS[-1], CUT)]
    last += [("figure-3", DEEP_ROW, DEEP)] if setting.figure_3 else []
    outside = (
        [f"{GNU}@depth={depth}" for depth in DEPTHS] if shutil.which(GNU.split(":")[1].split()[0]) else []
    )
    tests += [
        _Test("figure-3", seed, DEEP_ROW, DEEP, f"{setting.hand}{DEEP}", number[4])
        for seed in seeds
        if setting.figure_3
    ]
    gnu_games = even(experiment.scale * GNU_GAMES)
    return tests + [
        _Test(name, seed, row, limits, other, gnu_games)
        for name, row, limits in last
        for other in outside
        for seed in seeds
    ]
