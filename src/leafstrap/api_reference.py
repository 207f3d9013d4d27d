"""The reference of the Python API as a page, made from docstrings: `python -m leafstrap.api_reference docs/api.md`."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import leafstrap
from leafstrap import api, arena, evaluators, games, players, registry
from leafstrap.learn import GameLearner, Rule, RuleKind, Trajectories, Update

INTRODUCTION = """\
# Python API

    import leafstrap as ls

    run = ls.learn("chess", recipe="quick", minutes=3)      # progress is shown, Ctrl-C saves
    run.metrics["mean_error"]                               # columns as arrays
    run.plot()                                              # the learning curve, a PNG in the run's folder
    ls.match("chess", run.weights, "untrained", games=40, depth=3)
    ls.explain(run.weights, "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")

The command line uses the same functions. This page is written by `python -m leafstrap.api_reference`.
"""
Documented = type | FunctionType
# What is shown under each heading.
SECTIONS: dict[str, tuple[Documented, ...]] = {
    "Verbs": tuple(
        getattr(leafstrap, name) for name in leafstrap.__all__ if inspect.isfunction(getattr(leafstrap, name))
    ),
    "Runs": (api.LearnedRun, api.Metrics, leafstrap.Sweep),
    "Fitting": (leafstrap.Fitted, leafstrap.LabelledPositions),
    "Evaluators": (evaluators.Evaluator, evaluators.Architecture, evaluators.Explanation),
    "Games": (games.Game, games.TrainingSearch, games.Classifier),
    "Rules": (Rule, RuleKind, Trajectories, Update, GameLearner),
    "Players and matches": (players.Player, players.PlayerKind, arena.Score),
    "Extension points": (registry.Registry,),
}


def page() -> str:
    """The whole page."""
    lines = [INTRODUCTION]
    for title, parts in SECTIONS.items():
        lines += [f"## {title}", ""]
        for part in parts:
            lines += _entry(part)
    return "\n".join(lines).rstrip() + "\n"


def _entry(part: Documented) -> Iterator[str]:
    name = part.__name__
    shown = _signature(part, name) if inspect.isfunction(part) else f"class {name}"
    yield f"### `{name}`"
    yield ""
    yield from _code(shown)
    yield from _text(part)
    if inspect.isclass(part):
        yield from _members(part)


def _members(part: type) -> Iterator[str]:
    for name, member in vars(part).items():
        function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
        if name.startswith("_") or not inspect.isfunction(function) or not inspect.getdoc(function):
            continue
        first = (inspect.getdoc(function) or "").partition("\n")[0]
        label = name if isinstance(member, property) else f"{name}({_parameters(function)})"
        yield f"- `{label}`: {first}"
    yield ""


def _text(part: Documented) -> Iterator[str]:
    yield (inspect.getdoc(part) or "").replace("\n>>> ", "\n    >>> ").partition("\n\n    >>>")[0]
    yield ""


def _parameters(function: FunctionType) -> str:
    return ", ".join(name for name in inspect.signature(function).parameters if name not in ("self", "cls"))


def _signature(function: FunctionType, name: str) -> str:
    parameters = [
        str(each).replace("'", "").replace(" = ", "=")
        for each in inspect.signature(function).parameters.values()
    ]
    returned = str(inspect.signature(function).return_annotation).strip("'")
    joined = ", ".join(parameters)
    return (
        f"{name}({joined}) -> {returned}"
        if len(joined) < 80
        else f"{name}(\n    " + ",\n    ".join(parameters) + f",\n) -> {returned}"
    )


def _code(text: str) -> Iterator[str]:
    yield "```text"
    yield text
    yield "```"
    yield ""


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
