"""A web server as a process of its own, and pages in a real browser that hear of every error in its console."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

PATIENCE = 40_000  # milliseconds: machines that test are busy
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}
CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))),
    None,
)
NEEDS_CHROMIUM = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class WebProcess:
    """`leafstrap web` on a port that stays the same when it is started again."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        (self.folder / "runs").mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "leafstrap", "web", "runs", "--port", str(self.port), "--no-browser"]
        sources = str(Path(__file__).resolve().parents[2] / "src")
        paths = os.pathsep.join([sources, os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
        self.process = subprocess.Popen(
            [*command, "--state", "state", *self.options],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": paths},
        )
        deadline = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < deadline:
            try:
                httpx.get(self.url, timeout=10).raise_for_status()
                return
            except httpx.HTTPError:
                time.sleep(0.1)
        self.kill()
        raise AssertionError("The server does not answer.")

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it as a crash would."""
        self.process.send_signal(how)
        self.process.wait(60)

    def get(self, path: str) -> Any:
        """An answer of its API."""
        return httpx.get(self.url + path, timeout=60).raise_for_status().json()

    def post(self, path: str, body: Any = None) -> Any:
        """Something changed through its API."""
        return (
            httpx.post(self.url + path, json={} if body is None else body, timeout=60)
            .raise_for_status()
            .json()
        )


@contextmanager
def chromium() -> Iterator[Any]:
    """The browser."""
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def page_of(browser: Any, url: str, size: dict[str, int] = DESKTOP, **options: Any) -> Iterator[Any]:
    """A page; at its end no error may have been written into its console (what outages say is told apart)."""
    context = browser.new_context(viewport=size, **options)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    faults: list[str] = []
    page.faults = faults
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(url)
    page.wait_for_selector("main .card")
    yield page
    context.close()
    assert not faults, faults


def wait(page: Any, condition: str) -> None:
    """Wait until an expression is true. (Playwright's own way of it is forbidden by the page's security policy.)"""
    deadline = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(f"Boolean({condition})"):
        assert time.monotonic() < deadline, f"not true in time: {condition}"
        page.wait_for_timeout(40)


def no_overflow(page: Any) -> None:
    """Nothing is wider than the page, and no control has text that does not fit."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cut = page.evaluate(
        """[...document.querySelectorAll('button, a, label, dt, dd, h1, h2, h3, p')]
        .filter((each) => each.offsetParent && !each.closest('.board') && !each.matches('.visually-hidden, .skip')
          && each.scrollWidth > each.clientWidth + 2 && getComputedStyle(each).display !== 'inline')
        .map((each) => each.outerHTML.slice(0, 120))"""
    )
    assert not cut, cut


def click_square(page: Any, square: str) -> None:
    """Click on the middle of a square as a mouse does, whatever layer takes it."""
    place = page.locator(f'[data-square="{square}"]')
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(60)  # chessground tells of a chosen piece a moment later
