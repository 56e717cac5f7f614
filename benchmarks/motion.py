"""Pieces that move: how many frames a second Chromium shows while one glides over the board.

A real Chromium looks at a table of chess while moves are made, and traces what it does: the page
marks where a glide begins and ends, and every frame that reaches the screen in between counts.
"""

from __future__ import annotations

import json
import shutil
from itertools import pairwise
from statistics import median
from typing import Any

from benchmarks.measure import Budget
from benchmarks.report import Report
from benchmarks.server import serving

__all__ = ["gliding"]

_MOVES = ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "d2d3", "f8c5", "c1g5", "h7h6")
_ENOUGH = 59.0
"""Frames a second; a screen shows 60, and a glide seldom begins together with one."""
_BEGINS, _ENDS = "glide begins", "glide ends"
_SHOWN = "SwapEndToPresentationCompositorFrame"
_TRACED = ["blink.user_timing", "benchmark", "cc", "viz"]
_WATCH = f"""
((real) => {{
  window.glides = 0;
  Element.prototype.animate = function (frames, options) {{
    const running = real.call(this, frames, options);
    if (this.matches(".piece") && String(frames.transform?.[0]).startsWith("translate")) {{
      performance.mark("{_BEGINS}");
      running.finished.then(() => (performance.mark("{_ENDS}"), (window.glides += 1)));
    }}
    return running;
  }};
}})(Element.prototype.animate);
"""


def gliding(budget: Budget) -> Report:
    """Frames a second while a piece moves, and the longest time between two of them."""
    title = "A piece that moves, in Chromium"
    path = shutil.which("chromium") or shutil.which("google-chrome")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        path = None
    if path is None:
        return Report(title, (), ("Chromium or playwright is not installed.",))
    with serving(None) as address, sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=path, args=["--no-sandbox"])
        glides = [one for _ in range(budget.runs) for one in _glides(browser, address)]
        browser.close()
    rates = [1000 * (len(one) - 1) / (one[-1] - one[0]) for one in glides if len(one) > 2]
    gaps = [max(b - a for a, b in pairwise(one)) for one in glides if one[1:]]
    frames = median(rates)
    row = {
        "glides": len(glides),
        "frames a second": round(frames, 1),
        "slowest glide": round(min(rates), 1),
        "longest gap ms": round(max(gaps), 1),
        "60 a second": "yes" if frames >= _ENOUGH else "NO",
    }
    return Report(title, (row,), ("Half of the glides count; a busy machine shows fewer frames.",))


def _glides(browser: Any, address: str) -> list[list[float]]:
    """When frames were shown in each glide of a match."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    root = f"{address.rstrip('/')}/api/v1"
    me = context.request.post(f"{root}/accounts/guest", data={"name": "Ada"}).json()
    headers = {"X-CSRF-Token": me["csrf"]}
    wanted = {"game": "chess", "role": "white"}
    founded = context.request.post(f"{root}/matches", data=wanted, headers=headers).json()
    match = f"{root}/matches/{founded['match']}"
    (invitation,) = founded["invitations"].values()
    context.request.post(f"{match}/seats", data={"invitation": invitation}, headers=headers)
    page = context.new_page()
    page.goto(f"{address.rstrip('/')}/#/match/{founded['match']}?role=white")
    page.wait_for_selector(".board .square")
    page.wait_for_load_state("networkidle")
    page.evaluate(_WATCH)
    browser.start_tracing(page=page, categories=_TRACED)
    for step, move in enumerate(_MOVES):
        role = ("white", "black")[step % 2]
        body = {"move": move, "step": step}
        done = context.request.post(f"{match}/moves?role={role}", data=body, headers=headers)
        assert done.ok, done.text()
        page.wait_for_function("(n) => window.glides >= n", arg=step + 1)
    traced = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    return _shown(traced)


def _shown(traced: list[dict[str, Any]]) -> list[list[float]]:
    """When frames reached the screen in each glide, in milliseconds."""
    when = [one["ts"] / 1000 for one in traced if (one["name"], one["ph"]) == (_SHOWN, "e")]
    begins, ends = (
        sorted(one["ts"] / 1000 for one in traced if one["name"] == mark)
        for mark in (_BEGINS, _ENDS)
    )
    return [
        sorted(at for at in when if begin <= at <= end)
        for begin, end in zip(begins, ends, strict=True)
    ]
