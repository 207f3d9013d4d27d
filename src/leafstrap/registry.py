"""Parts that register themselves: games, rules, evaluators, players, recipes, ours and those of other packages.

Every extension point is one `Registry`. Our own packages register their parts as they are imported; a package outside
declares its parts as Python entry points of the registry's group, which are loaded when the registry is first
asked; and whoever has a part in a notebook registers it there, or in a file that LEAFSTRAP_PLUGINS names. To who asks
they are all the same.
"""

from __future__ import annotations

import difflib
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module, metadata
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Generic, TypeVar, overload

from leafstrap.errors import LeafstrapError, UsageError

Part = TypeVar("Part")

PLUGINS = "LEAFSTRAP_PLUGINS"  # in the environment: modules and Python files that register parts


class Registry(Generic[Part]):
    """Parts by name, in the order in which they came. Any thread may use it.

    >>> SHAPES = Registry[type](group="leafstrap.shapes", noun="shape")
    >>> @SHAPES.register("circle")
    ... class Circle: ...
    >>> SHAPES.get("circle") is Circle, SHAPES.names(), "square" in SHAPES
    (True, ('circle',), False)
    >>> SHAPES.get("cirle")
    Traceback (most recent call last):
    ...
    leafstrap.errors.UsageError: There is no shape 'cirle'; did you mean circle?
    """

    def __init__(
        self,
        group: str,
        noun: str,
        *,
        error: type[LeafstrapError] = UsageError,
        part_type: type | None = None,  # what an entry point must be, where that can be asked
        unpack: Callable[[Any], Mapping[str, Part]]
        | None = None,  # where one entry point brings several parts
    ) -> None:
        self.group = group
        self.noun = noun
        self._error = error
        self._part_type = part_type
        self._unpack = unpack
        self._parts: dict[str, Part] = {}
        self._failed: dict[str, str] = {}  # what is wrong with an entry point, by its name
        self._lock = threading.Lock()  # never held while a module is imported: its import may register parts
        self._loaded = False
        self._here = threading.local()

    @overload
    def register(self, name: str, part: Part, *, replace: bool = False) -> Part: ...

    @overload
    def register(self, name: str, *, replace: bool = False) -> Callable[[Part], Part]: ...

    def register(
        self, name: str, part: Part | None = None, *, replace: bool = False
    ) -> Part | Callable[[Part], Part]:
        """Add a part, or decorate one; a name that another part has is refused unless it is to be replaced."""
        if part is None:
            return lambda part: self.register(name, part, replace=replace)
        with self._lock:
            if not replace and self._parts.get(name, part) is not part:
                raise UsageError(
                    f"There is a {self.noun} {name!r} already: replace it, or choose another name."
                )
            self._parts[name] = part
        return part

    def unregister(self, name: str) -> None:
        """Take a part out again; one that is not there does no harm."""
        with self._lock:
            self._parts.pop(name, None)

    def get(self, name: str) -> Part:
        """The part of that name; an error in one sentence if there is none, or if its package is broken."""
        parts = self._all()
        if name in parts:
            return parts[name]
        if (sentence := self.broken(name)) is not None:
            raise self._error(sentence)
        raise self._error(no_such(self.noun, name, parts))

    def broken(self, name: str) -> str | None:
        """What is wrong with the entry point of that name; None if nothing is, or if there is none."""
        return None if name in self._all() else self._failed.get(name)

    def names(self) -> tuple[str, ...]:
        """The names of all parts that can be had."""
        return tuple(self._all())

    def items(self) -> tuple[tuple[str, Part], ...]:
        """All parts with their names."""
        return tuple(self._all().items())

    def __iter__(self) -> Iterator[Part]:
        return iter(self._all().values())

    def __contains__(self, name: object) -> bool:
        return name in self._all()

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> dict[str, Part]:
        """The parts as they are now; those of other packages are loaded first, once."""
        if not self._loaded and not getattr(self._here, "loading", False):
            # Threads that come at the same time all load: a module is imported once whoever asks for it, and a lock
            # around imports could wait for a thread that is importing, and registering, itself.
            self._here.loading = True  # a module that asks us while we import it gets what there is
            try:
                self._load()
            finally:
                self._here.loading = False
            self._loaded = True
        with self._lock:
            return dict(self._parts)

    def _load(self) -> None:
        _import_plugins()
        for point in metadata.entry_points(group=self.group):
            with self._lock:
                known = self._unpack is None and point.name in self._parts
            if known:
                continue
            try:
                loaded = point.load()
                if self._part_type is not None and not isinstance(loaded, self._part_type):
                    raise TypeError(f"it is no {self._part_type.__name__}")
                parts = {point.name: loaded} if self._unpack is None else self._unpack(loaded)
            except Exception as error:  # whatever a module of others does when it is imported
                self._failed[point.name] = self._blame(point, error)
                continue
            with self._lock:
                for name, part in parts.items():
                    self._parts.setdefault(name, part)

    def _blame(self, point: metadata.EntryPoint, error: Exception) -> str:
        package = f"the package {point.dist.name}" if point.dist else point.value
        reason = " ".join(str(error).split()).removesuffix(".") or type(error).__name__
        return f"The {self.noun} {point.name!r} of {package} cannot be loaded: {reason}."


_plugins: set[str] = set()  # that have been imported, or are being


def _import_plugins() -> None:
    """Import what the environment names, once: parts of somebody who has a file and no package.

    Registries are asked while the command line is put together, so a plugin that is broken is told of and left out.
    """
    for name in filter(None, os.environ.get(PLUGINS, "").split(os.pathsep)):
        if name in _plugins:
            continue
        _plugins.add(name)
        try:
            if name.endswith(".py"):
                spec = spec_from_file_location(Path(name).stem, name)
                assert spec is not None  # what ends so is Python
                assert spec.loader is not None
                module = module_from_spec(spec)
                sys.modules[spec.name] = module
                spec.loader.exec_module(module)
            else:
                import_module(name)
        except Exception as error:  # whatever a module of others does when it is imported
            reason = " ".join(str(error).split()).removesuffix(".") or type(error).__name__
            print(f"leafstrap: {name} of {PLUGINS} cannot be loaded: {reason}.", file=sys.stderr)


def no_such(noun: str, name: str, known: Iterable[str]) -> str:
    """The sentence for a name that nothing has, with the nearest one that something does.

    >>> no_such("game", "go", ["chess", "draughts"])
    "There is no game 'go': there are chess, draughts."
    """
    names = list(known)
    near = difflib.get_close_matches(name, names, n=1)
    there_are = f"there are {', '.join(names)}" if names else "there are none"
    return f"There is no {noun} {name!r}" + (f"; did you mean {near[0]}?" if near else f": {there_are}.")
