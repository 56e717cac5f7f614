"""The hero workshop in a real Chromium: from nothing to a sheet, and from a slip to its repair."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.web.looking import nothing_serious, nothing_sticks_out, some

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect

ALRIKE = Path(str(files("spielwerk").joinpath("library", "heroes", "alrike.json")))
OPTOLITH = Path(__file__).parents[1] / "heroes" / "optolith"
GERMAN = {"locale": "de-DE"}
FIRST = 120_000
"""Milliseconds for a server's first answer: it reads the books, slowly where many tests run."""
SIZES = {
    "wide": {"viewport": {"width": 1440, "height": 1000}},
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
}


def settle(page: Any) -> None:
    """Wait until everything on the page is about the hero as it is."""
    expect(page.locator(".hero-bar[data-fresh='true']")).to_be_visible()
    expect(page.locator(".hero-step [aria-busy=true], .hero-step .spinner")).to_have_count(0)


def choose(page: Any, value: str) -> None:
    """Choose a card once the page is calm: what an answer brings moves the cards below it."""
    settle(page)
    page.locator(f'.hero-card[data-value="{value}"]').click()
    expect(page.locator(f'.hero-card[data-value="{value}"]')).to_have_attribute(
        "aria-pressed", "true"
    )


def forward(page: Any, step: str) -> None:
    page.locator("[data-next]").click()
    expect(page.locator(f'[data-step="{step}"]')).to_be_visible()


def raise_to(page: Any, name: str, level: int) -> None:
    """Press the plus of something until it has a level."""
    row = page.locator(f'.hero-levels [data-value="{name}"]')
    shown = row.locator("output")
    while int(shown.inner_text()) < level:
        before = int(shown.inner_text())
        row.get_by_role("button").nth(1).click()
        expect(shown).to_have_text(str(before + 1))
    settle(page)


def with_alrike(page: Any, step: str) -> None:
    """The workshop at a step, with the mercenary of the library."""
    page.locator("input[type=file]").set_input_files(ALRIKE)
    expect(page.locator(".hero-paper")).to_contain_text("Alrike", timeout=FIRST)
    page.locator(f'.hero-steps a[href$="/{step}"]').click()
    settle(page)


def test_a_mercenary_is_made_from_nothing_to_a_printed_sheet(visit: Any) -> None:
    page = visit("#/heroes", **GERMAN)
    page.locator("[data-new]").click()
    expect(page.locator(".hero-card").first).to_be_visible(timeout=FIRST)
    choose(page, "Erfahren")
    expect(page.locator("[data-left]")).to_have_text("1100 AP übrig")
    forward(page, "species")
    choose(page, "Menschen")
    choose(page, "KK")
    forward(page, "culture")
    expect(page.locator('.hero-card[data-value="Ambosszwerge"]')).to_contain_text("Zwerge")
    expect(page.locator('.hero-card[data-value="Ambosszwerge"]')).to_have_attribute(
        "aria-disabled", "true"
    )
    choose(page, "Andergast")
    expect(page.locator("[data-mother-tongue]")).to_have_value("Garethi")
    page.locator("[data-take-package]").click()
    forward(page, "profession")
    page.get_by_label("Suchen").fill("Söld")
    choose(page, "Söldner")
    expect(page.locator("[data-price]")).to_contain_text("202 AP")
    expect(page.locator("[data-price]")).to_contain_text("Konstitution 13")
    page.locator("[data-package=profession] select").first.select_option(label="Hiebwaffen 10")
    page.locator("[data-take-package]").click()
    expect(page.locator("[data-package=profession]")).to_contain_text("Übernommen")
    expect(page.locator(".hero-verdict")).to_have_text("Alles regelgerecht")
    forward(page, "attributes")
    expect(page.locator('[data-value="KK"] output')).to_have_text("13")
    for name, level in (("MU", 13), ("GE", 13), ("KO", 14), ("KK", 14)):
        raise_to(page, name, level)
    forward(page, "skills")
    raise_to(page, "Zechen", 7)
    forward(page, "traits")
    page.get_by_role("tab", name="Nachteile").click()
    page.get_by_role("button", name="Farbenblind wählen").click()
    expect(page.locator('[data-own="Farbenblind"]')).to_be_visible()
    forward(page, "abilities")
    expect(page.locator('[data-own="Belastungsgewöhnung"]')).to_be_visible()
    forward(page, "sheet")
    page.get_by_label("Name").fill("Hagen von Andergast")
    settle(page)
    expect(page.locator(".hero-verdict")).to_have_text("Alles regelgerecht")
    expect(page.locator(".hero-paper")).to_contain_text("Zechen")
    with page.expect_download() as waiting:
        page.locator("[data-print]").click()
    assert waiting.value.suggested_filename == "Hagen von Andergast.pdf"
    assert Path(waiting.value.path()).read_bytes().startswith(b"%PDF")
    page.locator("[data-save]").click()
    expect(page.get_by_text("Gespeichert.")).to_be_visible()
    page.goto(page.url.split("#")[0] + "#/heroes")
    expect(page.locator(".lines")).to_contain_text("Hagen von Andergast")


MAGE = ("wide", "Menschen", "Mittelreich", "Graumagier", "Garethi")
ELF = ("phone", "Elfen", "Auelfen", "Wildnisläufer", "Isdira")


@pytest.mark.parametrize(
    ("size", "race", "culture", "profession", "tongue"), some([MAGE, ELF], [ELF])
)
def test_a_guild_mage_or_an_elf_is_made_to_a_printed_sheet(
    visit: Any, pictures: Path, size: str, race: str, culture: str, profession: str, tongue: str
) -> None:
    page = visit("#/heroes", **GERMAN, **SIZES[size])
    page.locator("[data-new]").click()
    expect(page.locator(".hero-card").first).to_be_visible(timeout=FIRST)
    choose(page, "Erfahren")
    forward(page, "species")
    choose(page, race)
    if race == "Menschen":
        expect(page.locator('.hero-card[data-value="Auelfen"]')).to_have_count(0)
    else:
        page.locator("[data-package=race] [data-take-package]").click()
    choose(page, "KL")
    forward(page, "culture")
    choose(page, culture)
    expect(page.locator("[data-mother-tongue]")).to_have_value(tongue)
    page.locator("[data-take-package]").click()
    forward(page, "profession")
    page.get_by_label("Suchen").fill(profession[:6])
    choose(page, profession)
    page.locator("[data-take-package]").click()
    expect(page.locator("[data-package=profession]")).to_contain_text("Übernommen")
    settle(page)
    if race == "Elfen":
        forward(page, "attributes")
        raise_to(page, "FF", 10)
    page.locator('.hero-steps a[href$="/sheet"]').click()
    page.get_by_label("Name").fill(f"Neuling {profession}")
    settle(page)
    expect(page.locator(".hero-findings .finding.error")).to_have_count(0)
    page.screenshot(path=pictures / f"heroes-{size}-{profession}.png", full_page=True)
    with page.expect_download() as waiting:
        page.locator("[data-print]").click()
    assert Path(waiting.value.path()).read_bytes().startswith(b"%PDF")
    nothing_sticks_out(page)


def test_a_sheet_is_rolled_for_equipped_shared_sent_and_taken_back(visit: Any) -> None:
    page = visit("#/heroes", **GERMAN)
    with_alrike(page, "sheet")
    page.locator(".hero-outfit summary").click()
    page.get_by_label("Gegenstand").fill("Streitaxt")
    page.locator("[data-add-thing]").click()
    expect(page.locator("[data-weapons]").first).to_contain_text("1W6+4")
    page.locator("[data-roll]").click()
    expect(page.locator(".hero-check output")).to_contain_text("Fertigkeitswert")
    with page.expect_download() as waiting:
        page.locator("[data-optolith]").click()
    assert '"dateCreated"' in Path(waiting.value.path()).read_text(encoding="utf-8")
    page.locator("[data-share]").click()
    link = page.locator("[data-link]").input_value()
    page.locator('.hero-steps a[href$="/skills"]').click()
    raise_to(page, "Zechen", 6)
    expect(page.locator(".hero-past")).to_contain_text("Zechen 6")
    page.locator("[data-undo]").click()
    expect(page.locator('.hero-levels [data-value="Zechen"] output')).to_have_text("5")
    page.goto(link)
    expect(page.locator("[data-shared]")).to_be_visible(timeout=FIRST)
    expect(page.locator(".hero-paper")).to_contain_text("Alrike")
    page.goto(link[:-40])
    expect(page.get_by_role("alert")).to_contain_text("kein Held")


def test_a_hero_has_a_picture_and_is_compared_with_what_it_was(visit: Any) -> None:
    page = visit("#/heroes", **GERMAN)
    with_alrike(page, "sheet")
    page.locator(".hero-outfit summary").click()
    picture = {"name": "me.png", "mimeType": "image/png", "buffer": page.screenshot()}
    page.locator(".hero-outfit input[type=file]").set_input_files(picture)
    expect(page.locator(".hero-paper .hero-portrait")).to_be_visible()
    page.locator("[data-save]").click()
    expect(page.get_by_text("Gespeichert.")).to_be_visible()
    page.locator('.hero-steps a[href$="/skills"]').click()
    raise_to(page, "Zechen", 6)
    page.locator('.hero-steps a[href$="/sheet"]').click()
    page.locator("[data-compared] select").select_option("Alrike")
    expect(page.locator("[data-compared]")).to_contain_text("Zechen 6 statt Zechen 5")


ANSWERS = ("feature/package", "hero/complete")


@pytest.mark.parametrize(("early", "late"), [ANSWERS, ANSWERS[::-1]])
def test_cards_stay_where_they_are_when_an_answer_arrives(
    visit: Any, early: str, late: str
) -> None:
    """In whichever order: what is late comes only after everything else has been drawn."""
    page = visit("#/heroes", **GERMAN, reduced_motion="reduce")
    held: list[Any] = []
    page.locator("[data-new]").click()
    expect(page.locator(".hero-card").first).to_be_visible(timeout=FIRST)
    for step, value in (("species", "Elfen"), ("culture", "Auelfen")):
        page.locator(f'.hero-steps a[href$="/{step}"]').click()
        expect(page.locator(f'[data-step="{step}"]')).to_be_visible()
        settle(page)
        card = page.locator(f'.hero-card[data-value="{value}"]')
        place = "element => Math.round(element.getBoundingClientRect().top + window.scrollY)"
        before = card.evaluate(place)
        page.route(f"**/{late}?**", lambda answer: held.append(answer))
        with page.expect_request(f"**/{late}?**"), page.expect_response(f"**/{early}?**"):
            card.click()
        if "package" in late:
            expect(page.locator(".hero-step [aria-busy=true]")).to_have_count(0)
        else:
            expect(page.locator("[data-take-package]")).to_be_visible()
        assert card.evaluate(place) == before, step
        while held:
            held.pop().continue_()
        page.unroute(f"**/{late}?**")
        settle(page)
        expect(page.locator("[data-take-package]")).to_be_visible()
        assert card.evaluate(place) == before, step
        page.locator("[data-take-package]").click()


def test_an_english_sheet_has_english_names(visit: Any) -> None:
    page = visit("#/heroes", locale="en-US")
    page.locator("input[type=file]").set_input_files(OPTOLITH / "other_books.json")
    paper = page.locator(".hero-paper")
    expect(paper).to_contain_text("Mercenary", timeout=FIRST)
    expect(paper).to_contain_text("Advantages: ADV_97 (von Welt)")
    expect(paper).to_contain_text("Garethi (Mother tongue)")
    expect(page.locator('.hero-steps a[href$="/species"] small')).to_have_text("Humans")


def test_a_broken_rule_says_why_and_is_repaired(visit: Any) -> None:
    page = visit("#/heroes", **GERMAN)
    with_alrike(page, "skills")
    expect(page.locator(".hero-verdict")).to_have_text("Alles regelgerecht")
    row = page.locator('.hero-levels [data-value="Kriegskunst"]')
    for level in (6, 5):
        row.get_by_role("button").first.click()
        expect(row.locator("output")).to_have_text(str(level))
    settle(page)
    expect(page.locator(".hero-findings")).to_contain_text(
        "Profession Söldner verlangt: Kriegskunst 6."
    )
    page.locator("[data-repair]").click()
    expect(page.locator("[data-plan]")).to_contain_text("Kriegskunst 6 statt Kriegskunst 5")
    expect(row.locator("output")).to_have_text("5")
    page.locator("[data-take]").click()
    expect(row.locator("output")).to_have_text("6")
    expect(page.locator(".hero-verdict")).to_have_text("Alles regelgerecht")


def test_a_repair_that_is_not_liked_is_looked_for_anew(visit: Any) -> None:
    page = visit("#/heroes", **GERMAN)
    with_alrike(page, "attributes")
    page.locator('[data-value="KK"] button').first.click()
    page.locator('[data-value="KK"] button').first.click()
    settle(page)
    page.locator("[data-repair]").click()
    expect(page.locator("[data-plan]")).to_contain_text("Körperkraft 13 statt Körperkraft 12")
    page.get_by_role("button", name="Anders lösen").click()
    expect(page.locator("[data-plan]")).to_contain_text("statt Söldner")
    expect(page.locator("[data-plan]")).not_to_contain_text("Körperkraft 13 statt")


def test_a_locked_choice_says_why_and_cannot_be_taken(visit: Any) -> None:
    page = visit("#/heroes", locale="en-US")
    with_alrike(page, "attributes")
    row = page.locator('.hero-levels [data-value="KK"]')
    expect(row.locator(".why")).to_contain_text("At most 100 allowed: Attribute points.")
    row.get_by_role("button").nth(1).click(force=True)
    expect(row.locator("output")).to_have_text("14")


def test_a_hero_is_there_again_after_a_reload_and_what_is_no_hero_is_refused(visit: Any) -> None:
    page = visit("#/heroes", **GERMAN)
    page.locator("input[type=file]").set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": b'{"attr": 1, "ap": 1}'}
    )
    expect(page.get_by_role("alert")).to_contain_text("Optolith")
    with_alrike(page, "traits")
    page.reload()
    expect(page.locator(".hero-bar .who")).to_have_text("Alrike")


@pytest.mark.parametrize("size", SIZES)
def test_the_workshop_fits_and_is_readable_for_everybody(
    visit: Any, pictures: Path, size: str
) -> None:
    scheme = "dark" if size == "phone" else "light"
    page = visit("#/heroes", **GERMAN, **SIZES[size], color_scheme=scheme)
    expect(page.locator("[data-new]")).to_be_visible()
    look(page, pictures / f"heroes-{size}-entrance.png")
    with_alrike(page, "species")
    for step in ("profession", "attributes", "skills", "traits", "abilities", "sheet"):
        page.locator(f'.hero-steps a[href$="/{step}"]').click()
        expect(page.locator(f'[data-step="{step}"]')).to_be_visible()
        settle(page)
        if step == "skills":
            page.locator('[data-value="Kriegskunst"] button').first.click()
            page.locator('[data-value="Kriegskunst"] button').first.click()
            page.locator("[data-repair]").click()
            expect(page.locator("[data-plan]")).to_be_visible()
        look(page, pictures / f"heroes-{size}-{step}.png")


def look(page: Any, picture: Path) -> None:
    """Keep a picture; nothing may stick out, and axe-core may not complain."""
    nothing_sticks_out(page)
    page.screenshot(path=picture)
    nothing_serious(page)
