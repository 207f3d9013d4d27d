"""What surrounds a game in a real browser: clocks, looking back, the review, games from a position, drags."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from support.browser import DESKTOP, NEEDS_CHROMIUM, PHONE, WebProcess, chromium, click_square, page_of, wait

pytestmark = NEEDS_CHROMIUM
MOVES = "document.querySelectorAll('.moves button').length"
OVER = "document.querySelector('.status').classList.contains('over')"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebProcess]:
    process = WebProcess(tmp_path_factory.mktemp("web"))
    yield process
    process.kill()


def begin(server: WebProcess, **settings: Any) -> tuple[str, str]:
    made: str = server.post("api/games", {"level": 1, "seed": 7, **settings})["id"]
    return made, f"{server.url}#/play/{made}"


def label(page: Any, square: str) -> str:
    found: str = page.locator(f'[data-square="{square}"]').get_attribute("aria-label")
    return found


def test_clocks_run_and_a_flag_falls(server: WebProcess, browser: Any) -> None:
    clock = {"seconds": 3, "increment": 0}
    _, address = begin(server, game="chess", evaluation=False, side="both", clock=clock)
    with page_of(browser, address) as page:
        assert page.locator(".clock").all_text_contents() == ["0:03.0", "0:03.0"]
        for move in ("e2", "e4"):
            click_square(page, move)
        page.wait_for_selector(".clock.running")
        assert page.locator(".clock.running").get_attribute("aria-label") == "Black's clock"
        wait(page, OVER)
        assert page.locator(".status").text_content() == "White wins on time."
        assert page.locator(".clock").first.text_content() == "0:00.0"


def test_looking_back_in_a_game_from_a_position(server: WebProcess, browser: Any) -> None:
    position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    _, address = begin(server, game="chess", evaluation=False, side="both", position=position)
    with page_of(browser, address, PHONE) as page:
        for squares in (("e2", "e4"), ("e8", "e7")):
            for square in squares:
                click_square(page, square)
        wait(page, f"{MOVES} === 2")
        page.get_by_role("button", name="To the start").click()
        assert (label(page, "e2"), label(page, "a2")) == ("white pawn e2", "empty a2")
        page.get_by_role("button", name="One move on").click()
        assert label(page, "e4") == "white pawn e4"
        page.get_by_role("link", name="New game from here").click()
        wait(
            page, "document.querySelector('main form textarea')?.value.startsWith('4k3/8/8/8/4P3/8/8/4K3 b')"
        )


def test_looking_back_to_where_the_cube_was_turned(server: WebProcess, browser: Any) -> None:
    position = "XGID=-BB----------eee----------:0:0:1:00:0:0:0:0:10"
    _, address = begin(server, game="backgammon", match=0, position=position, level=10, evaluation=False)
    with page_of(browser, address) as page:
        page.get_by_role("button", name="Double", exact=True).click()
        wait(page, OVER)
        one = page.locator('[data-place="1"]')
        for ply in ("To the start", "One move on"):
            page.get_by_role("button", name=ply).click()
            assert one.get_attribute("aria-label") == "point 1: 2 white"
        assert page.locator(".moves [aria-current]").text_content().strip() == "doubles to 2"


def test_a_review_has_reasons_and_values_of_every_position(server: WebProcess, browser: Any) -> None:
    game, address = begin(server, game="chess", side="both", evaluation=False)
    for move in ("e4", "e5", "Qh5", "Nc6", "Qxh7", "Rxh7"):
        server.post(f"api/games/{game}/move", {"move": move})
    server.post(f"api/games/{game}/evaluation", {"on": True})
    with page_of(browser, address, PHONE) as page:
        page.get_by_role("button", name="Review this game").click()
        page.wait_for_selector(".review canvas")
        reason = page.locator(".reason").first
        assert "Qxh7 gives away" in reason.inner_text()
        assert "Material" in reason.inner_text()
        assert "number of queens" in reason.inner_text()
        reason.get_by_role("button").click()
        assert label(page, "h7") == "white queen h7"
        top, high = page.evaluate(
            "(({top, bottom}) => [top, bottom])(document.querySelector('.board').getBoundingClientRect())"
        )
        assert 0 <= top < high <= PHONE["height"], "the board that is spoken of is in sight"
        said = page.locator(".evaluation .headline").text_content()
        assert said.startswith("After 3. Qxh7: −")
        page.get_by_role("button", name="To the start").click()
        assert page.locator(".evaluation .headline strong").text_content().startswith("+")


def test_a_review_counts_moves_as_the_list_does(server: WebProcess, browser: Any) -> None:
    position = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 12"
    game, address = begin(server, game="chess", side="both", evaluation=False, position=position)
    for move in ("Qh5", "Nc6", "Qxh7", "Rxh7"):
        server.post(f"api/games/{game}/move", {"move": move})
    with page_of(browser, address) as page:
        page.get_by_role("button", name="Review this game").click()
        assert page.locator(".reason button").first.text_content() == "Move 13"


def test_who_plays_both_sides_is_named_once(server: WebProcess, browser: Any) -> None:
    _, address = begin(server, game="chess", side="both", evaluation=False)
    with page_of(browser, address) as page:
        assert page.locator(".strip .name").all_text_contents() == ["Black", "White"]


def test_a_hint_is_seen_beside_the_board_or_below_it(server: WebProcess, browser: Any) -> None:
    _, address = begin(server, game="chess", side="both")
    for size in (PHONE, DESKTOP):
        with page_of(browser, address, size) as page:
            page.get_by_role("button", name="Hint").click()
            page.wait_for_selector(".hint li")
            bottom = page.evaluate("document.querySelector('.hint li').getBoundingClientRect().bottom")
            assert 0 < bottom <= size["height"]


def test_a_checker_is_dragged(server: WebProcess, browser: Any) -> None:
    position = "XGID=-BBB------------------bbb-:0:0:1:31:0:0:0:1:10"
    game, address = begin(server, game="backgammon", match=0, cube=False, position=position, evaluation=False)
    with page_of(browser, address) as page:
        page.wait_for_selector(".checker.movable")
        middle = {}
        for place in ("3", "2"):
            box = page.locator(f'[data-place="{place}"]').bounding_box()
            middle[place] = (box["x"] + box["width"] / 2, box["y"] + box["height"] - 30)
        page.mouse.move(*middle["3"])
        page.mouse.down()
        page.mouse.move(*middle["2"], steps=4)
        page.wait_for_selector(".goal")
        page.mouse.up()
        wait(
            page,
            "document.querySelector('[data-place=\"2\"]').getAttribute('aria-label').startsWith('point 2: 3')",
        )
        steps = server.get(f"api/games/{game}")["turn"]["steps"]
        assert [(step["from"], step["to"]) for step in steps] == [("3", "2")], json.dumps(steps)


def test_coordinates_lie_in_their_squares(server: WebProcess, browser: Any) -> None:
    _, address = begin(server, game="chess", evaluation=False)
    with page_of(browser, address, PHONE) as page:
        page.wait_for_selector("coords.files coord")
        for name, square in (("ranks", "a8"), ("ranks", "a1"), ("files", "a1"), ("files", "h1")):
            letter = square[1] if name == "ranks" else square[0]
            inside = page.evaluate(
                """([name, letter, square]) => {
                  const coords = [...document.querySelectorAll(`coords.${name} coord`)];
                  const range = document.createRange();
                  range.selectNodeContents(coords.find((each) => each.textContent === letter));
                  const cell = document.querySelector(`[data-square="${square}"]`);
                  const [a, b] = [range, cell].map((each) => each.getBoundingClientRect());
                  return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
                }""",
                [name, letter, square],
            )
            assert inside, (name, letter)
