"""The extension for VS Code knows the same words and files as the languages themselves."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import sys
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import pytest
from lxml import etree

from spielwerk.catalogue import languages
from spielwerk.languages.gdl import keywords

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "editors" / "vscode"


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def package() -> dict[str, dict[str, list[dict[str, list[str]]]]]:
    found: dict[str, dict[str, list[dict[str, list[str]]]]] = json.loads(
        (EXTENSION / "package.json").read_text("utf-8")
    )
    return found


def test_the_grammars_are_what_the_words_give() -> None:
    made = tool("grammars").grammars()
    for name, text in made.items():
        assert (EXTENSION / "syntaxes" / name).read_text("utf-8") == text, "make reference"


def test_every_word_of_gdl_has_a_colour() -> None:
    grammar = json.loads((EXTENSION / "syntaxes" / "gdl.tmLanguage.json").read_text("utf-8"))
    coloured = [p for p in grammar["patterns"] if p["name"].startswith(("keyword", "constant.l"))]
    for word in keywords():
        found = [p["name"] for p in coloured if re.search(p["match"], f"({word['word']} a)")]
        assert len(found) == 1, word["word"]
        assert not any(re.search(p["match"], f"(my-{word['word']} a)") for p in coloured[:1])


def test_every_language_that_editors_can_ask_is_contributed(package) -> None:  # type: ignore[no-untyped-def]
    known = {one["id"]: one for one in package["contributes"]["languages"]}
    compact = known.pop("igold-notation")  # the other notation of the same language
    known["igold"]["extensions"] = compact["extensions"]
    asked = {name: one for name, one in languages().items() if one.edit is not None}
    ours = {name for name in asked if name in ("gdl", "igold", "rulebook")}
    assert known.keys() == ours
    for name, language in asked.items():
        if name in known and language.suffixes:
            endings = known[name].get("extensions", [])
            endings += [one.removeprefix("*") for one in known[name].get("filenamePatterns", [])]
            assert sorted(endings) == sorted(language.suffixes)
    for part in (*package["contributes"]["languages"], *package["contributes"]["grammars"]):
        path = part.get("configuration") or part["path"]
        json.loads((EXTENSION / path).read_text("utf-8"))


def test_the_packed_extension_has_all_that_it_names(tmp_path: Path) -> None:
    folder = tmp_path / "vscode"
    shutil.copytree(EXTENSION, folder, ignore=shutil.ignore_patterns("node_modules", "dist"))
    (folder / "dist").mkdir()
    (folder / "dist" / "extension.js").write_text("module.exports = {};\n", "utf-8")
    tool("vsix").pack(folder, tmp_path / "out" / "spielwerk.vsix")
    with ZipFile(tmp_path / "out" / "spielwerk.vsix") as archive:
        names = set(archive.namelist())
        manifest = etree.fromstring(archive.read("extension.vsixmanifest"))
        packed = json.loads(archive.read("extension/package.json"))
    for asset in manifest.iter("{*}Asset"):
        assert asset.get("Path") in names
    identity = next(manifest.iter("{*}Identity"))
    assert (identity.get("Id"), identity.get("Version")) == (packed["name"], packed["version"])
    assert "extension/dist/extension.js" in names
