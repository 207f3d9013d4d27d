"""Examples in the docstrings of the compiled module run; pytest itself only looks into Python files."""

from __future__ import annotations

import doctest
import inspect
from types import ModuleType

import pytest

from leafstrap import _core


def examples(module: ModuleType) -> list[doctest.DocTest]:
    """One test for every docstring with examples: the module's, its classes', their members'."""
    parser = doctest.DocTestParser()
    documented: dict[str, object] = {module.__name__: module}
    for name, item in vars(module).items():
        path = f"{module.__name__}.{name}"
        documented[path] = item
        if inspect.isclass(item):
            documented |= {f"{path}.{member}": value for member, value in vars(item).items()}
    found = []
    for name, item in documented.items():
        text = inspect.getdoc(item)
        if isinstance(text, str) and ">>>" in text:
            found.append(parser.get_doctest(text, dict(vars(module)), name, None, None))
    return found


TESTS = [*examples(_core), *examples(_core.chess), *examples(_core.draughts)]


def test_positions_and_lines_have_examples() -> None:
    assert {"leafstrap._core.chess.Position", "leafstrap._core.chess.Line"} <= {test.name for test in TESTS}


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.name)
def test_example(test: doctest.DocTest) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(test).failed == 0
