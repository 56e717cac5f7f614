"""The account's place on the page: codes, sessions, leaving; and what an operator does with it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import match_of
from tests.web.looking import LOOKS, calm, nothing_english, nothing_serious, nothing_sticks_out

expect = pytest.importorskip("playwright.sync_api", exc_type=ImportError).expect

HORSE, CHAIRS = "correct horse", "seven blue chairs"
CODE = re.compile(r"^(?:[0-9A-Z]{4}-){5}[0-9A-Z]{4}$")


def go(page: Any, path: str) -> None:
    page.goto(f"{page.url.split('#')[0]}#/{path}")


def fill(form: Any, **values: str) -> None:
    for name, value in values.items():
        form.locator(f"[name={name}]").fill(value)


def register(page: Any, name: str, password: str = HORSE) -> str:
    """Make an account; the code that is shown."""
    go(page, "me")
    form = page.locator("form:has([autocomplete=new-password])")
    fill(form, name=name, password=password)
    form.locator("button").click()
    expect(page.locator(".bar .who")).to_have_text(name)
    return page.locator("[data-recovery] code").inner_text()


def log_in(page: Any, name: str, password: str = HORSE) -> None:
    go(page, "me")
    form = page.get_by_role("form", name=re.compile("^(Log in|Anmelden)$"))
    fill(form, name=name, password=password)
    form.locator("button").click()
    expect(page.locator(".bar .who")).to_have_text(name)


def test_one_is_told_why_a_password_is_refused_where_one_chooses_it(visit: Any) -> None:
    for language, many, mine in (
        ("en-US", "Many have this password", "hardly more than your name"),
        ("de-DE", "Dieses Passwort haben viele", "kaum mehr als dein Name"),
    ):
        page = visit(locale=language)
        go(page, "me")
        form = page.locator("form:has([autocomplete=new-password])")
        for password, told in (("password", many), ("walburga1", mine)):
            fill(form, name="Walburga", password=password)
            form.locator("button").click()
            expect(form.get_by_role("alert")).to_contain_text(told)


def test_sessions_are_seen_and_ended_with_the_keyboard_alone(visit: Any) -> None:
    here, there = visit(), visit()
    register(here, "Ada Anderswo")
    log_in(there, "Ada Anderswo")
    summary = here.get_by_text("Where you are logged in")
    summary.focus()
    here.keyboard.press("Enter")
    lines = here.locator("[data-sessions] li")
    expect(lines).to_have_count(2)
    expect(lines.filter(has_text="this browser")).to_contain_text("Chrome")
    here.keyboard.press("Tab")
    expect(here.locator("[data-sessions] button")).to_be_focused()
    here.keyboard.press("Enter")
    expect(lines).to_have_count(1)
    expect(here.locator("[data-sessions] [role=status]")).to_contain_text("Logged out: Chrome")
    expect(here.locator("[data-sessions]")).to_be_focused()
    there.reload()
    expect(there.get_by_role("form", name="Log in", exact=True)).to_be_visible()


def test_a_page_at_a_table_is_told_that_its_session_is_over(visit: Any) -> None:
    here, there = visit(), visit()
    register(here, "Ada Amtisch")
    log_in(there, "Ada Amtisch")
    go(there, "game/tic-tac-toe")
    there.get_by_role("radio", name="Only me").check()
    there.click("[data-way=computer]")
    expect(there.locator(".board")).to_be_visible()
    here.get_by_role("button", name="Log out everywhere").click()
    expect(there.get_by_text("You are no longer logged in")).to_be_visible()


def test_whoever_registers_in_another_tab_plays_on_in_the_first(visit: Any) -> None:
    page = visit("#/game/tic-tac-toe")
    page.get_by_label("Strength").select_option("easy")
    page.click("[data-way=computer]")
    expect(page.locator(".board")).to_be_visible()
    match = match_of(page)
    tab = page.context.new_page()
    tab.goto(page.url.split("#")[0])
    with page.expect_websocket():
        register(tab, "Ada Zweitfenster")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.locator('[data-square="2·2"]').click()
    expect(page.locator(".record a")).to_have_count(2)
    assert match_of(page) == match


def test_a_forgotten_password_is_replaced_with_the_code(visit: Any) -> None:
    page, other = visit(), visit()
    code = register(page, "Ada Vergesslich")
    assert CODE.match(code)
    expect(page.locator("[data-recovery] code")).to_be_focused()
    page.get_by_role("button", name="I have noted it").click()
    expect(page.locator("[data-recovery]")).to_have_count(0)

    go(other, "me?login=1")
    other.get_by_text("Forgot your password?").click()
    form = other.get_by_role("form", name="Forgot your password?")
    fill(form, name="Ada Vergesslich", code="0000-0000", fresh=CHAIRS)
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_contain_text("Name and code do not fit")
    fill(form, code=code.lower())
    form.get_by_role("button").click()
    expect(other.locator(".bar .who")).to_have_text("Ada Vergesslich")
    fresh = other.locator("[data-recovery] code").inner_text()
    assert CODE.match(fresh)
    assert fresh != code
    page.reload()
    expect(page.get_by_role("form", name="Log in", exact=True)).to_be_visible()
    log_in(page, "Ada Vergesslich", CHAIRS)
    page.get_by_text("New recovery code").click()
    form = page.get_by_role("form", name="New recovery code")
    fill(form, password=HORSE)
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_be_visible()
    fill(form, password=CHAIRS)
    form.get_by_role("button").click()
    expect(page.locator("[data-recovery] code")).not_to_have_text(fresh)


KEPT = "JSON.stringify(localStorage)"


def test_logging_out_forgets_who_one_was_and_keeps_what_one_writes(visit: Any) -> None:
    page = visit()
    register(page, "Ada Geheim")
    go(page, "game/connect-four")
    page.click("[data-way=friend]")
    expect(page.locator("[data-inviting] input").first).to_be_visible()
    page.evaluate("localStorage.setItem('spielwerk.draft', 'mine')")
    assert "invitations" in page.evaluate(KEPT)
    go(page, "me")
    page.get_by_role("button", name="Log out", exact=True).click()
    expect(page.get_by_role("form", name="Log in", exact=True)).to_be_visible()
    kept = page.evaluate(KEPT)
    assert "Ada Geheim" not in kept
    assert "invitations" not in kept
    assert page.evaluate("localStorage.getItem('spielwerk.draft')") == "mine"


def test_an_account_is_deleted_by_whoever_knows_the_password(visit: Any) -> None:
    page = visit()
    register(page, "Ada Fort")
    page.get_by_text("Delete the account").click()
    form = page.get_by_role("form", name="Delete the account")
    expect(form).to_contain_text("the name Ada Fort")
    fill(form, password="wrong horse")
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_be_visible()
    fill(form, password=HORSE)
    form.get_by_role("button").click()
    expect(page.get_by_text("Your account is deleted.")).to_be_visible()
    form = page.locator("form:has([autocomplete=new-password])")
    fill(form, name="Ada Fort", password=HORSE)
    form.locator("button").click()
    expect(form.get_by_role("alert")).to_contain_text("This name is taken")


def test_an_operator_closes_an_account_by_its_name(visit: Any, server: Any) -> None:
    page, other = visit(), visit()
    register(page, "Olga Aufsicht")
    command = [sys.executable, "-m", "spielwerk", "operator", "Olga Aufsicht"]
    subprocess.run([*command, "--db", str(server.database)], check=True, timeout=300)
    register(other, "Theo Störer")
    go(page, "operator")
    form = page.locator("[data-account]")
    fill(form, name="Niemand Da")
    form.get_by_role("button", name="Log out everywhere").click()
    expect(form.get_by_role("alert")).to_contain_text("Nobody with an account")
    fill(form, name="theo störer")
    form.get_by_role("button", name="Log out everywhere").click()
    expect(form.get_by_role("status")).to_contain_text("is logged out everywhere")
    other.reload()
    log_in(other, "Theo Störer")
    page.on("dialog", lambda dialog: dialog.accept())
    form.get_by_role("button", name="Close").click()
    expect(form.get_by_role("status")).to_contain_text("is closed")
    other.reload()
    login = other.get_by_role("form", name="Log in", exact=True)
    fill(login, name="Theo Störer", password=HORSE)
    login.get_by_role("button").click()
    expect(login.get_by_role("alert")).to_contain_text("The operator has closed this account")
    form.get_by_role("button", name="Open again").click()
    expect(form.get_by_role("status")).to_contain_text("is open again")
    log_in(other, "Theo Störer")


WINDOWS = {
    **LOOKS,
    "desk-light-de": {"viewport": {"width": 1440, "height": 900}, "locale": "de-DE"},
}


@pytest.mark.parametrize("look", ["phone-light-de", "phone-dark-en", "desk-light-de"])
def test_the_place_is_for_everybody(visit: Any, pictures: Path, look: str) -> None:
    page, other = visit(**WINDOWS[look]), visit(**WINDOWS[look])
    name = f"Adelheid {look}"
    register(page, name)
    calm(page)
    log_in(other, name)
    page.screenshot(path=pictures / f"account-code-{look}.png", full_page=True)
    nothing_serious(page)
    nothing_sticks_out(page)
    page.locator("[data-recovery] .main").click()
    for summary in page.locator("main .two summary").all():
        summary.click()
    expect(page.locator("[data-sessions] li")).to_have_count(2)
    page.screenshot(path=pictures / f"account-open-{look}.png", full_page=True)
    nothing_serious(page)
    nothing_sticks_out(page)
    if look.endswith("de"):
        nothing_english(page)
    stranger = visit("#/me", **WINDOWS[look])
    calm(stranger)
    stranger.locator("main summary").click()
    expect(stranger.locator("[name=code]")).to_be_visible()
    stranger.screenshot(path=pictures / f"account-forgotten-{look}.png", full_page=True)
    nothing_serious(stranger)
    nothing_sticks_out(stranger)


@pytest.mark.parametrize("look", ["phone-light-de", "desk-light-de"])
def test_the_operators_place_is_for_everybody(
    visit: Any, server: Any, pictures: Path, look: str
) -> None:
    page = visit(**WINDOWS[look])
    name = f"Aufsicht {look}"
    register(page, name)
    command = [sys.executable, "-m", "spielwerk", "operator", name]
    subprocess.run([*command, "--db", str(server.database)], check=True, timeout=300)
    go(page, "operator")
    form = page.locator("[data-account]")
    fill(form, name=name)
    page.on("dialog", lambda dialog: dialog.accept())
    form.get_by_role("button", name="Schließen").click()
    expect(form.get_by_role("alert")).to_have_text("Das bist du selbst.")
    page.screenshot(path=pictures / f"operator-account-{look}.png", full_page=True)
    nothing_serious(page)
    nothing_sticks_out(page)
    nothing_english(page)
