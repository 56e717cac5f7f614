"""Tests without a page start loops of their own, also after a browser was opened beside them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest


async def answer() -> int:
    return 42


@pytest.fixture(scope="module")
def found() -> int:
    """What a module finds out once, in a loop of its own."""
    return asyncio.run(answer())


def test_a_browser_is_opened(browser: Any) -> None:
    assert browser.is_connected()


def test_whoever_comes_after_it_starts_a_loop() -> None:
    assert asyncio.run(answer()) == 42


def test_what_a_module_finds_out_starts_one_as_well(found: int) -> None:
    assert found == 42


def test_the_browser_works_afterwards(browser: Any) -> None:
    page = browser.new_page()
    assert page.evaluate("6 * 7") == 42
    page.close()
