"""What things of a game are called in the compact notation, and which elements they become."""

from __future__ import annotations

import re

from spielwerk.languages.igold.schema import schema_elements

TYPES = {
    "actor": "actors",
    "object": "objects",
    "space": "spaces",
    "field": "fields",
    "phase": "phases",
}
"""Words that declare a type, and the areas these stand in."""
ATTRIBUTES = {"integer": "integer", "decimal": "decimal", "boolean": "boolean", "text": "string"}
LOOKS = ("color", "shape", "corner", "word", "move")
INSTANCES = {
    "attribute": "attributeInstance",
    "space": "spaceInstance",
    "field": "fieldInstance",
    "object": "objectInstance",
    "action": "actionInstance",
    "implication": "implicationInstance",
}


def default_name(identity: str) -> str:
    """What something is called where nobody says it: ``PlayGuard`` is ``play guard``."""
    last = identity.rpartition(".")[2]
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", last).lower()


def area_of(name: str) -> str | None:
    """The area of a game definition that elements of a name stand in."""
    known = schema_elements()
    for child in known["gameDefinition"].children:
        if child.name != "effects" and any(one.name == name for one in known[child.name].children):
            return child.name
    return "phases" if name == "playersTakeTurns" else None
