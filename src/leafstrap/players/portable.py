"""A player in words that mean the same on every machine: files in its text are named by their content, and go along."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from leafstrap.errors import PlayerError

CARRIED = "carried/"  # before the names of files that go along


@dataclass(frozen=True, slots=True)
class PortablePlayer:
    """The text of a player, and the content of the files in it by their names there."""

    text: str
    files: Mapping[str, bytes]

    @classmethod
    def of(cls, text: str, files: Mapping[str, Path]) -> PortablePlayer:
        """The player of a text in which some words, before or after an equals sign, stand for files."""
        carried: dict[str, bytes] = {}

        def carry(word: str) -> str:
            if word not in files:
                return word
            content = _content(files[word])
            name = carried_name(content, files[word].suffix)
            carried[name] = content
            return name

        return cls(_each_word(text, carry), carried)

    def text_in(self, folder: Path) -> str:
        """The text where the files lie in a folder, by their names without what stands before them."""
        return _each_word(
            self.text, lambda word: str(folder / word.removeprefix(CARRIED)) if word in self.files else word
        )


def carried_name(content: bytes, suffix: str) -> str:
    """What a text calls a file that goes along; the suffix says how to read it."""
    return f"{CARRIED}{hashlib.sha256(content).hexdigest()}{suffix}"


def _each_word(text: str, change: Callable[[str], str]) -> str:
    """A text with its head, and the values of its settings, changed."""
    head, *settings = text.split(";")
    changed = [change(head.strip())]
    for setting in settings:
        name, equals, value = setting.partition("=")
        changed.append(f"{name}{equals}{change(value.strip())}")
    return ";".join(changed)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise PlayerError(f"{path} cannot be read: {error.strerror}.") from None
