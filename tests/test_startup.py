"""A command imports only what it needs: what takes long to import is not there where nobody asked for it."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

import leafstrap as ls

REPORT = """
import sys
from leafstrap.cli.app import run
status = run(sys.argv[1:])
names = (
    "numpy", "chess", "pydantic", "rich.console", "asyncio", "matplotlib", "leafstrap._core", "leafstrap.training",
    "leafstrap.arena.schedule", "leafstrap.web",
)
print(*[name for name in names if name in sys.modules], file=sys.stderr)
sys.exit(status)
"""


def imported(*arguments: str, typed: str = "") -> set[str]:
    command = [sys.executable, "-c", REPORT, *arguments]
    done = subprocess.run(command, input=typed, capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines()[-1].split())


def test_the_version_needs_nothing() -> None:
    assert imported("--version") == set()


def test_the_list_of_commands_needs_none_of_them() -> None:
    assert imported("--help") == {"rich.console"}


def test_an_engine_needs_no_library_of_others_but_numpy() -> None:
    assert imported("uci", typed="uci\nquit\n") - {"leafstrap.training"} == {"numpy", "leafstrap._core"}


def test_verbs_stay_verbs_when_packages_of_their_name_are_imported() -> None:
    import_module("leafstrap.learn.rule")
    import_module("leafstrap.search.limits")
    assert ls.learn.__module__ == ls.search.__module__ == "leafstrap.api"
    with pytest.raises(AttributeError, match="has no attribute 'fly'"):
        ls.fly  # noqa: B018


@pytest.mark.parametrize(
    "package",
    ["leafstrap", "leafstrap.arena", "leafstrap.experience", "leafstrap.training", "leafstrap.players"],
)
def test_all_that_a_package_offers_can_be_had(package: str) -> None:
    program = f"import {package} as package\nfor name in package.__all__: getattr(package, name)"
    subprocess.run([sys.executable, "-c", program], check=True)
