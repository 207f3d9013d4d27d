"""Lines with a few things wrong."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

CHARACTERS = [chr(code) for code in range(33, 127)] + ["\t", "\x00", "ß", "棋", "\ufffd", "\u2028", "٣"]
VALUES = ("-1", "0", "99999999999999999999", "1e9", "nan", "", "9" * 5000)


def spoiled(line: str, known: Sequence[str], random: Random) -> str:
    """A line with words or letters swapped, doubled, dropped, put in; `known` are words that may come in."""
    words = line.split()
    for _ in range(random.choice((0, 1, 1, 2, 4))):
        at = random.randrange(len(words) + 1)
        match random.randrange(5):
            case 0:
                words.insert(at, random.choice(known))
            case 1 if at < len(words):
                del words[at]
            case 2 if at < len(words):
                name, equals, _ = words[at].partition("=")
                words[at] = (f"{name}=" if equals else "") + random.choice(VALUES)
            case 3 if at < len(words):
                letters = list(words[at])
                letters.insert(random.randrange(len(letters) + 1), random.choice(CHARACTERS))
                words[at] = "".join(letters)
            case _:
                words = words[at:] + words[:at]
    return " ".join(words)
