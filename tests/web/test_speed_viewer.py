"""The spe_ed viewer in a real Chromium: live, from a file without a server, and in the site."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.looking import nothing_serious

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect

VIEWER = Path(__file__).parents[2] / "src" / "spielwerk" / "web" / "speed"
SPEED = [sys.executable, "-m", "spielwerk", "speed"]
RACERS = "transparent:150ms,strategist:150ms,largest-area,slow-filler,straight-on"
WIDE = {"viewport": {"width": 1500, "height": 1000}}


@pytest.fixture(scope="module")
def album(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A race of four that was simulated here."""
    folder = tmp_path_factory.mktemp("race")
    solvers = "transparent:40ms,strategist:40ms,slow-filler,jumper"
    race = ["simulated", f"-s={solvers}", "-w=30", "-h=26", "-c=0", f"-l={folder}", "--seed", "4"]
    subprocess.run([*SPEED, *race], check=True, timeout=300)
    return next(folder.glob("*.album"))


@pytest.fixture
def page_of(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Open any address; whatever breaks in the page fails the test."""
    contexts: list[Any] = []
    errors: list[str] = []

    def page_of(address: str, **options: Any) -> Any:
        context = browser.new_context(**({"locale": "en-US"} | WIDE | options))
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        return page

    yield page_of
    for context in contexts:
        context.close()
    assert not errors, errors


@pytest.fixture
def live_race(tmp_path: Path) -> Iterator[str]:
    """A server on which a client and five bots race; the address of its viewer."""
    race = ["--players", "6", "--wait", "0.1", "--port", "0", "--width", "48", "--height", "44"]
    command = [
        *SPEED,
        "server",
        *race,
        "--bots",
        RACERS,
        "--recordings",
        str(tmp_path),
        "--seed",
        "3",
    ]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    said = [server.stdout.readline() for _ in range(3)]
    found = re.search(r"http://\S+/$", said[2].strip())
    assert found, said
    host = found[0].removeprefix("http://")
    where = {"URL": f"ws://{host}spe_ed", "KEY": "ann", "TIME_URL": f"http://{host}spe_ed_time"}
    client = subprocess.Popen(
        [*SPEED, "live", "-s=largest-area", "-c=0", "-l=/"], env=os.environ | where
    )
    yield found[0]
    client.terminate()
    client.wait(timeout=300)
    server.terminate()
    server.wait(timeout=300)
    server.stdout.close()


def round_of(page: Any) -> int:
    return int(page.locator(".sv").get_attribute("data-round") or 0)


def newest(page: Any) -> int:
    return int(page.locator("input[type=range]").get_attribute("max"))


def card(page: Any, name: str) -> Any:
    return page.locator(".sv-card", has_text=name).first


def test_a_live_race_of_six_can_be_stopped_and_asked_why_a_bot_turned(
    live_race: str, page_of: Callable[..., Any], pictures: Path
) -> None:
    page = page_of(live_race)
    expect(page.locator(".sv-chip", has_text="live")).to_be_visible()
    expect(page.locator(".sv-card")).to_have_count(6)
    card(page, "transparent").click()
    wait_for(lambda: round_of(page) >= 8)
    page.keyboard.press("ArrowLeft")
    wait_for(lambda: newest(page) >= round_of(page) + 1)
    stopped = round_of(page)
    wait_for(
        lambda: newest(page) >= stopped + 3 or not page.locator(".sv-chip", has_text="live").count()
    )
    assert round_of(page) == stopped, "whoever looks back is not carried on"
    turn = page.locator(".sv-card[aria-pressed=true]", has_text=re.compile("turn (left|right)"))
    while not turn.count() and round_of(page) > 1:
        before = round_of(page)
        page.keyboard.press("ArrowLeft")
        wait_for(lambda before=before: round_of(page) == before - 1)
    if turn.count():
        expect(page.locator(".sv-decision h3")).to_have_text(re.compile("Why turn (left|right)"))
    expect(page.locator(".sv-decision")).to_contain_text("paths weighed")
    expect(page.locator(".sv-ratings tbody tr")).to_have_count(5)
    expect(page.locator(".sv-chosen")).to_have_count(1)
    expect(page.locator(".sv-pictures canvas")).to_have_count(5)
    page.screenshot(path=pictures / "speed-live.png", full_page=True)
    page.keyboard.press("End")
    wait_for(lambda: round_of(page) > stopped)


def test_a_page_without_a_server_goes_through_the_rounds_by_keys(
    album: Path, page_of: Callable[..., Any], tmp_path: Path, pictures: Path
) -> None:
    target = tmp_path / "race.html"
    subprocess.run([*SPEED, "view", str(album), "--out", str(target)], check=True, timeout=300)
    page = page_of(target.as_uri(), offline=True)
    wait_for(lambda: round_of(page) == 1)
    frames = json.loads(album.read_text())["frames"]
    for key, expected in (
        ("ArrowRight", 2),
        ("ArrowRight", 3),
        ("ArrowLeft", 2),
        ("End", len(frames)),
        ("Home", 1),
    ):
        page.keyboard.press(key)
        wait_for(lambda expected=expected: round_of(page) == expected)
    page.keyboard.press("2")
    expect(page.locator(".sv-card[aria-pressed=true]")).to_contain_text("strategist")
    page.keyboard.press(" ")
    wait_for(lambda: round_of(page) >= 4)
    page.keyboard.press(" ")
    page.locator(".sv-controls input").fill("4")
    wait_for(lambda: round_of(page) == 5)
    expect(page.locator(".sv-heading")).to_contain_text(f"Round 5 of {len(frames)}")
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(paper) == "rgb(246, 243, 236)", "it has the colours of the site"
    assert page.evaluate("getComputedStyle(document.body).padding") == "16px"
    page.screenshot(path=pictures / "speed-album.png", full_page=True)
    page.keyboard.press("End")
    expect(page.locator(".sv-chip")).to_contain_text("win")


def test_the_pictures_of_a_round_can_be_saved(
    album: Path, page_of: Callable[..., Any], tmp_path: Path
) -> None:
    target = tmp_path / "race.html"
    subprocess.run([*SPEED, "view", str(album), "--out", str(target)], check=True, timeout=300)
    page = page_of(target.as_uri())
    expect(page.locator(".sv-pictures canvas").first).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save pictures").click()
    assert saved.value.suggested_filename == "spe_ed-round-1-player-1.png"
    kept = tmp_path / "kept.png"
    saved.value.save_as(kept)
    assert kept.read_bytes().startswith(b"\x89PNG")
    assert kept.stat().st_size > 5_000


def test_everybody_can_use_the_viewer(
    album: Path, page_of: Callable[..., Any], tmp_path: Path
) -> None:
    target = tmp_path / "race.html"
    subprocess.run([*SPEED, "view", str(album), "--out", str(target)], check=True, timeout=300)
    for scheme in ("light", "dark"):
        page = page_of(target.as_uri(), color_scheme=scheme)
        expect(page.locator(".sv-ratings")).to_be_visible()
        nothing_serious(page)


def test_the_site_shows_a_recording_of_this_computer_and_refuses_what_is_none(
    visit: Callable[..., Any], album: Path, tmp_path: Path, pictures: Path
) -> None:
    page = visit("#/speed", locale="de-DE", color_scheme="dark")
    chooser = page.locator("input[type=file]")
    chooser.set_input_files(album.with_suffix(".json"))
    expect(page.locator(".sv-heading")).to_contain_text("Runde 1 von")
    bad = tmp_path / "bad.json"
    for text in ("{", "[]", '{"a": 1}', '[{"cells": 5}]'):
        bad.write_text(text)
        chooser.set_input_files([])
        chooser.set_input_files(bad)
        expect(page.get_by_role("alert")).to_contain_text("lässt sich nicht zeigen")
    chooser.set_input_files(album)
    expect(page.locator(".sv-pictures canvas")).to_have_count(5)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.screenshot(path=pictures / "speed-site.png", full_page=True)


def test_the_site_leads_to_the_viewer_of_a_server(
    live_race: str, visit: Callable[..., Any]
) -> None:
    page = visit("#/speed")
    page.get_by_label("A server to watch").fill(live_race.replace("http", "ws") + "spe_ed?key=x")
    page.get_by_role("button", name="Watch").click()
    expect(page.locator(".sv-chip", has_text="live")).to_be_visible()
    assert page.url == live_race
    wait_for(lambda: round_of(page) >= 3)


AT_THE_EDGE = """async () => {
  const { paintBoard, paintHeat } = await import("./speed/colours.js");
  const [size, cells] = [5, new Uint8Array(25)];
  const heads = [[0, 0, "up"], [4, 4, "down"], [0, 4, "left"], [4, 0, "right"], [0, 2, "up"]];
  const racers = heads.map(([x, y, direction], place) => (
    { x, y, direction, speed: 1, active: place < 4 }
  ));
  const edge = (canvas) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    const found = new Set();
    for (let place = 0; place < width * height; place++) {
      const [x, y] = [place % width, Math.floor(place / width)];
      if (x && y && x < width - 1 && y < height - 1) continue;
      found.add(data.slice(4 * place, 4 * place + 4).join());
    }
    return found.size;
  };
  const board = document.createElement("canvas");
  paintBoard(board, cells, size, size, Object.fromEntries(racers.map((one, n) => [n + 1, one])));
  const heats = racers.map((racer) => {
    const heat = document.createElement("canvas");
    paintHeat(heat, cells, cells, size, size, racer);
    return heat;
  });
  return [board, ...heats].map(edge);
}"""
"""How many colours the outermost pixels of pictures have whose racers stand in corners."""


def test_marks_at_the_edge_of_a_board_are_whole(visit: Callable[..., Any]) -> None:
    """Nothing reaches the end of its picture, so nothing is cut off there."""
    assert visit("#/speed").evaluate(AT_THE_EDGE) == [1] * 6


def test_german_and_english_have_the_same_words() -> None:
    source = (VIEWER / "words.js").read_text(encoding="utf-8")
    english, german = source.split("  en: {")[1].split("  de: {")
    key = re.compile(r'^    "?([\w. ]+?)"?:\s+"', re.MULTILINE)
    keys = [key.findall(part) for part in (english, german)]
    assert len(keys[0]) > 50
    assert keys[0] == keys[1]


def wait_for(holds: Callable[[], bool], seconds: float = 40) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)
