"""Packages that import what they offer when it is first asked for, so that a command imports only what it needs.

Such a package imports its names under `if TYPE_CHECKING:`, as type checkers and readers want them, and ends with

    __getattr__ = exports(__name__)

which reads those imports from its file and carries out the one that is asked for.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path


def exports(package: str) -> Callable[[str], object]:
    """The `__getattr__` of a package.

    >>> exports("leafstrap.training")("Run").__module__
    'leafstrap.training.run'
    """

    @cache
    def modules() -> dict[str, str]:
        return exported(Path(str(sys.modules[package].__file__)).read_text(encoding="utf-8"))

    def get(name: str) -> object:
        if name not in modules():
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value: object = getattr(import_module(modules()[name]), name)
        setattr(sys.modules[package], name, value)  # is not asked for again
        return value

    return get


def exported(source: str) -> dict[str, str]:
    r"""The module of every name that a source imports for type checkers.

    >>> exported("if TYPE_CHECKING:\n    from a.b import C, D\n    from a import E")
    {'C': 'a.b', 'D': 'a.b', 'E': 'a'}
    """
    blocks = [node.body for node in ast.parse(source).body if isinstance(node, ast.If)]
    imports = [node for body in blocks for node in body if isinstance(node, ast.ImportFrom)]
    return {alias.name: str(node.module) for node in imports for alias in node.names}
