"""The cookbook: small whole games, each of which shows one thing that games are made of.

``library/recipes/recipes.toml`` says what there is and what each shows; beside it stand the rules
and, under the same name, the scenario tests that hold them to it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from spielwerk.core import Json, UnknownGame

_FOLDER = files("spielwerk").joinpath("library", "recipes")


@dataclass(frozen=True, slots=True)
class Recipe:
    """A small game, and what it shows in each language."""

    name: str
    language: str
    """The name of the rule language."""
    file: str
    """The name of its file."""
    title: Mapping[str, str]
    shows: Mapping[str, str]
    look: str
    """Where its point begins: a piece of a line."""

    @property
    def source(self) -> str:
        """Its rules."""
        return _FOLDER.joinpath(self.file).read_text("utf-8")

    @property
    def test(self) -> str:
        """Its scenario tests."""
        return _FOLDER.joinpath(f"{self.name}.test").read_text("utf-8")

    @property
    def excerpt(self) -> str:
        """The lines that it is about, at the margin: up to a gap or, in XML, a whole element."""
        lines = self.source.splitlines()
        first = next(n for n, line in enumerate(lines) if self.look in line)
        margin = len(lines[first]) - len(lines[first].lstrip())
        shown = [lines[first]]
        for line in lines[first + 1 :]:
            if not line.strip() or _is_whole("\n".join(shown)):
                break
            shown.append(line)
        return "\n".join(line[margin:] for line in shown)

    def to_json(self) -> dict[str, Json]:
        return {
            "name": self.name,
            "language": self.language,
            "title": dict(self.title),
            "shows": dict(self.shows),
        }


@cache
def recipes() -> Mapping[str, Recipe]:
    """All recipes by their names, in the order of the cookbook."""
    table = tomllib.loads(_FOLDER.joinpath("recipes.toml").read_text("utf-8"))
    found = {}
    for name, row in table.items():
        title = {"en": row["en"][0], "de": row["de"][0]}
        shows = {"en": row["en"][1], "de": row["de"][1]}
        ending = {"gdl": ".gdl", "igold": ".igold.xml"}[row["in"]]
        found[name] = Recipe(name, row["in"], name + ending, title, shows, row["look"])
    return found


def recipe_named(name: str) -> Recipe:
    """The recipe of a name.

    :raises UnknownGame: there is none
    """
    if name not in recipes():
        raise UnknownGame(name[:80])
    return recipes()[name]


def _is_whole(text: str) -> bool:
    """Whether a text is an element of XML that ends."""
    named = re.match(r"\s*<([\w:]+)", text)
    return named is not None and bool(re.search(rf"(</{named[1]}>|^[^>]*/>)\s*$", text))
