"""Writes the colours of rules for editors, as TextMate grammars, from the words languages know.

They go to ``editors/vscode/syntaxes``; ``make reference`` runs it, and a test fails where they are
not what it writes.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from spielwerk.languages.gdl import keywords
from spielwerk.languages.igold.notation.reading import DECLARATIONS
from spielwerk.languages.igold.notation.statements import STATEMENTS
from spielwerk.languages.igold.notation.symbols import WORDS
from spielwerk.languages.igold.notation.terms import KEYWORDS
from spielwerk.languages.igold.schema import schema_elements
from spielwerk.languages.rulebook.features import FEATURES
from spielwerk.languages.rulebook.meanings import RULE_WORDS

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "editors" / "vscode" / "syntaxes"
_SCHEMA = "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json"


def grammars() -> dict[str, str]:
    """Every grammar by the name of its file."""
    made = {
        "gdl": _gdl(),
        "igold": _igold(),
        "igold-notation": _notation(),
        "rulebook": _rulebook(),
    }
    return {
        f"{name}.tmLanguage.json": json.dumps({"$schema": _SCHEMA, **grammar}, indent=2) + "\n"
        for name, grammar in made.items()
    }


def _gdl() -> dict[str, Any]:
    kinds = {
        "relation": "keyword.control.gdl",
        "connective": "keyword.operator.gdl",
        "comfort": "keyword.other.gdl",
        "role": "constant.language.gdl",
    }
    words = [
        _match(_words(w["word"] for w in keywords() if w["kind"] == kind), scope)
        for kind, scope in kinds.items()
    ]
    return {
        "name": "GDL",
        "scopeName": "source.gdl",
        "patterns": [
            _match(r"^\s*(?:;|%|//)!\s*\S+.*$", "comment.line.documentation.header.gdl"),
            _match(r"(?:;|%|//):.*$", "comment.line.documentation.gdl"),
            _match(r"(?:;|%|//).*$", "comment.line.gdl"),
            _match(r'"[^"]*"', "string.quoted.double.gdl"),
            _match(r"\?[^\s();\"]+|\b[A-Z_][\w-]*", "variable.other.gdl"),
            _match(r"(?<![\w-])-?\d+(?![\w-])", "constant.numeric.gdl"),
            *words,
            {"match": r":-|[&|~]|\.\.", "name": "keyword.operator.gdl"},
            _match(r"(?<=\()[^\s();\"]+|[a-z][\w-]*(?=\()", "entity.name.function.gdl"),
        ],
    }


def _igold() -> dict[str, Any]:
    attributes = {name for one in schema_elements().values() for name in one.attributes}
    return {
        "name": "IGold",
        "scopeName": "text.xml.igold",
        "patterns": [
            {"begin": "<!--", "end": "-->", "name": "comment.block.igold"},
            {"begin": r"<\?", "end": r"\?>", "name": "meta.tag.preprocessor.igold"},
            {
                "begin": r"</?(?=[\w:.-])",
                "end": "/?>",
                "name": "meta.tag.igold",
                "patterns": [
                    _match(
                        rf"(?<=<|</)(?:{_words(schema_elements())})(?![\w:.-])",
                        "entity.name.tag.igold",
                    ),
                    _match(r"(?<=<|</)[\w.-]+:[\w.-]+", "entity.name.tag.plugin.igold"),
                    _match(
                        rf"\b(?:{_words(attributes)})(?=\s*=)",
                        "entity.other.attribute-name.igold",
                    ),
                    _match("\"[^\"]*\"|'[^']*'", "string.quoted.igold"),
                ],
            },
            _match(r"&\w+;", "constant.character.entity.igold"),
        ],
    }


def _notation() -> dict[str, Any]:
    """The compact notation of IGold."""
    between = [*KEYWORDS, "option", "start", "of", "only", "each", "turn", "state", "link", "list"]
    return {
        "name": "IGold (compact)",
        "scopeName": "source.igold",
        "patterns": [
            _match(r"#.*$", "comment.line.number-sign.igold"),
            _match(r'"(?:[^"\\\\]|\\\\.)*"', "string.quoted.double.igold"),
            _match(r"<[A-Za-z][^>]*>", "entity.name.tag.igold"),
            _match(rf"^(?:{_words(DECLARATIONS)})(?![\w-])", "keyword.control.igold"),
            _match(
                rf"(?<![\w.])(?:{_words([*STATEMENTS, *between])})(?![\w.])", "keyword.other.igold"
            ),
            _match(rf"(?<![\w.])(?:{_words(WORDS)})(?![\w])", "variable.language.igold"),
            _match(r"(?<![\w.])(?:true|false|\d+(?:\.\d+)?)(?![\w])", "constant.language.igold"),
            _match(r"(?<![\w.])[A-Z][\w.]*", "entity.name.type.igold"),
        ],
    }


def _rulebook() -> dict[str, Any]:
    facts = {name for name, _ in RULE_WORDS} - FEATURES.keys()
    return {
        "name": "Rulebook",
        "scopeName": "source.rulebook",
        "patterns": [
            {"begin": r"%\*", "end": r"\*%", "name": "comment.block.rulebook"},
            _match(r"%.*$", "comment.line.rulebook"),
            _match(r'"(?:\\.|[^"\\])*"', "string.quoted.double.rulebook"),
            _match(r"#[a-z]+", "keyword.control.rulebook"),
            _match(r"\bnot\b|:-|\.\.|!=|<=|>=|[<>=]", "keyword.operator.rulebook"),
            _match(rf"\b(?:{_words(FEATURES)})\b", "entity.name.type.rulebook"),
            _match(rf"\b(?:{_words(facts)})\b", "support.function.rulebook"),
            _match(r"\b_*[A-Z][\w']*", "variable.other.rulebook"),
            _match(r"\b\d+\b", "constant.numeric.rulebook"),
            _match(r"\b[a-z_][\w']*(?=\()", "entity.name.function.rulebook"),
        ],
    }


def _words(words: Iterable[Any]) -> str:
    """Any of the words, the longest first, so that none hides another that begins with it."""
    ordered = sorted(map(str, words), key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\-", "-") for word in ordered)


def _match(pattern: str, scope: str) -> dict[str, str]:
    if scope.startswith(("keyword", "constant.language")) and scope.endswith("gdl"):
        pattern = rf"(?<![\w?-])(?:{pattern})(?![\w-])"
    return {"match": pattern, "name": scope}


def main() -> None:
    """Write all grammars."""
    for name, text in grammars().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    sys.stdout.write(f"{len(grammars())} grammars in {FOLDER.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
