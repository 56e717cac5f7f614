"""The page's modules in one answer: every one of them, in order, each with its own names."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from spielwerk.server.packing import Opening

WEB = files("spielwerk") / "web"
PAGE = """<head>
  <script type="module" src="app.js"></script>
  <link rel="stylesheet" href="look.css">
  <link rel="modulepreload" href="words.js">
  <link rel="modulepreload" href="parts/board.js">
  <link rel="modulepreload" href="vendor/library.js">
</head>
"""
SOURCES = {
    "app.js": 'import { board } from "./parts/board.js";\nconst own = 1;\nsay(board() + own);\n',
    "parts/board.js": (
        'import { html } from "../vendor/library.js";\nimport { word } from "../words.js";\n'
        "const own = 10;\nexport function board() {\n  return html(word) + own;\n}\n"
        'export const later = () => import("./more.js");\n'
    ),
    "words.js": "export const word = 100;\n",
}


def test_the_page_loads_one_module_and_one_stylesheet() -> None:
    opening = Opening(PAGE)
    assert re.findall(r'(?:src|href)="([^"]+)"', opening.html) == [
        "packed.js",
        "packed.css",
        "vendor/library.js",
    ]
    assert set(json.loads(opening.import_map)["imports"]) == {f"./{name}" for name in SOURCES}


def test_modules_come_after_what_they_need_and_keep_their_names_to_themselves(
    tmp_path: Path,
) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    (tmp_path / "vendor").mkdir()
    (tmp_path / "vendor/library.js").write_text("export const html = (what) => what * 2;\n")
    packed = "globalThis.say = console.log;\n" + Opening(PAGE).module(SOURCES)
    (tmp_path / "packed.js").write_text(packed)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    said = subprocess.run([node, "packed.js"], cwd=tmp_path, capture_output=True, text=True)
    assert said.stdout == "211\n", said.stderr


def test_what_is_loaded_later_is_looked_for_where_it_lies() -> None:
    assert 'import("./parts/more.js")' in Opening(PAGE).module(SOURCES)


@pytest.mark.parametrize("line", ["export default 1;", 'import * as all from "./words.js";'])
def test_what_cannot_be_packed_is_named(line: str) -> None:
    with pytest.raises(ValueError, match=r"words\.js cannot be packed"):
        Opening(PAGE).module(SOURCES | {"words.js": f"{line}\n"})


def test_no_name_of_our_modules_hides_anothers() -> None:
    opening = Opening((WEB / "index.html").read_text(encoding="utf-8"))
    packed = opening.module({n: (WEB / n).read_text(encoding="utf-8") for n in opening.modules})
    names = re.findall(r"\w+", " ".join(re.findall(r"^export const \{(.*?)\} =", packed, re.M)))
    assert len(names) == len(set(names)) > 100
