"""What the process at the desk answers: one question about one text, in plain JSON.

A question carries everything (language, text, file, place), so that a process that replaces a
killed one knows what is meant; what was worked out about the last few texts is kept.
"""

from __future__ import annotations

import shutil
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cattrs import Converter

from spielwerk.catalogue import language_named
from spielwerk.core import (
    Diagnostic,
    EditedText,
    Language,
    RuleText,
    SourceError,
    SpielwerkError,
    definitions_at,
    mention_at,
    references_at,
    renaming_at,
)

_KEPT = 8
"""So many texts are kept with what was worked out about them."""
_MOST = 2_000
"""So many suggestions, places or problems are answered at most."""
_LARGEST = 2_000_000
"""So many characters a picture may have."""

_texts: OrderedDict[tuple[Any, ...], EditedText] = OrderedDict()


@cache
def converter() -> Converter:
    """Makes JSON of answers, and answers of JSON."""
    return Converter()


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to one question.

    :raises SpielwerkError: it means nothing, or the language cannot answer it
    """
    language = language_named(question["language"])
    folder = Path(question["folder"]) if question["folder"] else None
    rules = RuleText(question["text"], question["file"], folder)
    others: Mapping[str, str] = question.get("others", {})
    if question["ask"] == "check":
        found: Any = [language.worded(one) for one in _checked(language, rules, others)]
    elif question["ask"] == "draw":
        found = _drawn(language, rules, question["show"])
    else:
        text = _edited(language, rules, others)
        found = _ASKED[question["ask"]](text, question) if text is not None else None
    if isinstance(found, Sequence) and not isinstance(found, str):
        found = found[:_MOST]
    return {"answer": converter().unstructure(found)}


def _edited(
    language: Language[Any], rules: RuleText, others: Mapping[str, str]
) -> EditedText | None:
    if language.edit is None:
        return None
    key = (language.name, rules, tuple(sorted(others.items())))
    if key not in _texts:
        _texts[key] = language.edit(rules, others)
        while len(_texts) > _KEPT:
            _texts.popitem(last=False)
    _texts.move_to_end(key)
    return _texts[key]


def _fixes(text: EditedText, question: Mapping[str, Any]) -> Sequence[Any]:
    problem = converter().structure(question["problem"], Diagnostic)
    return text.fixes(problem)


def _prepared(text: EditedText, question: Mapping[str, Any]) -> Any:
    """The name that would be changed, where it can be."""
    found = mention_at(text, question["line"], question["column"])
    if found is None:
        raise SpielwerkError("There is no name here that could be changed.")
    return found.span


_ASKED: Mapping[str, Callable[[EditedText, Mapping[str, Any]], Any]] = {
    "complete": lambda text, q: text.complete(q["line"], q["column"]),
    "describe": lambda text, q: text.describe(q["line"], q["column"]),
    "definitions": lambda text, q: definitions_at(text, q["line"], q["column"]),
    "references": lambda text, q: references_at(text, q["line"], q["column"]),
    "prepare": _prepared,
    "rename": lambda text, q: renaming_at(text, q["line"], q["column"], q["name"]),
    "outline": lambda text, q: text.outline(),
    "format": lambda text, q: text.formatted(),
    "fixes": _fixes,
    "alterations": lambda text, q: text.alterations(q["line"], q["column"]),
    "alter": lambda text, q: text.altered(q["line"], q["column"], q["name"], q["said"]),
}


# Drawing


def _drawn(language: Language[Any], rules: RuleText, show: str | None) -> dict[str, Any]:
    """A picture of a text, and which there are; none while the rules are wrong.

    :raises SpielwerkError: the picture is too large to be sent
    """
    kinds = language.draw or {}
    if language.open is None or not kinds:
        return {"kinds": [], "show": None, "svg": None}
    kind = show if show is not None and show in kinds else next(iter(kinds))
    try:
        svg = kinds[kind](language.open(rules))
    except SourceError:
        svg = None
    if svg is not None and len(svg) > _LARGEST:
        raise SpielwerkError("The picture is too large to be shown.")
    return {"kinds": list(kinds), "show": kind, "svg": svg}


# Checking


def _checked(
    language: Language[Any], rules: RuleText, others: Mapping[str, str]
) -> Sequence[Diagnostic]:
    try:
        if language.folder_file is None or rules.folder is None:
            return language.check(rules)
        with _folder_as_typed(rules, others) as folder:
            found = language.check(RuleText("", str(folder), folder))
            return [_moved(one, folder, rules.folder) for one in found]
    except SourceError as problem:
        return problem.diagnostics


@contextmanager
def _folder_as_typed(rules: RuleText, others: Mapping[str, str]) -> Iterator[Path]:
    """A copy of a folder of rules with the texts of the editor, beside the same neighbours."""
    assert rules.folder is not None, "asked for rules that are a folder"
    own = rules.folder.resolve()
    with TemporaryDirectory(prefix="spielwerk-editor-") as made:
        root = Path(made).resolve()
        copy = root / own.name
        shutil.copytree(own, copy, ignore=shutil.ignore_patterns(".*", "__pycache__"))
        for beside in own.parent.iterdir():
            if beside.is_dir() and beside.name != own.name:
                _show_beside(beside, root)
        for name, text in {**others, rules.file: rules.text}.items():
            path = Path(name).resolve()
            if path.is_relative_to(own):
                (copy / path.relative_to(own)).write_text(text, encoding="utf-8")
        yield copy


def _show_beside(folder: Path, root: Path) -> None:
    """Let a folder be found below another; as a copy where the system keeps links from people."""
    try:
        (root / folder.name).symlink_to(folder, target_is_directory=True)
    except OSError:
        shutil.copytree(folder, root / folder.name)


def _moved(problem: Diagnostic, copy: Path, folder: Path) -> Diagnostic:
    """A problem of the copy as one of the folder it was made of."""
    span = problem.span
    message, hint = (
        text.replace(str(copy), str(folder)) if text and str(copy) in text else text
        for text in (problem.message, problem.hint)
    )
    if span is not None:
        path = Path(span.file)
        if path == copy or path.is_relative_to(copy):
            span = replace(span, file=str(folder / path.relative_to(copy)))
    return replace(problem, span=span, message=message or "", hint=hint)
