"""What people call things, by language: elements and values go in, labels come out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spielwerk.core import Label
from spielwerk.languages.igold.definition import Definition
from spielwerk.languages.igold.model import Type, labels_of
from spielwerk.languages.igold.moves import value_text
from spielwerk.languages.igold.source import Node

YES: Label = {"en": "Yes", "de": "Ja"}
NO: Label = {"en": "No", "de": "Nein"}


def label_of(node: Node, fallback: str) -> Label:
    """What an element says it is called, or else a title."""
    return labels_of(node) or fallback


def title(word: str) -> str:
    """A word of moves and facts as people would write it."""
    return word.replace("-", " ").capitalize()


def object_label(kind: Type) -> Label:
    """What objects of a type are called."""
    return kind.labels or title(kind.word)


def value_label(definition: Definition, value: Any) -> Label:
    """What a value is called."""
    node = definition.enum_values.get(str(value))
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, frozenset):
        members = [value_label(definition, one) for one in sorted(value, key=str)]
        return combined(", ".join, members) if members else "–"
    return label_of(node, value_text(value)) if node is not None else value_text(value)


def in_language(label: Label, language: str) -> str:
    """A label in a language, or in another where it has none there."""
    if isinstance(label, str):
        return label
    return label.get(language) or label.get("en") or next(iter(label.values()), "")


def combined(join: Callable[[list[str]], str], labels: list[Label]) -> Label:
    """Labels put together, in every language of any of them."""
    languages = [language for one in labels if not isinstance(one, str) for language in one]
    if not languages:
        return join([in_language(one, "en") for one in labels])
    return {
        language: join([in_language(one, language) for one in labels])
        for language in dict.fromkeys(languages)
    }


def joined(first: Label, second: Label) -> Label:
    """Two labels side by side."""
    return combined(lambda texts: " ".join(texts).strip(), [first, second])
