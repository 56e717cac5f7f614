"""Which elements and attributes of the schema files use, and which none of them does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from lxml import etree

from spielwerk.languages.igold.plugins import expand_plugins
from spielwerk.languages.igold.source import parse, tag

_XS = "{http://www.w3.org/2001/XMLSchema}"


@cache
def vocabulary() -> frozenset[str]:
    """Every element of the language, and every attribute as ``element@attribute``."""
    schema = etree.fromstring(files("spielwerk.languages.igold").joinpath("igold.xsd").read_bytes())
    found = set()
    for node in schema.iterchildren(f"{_XS}element"):
        name = str(node.get("name"))
        found.add(name)
        found |= {f"{name}@{one.get('name')}" for one in node.iter(f"{_XS}attribute")}
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Coverage:
    """What is used, with a file that uses it; and what is not."""

    used: dict[str, str]
    unused: tuple[str, ...]

    def text(self) -> str:
        """The report as people read it."""
        total = len(self.used) + len(self.unused)
        lines = [f"{len(self.used)} of {total} elements and attributes are used."]
        if self.unused:
            lines += ["Not used:", *(f"  {one}" for one in self.unused)]
        return "\n".join(lines)


def coverage_of(sources: Iterable[tuple[str, str]]) -> Coverage:
    """The report on files, given by name and text.

    :raises SourceError: a file is no valid IGold
    """
    used: dict[str, str] = {}
    for file, text in sources:
        for node in parse(text, file, expand_plugins).root.iter("{*}*"):
            name = tag(node)
            for one in (name, *(f"{name}@{key!s}" for key in node.attrib)):
                if one in vocabulary():
                    used.setdefault(one, file)
    return Coverage(used, tuple(sorted(vocabulary() - set(used))))
