"""Pages of results that `leafstrap reproduce` wrote, as blocks that are shown without knowing Markdown."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from leafstrap.types import JsonObject
from leafstrap.web.common.fields import WebError
from leafstrap.web.common.sources import Folders

LARGEST = 2**20
MOST_PAGES = 200
USUAL = Path("docs/results")  # where the command writes them unless told
TYPES = {".png": "image/png", ".svg": "image/svg+xml", ".json": "application/json"}
FILE = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}")
HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
ITEM = re.compile(r"^\s*(?:[-*+]|(\d+)[.)])\s+(.*)$")
RULE = re.compile(r"^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$")
IMAGE = re.compile(r"^!\[([^\]]*)\]\(([^)\s]+)[^)]*\)\s*$")


class ResultPages:
    """Markdown pages beside a JSON file of the same name, which is how the command leaves them."""

    def __init__(self, folders: Folders) -> None:
        self._folders = folders

    def listed(self) -> list[JsonObject]:
        """All of them."""
        return [
            {"id": _id(path), "title": _title(path), "folder": path.parent.name} for path in self._pages()
        ]

    def page(self, name: str) -> JsonObject:
        """One of them."""
        path = self._find(name)
        text = path.read_text(encoding="utf-8", errors="replace")
        return {"title": _title(path), "text": text, "blocks": list(blocks(text))}

    def file(self, name: str, beside: str) -> tuple[Path, str]:
        """A picture or figures beside a page, and its type."""
        path = self._find(name).parent / beside
        kind = TYPES.get(path.suffix)
        if not FILE.fullmatch(beside) or kind is None or path.is_symlink() or not path.is_file():
            raise WebError("There is no such file beside this page.", 404)
        return path, kind

    def _find(self, name: str) -> Path:
        for path in self._pages():
            if _id(path) == name:
                return path
        raise WebError("There is no such page.", 404)

    def _pages(self) -> Iterator[Path]:
        seen: set[Path] = set()
        usual = USUAL.resolve()
        for folder in (*([usual] if usual.is_dir() else []), *self._folders.walk()):
            for path in sorted(folder.glob("*.md")):
                good = path.with_suffix(".json").is_file() and not path.is_symlink()
                if good and path not in seen and len(seen) < MOST_PAGES and path.stat().st_size <= LARGEST:
                    seen.add(path)
                    yield path


def _id(path: Path) -> str:
    return hashlib.sha256(str(path).encode()).hexdigest()[:12]


def _title(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace") as lines:
        first = next((line for line in lines if line.startswith("# ")), "")
    return first.removeprefix("# ").strip() or path.stem


def blocks(text: str) -> Iterator[JsonObject]:
    r"""Headings, paragraphs, lists, tables, code and pictures, in their order.

    >>> [block["type"] for block in blocks("# Title\n\nWords\nmore.\n\n| a |\n|---|\n| 1 |\n\n- x\n")]
    ['heading', 'paragraph', 'table', 'list']
    """
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif line.startswith("```"):
            end = next((n for n in range(at + 1, len(lines)) if lines[n].startswith("```")), len(lines))
            yield {"type": "code", "language": line[3:].strip(), "text": "\n".join(lines[at + 1 : end])}
            at = end + 1
        elif heading := HEADING.match(line):
            yield {"type": "heading", "level": len(heading[1]), "text": heading[2]}
            at += 1
        elif image := IMAGE.match(line):
            yield {"type": "image", "name": image[2].rpartition("/")[2], "alt": image[1]}
            at += 1
        elif line.lstrip().startswith("|") and at + 1 < len(lines) and RULE.match(lines[at + 1]):
            at, block = _table(lines, at)
            yield block
        elif ITEM.match(line):
            at, block = _list(lines, at)
            yield block
        elif line.startswith("    "):
            end = next((n for n in range(at, len(lines)) if not lines[n].startswith("    ")), len(lines))
            yield {"type": "code", "language": "", "text": "\n".join(each[4:] for each in lines[at:end])}
            at = end
        else:
            at, block = _paragraph(lines, at)
            yield block


def _table(lines: list[str], at: int) -> tuple[int, JsonObject]:
    end = next((n for n in range(at, len(lines)) if "|" not in lines[n]), len(lines))
    rows = [_cells(line) for line in lines[at + 2 : end]]
    return end, {"type": "table", "header": _cells(lines[at]), "rows": rows}


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _list(lines: list[str], at: int) -> tuple[int, JsonObject]:
    ordered = bool((ITEM.match(lines[at]) or [None, None])[1])
    items: list[str] = []
    while at < len(lines) and lines[at].strip():
        if item := ITEM.match(lines[at]):
            items.append(item[2])
        else:
            items[-1] += f" {lines[at].strip()}"
        at += 1
    return at, {"type": "list", "ordered": ordered, "items": items}


def _paragraph(lines: list[str], at: int) -> tuple[int, JsonObject]:
    words: list[str] = []
    while at < len(lines) and lines[at].strip():
        starts_other = (
            HEADING.match(lines[at]) or lines[at].startswith(("```", "|")) or IMAGE.match(lines[at])
        )
        if words and (starts_other or ITEM.match(lines[at])):
            break
        words.append(lines[at].strip())
        at += 1
    return at, {"type": "paragraph", "text": " ".join(words)}
