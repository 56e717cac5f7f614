"""The editors of No Time to Spy in a real Chromium, and what real servers make of their files."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from tests.web.looking import LOOKS, in_windows, nothing_serious, nothing_sticks_out
from websockets.sync.client import connect

from spielwerk.games.spy.files import CHARACTERS, MATCH, SCENARIO
from spielwerk.games.spy.library import library_text, read_library
from spielwerk.games.spy.standard import standard_operations, standard_state

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect

SPY = [sys.executable, "-m", "spielwerk", "spy"]
PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}


def ready(page: Any) -> None:
    """Wait until the server has said what it thinks of the file as it is."""
    expect(page.locator("[data-checked=yes]")).to_be_visible()


def choose(page: Any, tool: str) -> None:
    page.locator(f"[data-tool={tool}]").click()


def field(page: Any, place: str) -> Any:
    return page.locator(f'[data-place="{place}"]')


def drag(page: Any, *places: str) -> None:
    """Draw from field to field without lifting the hand."""
    for number, place in enumerate(places):
        box = field(page, place).bounding_box()
        assert box, place
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if number == 0:
            page.mouse.down()
    page.mouse.up()


def saved(page: Any, folder: Path) -> Path:
    """Save the file as a person does."""
    ready(page)
    with page.expect_download() as download:
        page.locator("[data-save]").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def row_of(page: Any, y: int) -> list[str]:
    cells = page.locator(f'[data-place$="/{y}"]:not([data-field=""])')
    found: list[str] = cells.evaluate_all("all => all.map((cell) => cell.dataset.field)")
    return found


@contextmanager
def hosted(folder: Path, *settings: str) -> Iterator[int]:
    """``server055`` as a process of its own; the port it listens at."""
    command = [*SPY, "server", "-p", "0", "--x", "host", "127.0.0.1", "-m", "quick"]
    log = ["--x", "log", str(folder / "log")]
    server = subprocess.Popen([*command, *log, *settings], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"port (\d+)", server.stdout.readline())
        assert found, "the server takes the files"
        yield int(found[1])
    finally:
        server.terminate()
        server.wait(timeout=300)
        assert server.stdout is not None
        server.stdout.close()


def play_match(port: int) -> list[str]:
    """Two easy machines play a match; what both say in the end."""
    where = ["-a", "127.0.0.1", "-p", str(port), "-d", "1"]
    clients = [
        subprocess.Popen([*SPY, "ai", *where, "-n", name], stdout=subprocess.PIPE, text=True)
        for name in ("ann", "bob")
    ]
    return [client.communicate(timeout=300)[0].strip() for client in clients]


def test_a_drawn_casino_is_saved_hosted_and_played_on(
    visit: Callable[..., Any], tmp_path: Path, pictures: Path
) -> None:
    page = visit("#/game/spy")
    page.get_by_role("link", name=re.compile("Draw casinos")).click()
    ready(page)
    page.get_by_role("button", name="New").click()
    choose(page, "WALL")
    drag(page, "6/1", "6/5")
    choose(page, "BAR_SEAT")
    drag(page, "2/2", "2/3")
    for tool, place in (("BAR_TABLE", "3/2"), ("ROULETTE_TABLE", "9/5"), ("FIREPLACE", "9/1")):
        choose(page, tool)
        field(page, place).click()
    choose(page, "SAFE")
    field(page, "8/3").click()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("8")
    expect(page.locator("[data-tool=CUT]")).to_have_attribute("aria-pressed", "true")
    field(page, "9/8").click()
    page.keyboard.press("6")
    field(page, "4/6").focus()
    page.keyboard.press("Space")
    page.keyboard.press("2")
    field(page, "12/4").click()
    assert row_of(page, 4)[-2:] == ["WALL", "WALL"], "beyond the edge the casino grows"
    assert len(row_of(page, 8)) == 9, "and rows may differ in length"
    page.get_by_label("Name of the file").fill("Casino Royal")
    expect(page.locator(".verdict")).to_contain_text("Everything is in order")
    page.screenshot(path=pictures / "spy-scenario.png")
    path = saved(page, tmp_path)
    assert path.name == "Casino-Royal.scenario"
    rows = SCENARIO.load(path)
    assert sum(row.count("SAFE") for row in rows) == 2
    assert len({len(row) for row in rows}) > 1
    with hosted(tmp_path, "-s", str(path)) as port:
        said = play_match(port)
    assert sorted(re.findall("has (won|lost)", " ".join(said))) == ["lost", "won"]


def test_an_unreachable_safe_is_reported_at_its_field(
    visit: Callable[..., Any], pictures: Path
) -> None:
    page = visit("#/spy/scenario")
    page.get_by_label("Ready sets").select_option("back-room")
    expect(field(page, "4/2")).to_have_attribute("data-field", "SAFE")
    choose(page, "WALL")
    drag(page, "3/1", "5/1", "5/3", "3/3", "3/1")
    expect(field(page, "4/2")).to_have_class(re.compile("marked error"))
    expect(field(page, "4/2")).to_have_accessible_name(
        re.compile("Nobody can get next to the safe")
    )
    expect(page.locator(".verdict")).to_contain_text("1 problem")
    page.screenshot(path=pictures / "spy-scenario-wrong.png")
    page.locator(".findings .error button").click()
    expect(field(page, "4/2")).to_be_focused()
    expect(page.locator("[data-save]")).to_have_text("Save unfinished")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".verdict")).to_contain_text("Everything is in order")
    expect(field(page, "4/2")).not_to_have_class(re.compile("marked"))
    page.keyboard.press("Control+y")
    expect(field(page, "4/2")).to_have_class(re.compile("marked error"))


def test_rows_and_columns_come_and_go_and_nothing_is_lost_on_the_way(
    visit: Callable[..., Any], tmp_path: Path
) -> None:
    page = visit("#/spy")
    page.get_by_label("Ready sets").select_option("back-room")
    original = json.loads(library_text(SCENARIO, "back-room"))["scenario"]
    expect(page.locator("[data-place='3/1']")).to_have_attribute("data-field", "FIREPLACE")
    choose(page, "MOVE")
    field(page, "3/1").click()
    for name, at in (("Insert a row above", "3/2"), ("Insert a column to the left", "4/2")):
        page.get_by_role("button", name=name).click()
        expect(field(page, at)).to_have_attribute("data-field", "FIREPLACE")
    assert len(row_of(page, 1)) == 8
    page.get_by_role("button", name="Remove this row").click()
    page.get_by_role("button", name="Remove this column").click()
    path = saved(page, tmp_path)
    assert json.loads(path.read_text())["scenario"] == original
    page.reload()
    ready(page)
    assert row_of(page, 1) == original[1], "a reload loses nothing"


def test_a_file_of_this_computer_is_opened_and_what_is_none_is_refused_with_its_place(
    visit: Callable[..., Any], tmp_path: Path
) -> None:
    page = visit("#/spy", locale="de-DE")
    ready(page)
    texts = ('{"scenario": [\n["WALL",]]}', "[]", '{"scenario": 5}', "[" * 9_999, "x" * 500_000)
    for number, text in enumerate(texts):
        bad = tmp_path / str(number) / "bad.scenario"  # what the page still reads must not change
        bad.parent.mkdir()
        bad.write_text(text)
        page.locator("input[type=file]").set_input_files(bad)
        expect(page.get_by_role("alert")).to_contain_text("bad.scenario lässt sich nicht öffnen")
        expect(page.get_by_role("alert")).to_contain_text("Zeile")
    odd = tmp_path / "odd.scenario"
    odd.write_text(json.dumps({"scenario": [["FREE"] * 9, ["SAFE", "FREEE", "BAR_SEAT"]]}))
    page.locator("input[type=file]").set_input_files(odd)
    expect(field(page, "1/1")).to_have_class(re.compile("marked error"))
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("button", name="Boden", exact=False).first.click()
    field(page, "1/1").click()
    expect(page.locator(".verdict")).to_contain_text("Spielbar")


def test_a_finger_draws_where_it_goes(visit: Callable[..., Any]) -> None:
    page = visit("#/spy", **PHONE)
    ready(page)
    choose(page, "FIREPLACE")
    boxes = [field(page, place).bounding_box() for place in ("2/2", "5/2", "5/4")]
    touch = page.context.new_cdp_session(page)
    points = [{"x": b["x"] + b["width"] / 2, "y": b["y"] + b["height"] / 2} for b in boxes if b]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
    for point in points[1:]:
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    painted = page.locator(".casino [data-field=FIREPLACE]")
    expect(painted).to_have_count(6)
    ready(page)  # what is said about it may move the button
    page.get_by_role("button", name="Undo").tap()
    expect(painted).to_have_count(0)


def test_a_wrong_setting_is_refused_where_it_stands(
    visit: Callable[..., Any], tmp_path: Path, pictures: Path
) -> None:
    page = visit("#/spy/match")
    ready(page)
    chance = page.get_by_role("textbox", name="Spying: Succeeds")
    chance.fill("140")
    expect(chance).to_have_attribute("aria-invalid", "true")
    expect(chance).to_have_accessible_description(re.compile("between 0 and 100 %"))
    rounds = page.get_by_role("textbox", name="Closing time from round")
    rounds.fill("soon")
    expect(page.locator(".verdict")).to_contain_text("2 problems")
    expect(rounds).to_have_accessible_description(re.compile("whole number"))
    page.screenshot(path=pictures / "spy-match-wrong.png")
    page.locator(".findings button", has_text="Spying").click()
    expect(chance).to_be_focused()
    chance.fill("37,5")
    rounds.fill("9")
    page.get_by_label("Cocktail Effect: one more").click()
    expect(page.locator(".verdict")).to_contain_text("Everything is in order")
    expect(chance).not_to_have_attribute("aria-invalid", "true")
    config = MATCH.load(saved(page, tmp_path))
    standard = read_library(MATCH, "standard")
    assert (config.spy_success_chance, config.round_limit) == (0.375, 9)
    assert config.cocktail_hp == standard.cocktail_hp + 1


def test_settings_can_be_given_the_names_of_the_later_standard(
    visit: Callable[..., Any], tmp_path: Path
) -> None:
    page = visit("#/spy/match", locale="de-DE")
    page.get_by_role("button", name="späterer Standard").click()
    page.get_by_label("Für ein Geheimnis", exact=True).fill("7")
    page.get_by_label("Meiste Chips am Tisch", exact=True).fill("5")
    page.get_by_label("Wenigste Chips am Tisch", exact=True).fill("8")
    expect(page.locator(".setting.wrong")).to_contain_text("mehr als die meisten")
    page.get_by_label("Wenigste Chips am Tisch", exact=True).fill("3")
    expect(page.locator(".setting.wrong")).to_have_count(0)
    config = MATCH.load(saved(page, tmp_path))
    assert (config.secret_to_ip_factor, config.min_chips_roulette) == (7, 3)
    odd = tmp_path / "odd.match"
    value = json.loads(library_text(MATCH, "quick"))
    odd.write_text(json.dumps({k: v for k, v in value.items() if k != "CatIp"} | {"CatsIp": 3}))
    page.locator("input[type=file]").set_input_files(odd)
    expect(page.locator(".setting.wrong")).to_contain_text("Ein Wert fehlt")
    page.get_by_label("Für das Halsband", exact=True).fill("12")
    page.get_by_role("button", name="CatsIp entfernen").click()
    expect(page.locator(".verdict")).to_contain_text("Alles in Ordnung")
    assert MATCH.load(saved(page, tmp_path)) == read_library(MATCH, "quick")


def test_a_character_is_added_and_the_file_is_taken_by_a_server(
    visit: Callable[..., Any], tmp_path: Path, pictures: Path
) -> None:
    page = visit("#/spy/characters")
    page.get_by_label("Ready sets").select_option("academy")
    expect(page.locator(".crowd-list li")).to_have_count(len(read_library(CHARACTERS, "academy")))
    page.locator("[data-add]").click()
    name = page.locator("[data-name]")
    expect(name).to_have_value("New agent")
    name.fill("Cadet Robin")
    expect(name).to_have_accessible_description(re.compile("a second time"))
    name.fill("Vera Nightingale")
    page.get_by_label("Description").fill("Sings in the bar.")
    page.get_by_label("female", exact=True).check()
    for feature in ("NIMBLENESS", "SLUGGISHNESS", "OBSERVATION"):
        page.locator(f"[data-feature={feature}]").check()
    expect(page.locator(".feature.noted")).to_contain_text("both NIMBLENESS and SLUGGISHNESS")
    page.locator("[data-feature=SLUGGISHNESS]").uncheck()
    expect(page.locator(".feature.noted")).to_have_count(0)
    page.get_by_role("button", name="Duplicate").click()
    expect(name).to_have_value("Vera Nightingale 2")
    page.get_by_role("button", name="Remove", exact=True).click()
    page.screenshot(path=pictures / "spy-characters.png")
    path = saved(page, tmp_path)
    *_, last = CHARACTERS.load(path)
    assert (last.name, last.gender, last.description) == (
        "Vera Nightingale", "FEMALE", "Sings in the bar."
    )  # fmt: skip
    assert last.features == ("NIMBLENESS", "OBSERVATION")
    with hosted(tmp_path, "-c", str(path)) as port:
        assert port


def test_every_deed_among_characters_can_be_undone(visit: Callable[..., Any]) -> None:
    page = visit("#/spy/characters")
    page.get_by_role("button", name="New", exact=True).click()
    expect(page.locator(".verdict")).to_contain_text("1 problem")
    page.locator("[data-add]").click()
    page.locator("[data-add]").click()
    expect(page.locator(".crowd-list b")).to_have_text(["New agent", "New agent 2"])
    page.get_by_role("button", name="Remove", exact=True).click()
    for left in (2, 1, 0):
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(".crowd-list li")).to_have_count(left)
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(".crowd-list li")).to_have_count(1)


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a spectator of a real match got who asked for the replay."""
    folder = tmp_path_factory.mktemp("replay")
    with hosted(folder, "-s", "mountain-lodge") as port:
        play_match(port)
        with connect(f"ws://127.0.0.1:{port}", max_size=None) as line:
            line.send(json.dumps({"type": "HELLO", "name": "eve", "role": "SPECTATOR"}))
            client = json.loads(line.recv(timeout=300))["playerId"]
            line.send(json.dumps({"type": "REQUEST_REPLAY", "playerId": client}))
            while json.loads(message := line.recv(timeout=300))["type"] != "REPLAY":
                pass
    path = folder / "match.json"
    path.write_text(str(message), encoding="utf-8")
    return path


def test_a_replay_of_a_real_match_plays_in_the_page(
    visit: Callable[..., Any], replay: Path, pictures: Path
) -> None:
    value = json.loads(replay.read_text())
    told = [m for m in value["messages"] if m["type"] == "GAME_STATUS"]
    page = visit("#/spy/replay")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.locator("input[type=file]").set_input_files(replay)
    names = f"{value['playerOneName']} vs {value['playerTwoName']}"
    expect(page.get_by_role("heading", name=names)).to_be_visible()
    timeline = page.locator(".timeline")
    slider = timeline.get_by_role("slider")
    last = int(slider.get_attribute("max"))
    assert sum(bool(m["operations"]) for m in told) <= last <= len(told) + 1
    expect(page.locator(".spy-figure").first).to_be_visible()
    for name in {each["name"] for each in told[0]["state"]["characters"]}:
        expect(page.locator(".spy-roster", has_text=name)).to_be_visible()
    page.locator("h1").click()
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last)):
        page.keyboard.press(key)
        expect(timeline).to_have_attribute("data-step", str(step))
    end = value["messages"][-1]
    winner = 1 if end["winner"] == value["playerOneId"] else 2
    expect(page.locator(".spy-outcome")).to_contain_text(f"Player {winner} wins")
    expect(page.locator(".spy-outcome")).to_contain_text("Intelligence gained")
    slider.fill(str(last // 2))
    expect(timeline).to_have_attribute("data-step", str(last // 2))
    expect(page.locator(".spy-outcome")).to_have_count(0)
    expect(page.locator(".spy-log li").last).to_be_visible()
    page.screenshot(path=pictures / "spy-replay.png")
    page.get_by_role("button", name="Run by itself").click()
    expect(timeline).to_have_attribute("data-step", str(last // 2 + 2))
    page.get_by_role("button", name="Stop").click()
    assert set(sent) == {"GET"}, "nothing is uploaded"


def test_every_status_of_a_replay_is_shown_as_it_was_told(
    visit: Callable[..., Any], replay: Path
) -> None:
    """Turned back by our own rules, every view of the page says what the server said."""
    value = json.loads(replay.read_text())
    page = visit("#/spy/replay")
    code = """async (text) => (await import("./spy/editors/standard.js")).readReplay(text).steps"""
    views = [step["view"] for step in page.evaluate(code, replay.read_text())]
    told = [m for m in value["messages"] if m["type"] == "GAME_STATUS" and m["operations"]]
    shown = [view for view in views if view["operations"]]
    assert len(shown) == len(told)
    ids = {c["name"]: UUID(c["characterId"]) for m in told for c in m["state"]["characters"]}
    for view, message in zip(shown, told, strict=True):
        operations = standard_operations(view, ids)
        assert [{**each} for each in operations] == message["operations"]
        state = standard_state(view, ids)
        for key in ("currentRound", "map", "catCoordinates", "janitorCoordinates"):
            assert state[key] == message["state"][key], key
    factions = {c.get("faction") for view in shown for c in view["characters"].values()}
    assert factions == {"PLAYER_ONE", "PLAYER_TWO", "NEUTRAL"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "kein JSON"),
        ("[]", "keine Liste von Nachrichten"),
        ('{"type": "REPLAY", "messages": []}', "keinem Schritt"),
        ('{"messages": [{"type": "GAME_STATUS", "state": {}}]}', "nicht zu verstehen"),
        ('{"messages": [null, 5]}', "nicht zu verstehen"),
    ],
)
def test_what_is_no_replay_is_refused_in_words(
    visit: Callable[..., Any], tmp_path: Path, text: str, why: str
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text(text)
    page = visit("#/spy/replay", locale="de-DE")
    page.locator("input[type=file]").set_input_files(bad)
    expect(page.get_by_role("alert")).to_contain_text(why)


EDITORS = ("scenario", "match", "characters", "replay")


@pytest.mark.parametrize(("editor", "look"), in_windows(EDITORS, list(LOOKS), 2))
def test_every_editor_is_for_everybody(
    visit: Callable[..., Any],
    pictures: Path,
    tmp_path: Path,
    replay: Path,
    editor: str,
    look: str,
) -> None:
    page = visit(f"#/spy/{editor}", reduced_motion="reduce", **LOOKS[look])
    if editor == "replay":
        page.locator("input[type=file]").set_input_files(replay)
        page.locator(".timeline").get_by_role("slider").fill("30")
        expect(page.locator(".spy-figure").first).to_be_visible()
    else:
        wrong = tmp_path / "wrong.json"
        wrong.write_text(json.dumps(WRONG[editor]))
        ready(page)
        page.locator("input[type=file]").set_input_files(wrong)
        expect(page.locator(".findings .error").first).to_be_visible()
    page.screenshot(path=pictures / f"spy-{editor}-{look}.png")
    nothing_serious(page)
    nothing_sticks_out(page)


WRONG: dict[str, Any] = {
    "scenario": {"scenario": [["FREE"] * 12, ["BAR_SEAT"], ["WALL", "WALL"], ["SAFE"], ["X"]]},
    "match": json.loads(library_text(MATCH, "quick")) | {"Grapple_HitChance": -3, "Odd": 1},
    "characters": [{"name": "Al", "features": ["JINX", "SHY"]}] * 2,
}
"""A file of each kind with something wrong."""
