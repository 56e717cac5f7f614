"""Tests without a page start loops of their own, also after a browser was opened beside them."""

from __future__ import annotations

import asyncio
from typing import Any


def test_a_browser_is_opened(browser: Any) -> None:
    assert browser.is_connected()


def test_whoever_comes_after_it_starts_a_loop() -> None:
    async def answer() -> int:
        return 42

    assert asyncio.run(answer()) == 42


def test_the_browser_works_afterwards(browser: Any) -> None:
    page = browser.new_page()
    assert page.evaluate("6 * 7") == 42
    page.close()
