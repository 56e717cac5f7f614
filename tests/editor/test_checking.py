"""When texts are checked: a moment after the last letter, and one check of a text at a time."""

from __future__ import annotations

import asyncio

from spielwerk.editor.checking import Checks


class Slow:
    """A check that ends when it is told to."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.may_end = asyncio.Event()

    async def __call__(self, name: str) -> None:
        self.begun.append(name)
        await self.may_end.wait()


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0.01)


def test_letters_in_quick_succession_are_one_check() -> None:
    async def story() -> list[str]:
        slow = Slow()
        slow.may_end.set()
        checks = Checks(slow, pause=0.05)
        for _ in range(5):
            checks.changed("a")
        checks.changed("b")
        await settle()
        return slow.begun

    assert asyncio.run(story()) == ["a", "b"]


def test_what_changes_during_a_check_is_checked_once_more_and_no_more() -> None:
    async def story() -> tuple[list[str], list[str]]:
        slow = Slow()
        checks = Checks(slow, pause=0.0)
        checks.changed("a")
        await settle()
        for _ in range(3):
            checks.changed("a")
            await settle()
        during = list(slow.begun)
        slow.may_end.set()
        await settle()
        return during, slow.begun

    assert asyncio.run(story()) == (["a"], ["a", "a"])


def test_a_closed_text_is_not_checked() -> None:
    async def story() -> list[str]:
        slow = Slow()
        checks = Checks(slow, pause=0.05)
        checks.changed("a")
        checks.closed("a")
        await settle()
        checks.stop()
        return slow.begun

    assert asyncio.run(story()) == []
