"""The page without a mouse and without eyes: keys on every board, names and roles, and what axe-core finds."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from support.browser import (
    DESKTOP,
    NEEDS_CHROMIUM,
    PHONE,
    WebProcess,
    chromium,
    click_square,
    no_overflow,
    page_of,
    wait,
)

pytestmark = NEEDS_CHROMIUM
AXE = Path(__file__).parents[1] / "build/web/axe-core/axe.min.js"
MOVES = "document.querySelectorAll('.moves button').length"
HERE = "document.activeElement.getAttribute('aria-label')"
PAGE = "# Table 9\n\nMade by `leafstrap reproduce table-9`: *all* of it.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebProcess]:
    folder = tmp_path_factory.mktemp("web")
    (folder / "runs/results").mkdir(parents=True)
    (folder / "runs/results/table-9.md").write_text(PAGE)
    (folder / "runs/results/table-9.json").write_text("{}")
    process = WebProcess(folder)
    yield process
    process.kill()


@pytest.fixture(scope="module")
def places(server: WebProcess) -> dict[str, str]:
    """What has to be there before it can be looked at: a run, games, a match, a page of results."""
    body = {"game": "chess", "recipe": "quick", "games": 60, "minutes": None, "name": "short"}
    run = server.post("api/runs", body)["run"]["id"]
    while server.get(f"api/runs/{run}")["run"]["status"] == "learning":
        time.sleep(0.2)
    contest = {"kind": "match", "game": "draughts", "players": [{"kind": "default"}, {"kind": "random"}]}
    match = server.post("api/arena", {**contest, "games": 4, "limits": {"nodes": 100}, "sprt": [0, 20]})
    found = {"RUN": run, "MATCH": match["match"]["id"]}
    found["PAGE"] = server.get("api/results")["pages"][0]["id"]
    for game in ("chess", "draughts", "backgammon"):
        found[game.upper()] = server.post("api/games", {"game": game, "level": 1, "seed": 4})["id"]
    over = server.post("api/games", {"game": "chess", "side": "both"})["id"]
    for move in ("f3", "e5", "g4", "Qh4"):
        server.post(f"api/games/{over}/move", {"move": move})
    return {**found, "OVER": over}


def reviewed(page: Any) -> None:
    page.get_by_role("button", name="Review this game").click()
    page.wait_for_selector(".review canvas")


def hinted(page: Any) -> None:
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".hint li")


def compared(page: Any) -> None:
    start = page.locator("textarea").input_value()
    page.get_by_role("button", name="Example").click()
    wait(page, f"document.querySelector('textarea').value !== {json.dumps(start)}")
    page.get_by_label("Compare with other weights").check()
    wait(page, "document.querySelectorAll('.explanation').length === 2")
    page.get_by_role("button", name="Set up").click()
    page.get_by_role("button", name="Show", exact=True).click()
    page.wait_for_selector(".histogram svg")
    for summary in page.locator("details:not([open]) > summary").all():
        if summary.is_visible():
            summary.click()


def opened(page: Any) -> None:
    for summary in page.locator("summary").all():
        summary.click()


def with_a_dialog(page: Any) -> None:
    page.get_by_role("button", name="Resign").click()
    page.wait_for_selector("dialog[open]")


VIEWS: list[tuple[str, Callable[[Any], None] | None]] = [
    ("play", opened),
    ("play/CHESS", hinted),
    ("play/DRAUGHTS", with_a_dialog),
    ("play/BACKGAMMON", None),
    ("play/OVER", reviewed),
    ("play/gone", None),
    ("watch", None),
    ("watch/new", opened),
    ("watch/RUN", opened),
    ("inside?game=chess", compared),
    ("inside?game=draughts", compared),
    ("inside?game=backgammon", None),
    ("arena", None),
    ("arena/new", opened),
    ("arena/MATCH", None),
    ("arena/results/PAGE", None),
]


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not there: python tools/web/vendor.py --tests")
@pytest.mark.parametrize(("scheme", "size"), [("light", DESKTOP), ("dark", PHONE)], ids=["light", "dark"])
def test_accessibility(
    server: WebProcess, browser: Any, places: dict[str, str], scheme: str, size: dict[str, int]
) -> None:
    found = []
    for view, prepare in VIEWS:
        path = view
        for word, meant in places.items():
            path = path.replace(word, meant)
        # Axe sets styles that the page's security policy forbids
        with page_of(browser, f"{server.url}#/{path}", size, color_scheme=scheme, bypass_csp=True) as page:
            if prepare is not None:
                prepare(page)
            page.wait_for_timeout(500)
            if size is PHONE and not page.locator("dialog[open]").count():
                no_overflow(page)
            page.evaluate(AXE.read_text())
            for each in page.evaluate("axe.run().then((found) => found.violations)"):
                if each["impact"] in ("serious", "critical"):
                    found.append((view, each["id"], [node["html"][:160] for node in each["nodes"][:3]]))
            assert page.locator("h1").count() == 1, view
            if view.endswith("gone"):
                page.faults.clear()  # the browser itself writes that there is no such game
    assert not found, found


def test_draughts_by_keys(server: WebProcess, browser: Any) -> None:
    game = server.post("api/games", {"game": "draughts", "level": 1, "evaluation": False})["id"]
    with page_of(browser, f"{server.url}#/play/{game}") as page:
        page.locator('[data-square][tabindex="0"]').focus()
        for _ in range(10):
            page.keyboard.press("ArrowLeft")
            page.keyboard.press("ArrowDown")
        assert page.evaluate(HERE) == "white man 46"
        for square in ("41", "36", "31"):
            page.keyboard.press("ArrowUp")
            assert f"man {square}" in page.evaluate(HERE)
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowUp")
        assert page.evaluate(HERE) == "white man 31, can move"
        page.keyboard.press("Enter")
        assert page.evaluate(HERE) == "white man 31, chosen"
        page.keyboard.press("Escape")
        assert page.evaluate(HERE) == "white man 31, can move"
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowUp")
        assert page.evaluate(HERE) == "empty 26, can go here"
        page.keyboard.press("Enter")
        wait(page, f"{MOVES} >= 2")
        assert server.get(f"api/games/{game}")["moves"][0]["text"] == "31-26"
        wait(page, "document.getElementById('spoken').textContent.startsWith('Leafstrap, level 1: ')")


def test_backgammon_by_keys(server: WebProcess, browser: Any) -> None:
    """Seed 4 gives the person a roll at once; a checker goes by each die, and Done ends the turn."""
    body = {"game": "backgammon", "level": 1, "seed": 4, "cube": False, "match": 1, "evaluation": False}
    game = server.post("api/games", body)["id"]
    with page_of(browser, f"{server.url}#/play/{game}") as page:
        page.wait_for_selector("[data-place].target")
        for _ in range(8):
            ready = page.locator(".actions .main")
            if ready.count():
                break
            page.locator('[data-place][tabindex="0"]').focus()
            for wanted in ("can move", "can go here"):
                # Along the lower row to its end, then back over both rows until something can be done
                keys = [
                    "ArrowDown",
                    *["ArrowLeft"] * 14,
                    *["ArrowRight"] * 14,
                    "ArrowUp",
                    *["ArrowLeft"] * 14,
                ]
                for key in keys:
                    if wanted in page.evaluate(HERE):
                        break
                    page.keyboard.press(key)
                assert wanted in page.evaluate(HERE)
                page.keyboard.press("Enter")
            page.wait_for_timeout(300)
        before = page.evaluate(MOVES)
        ready.focus()
        page.keyboard.press("Enter")
        wait(page, f"{MOVES} > {before}")


def test_moves_are_stepped_through_by_keys(server: WebProcess, browser: Any, places: dict[str, str]) -> None:
    with page_of(browser, f"{server.url}#/play/{places['OVER']}") as page:
        page.get_by_label("Moves", exact=True).last.focus()
        for _ in range(4):
            page.keyboard.press("ArrowLeft")
        assert page.locator('[data-square="f2"]').get_attribute("aria-label") == "white pawn f2"
        page.keyboard.press("ArrowRight")
        assert page.locator('[data-square="f2"]').get_attribute("aria-label") == "empty f2"


def test_promotion_by_keys(server: WebProcess, browser: Any) -> None:
    position = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
    game = server.post("api/games", {"game": "chess", "side": "both", "position": position})["id"]
    with page_of(browser, f"{server.url}#/play/{game}") as page:
        click_square(page, "a7")
        click_square(page, "a8")
        page.wait_for_selector("dialog[open]")
        names = page.locator("dialog[open] button").all_text_contents()
        while page.evaluate("document.activeElement.textContent") != "Knight":
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        wait(page, f"{MOVES} === 1")
        assert "Knight" in names
        assert server.get(f"api/games/{game}")["moves"][0]["text"] == "a8=N"
