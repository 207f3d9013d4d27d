"""Watching, looking inside, the arena and outages, in a real browser."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
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


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebProcess]:
    process = WebProcess(tmp_path_factory.mktemp("web"))
    yield process
    process.kill()


@pytest.fixture(scope="module")
def run(server: WebProcess) -> str:
    """A short run that is over."""
    body = {"game": "draughts", "recipe": "draughts-quick", "games": 40, "minutes": None, "name": "short"}
    made: str = server.post("api/runs", body)["run"]["id"]
    for _ in range(600):
        if server.get(f"api/runs/{made}")["run"]["status"] != "learning":
            return made
        time.sleep(0.2)
    raise AssertionError("The run does not end.")


def test_a_run_is_started_watched_and_stopped(server: WebProcess, browser: Any) -> None:
    with page_of(browser, f"{server.url}#/watch/new") as page:
        page.get_by_label("Minutes").fill("5")
        page.get_by_label("Name").fill("watched")
        page.get_by_role("button", name="Start").click()
        page.wait_for_selector(".badge.learning")
        wait(page, "Number(document.querySelector('.tiles dd').textContent.replace(/[^0-9.]/g, '')) > 0")
        first = page.locator(".tiles dd").first.text_content()
        wait(page, f"document.querySelector('.tiles dd').textContent !== {json.dumps(first)}")
        page.wait_for_selector(".frames [data-square]")
        assert page.locator(".chart canvas").count() == 3
        page.get_by_role("button", name="Stop").click()
        page.wait_for_selector(".badge.stopped")
        page.get_by_role("button", name="Learn on").wait_for()
        page.goto(f"{server.url}#/watch")
        page.wait_for_selector("table >> text=watched")


def test_strength_is_shown_once_there_is_some(server: WebProcess, browser: Any) -> None:
    """Also that of a run which is laid over one that has none yet."""
    with page_of(browser, server.url) as page:
        seen = page.evaluate(
            """async () => {
              const { RunCharts } = await import('/static/js/views/watch_charts.js');
              const about = await (await fetch('/api/about')).json();
              const charts = new RunCharts(about.games.find(({ name }) => name === 'chess'));
              document.querySelector('main').append(charts.element);
              const run = (id) => ({ id, name: id });
              charts.begin(run('new'));
              const before = charts.strength.hidden;
              const rated = { game: 9, minutes: 1, against: 'ladder',
                total: 900, total_low: 800, total_high: 1000, initial: 100 };
              charts.courses.set('old', { run: run('old'), columns: {}, strength: [rated] });
              charts.build();
              return [before, charts.strength.hidden, charts.nothing.hidden, charts.charts[0].data.at(-3)];
            }"""
        )
        assert seen == [True, False, True, [100, 900]]


def test_the_slider_over_checkpoints(server: WebProcess, browser: Any, run: str) -> None:
    with page_of(browser, f"{server.url}#/watch/{run}") as page:
        page.wait_for_selector(".heat span")
        slider = page.get_by_label("Checkpoint")
        now, heat = page.locator(".bars").inner_text(), page.locator(".heat").last.inner_text()
        slider.focus()
        page.keyboard.press("Home")
        page.wait_for_selector("text=After 0 games")
        wait(page, f"document.querySelector('.bars').innerText !== {json.dumps(now)}")
        assert page.locator(".heat").last.inner_text() != heat
        page.locator("label", has_text="Minutes").click()
        page.get_by_role("link", name="Play it as it was").click()
        wait(page, "document.querySelector('main form select')?.value === 'run'")


def test_runs_are_laid_over_each_other_and_learn_on(server: WebProcess, browser: Any, run: str) -> None:
    body = {"game": "draughts", "recipe": "draughts-quick", "games": 30, "minutes": None, "name": "other"}
    server.post("api/runs", body)
    with page_of(browser, f"{server.url}#/watch/{run}") as page:
        page.get_by_label("other").check()
        wait(
            page,
            "[...document.querySelectorAll('.u-legend .u-label')].some((each) => each.textContent === 'other')",
        )
        page.locator("label", has_text="Minutes").click()
        wait(page, "document.querySelector('.u-legend .u-label').textContent === 'minutes'")
        page.locator("summary", has_text="Recipe").click()
        assert "[evaluator]" in page.locator("[aria-label=Recipe] pre").first.text_content()
        page.get_by_role("button", name="Learn on").click()
        page.wait_for_selector(".badge.learning")
        page.wait_for_selector(".badge.finished")
        assert server.get(f"api/runs/{run}")["run"]["progress"]["games"] >= 80


@pytest.mark.parametrize("kind", ["file", "run"])
def test_a_weights_file_and_a_checkpoint_as_opponents(
    server: WebProcess, browser: Any, run: str, kind: str
) -> None:
    runs = server.folder / "runs"
    weights = max((runs / "short" / "weights").glob("[0-9]*.safetensors"))
    shutil.copy(weights, runs / "short.safetensors")  # those of a run by number are had by naming the run
    with page_of(browser, server.url) as page:
        page.locator("label", has_text="Draughts").click()
        page.get_by_label("Opponent").select_option(kind)
        if kind == "run":
            page.get_by_label("Run", exact=True).select_option(run)
            page.get_by_label("As it was").select_option("0")
        else:
            page.get_by_label("File").select_option("runs/short.safetensors")
        page.get_by_label("Strength").fill("1")
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_selector(".strip")
        chosen = server.get(f"api/games/{page.url.rpartition('/')[2]}")["settings"]["opponent"]
        assert (chosen["kind"], chosen.get("checkpoint", 0)) == (kind, 0)
        assert "short" in page.locator(".strip").first.text_content()
        click_square(page, "32")
        click_square(page, "28")
        wait(page, "document.querySelectorAll('.moves button').length >= 2")


@pytest.mark.parametrize("game", ["chess", "draughts", "backgammon"])
def test_inside(server: WebProcess, browser: Any, game: str) -> None:
    with page_of(
        browser, f"{server.url}#/inside?game={game}", PHONE if game == "draughts" else DESKTOP
    ) as page:
        page.wait_for_selector(".explanation .share")
        page.get_by_role("button", name="Example").click()
        page.get_by_label("Compare with other weights").check()
        wait(page, "document.querySelectorAll('.explanation').length === 2")
        page.locator("label", has_text="First − second").click()
        no_overflow(page)
        if game == "backgammon":
            page.get_by_label("Depth").last.select_option("1")
            page.get_by_role("button", name="Show", exact=True).click()
            page.wait_for_selector("text=look deeper")
            page.get_by_label("Depth").last.select_option("2")
            page.get_by_label("Dice").fill("61")
            page.get_by_role("button", name="Look", exact=True).click()
            wait(page, "/:61:/.test(document.querySelector('textarea').value)")
        page.get_by_role("button", name="Show", exact=True).click()
        page.wait_for_selector(".histogram svg")
        page.get_by_role("button", name="Search", exact=True).click()
        page.wait_for_selector("[aria-label=Search] ol li")


def test_inside_a_position_that_was_set_up(server: WebProcess, browser: Any) -> None:
    with page_of(browser, f"{server.url}#/inside?game=chess") as page:
        page.wait_for_selector(".explanation")
        page.get_by_role("button", name="Set up").click()
        page.locator("label", has_text="White queen").click()
        click_square(page, "e2")
        page.get_by_role("button", name="Use this position").click()
        wait(
            page, "document.querySelector('textarea').value.startsWith('rnbqkbnr/pppppppp/8/8/8/8/PPPPQPPP')"
        )
        wait(page, "parseFloat(document.querySelector('.explanation strong').textContent) > 3")
        click_square(page, "e2")
        click_square(page, "e4")
        wait(page, "/\\b4Q3.* b /.test(document.querySelector('textarea').value)")


def test_a_match(server: WebProcess, browser: Any) -> None:
    with page_of(browser, f"{server.url}#/arena/new", PHONE) as page:
        no_overflow(page)
        page.locator("label", has_text="Draughts").click()
        page.get_by_label("Games", exact=True).fill("4")
        page.get_by_label("Nodes a move").fill("200")
        page.get_by_role("button", name="Start").click()
        page.wait_for_selector(".badge.done")
        wait(page, "document.querySelectorAll('[aria-label=Games] tbody tr').length >= 4")
        rows = page.locator("[aria-label=Games] tbody tr")
        assert [rows.nth(row).locator("th").text_content() for row in range(4)] == ["4", "3", "2", "1"]
        heading = page.locator(".many h2").bounding_box()
        gap = rows.first.bounding_box()["y"] - heading["y"] - heading["height"]
        assert gap < 40, "a heading that is only for wide screens takes room"
        page.get_by_role("button", name="Show game 1", exact=True).click()
        page.wait_for_selector("text=Game 1:")
        no_overflow(page)


def test_a_match_that_sprt_ends_and_a_tournament(server: WebProcess, browser: Any) -> None:
    with page_of(browser, f"{server.url}#/arena/new") as page:
        page.locator("label", has_text="Draughts").click()
        page.get_by_label("Player 2").last.select_option("random")
        page.get_by_label("Games", exact=True).fill("200")
        page.get_by_label("Nodes a move").fill("200")
        page.locator("summary").click()
        page.get_by_label("End as soon as SPRT can tell").check()
        page.get_by_role("button", name="Start").click()
        page.wait_for_selector(".badge.done")
        page.wait_for_selector("text=accept H1")
        assert server.get(f"api/arena/{page.url.rpartition('/')[2]}")["match"]["played"] < 200
        page.goto(f"{server.url}#/arena/new")
        page.locator("label", has_text="Backgammon").click()
        page.locator("label", has_text="All against all").click()
        page.get_by_label("Games of each pair").fill("2")
        page.get_by_role("button", name="Start").click()
        page.wait_for_selector(".badge.done")
        assert page.locator("[aria-label=Table] tbody tr").count() == 3
        with page.expect_download() as saved:
            page.get_by_role("link", name="Save the games").click()
        assert saved.value.path().read_text().count(" Game ") == 6


def test_numbers_are_written_out_and_in_full(server: WebProcess, browser: Any) -> None:
    with page_of(browser, server.url) as page:
        percent = page.evaluate("async () => (await import('/static/js/format.js')).percent(-0.03)")
        assert percent == "−3\u00a0%"
        ink_at_the_edge = page.evaluate(
            """async () => {
              const { Chart } = await import('/static/js/charts.js');
              const place = document.querySelector('main').appendChild(document.createElement('div'));
              const chart = new Chart(place, { label: 'x', x: 'games', series: [{ label: 'y', colour: 1 }] });
              chart.show([[0, 5000], [0, 1]]);
              await new Promise((done) => setTimeout(done, 300));
              const canvas = place.querySelector('canvas');
              const edge = canvas.getContext('2d').getImageData(canvas.width - 1, 0, 1, canvas.height).data;
              return edge.some((value) => value > 0);
            }"""
        )
        assert not ink_at_the_edge, "the last number below a chart is cut off"


def test_a_page_of_results(server: WebProcess, browser: Any) -> None:
    folder = server.folder / "runs/results"
    folder.mkdir()
    (folder / "nine.md").write_text(
        "# Table 9\n\n*All* of it, **twice**.\n\n| rule | Elo |\n|---|---|\n| a | 2 |\n\n"
        f"```\nleafstrap learn chess {'--set search.depth=1 ' * 9}\n```\n"
    )
    (folder / "nine.json").write_text("{}")
    with page_of(browser, f"{server.url}#/arena", PHONE) as page:
        page.get_by_role("link", name="Table 9").click()
        page.wait_for_selector("article td")
        assert page.locator("article em").text_content() == "All"
        assert page.locator("article strong").text_content() == "twice"
        assert page.locator("article td").all_text_contents() == ["2"]
        assert page.evaluate(
            "(({scrollWidth, clientWidth}) => scrollWidth <= clientWidth)(document.querySelector('article pre'))"
        )
        no_overflow(page)


def test_what_is_switched_off_is_not_offered(tmp_path: Path, browser: Any) -> None:
    server = WebProcess(tmp_path, "--read-only")
    try:
        with page_of(browser, f"{server.url}#/watch") as page:
            page.wait_for_selector("text=There is no run in")
            assert page.get_by_role("link", name="Start a run").count() == 0
            page.goto(f"{server.url}#/watch/new")
            page.wait_for_selector("text=Starting runs is switched off on this server.")
            page.goto(f"{server.url}#/arena/new")
            page.wait_for_selector("text=Matches are switched off on this server.")
            assert page.get_by_role("button", name="Start").count() == 0
    finally:
        server.kill()


def test_the_server_goes_and_comes_back(tmp_path: Path, browser: Any) -> None:
    server = WebProcess(tmp_path)
    try:
        made = server.post("api/games", {"game": "chess", "level": 1, "evaluation": False})["id"]
        with page_of(browser, f"{server.url}#/play/{made}") as page:
            click_square(page, "e2")
            click_square(page, "e4")
            wait(page, "document.querySelectorAll('.moves button').length >= 2")
            server.kill()
            page.wait_for_selector("#banner:visible")
            assert "does not answer" in page.locator("#banner").text_content()
            server.start()
            page.wait_for_selector("#banner", state="hidden")
            assert all("ERR_" in fault for fault in page.faults)
            page.faults.clear()
            page.wait_for_timeout(2500)
            click_square(page, "d2")
            click_square(page, "d3")
            wait(page, "document.querySelectorAll('.moves button').length >= 4")
            # What was tried while the server was gone may be written late; nothing else may be
            assert all("ERR_" in fault for fault in page.faults), page.faults
            page.faults.clear()
    finally:
        server.kill()


def test_a_run_is_watched_over_a_reload_and_an_outage(tmp_path: Path, browser: Any) -> None:
    server = WebProcess(tmp_path)
    games = "Number(document.querySelector('.tiles dd')?.textContent.replace(/[^0-9.]/g, ''))"
    try:
        body = {"game": "draughts", "recipe": "draughts-quick", "games": None, "minutes": 5, "name": "long"}
        made = server.post("api/runs", body)["run"]["id"]
        with page_of(browser, f"{server.url}#/watch/{made}") as page:
            wait(page, f"{games} > 0")
            page.reload()
            page.wait_for_selector(".badge.learning")
            wait(page, f"{games} > {page.evaluate(games) or 0}")
            server.kill()
            page.wait_for_selector("#banner:visible")
            before = page.evaluate(games)
            server.start()
            page.wait_for_selector("#banner", state="hidden")
            wait(page, f"{games} > {before}")  # the run went on meanwhile, and the page without a reload
            page.get_by_role("button", name="Stop").click()
            page.wait_for_selector(".badge.stopped")
            assert all("ERR_" in fault for fault in page.faults), page.faults
            page.faults.clear()
    finally:
        server.kill()


def test_the_theme_can_be_chosen(server: WebProcess, browser: Any) -> None:
    with page_of(browser, server.url, color_scheme="light") as page:
        ground = "getComputedStyle(document.body).backgroundColor"
        light = page.evaluate(ground)
        page.locator("#theme").click()
        page.locator("#theme").click()
        assert page.evaluate(ground) != light
        page.reload()
        assert page.locator("#theme").get_attribute("aria-label") == "Colours: dark"
        assert page.evaluate(ground) != light


def test_a_token_is_asked_for(tmp_path: Path, browser: Any) -> None:
    server = WebProcess(tmp_path, "--token", "the-one-that-is-right")
    try:
        with page_of(browser, server.url) as page:
            for given in ("the-one-that-is-wrong", "the-one-that-is-right"):
                page.get_by_label("Token").fill(given)
                page.get_by_role("button", name="Open").click()
                page.wait_for_selector(
                    "text=This is not the token" if given.endswith("wrong") else "text=New game"
                )
            assert all("401" in fault for fault in page.faults), page.faults
            page.faults.clear()
    finally:
        server.kill()
