"""What a game declares, in the compact notation; many cards of a kind become a table."""

from __future__ import annotations

from spielwerk.languages.igold.notation.names import ATTRIBUTES, LOOKS
from spielwerk.languages.igold.notation.phrases import ODD, canon, commented, name_text, type_text
from spielwerk.languages.igold.notation.symbols import elements
from spielwerk.languages.igold.notation.terms import quoted
from spielwerk.languages.igold.notation.writing.looks import (
    ROW,
    STEP,
    WIDTH,
    NoShortForm,
    filled,
    indented,
    joined,
    labels_text,
    needed,
    plain_text,
    value_text,
)
from spielwerk.languages.igold.notation.writing.members import TypeWriter
from spielwerk.languages.igold.source import Node, tag

_WORDS = {f"{kind}Attribute": word for word, kind in ATTRIBUTES.items()}


class DeclarationWriter(TypeWriter):
    """Writes one declaration, or a table of cards."""

    def _declared(self, node: Node) -> list[str]:
        """A declaration in its short form, where that is read as the same."""
        try:
            lines = self._declaration(node)
            if self.reads(lines, node, statement=False):
                return lines
        except (NoShortForm, *ODD):
            pass
        finally:
            self.phrases.inside = ""
        return self.raw(node)

    def _declaration(self, node: Node) -> list[str]:
        name = tag(node)
        writers = {
            "players": self._players, "gameState": self._table_of_game, "outcome": self._outcome,
            "integerOption": self._option, "booleanOption": self._option,
            "enumOption": self._option,
            "enumAttribute": self._enumeration, "setAttribute": self._enumeration,
            "ruleDefinition": self._rule, "valueDefinition": self._value,
            "operationDefinition": self._operation, "implication": self._implication,
            "simpleAction": self._action, "complexAction": self._action,
            "playersTakeTurns": self._turns,
        }  # fmt: skip
        if name in writers:
            return writers[name](node)
        if name in _WORDS:
            return self._attribute(node)
        if name.endswith("Chance"):
            return self._chance(node)
        return self._type(node)

    def _players(self, node: Node) -> list[str]:
        low, high = str(node.get("minimum")), str(node.get("maximum"))
        head = f"players {low} to {high}"
        if node.get("default") is not None:
            head += f" usually {node.get('default')}"
        seats = []
        for seat in elements(node):
            text = name_text(str(seat.get("name")))
            if seat.get("typeReference") is not None:
                text += f" is {type_text(str(seat.get('typeReference')))}"
            seats.append(joined(text, needed(labels_text(list(elements(seat))))))
        return [f"{head}: {', '.join(seats)}" if seats else head]

    def _option(self, node: Node) -> list[str]:
        identity = str(node.get("optionId"))
        head = f"option {name_text(identity)} = {plain_text(str(node.get('default')))}"
        if node.get("minimum") is not None:
            head += f" from {node.get('minimum')} to {node.get('maximum')}"
        head = self.titled(head, node, identity)
        values = next(iter(elements(node, "possibleValues")), None)
        return [head if values is None else f"{head}: {', '.join(self._values(values))}"]

    def _values(self, area: Node) -> list[str]:
        parts = []
        for value in elements(area):
            identity = str(value.get("valueId"))
            text = self.titled(name_text(identity), value, identity)
            parts.append(text)
        return parts

    def _attribute(self, node: Node) -> list[str]:
        identity = str(node.get("typeId"))
        head = f"{_WORDS[tag(node)]} {type_text(identity)}"
        if node.get("minimum") is not None:
            head += f" from {node.get('minimum')}"
        if node.get("maximum") is not None:
            head += f" to {node.get('maximum')}"
        return [self.titled(head, node, identity) + self.visible(node)]

    def _enumeration(self, node: Node) -> list[str]:
        identity = str(node.get("typeId"))
        head = f"{tag(node).removesuffix('Attribute')} {type_text(identity)}"
        head = self.titled(head, node, identity) + self.visible(node)
        values = next(iter(elements(node, "possibleValues")))
        same = self._same(node, values)
        text = same or ", ".join(self._values(values))
        if same is None and len(head) + len(text) > WIDTH:
            rows = (line.removesuffix(",") for line in filled(self._values(values)))
            return [f"{head}:", *indented(list(rows))]
        return [f"{head}: {text}"]

    def _same(self, node: Node, values: Node) -> str | None:
        """``like Kind except guard``, where an earlier type has all of these values."""
        own = [canon(one) for one in elements(values)]
        for identity, other in self.symbols.type_nodes.items():
            if other is node:
                return None
            theirs = list(other.iter("{*}enumValue"))
            if len(theirs) < 3 or len(theirs) < len(own) or len(theirs) - len(own) > 2:
                continue
            left = [one for one in theirs if canon(one) not in own]
            if [canon(one) for one in theirs if one not in left] == own:
                without = ", ".join(name_text(str(one.get("valueId"))) for one in left)
                return f"like {type_text(identity)}" + (f" except {without}" if left else "")
        return None

    def _rule(self, node: Node) -> list[str]:
        head = self._piece("rule", node)
        inner = [one for one in elements(node) if tag(one) != "label"]
        if commented(node):
            raise NoShortForm
        text = f"{head}: {self.phrases.rules(inner)}"
        if len(text) <= WIDTH or len(inner) == 1:
            return [text]
        return [f"{head}:", *indented([self.phrases.rule(one).text for one in inner])]

    def _piece(self, word: str, node: Node) -> str:
        head = f"{word} {type_text(str(node.get('typeId')))}"
        labels = list(elements(node, "label"))
        if labels and (node.get("name") is None or [x.get("language") for x in labels] != ["de"]):
            raise NoShortForm
        said = "".join(f" | {quoted(str(one.get('text')))}" for one in labels)
        return head if node.get("name") is None else f"{head} {quoted(str(node.get('name')))}{said}"

    def _value(self, node: Node) -> list[str]:
        (inner,) = elements(node)
        if commented(node):
            raise NoShortForm
        return [f"{self._piece('value', node)}: {self.phrases.element(inner).text}"]

    def _operation(self, node: Node) -> list[str]:
        return self.with_body(self._piece("operation", node), list(node))

    def _chance(self, node: Node) -> list[str]:
        identity = str(node.get("typeId"))
        head = self.titled(f"chance {type_text(identity)}", node, identity)
        if node.get("withReplacement") == "false":
            head += " without replacement"
        parts = []
        for one in elements(node):
            if len(one) or one.get("value") is None:
                raise NoShortForm
            text = str(one.get("value"))
            text = quoted(text) if tag(node) == "stringChance" else plain_text(text)
            parts.append(text if one.get("amount") is None else f"{text} * {one.get('amount')}")
        return [f"{head}: {', '.join(parts)}"]

    def _outcome(self, node: Node) -> list[str]:
        head = "outcome" if node.get("ranking") is None else f"outcome {node.get('ranking')}"
        if commented(node):
            raise NoShortForm
        decisive = elements(node, "score", "tieBreak")
        parts = [self.phrases.element(next(iter(elements(one)))).text for one in decisive]
        lines = [f"{head}: {', then '.join(parts)}"]
        for one in elements(node, "scorePart"):
            *labels, value = elements(one)
            lines.append(f"part {needed(labels_text(labels))}: {self.phrases.element(value).text}")
        return [lines[0], *indented(lines[1:])]

    # Tables of cards

    def _row_columns(self, node: Node) -> list[str] | None:
        """The columns that an object needs as a line of a table; nothing where it is no such."""
        if node.get("extends") is None or commented(node):
            return None
        areas = [one for one in elements(node) if tag(one) not in ("label", "note")]
        if [tag(one) for one in areas] not in ([], ["instances"]):
            return None
        columns = [key for key in LOOKS if node.get(key) is not None]
        for area in areas:
            for one in elements(area):
                if tag(one) == "attributeInstanceValue":
                    columns.append(str(one.get("instanceReference")))
                elif tag(one) in ("actionInstance", "implicationInstance") and set(one.attrib) == {
                    "instanceId", "typeReference",
                }:  # fmt: skip
                    columns.append(str(one.get("instanceId")))
                else:
                    return None
        return columns

    def _fits(self, table: list[Node], node: Node) -> bool:
        first = table[0]
        return (
            tag(node) == "object"
            and node.get("extends") == first.get("extends")
            and self._row_columns(node) == self._row_columns(first)
        )

    def _table(self, nodes: list[Node]) -> list[str]:
        if not nodes:
            return []
        if len(nodes) == 1:
            return self._declared(nodes[0])
        columns = self._row_columns(nodes[0]) or []
        head = f"cards {type_text(str(nodes[0].get('extends')))}"
        if columns:
            head += f": {', '.join(map(name_text, columns))}"
        try:
            rows = [self._row(node) for node in nodes]
        except (NoShortForm, *ODD):
            return [line for node in nodes for line in self._declared(node)]
        widths = [max(len(row[0][n]) for row in rows) for n in range(len(rows[0][0]))]
        lines = []
        for node, (cells, more, below) in zip(nodes, rows, strict=True):
            text = " ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
            text = f"{text} {more}".rstrip()
            row = [text] if not below else [f"{text}:", f"{STEP}{below}"]
            if below and len(text) + len(below) < ROW:
                row = [f"{text} {below}"]
            if not self.reads([head, *indented(row)], node, statement=False):
                return [line for one in nodes for line in self._declared(one)]
            lines += row
        return [head, *indented(lines)]

    def _row(self, node: Node) -> tuple[list[str], str, str]:
        identity = str(node.get("typeId"))
        cells = [type_text(identity)]
        cells += [value_text(str(node.get(key))) for key in LOOKS if node.get(key) is not None]
        for area in elements(node, "instances"):
            for one in elements(area):
                if tag(one) == "attributeInstanceValue":
                    cells.append(self.phrases.element(next(iter(elements(one)))).text)
                else:
                    cells.append(type_text(str(one.get("typeReference"))))
        more = self.titled("", node, identity, looks=False).strip()
        notes = list(elements(node, "note"))
        below = f"note {needed(labels_text(notes))}" if notes else ""
        return cells, more, below
