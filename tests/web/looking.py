"""What every page must bear: a look by axe-core and a ruler at its edge, in four windows."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

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
AXE = (Path(__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def nothing_serious(page: Any) -> None:
    """axe finds nothing that keeps somebody from using the page."""
    page.evaluate(AXE)
    found = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")
    serious = [
        {
            "rule": one["id"],
            "places": [re.sub(r"\s+", " ", node["html"])[:200] for node in one["nodes"][:5]],
        }
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]
    assert not serious, json.dumps(serious, indent=1, ensure_ascii=False)


def nothing_sticks_out(page: Any) -> None:
    """The page is no wider than its window."""
    wide = page.evaluate("document.documentElement.scrollWidth")
    window = page.viewport_size["width"]
    assert wide <= window, f"{page.url} is {wide - window} pixels too wide for {window}"
