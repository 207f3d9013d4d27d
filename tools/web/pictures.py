"""Take the pictures of the web page for the documentation, from a server that runs.

    leafstrap web runs --no-browser &
    python tools/web/pictures.py http://127.0.0.1:8765/ docs/pictures

It needs runs of all three games, two of them of chess, and a page of results. Every view is taken in light and in dark,
as files of 256 colours. Needs playwright, Pillow and a Chromium.
"""

from __future__ import annotations

import io
import random
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from PIL import Image
from playwright.sync_api import Page, sync_playwright

DESKTOP, WIDE = (1280, 800), 960
PHONE = (360, 1000)
COLOURS = 256
OPENING = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"


class Scenes:
    """What has to be there before a picture is taken."""

    def __init__(self, url: str) -> None:
        self._client = httpx.Client(base_url=url, timeout=120)
        self._random = random.Random(2)

    def game(self, game: str, plies: int, **settings: Any) -> str:
        """The view of a game in which the person has played good moves."""
        state = self._post("games", {"game": game, "level": 4, "seed": 5, **settings})
        path = f"games/{state['id']}"
        while plies > 0 and state["awaiting"] not in ("none", "next"):
            if state["awaiting"] == "engine":
                state = self._get(f"{path}?after={state['version']}&wait=20")
            elif state["awaiting"] == "move":
                ranked = self._post(f"{path}/hint", {})["ranked"]
                move = self._random.choice(ranked[:2])["move"]["id"]
                state, plies = self._post(f"{path}/move", {"move": move}), plies - 1
            else:
                state = self._post(f"{path}/{'roll' if state['awaiting'] == 'roll' else 'take'}", {})
        while state["awaiting"] == "engine":
            state = self._get(f"{path}?after={state['version']}&wait=20")
        return f"play/{state['id']}"

    def run(self, game: str) -> str:
        """The view of a run that has many matches to show."""
        runs = [run for run in self._get("runs")["runs"] if run["game"] == game]
        found = max(runs, key=lambda run: len(self._get(f"runs/{run['id']}")["strength"]))
        return f"watch/{found['id']}"

    def tournament(self) -> str:
        """The view of a tournament that is over."""
        runs = [run["id"] for run in self._get("runs")["runs"] if run["game"] == "chess"][:2]
        players = [{"kind": "run", "run": run, "checkpoint": "newest"} for run in runs]
        players += [{"kind": "material"}, {"kind": "random"}]
        body = {
            "kind": "tournament",
            "game": "chess",
            "players": players,
            "games": 6,
            "limits": {"nodes": 500},
        }
        made = self._post("arena", body)["match"]["id"]
        while self._get(f"arena/{made}")["match"]["status"] == "playing":
            time.sleep(0.5)
        return f"arena/{made}"

    def result(self) -> str:
        """The view of a page that `leafstrap reproduce` wrote."""
        return f"arena/results/{self._get('results')['pages'][0]['id']}"

    def _get(self, path: str) -> Any:
        return self._client.get(f"api/{path}").raise_for_status().json()

    def _post(self, path: str, body: Any) -> Any:
        return self._client.post(f"api/{path}", json=body).raise_for_status().json()


def compare(page: Page) -> None:
    """Two weights side by side."""
    page.get_by_label("Compare with other weights").check()
    page.wait_for_timeout(1500)


def overlay(page: Page) -> None:
    """Another run laid over the one that is watched."""
    page.locator(".card .check", has_text="chess-").first.click()
    page.wait_for_timeout(1500)


def slider(page: Page) -> None:
    """What a run has learned, at the checkpoint in the middle."""
    control = page.get_by_label("Checkpoint")
    control.fill(str(int(control.get_attribute("max") or 0) // 2))
    control.evaluate("each => each.closest('section').scrollIntoView()")
    page.wait_for_timeout(1000)


def review(page: Page) -> None:
    """A game looked at afterwards, at its worst move."""
    page.get_by_role("button", name="Review this game").click()
    page.wait_for_selector(".review canvas")
    page.locator(".reason button").first.click()
    page.wait_for_timeout(500)


def hint(page: Page) -> None:
    """Ask for a hint."""
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".hint ol")


def main() -> None:
    """Take them all."""
    url, folder = sys.argv[1], Path(sys.argv[2])
    scenes, chromium = Scenes(url), shutil.which("chromium") or shutil.which("google-chrome")
    views: dict[str, tuple[str, tuple[int, int], Callable[[Page], object] | None]] = {
        "new": ("play", DESKTOP, None),
        "play-chess": (scenes.game("chess", 8), DESKTOP, hint),
        "play-backgammon": (scenes.game("backgammon", 5, match=5), DESKTOP, None),
        "play-draughts": (scenes.game("draughts", 8), PHONE, None),
        "review": (scenes.game("chess", 8, seed=6), (1280, 1100), review),
        "watch": (scenes.run("chess"), (1280, 1520), overlay),
        "learned": (scenes.run("chess"), DESKTOP, slider),
        "new-run": ("watch/new", DESKTOP, None),
        "runs": ("watch", DESKTOP, None),
        "inside": (f"inside?game=chess&position={OPENING}", (1280, 1000), compare),
        "arena": (scenes.tournament(), DESKTOP, None),
        "new-match": ("arena/new", DESKTOP, None),
        "result": (scenes.result(), (1280, 1000), None),
    }
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for scheme in ("light", "dark"):
            for name, (view, (width, height), prepare) in views.items():
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme="dark" if scheme == "dark" else "light",
                )
                page = context.new_page()
                page.goto(f"{url}#/{view}")
                page.wait_for_selector("main .card")
                page.wait_for_timeout(2500)
                if prepare is not None:
                    prepare(page)
                suffix = "-dark" if scheme == "dark" else ""
                save(page.screenshot(), folder / f"web-{name}{suffix}.png")
                context.close()
        browser.close()


def save(content: bytes, path: Path) -> None:
    """Write a picture as small as it can be read."""
    picture = Image.open(io.BytesIO(content)).convert("RGB")
    if picture.width > WIDE:
        size = WIDE, round(picture.height * WIDE / picture.width)
        picture = picture.resize(size, Image.Resampling.LANCZOS)
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    main()
