"""What every page must bear: a look by axe-core and a ruler at its edge, in four windows."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

LOOKS: dict[str, dict[str, Any]] = {
    "wide-light-en": {
        "viewport": {"width": 1600, "height": 1000},
        "color_scheme": "light",
        "locale": "en-US",
    },
    "wide-dark-de": {
        "viewport": {"width": 1600, "height": 1000},
        "color_scheme": "dark",
        "locale": "de-DE",
    },
    "phone-light-de": {
        "viewport": {"width": 360, "height": 740},
        "color_scheme": "light",
        "locale": "de-DE",
        "is_mobile": True,
        "has_touch": True,
    },
    "phone-dark-en": {
        "viewport": {"width": 360, "height": 740},
        "color_scheme": "dark",
        "locale": "en-US",
        "is_mobile": True,
        "has_touch": True,
    },
}
"""Windows in which every page is looked at."""


def some(every: Iterable[Any], few: Container[Any]) -> list[Any]:
    """Parameters of which an ordinary run takes a few, and a soak every one."""
    return [
        one
        if one in few
        else pytest.param(*(one if isinstance(one, tuple) else (one,)), marks=pytest.mark.soak)
        for one in every
    ]


def in_windows(shows: Sequence[Any], windows: Sequence[str], each: int) -> list[Any]:
    """Everything in every window; an ordinary run takes so many windows of each, by turns."""
    found = []
    for number, show in enumerate(shows):
        apart = len(windows) // each
        own = {windows[(number + apart * turn) % len(windows)] for turn in range(each)}
        name = getattr(show, "__name__", show)
        found += [
            pytest.param(
                show, one, id=f"{name}-{one}", marks=() if one in own else pytest.mark.soak
            )
            for one in windows
        ]
    return found


AXE = (Path(__file__).parent / "axe.min.js").read_text(encoding="utf-8")


_AT_REST = """() => Promise.all(
  document
    .getAnimations()
    .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
    .map((one) => one.finished.catch(() => {})),
)"""


def calm(page: Any) -> None:
    """Wait until the page that an address names is there, and nothing of it on its way."""
    shown = page.url.partition("#/")[2].partition("?")[0].partition("/")[0]
    waited = page.locator(f".shell.page-{shown or 'games'}")
    waited.wait_for(state="attached")
    for part in (".spinner", "[aria-busy=true]"):
        page.wait_for_function("(part) => !document.querySelector(`main ${part}`)", arg=part)


def nothing_serious(page: Any) -> None:
    """axe finds nothing, not even what it calls minor, once all that moves or fades is there."""
    page.evaluate(_AT_REST)
    page.evaluate(AXE)
    found = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")
    serious = [
        {
            "rule": one["id"],
            "places": [re.sub(r"\s+", " ", node["html"])[:200] for node in one["nodes"][:5]],
        }
        for one in found["violations"]
    ]
    assert not serious, json.dumps(serious, indent=1, ensure_ascii=False)


_STICKING_OUT = """(window) => [...document.querySelectorAll("body *")]
  .filter((one) => one.getBoundingClientRect().right > window + 0.5)
  .map((one) => one.outerHTML.slice(0, 100))
  .slice(0, 8)"""


def nothing_sticks_out(page: Any) -> None:
    """The page is no wider than its window."""
    wide = page.evaluate("document.documentElement.scrollWidth")
    window = page.viewport_size["width"]
    out = page.evaluate(_STICKING_OUT, window) if wide > window else []
    assert wide <= window, f"{page.url} is {wide - window} pixels too wide for {window}: {out}"


_ENGLISH = """() => {
  const common =
    "the is are not of you your has have had with cannot and this that there must from for to on";
  const words = new RegExp(`\\\\b(${common.replaceAll(" ", "|")}|can|its|or)\\\\b`, "gi");
  const written = ".source, [data-source], .cm-editor, script, style, noscript, code, [lang=en]";
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const around = node.parentElement;
    if (!around || around.closest(written)) continue;
    const text = node.textContent.trim();
    const hits = new Set((text.match(words) ?? []).map((word) => word.toLowerCase()));
    if (hits.size >= 2) found.push(text);
  }
  return found;
}"""
"""Texts with at least two of the commonest English words that German does not have."""


def nothing_english(page: Any) -> None:
    """No English sentence stands in a German page."""
    found = page.evaluate(_ENGLISH)
    assert not found, f"{page.url}: {found}"
