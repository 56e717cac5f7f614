"""The reference says everything about every element and word, and all its examples work."""

from __future__ import annotations

import importlib.util
import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from clingo import ast
from lxml import etree

from spielwerk.core import has_errors
from spielwerk.languages.gdl import keywords, read_any
from spielwerk.languages.gdl.presentation import HEADERS
from spielwerk.languages.igold.schema import schema_elements
from spielwerk.languages.igold.source import NAMESPACE, schema
from spielwerk.languages.rulebook.meanings import RULE_WORDS, RuleWord

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "reference"


@cache
def reference() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reference", ROOT / "tools" / "reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["reference"] = module
    spec.loader.exec_module(module)
    return module


@cache
def sections() -> dict[str, str]:
    """What the pages say about each element."""
    found: dict[str, str] = {}
    for page in sorted(FOLDER.glob("igold-*.md")):
        for part in re.split(r"^### ", page.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            name, _, text = part.partition("\n")
            assert name not in found, f"{name} stands on two pages"
            found[name] = text
    return found


def test_the_pages_are_what_the_schema_and_the_table_give() -> None:
    for name, text in reference().pages().items():
        assert (FOLDER / name).read_text("utf-8") == text, f"{name} is old: make reference"
    assert {path.name for path in FOLDER.iterdir()} == reference().pages().keys()


def test_every_element_shows_its_meaning_children_attributes_and_an_example() -> None:
    assert sections().keys() == schema_elements().keys()
    for name, text in sections().items():
        element = schema_elements()[name]
        assert element.meaning in text, name
        assert "```xml\n<" + name in text, name
        for child in element.children:
            assert f"[{child.name}](" in text, (name, child.name)
        for attribute in element.attributes.values():
            (row,) = re.findall(rf"^\| `{attribute.name}`.*$", text, re.MULTILINE)
            assert attribute.meaning in row, (name, attribute.name)
            assert ("(required)" in row) == attribute.required, (name, attribute.name)


def test_the_schema_accepts_every_example() -> None:
    refused = []
    for name, text in sections().items():
        (example,) = re.findall(r"```xml\n(.*?)\n```", text, re.DOTALL)
        bare = re.sub(r'\sxmlns(:\w+)?="[^"]*"', "", example)
        node = etree.fromstring(bare.replace(f"<{name}", f'<{name} xmlns="{NAMESPACE}"', 1))
        if not schema().validate(node):
            refused.append(name)
    assert refused == []


@pytest.mark.parametrize("word", keywords(), ids=lambda word: word["word"])
def test_every_word_of_gdl_has_an_example_in_both_notations(word: dict[str, str]) -> None:
    text = (FOLDER / "gdl.md").read_text("utf-8")
    heading = word["word"].replace("<", "&lt;")
    (part,) = (p for p in text.split("\n### ") if p.startswith(f"{heading}\n"))
    assert word["meaning"] in part
    assert word["form"] in part
    (prefix,) = re.findall(r"```gdl\n(.*?)\n```", part, re.DOTALL)
    (infix,) = re.findall(r"```prolog\n(.*?)\n```", part, re.DOTALL)
    assert word["example"] in prefix
    read, again = read_any(prefix, file="one.gdl"), read_any(infix, file="one.hrf")
    assert not has_errors(read.diagnostics)
    assert not has_errors(again.diagnostics)
    assert read.program.rules == again.program.rules != ()


def test_every_header_has_an_example() -> None:
    text = (FOLDER / "gdl.md").read_text("utf-8")
    for header in HEADERS.values():
        (part,) = (p for p in text.split("\n### ") if p.startswith(f";! {header.key}\n"))
        assert f";! {header.key} " in part


@pytest.mark.parametrize("word", RULE_WORDS.values(), ids=lambda word: word.form)
def test_every_word_of_rulebooks_has_an_example_that_clingo_reads(word: RuleWord) -> None:
    text = (FOLDER / "rulebook.md").read_text("utf-8")
    (part,) = (p for p in text.split("\n### ") if p.startswith(f"{word.name}/{word.arity}\n"))
    assert f"`{word.form}`: {word.meaning}" in part
    (example,) = re.findall(r"```prolog\n(.*?)\n```", part, re.DOTALL)
    statements: list[ast.AST] = []
    ast.parse_string(example, statements.append)
    used = {key for one in statements[1:] for key in reference().rule_words_in(one)}
    assert (word.name, word.arity) in used
