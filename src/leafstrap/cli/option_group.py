"""Options that several commands share, declared once: a dataclass whose fields are options."""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Callable
from typing import Any


def with_groups(command: Callable[..., None]) -> Callable[..., None]:
    """A command in which every parameter that is a dataclass stands for the options that are its fields.

    The command line sees the fields as if they were written out; the command gets the dataclass filled.
    """
    signature = inspect.signature(command, eval_str=True)
    groups: dict[str, Any] = {
        name: parameter.annotation
        for name, parameter in signature.parameters.items()
        if dataclasses.is_dataclass(parameter.annotation)
    }
    written_out: list[inspect.Parameter] = []
    for name, parameter in signature.parameters.items():
        written_out += _options(groups[name]) if name in groups else [parameter]

    @functools.wraps(command)
    def run(**given: Any) -> None:
        for name, group in groups.items():
            fields = [field.name for field in dataclasses.fields(group)]
            given[name] = group(**{field: given.pop(field) for field in fields})
        command(**given)

    run.__signature__ = signature.replace(parameters=written_out)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in written_out}
    return run


def _options(group: Any) -> list[inspect.Parameter]:
    declared = inspect.signature(group, eval_str=True).parameters.values()
    return [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in declared]
