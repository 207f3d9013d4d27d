"""Games of all kinds played in a real browser: by clicks, by drags, by keys; and everything one can do besides."""

from __future__ import annotations

import random
from collections.abc import Iterator
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


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebProcess]:
    process = WebProcess(tmp_path_factory.mktemp("web"))
    yield process
    process.kill()


def begin(server: WebProcess, **settings: Any) -> str:
    body = {"level": 1, "seed": 7, "evaluation": False, **settings}
    return f"{server.url}#/play/{server.post('api/games', body)['id']}"


def state(server: WebProcess, page: Any) -> Any:
    return server.get(f"api/games/{page.url.rpartition('/')[2]}")


YOURS = "/^(Check! )?Your move/.test(document.querySelector('.status').textContent)"
OVER = "document.querySelector('.status').classList.contains('over')"


def play_by_clicks(page: Any, plies: int, chance: random.Random) -> None:
    """Press pieces that can move and squares they can go to, until the game is over or long enough."""
    for _ in range(plies):
        wait(
            page, f"({YOURS} && document.querySelector('[data-square][aria-label*=\"can move\"]')) || {OVER}"
        )
        if page.evaluate(OVER):
            return
        before = page.locator(".moves button").count()
        movable = page.locator('[data-square][aria-label*="can move"]').evaluate_all(
            "all => all.map(each => each.dataset.square)"
        )
        click_square(page, chance.choice(movable))
        for _ in range(12):  # a capture of several pieces has several squares
            if page.locator("dialog[open]").count():
                page.locator("dialog[open] button").first.click()
            goals = page.locator('[data-square][aria-label$="can go here"]').evaluate_all(
                "all => all.map(each => each.dataset.square)"
            )
            if not goals:
                break
            click_square(page, chance.choice(goals))
            page.wait_for_timeout(30)
        wait(page, f"document.querySelectorAll('.moves button').length > {before} || {OVER}")


def resign(page: Any) -> None:
    page.get_by_role("button", name="Resign").click()
    page.locator("dialog[open] button").first.click()
    wait(page, OVER)


def test_a_game_of_chess_by_clicks(server: WebProcess, browser: Any) -> None:
    """A whole game, to its end by the rules: who moves at random against the champion is mated before long."""
    with page_of(browser, begin(server, game="chess", level=10)) as page:
        play_by_clicks(page, 120, random.Random(1))
        assert state(server, page)["outcome"]["sentence"] == page.locator(".status").text_content()
        assert "mate" in page.locator(".status").text_content()


def test_mate_and_promotion(server: WebProcess, browser: Any) -> None:
    with page_of(browser, begin(server, game="chess", position="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")) as page:
        click_square(page, "a1")
        click_square(page, "a8")
        wait(page, OVER)
        assert "mate" in page.locator(".status").text_content()
    with page_of(browser, begin(server, game="chess", position="8/P6k/8/8/8/8/8/K7 w - - 0 1")) as page:
        click_square(page, "a7")
        click_square(page, "a8")
        page.get_by_role("button", name="Rook", exact=True).click()
        wait(page, "document.querySelectorAll('.moves button').length >= 1")
        assert state(server, page)["moves"][0]["text"].startswith("a8=R")


def test_chess_by_drag_and_by_keys(server: WebProcess, browser: Any) -> None:
    with page_of(browser, begin(server, game="chess")) as page:
        wait(page, YOURS)
        places = {name: page.locator(f'[data-square="{name}"]').bounding_box() for name in ("e2", "e4")}
        middle = {
            name: (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for name, box in places.items()
        }
        page.mouse.move(*middle["e2"])
        page.mouse.down()
        page.mouse.move(*middle["e4"], steps=5)
        page.mouse.up()
        wait(page, f"document.querySelectorAll('.moves button').length >= 2 && {YOURS}")
        assert state(server, page)["moves"][0]["text"] == "e4"
        # Keys: to the knight on g1 (or wherever the focus begins), enter, two up and one left, enter
        page.locator('[data-square][tabindex="0"]').focus()
        for _ in range(8):
            page.keyboard.press("ArrowLeft")
            page.keyboard.press("ArrowDown")
        for _ in range(6):
            page.keyboard.press("ArrowRight")
        assert (
            page.evaluate("document.activeElement.getAttribute('aria-label')") == "white knight g1, can move"
        )
        page.keyboard.press("Enter")
        for key in ("ArrowUp", "ArrowUp", "ArrowLeft"):
            page.keyboard.press(key)
        assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "empty f3, can go here"
        page.keyboard.press("Enter")
        wait(page, f"document.querySelectorAll('.moves button').length >= 4 && {YOURS}")
        assert state(server, page)["moves"][2]["text"] == "Nf3"


def test_taking_back_hint_flip_record_review_and_reload(server: WebProcess, browser: Any) -> None:
    with page_of(browser, begin(server, game="chess", evaluation=True)) as page:
        play_by_clicks(page, 3, random.Random(2))
        wait(page, YOURS)
        moves = len(state(server, page)["moves"])
        page.reload()
        wait(page, f"document.querySelectorAll('.moves button').length === {moves}")
        page.get_by_role("button", name="Take back").click()
        wait(page, f"document.querySelectorAll('.moves button').length < {moves}")
        page.get_by_role("button", name="Hint").click()
        page.wait_for_selector(".hint li")
        top = page.locator('[data-square="a8"]').bounding_box()["y"]
        page.get_by_role("button", name="Flip").click()
        assert page.locator('[data-square="a8"]').bounding_box()["y"] > top
        with page.expect_download() as saved:
            page.get_by_role("link", name="Save as PGN").click()
        assert "[Event" in saved.value.path().read_text()
        page.wait_for_selector(".evaluation .pv")
        page.get_by_label("Show").uncheck()
        page.wait_for_selector(".evaluation-bar", state="hidden")
        resign(page)
        page.get_by_role("button", name="Review this game").click()
        page.wait_for_selector(".review canvas")
        page.get_by_role("button", name="To the start").click()
        assert page.locator('[data-square="e2"]').get_attribute("aria-label") == "white pawn e2"


def test_a_game_of_draughts_by_taps_on_a_phone(server: WebProcess, browser: Any) -> None:
    """A whole game, to its end by the rules."""
    game = begin(server, game="draughts", level=10)
    with page_of(browser, game, PHONE, has_touch=True, color_scheme="dark") as page:
        no_overflow(page)
        play_by_clicks(page, 150, random.Random(3))
        ended = state(server, page)["outcome"]
        assert ended["winner"] == "second"
        assert "resigns" not in ended["sentence"]


def test_a_capture_of_several_pieces(server: WebProcess, browser: Any) -> None:
    with page_of(browser, begin(server, game="draughts", position="W:W28,50:B22,12,3")) as page:
        click_square(page, "28")
        click_square(page, "17")
        assert page.locator('[data-square="8"]').get_attribute("aria-label") == "empty 8, can go here"
        click_square(page, "8")
        wait(page, "document.querySelectorAll('.moves button').length >= 1")
        assert state(server, page)["moves"][0]["captures"] == ["12", "22"]


NEARLY_OVER = "XGID=-BBB------------------bbb-:0:0:1:00:0:0:0:1:10"


def turn_is_due(page: Any) -> str:
    """Wait until the person can do something or the game is over; true, for expressions."""
    targets = "document.querySelector('[data-place].target') || document.querySelector('.actions .main')"
    wait(page, f"{OVER} || {targets}")
    return "true"


def press_next(server: WebProcess, page: Any) -> None:
    """Press what lies nearest: the button that stands out, or a checker and where it can go."""
    version = state(server, page)["version"]
    ready = page.locator(".actions .main")
    if ready.count():
        ready.click()
    else:
        page.locator("[data-place].target").first.click()
        page.locator('[data-place][aria-label$="can go here"]').first.click()
    for _ in range(200):
        if state(server, page)["version"] > version:
            break
        page.wait_for_timeout(20)
    page.wait_for_timeout(30)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_game_of_backgammon_by_clicks(server: WebProcess, browser: Any, size: dict[str, int]) -> None:
    """A whole game at a desk, the end of one on a phone."""
    settings = {"match": 1} if size is DESKTOP else {"match": 0, "cube": False, "position": NEARLY_OVER}
    with page_of(browser, begin(server, game="backgammon", **settings), size) as page:
        no_overflow(page)
        undone = False
        while not page.evaluate(f"{turn_is_due(page)} && {OVER}"):
            ready = page.locator(".actions .main")
            if not undone and ready.count() and ready.text_content() == "Done":
                undone = True
                page.get_by_role("button", name="Undo").click()
                wait(page, "document.querySelector('[data-place].target')")
                continue
            press_next(server, page)
        ended = state(server, page)
        assert ended["outcome"] is not None
        assert undone
        with page.expect_download() as saved:
            page.get_by_role("link", name="Save as MAT").click()
        assert "1)" in saved.value.path().read_text()


# The program's race is better by a roll, and after the person's turn it doubles; and one that nobody can lose.
RACE = "XGID=----BCC------------cca----:0:0:1:00:0:0:0:0:10"
WON = "XGID=-BB----------eee----------:0:0:1:00:0:0:0:0:10"


def test_the_programs_double_is_taken(server: WebProcess, browser: Any) -> None:
    game = begin(server, game="backgammon", match=0, position=RACE, seed=3, level=10)
    with page_of(browser, game) as page:
        while "answer" not in state(server, page)["awaiting"]:
            turn_is_due(page)
            press_next(server, page)
        page.wait_for_selector("text=You are doubled to 2. Take or drop?")
        assert page.locator(".cube.offered").count() == 1
        page.get_by_role("button", name="Take", exact=True).click()
        wait(
            page,
            "document.querySelector('.cube text').textContent === '2' && !document.querySelector('.cube.offered')",
        )
        assert state(server, page)["cube"] == {"value": 2, "owner": "first", "offered": None}
        while not page.evaluate(f"{turn_is_due(page)} && {OVER}"):
            press_next(server, page)
        ended = state(server, page)
        assert sum(ended["match"]["points"]) >= 2
        assert [m["text"] for m in ended["moves"] if m["kind"] in ("double", "take")] == [
            "doubles to 2",
            "takes",
        ]


def test_a_match_over_several_games_with_the_crawford_rule(server: WebProcess, browser: Any) -> None:
    with page_of(browser, begin(server, game="backgammon", match=3, position=WON, level=10)) as page:
        page.get_by_role("button", name="Double", exact=True).click()
        wait(page, OVER)
        assert "Black drops the double" in page.locator(".status").text_content()
        page.get_by_role("button", name="Next game").click()
        page.wait_for_selector("text=Match to 3, game 2 · You: 1 · Leafstrap, level 10: 0")
        turn_is_due(page)
        page.get_by_role("button", name="Resign").click()
        page.locator("dialog[open] button", has_text="gammon").first.click()
        wait(page, OVER)
        page.get_by_role("button", name="Next game").click()
        page.wait_for_selector("text=game 3, Crawford game · You: 1 · Leafstrap, level 10: 2")
        for _ in range(6):
            turn_is_due(page)
            assert page.get_by_role("button", name="Double", exact=True).count() == 0
            press_next(server, page)
        turn_is_due(page)
        resign(page)
        page.wait_for_selector("text=Leafstrap, level 10 won the match 1–3.")
        assert page.get_by_role("button", name="Next game").count() == 0
        with page.expect_download() as saved:
            page.get_by_role("link", name="Save as MAT").click()
        assert saved.value.path().read_text().count(" Game ") == 3


def test_setting_up_a_game(server: WebProcess, browser: Any) -> None:
    with page_of(browser, server.url, PHONE) as page:
        for name in ("Backgammon", "Draughts", "Chess"):
            page.locator("label", has_text=name).first.click()
            no_overflow(page)
            if name == "Backgammon":  # what has no meaning is not asked for
                for length, asked in (("5", [False, True]), ("0", [True, False])):
                    page.get_by_label("Match").select_option(length)
                    rules = [page.get_by_label(f"{rule} rule") for rule in ("Jacoby", "Crawford")]
                    assert [rule.is_visible() for rule in rules] == asked
        page.locator("label", has_text="Black").click()
        page.get_by_label("Strength").fill("1")
        page.get_by_label("Clock").select_option("180+2")
        page.locator("summary").click()
        page.get_by_label("Position").fill("no position")
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_selector(".error:not(:empty)")
        # A refused request is written into the console by the browser itself
        assert all("400" in fault for fault in page.faults), page.faults
        page.faults.clear()
        page.get_by_label("Position").fill("")
        page.get_by_role("button", name="Play", exact=True).click()
        wait(page, f"document.querySelectorAll('.moves button').length >= 1 && {YOURS}")
        assert page.locator(".clock").count() == 2
        assert state(server, page)["you"] == "second"
