"""What the schema cannot say about a definition: seats, options, first values, first objects.

:func:`check_definition` reports to the definition's problems. References inside rules, operations
and selectors are the processor's business, which meets them one by one.
"""

from __future__ import annotations

from spielwerk.core import CHANCE, say
from spielwerk.languages.igold.definition import Definition
from spielwerk.languages.igold.limits import OBJECTS, PLAYERS
from spielwerk.languages.igold.model import Instance, Type, kids
from spielwerk.languages.igold.source import Node, tag


def check_definition(definition: Definition) -> None:
    """Report what is wrong with players, options, first values and first objects."""
    _check_players(definition)
    _check_options(definition)
    for one in [definition.game, *definition.types.values()]:
        for instance in one.instances.values():
            if instance.kind == "attribute":
                _check_value(definition, instance)
                _check_guess(definition, instance)
            elif instance.kind == "field":
                for area in kids(instance.node, "initialObjectInstances"):
                    _check_objects(definition, list(kids(area)), instance.type)
            elif instance.kind == "object":
                _check_objects(definition, [instance.node], one.id)
        for area in one.each("allowedObjectTypes"):
            for reference in kids(area):
                definition.find(reference, "object", reference.get("typeReference"))


def _check_players(definition: Definition) -> None:
    problems = definition.problems
    concrete = {t.id for t in definition.of_kind("actor", concrete=True)}
    if not concrete:
        problems.error("igold-no-actor", definition.body, "A game needs a concrete type of actor.")
    for area in kids(definition.body, "players"):
        low, high = int(str(area.get("minimum"))), int(str(area.get("maximum")))
        usual = int(area.get("default", str(low)))
        if not 1 <= low <= usual <= high <= PLAYERS:
            message = say(
                "{low} to {high} players, usually {usual}, cannot be.",
                low=low,
                high=high,
                usual=usual,
            )
            hint = say("1 <= minimum <= default <= maximum <= {players}.", players=PLAYERS)
            problems.error("igold-players", area, message, hint)
        names = []
        for seat in kids(area, "seat"):
            name = str(seat.get("name"))
            if name in names or name == CHANCE:
                problems.error(
                    "igold-players", seat, say("A seat cannot be called '{name}' here.", name=name)
                )
            names.append(name)
            if (wanted := seat.get("typeReference")) is not None:
                found = definition.find(seat, "actor", wanted)
                if found is not None and found.abstract:
                    problems.error(
                        "igold-abstract", seat, say("'{wanted}' is abstract.", wanted=wanted)
                    )


def _check_options(definition: Definition) -> None:
    seen = set()
    for area in kids(definition.body, "options"):
        for node in kids(area):
            name = str(node.get("optionId"))
            if name in seen or name == "players":
                message = say("An option cannot be called '{name}' here.", name=name)
                definition.problems.error("igold-duplicate", node, message)
            seen.add(name)
            try:
                definition.literal_option(node, str(node.get("default")))
            except ValueError as problem:
                message = say(
                    "'{listed}' is no value of '{name}'. {problem}",
                    listed=node.get("default"),
                    name=name,
                    problem=problem,
                )
                definition.problems.error("igold-option", node, message)


def _check_value(definition: Definition, instance: Instance) -> None:
    """A first value must be of the kind of its attribute."""
    node, kind = instance.value, definition.types.get(instance.type)
    if node is None or kind is None:
        return
    wanted = tag(kind.node).removesuffix("Attribute")
    given = tag(node).removesuffix("Value")
    if given == "option":
        option = definition.options.get(str(node.get("optionReference")))
        if option is None:
            known = definition.options
            definition.problems.unknown(node, "option", str(node.get("optionReference")), known)
            return
        given = tag(option[0]).removesuffix("Option")
    else:
        _check_enum(definition, node, kind)
    if given != wanted and (given, wanted) != ("integer", "decimal"):
        message = say(
            "'{instance_id}' is of the kind {wanted}, but its value of the kind {given}.",
            instance_id=instance.id,
            wanted=wanted,
            given=given,
        )
        definition.problems.error("igold-type", node, message)


def _check_guess(definition: Definition, instance: Instance) -> None:
    """A hidden value should have a range, so that players who think ahead can guess it."""
    kind = definition.types.get(instance.type)
    if kind is None or not any(
        next(kids(node, "visibility"), None) is not None for node in (instance.node, kind.node)
    ):
        return
    bounded = kind.node.get("minimum") is not None and kind.node.get("maximum") is not None
    guessed = tag(kind.node) in ("booleanAttribute", "enumAttribute", "setAttribute")
    if not guessed and not bounded:
        message = say(
            "'{instance_id}' can be hidden, but nobody could guess its value.",
            instance_id=instance.id,
        )
        hint = "Use an integerAttribute with minimum and maximum, an enumeration or a set."
        definition.problems.warn("igold-unguessable", instance.node, message, hint)


def _check_enum(definition: Definition, node: Node, kind: Type) -> None:
    """Values of enumerations and sets must be possible ones."""
    areas = kids(kind.node, "possibleValues")
    possible = [str(value.get("valueId")) for area in areas for value in kids(area)]
    for one in (node, *kids(node)):
        reference = one.get("enumValueReference")
        if reference is not None and reference not in possible:
            definition.problems.unknown(
                one, say("value of '{kind_id}'", kind_id=kind.id), str(reference), possible
            )


def _check_objects(definition: Definition, nodes: list[Node], field: str) -> None:
    problems = definition.problems
    total = 0
    place = definition.types.get(field)
    allowed = [
        str(reference.get("typeReference"))
        for area in (place.each("allowedObjectTypes") if place is not None else ())
        for reference in kids(area)
    ]
    for node in nodes:
        kind = definition.find(node, "object", node.get("typeReference"))
        if kind is not None and kind.abstract:
            problems.error(
                "igold-abstract",
                node,
                say("'{kind_id}' is abstract: no object can be one.", kind_id=kind.id),
            )
        if kind is not None and allowed and not set(allowed) & set(kind.ids):
            message = say(
                "'{kind_id}' may not lie in a field of the type '{field}'.",
                kind_id=kind.id,
                field=field,
            )
            problems.error(
                "igold-allowed", node, message, say("It takes {listed}.", listed=", ".join(allowed))
            )
        option = node.get("optionReference")
        if option is not None and option not in definition.options:
            problems.unknown(node, "option", str(option), definition.options)
        seats = [
            str(seat.get("name"))
            for area in kids(definition.body, "players")
            for seat in kids(area, "seat")
        ]
        if (seat := node.get("seat")) is not None and seat not in seats:
            problems.unknown(node, "seat", str(seat), seats)
        count = int(node.get("count", "1"))
        total += max(count, 0)
        if count < 1 or total > OBJECTS:
            message = say(
                "There can be 1 to {objects:,} objects in a field, not {max}.",
                objects=OBJECTS,
                max=max(count, total),
            )
            problems.error("igold-count", node, message)
