"""Parts register themselves, and those of other packages come through entry points."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest

from leafstrap.errors import PlayerError, UsageError
from leafstrap.registry import Registry

GROUP = "leafstrap.tests"
Install = Callable[..., None]


@pytest.fixture
def shapes() -> Registry[object]:
    return Registry(group=GROUP, noun="shape")


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Install:
    """Pretend that a package is installed: `install("name", "a = 1", a="a", ...)`."""
    monkeypatch.syspath_prepend(tmp_path)
    points: list[metadata.EntryPoint] = []

    def entry_points(*, group: str) -> tuple[metadata.EntryPoint, ...]:
        return tuple(point for point in points if point.group == group)

    monkeypatch.setattr(metadata, "entry_points", entry_points)

    def install(package: str, source: str, **names: str) -> None:
        (tmp_path / f"{package}.py").write_text(source)
        info = tmp_path / f"{package}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
        lines = [f"[{GROUP}]", *(f"{name} = {package}:{attribute}" for name, attribute in names.items())]
        (info / "entry_points.txt").write_text("\n".join(lines))
        points.extend(metadata.Distribution.at(info).entry_points)
        monkeypatch.delitem(sys.modules, package, raising=False)

    return install


def test_parts_are_in_the_order_in_which_they_came(shapes: Registry[object]) -> None:
    parts = {name: shapes.register(name, object()) for name in ("square", "circle", "angle")}
    assert shapes.names() == tuple(parts)
    assert list(shapes) == list(parts.values())
    assert shapes.items() == tuple(parts.items())
    assert len(shapes) == 3
    assert "circle" in shapes
    assert "line" not in shapes


def test_a_name_is_given_once_unless_replaced(shapes: Registry[object]) -> None:
    first, second = object(), object()
    assert shapes.register("circle", first) is first
    shapes.register("circle", first)
    with pytest.raises(UsageError, match=r"There is a shape 'circle' already: .*\."):
        shapes.register("circle", second)
    assert shapes.get("circle") is first
    shapes.register("circle", second, replace=True)
    assert shapes.get("circle") is second
    shapes.unregister("circle")
    shapes.unregister("circle")
    assert "circle" not in shapes


def test_an_unknown_name_is_one_sentence_with_the_nearest(shapes: Registry[object]) -> None:
    with pytest.raises(UsageError, match=r"^There is no shape 'circle': there are none\.$"):
        shapes.get("circle")
    shapes.register("circle", object())
    with pytest.raises(UsageError, match=r"^There is no shape 'circel'; did you mean circle\?$"):
        shapes.get("circel")
    with pytest.raises(UsageError, match=r"^There is no shape 'x': there are circle\.$"):
        shapes.get("x")
    players = Registry[object]("leafstrap.none", "player", error=PlayerError)
    with pytest.raises(PlayerError):
        players.get("anybody")


def test_entry_points_bring_parts_after_ours(shapes: Registry[object], install: Install) -> None:
    install("outside_one", "class Round: ...", round="Round")
    install("outside_two", "flat = 'flat'", flat="flat")
    shapes.register("square", object())
    assert "outside_one" not in sys.modules  # only when somebody asks
    assert shapes.names() == ("square", "round", "flat")
    assert shapes.get("flat") == "flat"


def test_what_is_registered_already_is_not_loaded(shapes: Registry[object], install: Install) -> None:
    install("outside_ours", "raise RuntimeError('loaded')", square="part")
    ours = shapes.register("square", object())
    assert shapes.get("square") is ours
    assert "outside_ours" not in sys.modules


def test_entry_points_are_loaded_once(
    shapes: Registry[object], install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    install("outside_again", "part = 1", again="part")
    assert shapes.get("again") == 1
    monkeypatch.setattr(metadata, "entry_points", None)
    assert shapes.get("again") == 1


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("import nothing_of_this_name", "No module named 'nothing_of_this_name'"),
        ("other = 1", "module 'outside_broken' has no attribute 'part'"),
        ("raise RuntimeError", "RuntimeError"),
        ("def", "invalid syntax"),
    ],
)
def test_a_broken_package_breaks_nothing_but_its_parts(
    shapes: Registry[object], install: Install, source: str, reason: str
) -> None:
    install("outside_broken", source, broken="part")
    install("outside_whole", "part = 2", whole="part")
    assert shapes.names() == ("whole",)
    said = rf"^The shape 'broken' of the package outside_broken cannot be loaded: {reason}.*\.$"
    with pytest.raises(UsageError, match=said):
        shapes.get("broken")
    shapes.register("broken", 3)
    assert shapes.get("broken") == 3


def test_entry_points_of_another_type_are_refused(install: Install) -> None:
    install("outside_types", "number, text = 1, 'one'", number="number", text="text")
    numbers = Registry[int](group=GROUP, noun="number", part_type=int)
    assert numbers.names() == ("number",)
    assert numbers.broken("number") is None
    assert numbers.broken("nothing") is None
    said = "The number 'text' of the package outside_types cannot be loaded: it is no int."
    assert numbers.broken("text") == said


def test_a_module_may_register_and_ask_while_it_is_imported(install: Install) -> None:
    source = "from test_registry_shapes import SHAPES\npart = SHAPES.register('self', object())\nseen = SHAPES.names()"
    module = type(sys)("test_registry_shapes")
    shapes = Registry[object](group=GROUP, noun="shape")
    module.SHAPES = shapes  # type: ignore[attr-defined]
    sys.modules["test_registry_shapes"] = module
    try:
        install("outside_self", source, self="part")
        assert shapes.names() == ("self",)
        assert sys.modules["outside_self"].seen == ("self",)
    finally:
        del sys.modules["test_registry_shapes"]


def test_threads_that_ask_first_all_see_everything(shapes: Registry[object], install: Install) -> None:
    install("outside_slow", "import time\ntime.sleep(0.05)\npart = object()", slow="part")
    shapes.register("square", object())
    seen: list[tuple[str, ...]] = []
    threads = [threading.Thread(target=lambda: seen.append(shapes.names())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [("square", "slow")] * 8
