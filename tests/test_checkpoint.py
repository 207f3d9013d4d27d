"""Checkpoints and the files around them: whole or absent, damage noticed, logs cut back."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from leafstrap import durable
from leafstrap.durable import AppendLog, write_whole
from leafstrap.errors import RunError
from leafstrap.training.store import checkpoint
from leafstrap.training.store.checkpoint import ARRAYS, KEPT, Checkpoint, Counters


def example(games: int) -> Checkpoint:
    random = np.random.default_rng(games)
    arrays: dict[str, Any] = {name: random.normal(size=7) for name in ARRAYS}
    counters = Counters(games=games, started=games + 2, unfinished=(games - 1, games + 1), seconds=1 / 3)
    arrays["memory"] = {"ring": random.normal(size=(2, 3)).astype(np.float32)}
    return Checkpoint(counters, **arrays)


def same(a: Checkpoint, b: Checkpoint) -> bool:
    arrays = [(getattr(a, name), getattr(b, name)) for name in ARRAYS]
    arrays += [(a.memory[name], b.memory[name]) for name in a.memory]
    return (
        a.counters == b.counters
        and a.memory.keys() == b.memory.keys()
        and all(x.tobytes() == y.tobytes() for x, y in arrays)
    )


def test_a_checkpoint_reads_back_to_the_bit() -> None:
    assert same(Checkpoint.from_bytes(example(5).to_bytes()), example(5))


def test_the_newest_few_are_kept(tmp_path: Path) -> None:
    for games in range(10, 110, 10):
        checkpoint.write(tmp_path, example(games))
    assert len(list(tmp_path.iterdir())) == KEPT
    newest, warnings = checkpoint.read_newest(tmp_path)
    assert same(newest, example(100))
    assert warnings == []


def test_every_damaged_byte_is_noticed() -> None:
    content = example(5).to_bytes()
    for place in range(len(content)):
        damaged = bytearray(content)
        damaged[place] ^= 0x10
        try:
            read = Checkpoint.from_bytes(bytes(damaged))
        except ValueError:
            continue
        assert same(read, example(5)), f"a changed byte at {place} went unnoticed"


def test_every_truncation_is_noticed() -> None:
    content = example(5).to_bytes()
    for length in range(len(content)):
        with pytest.raises(ValueError, match="it is damaged"):
            Checkpoint.from_bytes(content[:length])


@pytest.mark.parametrize("damage", ["truncated", "emptied", "flipped", "foreign"])
def test_a_damaged_newest_is_passed_over_with_a_warning(tmp_path: Path, damage: str) -> None:
    checkpoint.write(tmp_path, example(10))
    newest = checkpoint.write(tmp_path, example(20))
    content = newest.read_bytes()
    flipped = content[:-3] + bytes([content[-3] ^ 1]) + content[-2:]
    new_content = {
        "truncated": content[:-9],
        "emptied": b"",
        "flipped": flipped,
        "foreign": b"no tensors" * 9,
    }
    newest.write_bytes(new_content[damage])
    found, warnings = checkpoint.read_newest(tmp_path)
    assert same(found, example(10))
    assert len(warnings) == 1
    assert newest.name in warnings[0]
    checkpoint.drop_newer(tmp_path, 10)
    assert not newest.exists()


def test_no_whole_checkpoint_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="no checkpoint"):
        checkpoint.read_newest(tmp_path)
    checkpoint.write(tmp_path, example(10)).write_bytes(b"")
    with pytest.raises(RunError, match=r"No checkpoint in .* is whole"):
        checkpoint.read_newest(tmp_path)


def test_a_full_disk_leaves_the_old_file_and_no_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "file"
    write_whole(target, b"old")

    def full(descriptor: int, content: memoryview) -> int:
        if len(content) > 4:
            return os.write(descriptor, content[:4])  # the last bytes that fit
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    class FullDisk:
        write = staticmethod(full)

        def __getattr__(self, name: str) -> object:
            return getattr(os, name)

    monkeypatch.setattr(durable, "os", FullDisk())
    with pytest.raises(OSError, match="No space left"):
        write_whole(target, b"something new")
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_log_is_cut_back_to_what_is_remembered(tmp_path: Path) -> None:
    log = AppendLog(tmp_path / "log")
    log.append("one\n")
    remembered = log.sync()
    log.append("two\nhal")
    log.close()
    log = AppendLog(tmp_path / "log", keep=remembered)
    log.append("2\n")
    log.close()
    assert (tmp_path / "log").read_text() == "one\n2\n"
    assert log.missing == 0


def test_a_log_that_lost_bytes_says_so(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("on")
    log = AppendLog(tmp_path / "log", keep=4)
    log.close()
    assert log.missing == 2
