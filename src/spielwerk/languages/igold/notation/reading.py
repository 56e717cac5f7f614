"""From the compact notation to the elements of the language, with the author's places.

A text goes in, the same tree comes out that reading XML gives. It is read three times: for the
types, then for what these are made of, then for the expressions, which need to know both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from spielwerk.core import Diagnostic, SourceError, Span, say
from spielwerk.languages.igold.limits import PROBLEMS
from spielwerk.languages.igold.notation.card_tables import read_cards
from spielwerk.languages.igold.notation.lines import SourceLine, read_lines, wrong
from spielwerk.languages.igold.notation.meaning import Meaning
from spielwerk.languages.igold.notation.members import TypeReader
from spielwerk.languages.igold.notation.names import ATTRIBUTES, TYPES, area_of, default_name
from spielwerk.languages.igold.notation.statements import comment_node, joined_comments
from spielwerk.languages.igold.notation.symbols import Symbols, elements
from spielwerk.languages.igold.notation.terms import (
    Shorthand,
    TermReader,
    unquoted,
)
from spielwerk.languages.igold.plugins import plugins
from spielwerk.languages.igold.schema import schema_elements
from spielwerk.languages.igold.source import NAMESPACE, Node, tag


class NotationReader(TypeReader):
    """Reads the declarations of a game."""

    def __init__(self, file: str, symbols: Symbols, *, lenient: bool = False) -> None:
        super().__init__(file, Meaning(symbols, lenient=lenient))
        self.body_node = self.fresh("gameDefinition")
        self._pending: list[Node] = []
        """Comments that wait for the declaration they stand before."""
        self.heads: list[Node] = []
        """Comments before the game."""
        self.problems: list[Diagnostic] = []
        """What could not be read; each declaration is read for itself."""

    def read(self, lines: Sequence[SourceLine]) -> Node:
        """The whole game."""
        begun = False
        for one in joined_comments(lines):
            if isinstance(one, str):
                self._comment(one, begun)
                continue
            line = one
            begun = True
            try:
                self.within(line, lambda r, line=line: self.declaration(r, line))  # type: ignore[misc]
            except SourceError as problem:
                self.problems += problem.diagnostics
        self.root.append(self.body_node)
        self.body_node.extend(self._pending)
        return self.root

    def _comment(self, text: str, begun: bool) -> None:
        if not begun:
            self.heads.append(comment_node(text))
        elif text.startswith("#"):
            said = (part.lstrip("#").strip() for part in text.split("\n"))
            self.body_node.append(comment_node("\n".join(said)))
        else:
            self._pending.append(comment_node(text))

    def area(self, name: str) -> Node:
        """The area of a name, made where it is first needed."""
        found = next(iter(elements(self.body_node, name)), None)
        if found is None:
            found = self.make(name, None)
            self.body_node.append(found)
        found.extend(self._pending)
        self._pending = []
        return found

    # Declarations

    def declaration(self, r: TermReader, line: SourceLine) -> None:
        """One line of the outermost block."""
        token = r.peek()
        if token.kind == "raw":
            self._raw_declaration(r, line)
            return
        handler = DECLARATIONS.get(token.text) if token.kind == "name" else None
        if handler is None:
            from difflib import get_close_matches

            near = get_close_matches(token.text, DECLARATIONS, 1, 0.5)
            hint = (
                say("Did you mean '{near}'?", near=near[0])
                if near
                else say("Lines begin with {listed}.", listed=", ".join(sorted(DECLARATIONS)))
            )
            raise r.unexpected(say("'{word}' declares nothing.", word=token.text), hint)
        r.next()
        handler(self, r, line)
        self.all_read(r)

    def _raw_declaration(self, r: TermReader, line: SourceLine) -> None:
        name = re.match(r"<(?:[\w.-]+:)?([\w.-]+)", r.peek().text)
        assert name is not None
        if name[1] in {child.name for child in schema_elements()["gameDefinition"].children}:
            self.raw_line(self.body_node, r, line)
        elif name[1] in ("label", "about", "plugins"):
            self.raw_line(self.root, r, line)
        elif (area := area_of(name[1])) is not None:
            self.raw_line(self.area(area), r, line)
        else:
            raise r.unexpected(say("'{name}' cannot stand here.", name=name[1]))

    def game(self, r: TermReader, line: SourceLine) -> None:
        self.meaning.places[self.root] = line.place(self.file)
        self.meaning.places[self.body_node] = line.place(self.file)
        if r.peek().kind != "string":
            raise r.unexpected(say("A game begins with its name in quotes."))
        self.root.set("name", unquoted(r.next().text))
        while True:
            if r.peek().kind == "string":
                self.root.extend(self.labels(r))
            elif r.peek(1).text == "=" and r.peek().kind == "name":
                key = r.next().text
                r.next()
                self.root.set(key, self.word(r))
            else:
                break

    def about(self, r: TermReader, line: SourceLine) -> None:
        for label in self.labels(r):
            node = self.make("about", None, language=str(label.get("language")))
            node.text = str(label.get("text"))
            after = [n for n, one in enumerate(self.root) if tag(one) in ("label", "about")]
            self.root.insert(after[-1] + 1 if after else 0, node)

    def plugins(self, r: TermReader, line: SourceLine) -> None:
        area = self.make("plugins", None)
        known = plugins()
        while True:
            token = r.next()
            name = token.text
            if r.take("="):
                self.meaning.prefixes[name] = unquoted(r.next().text)
            elif name in known:
                self.meaning.prefixes[name] = known[name].namespace
            if not r.take("only"):
                area.append(self.make("plugin", (token.start, token.end), name=name))
            if not r.take(","):
                break
        if len(area):
            self.root.append(area)

    def players(self, r: TermReader, line: SourceLine) -> None:
        node = self.make("players", None)
        node.set("minimum", r.next().text)
        node.set("maximum", r.next().text if r.take("to") else str(node.get("minimum")))
        if r.take("usually"):
            node.set("default", r.next().text)
        self.body_node.extend(self._pending)
        self._pending = []
        self.body_node.append(node)
        if not r.take(":"):
            return
        while not r.done():
            token = r.next()
            name = unquoted(token.text) if token.kind == "string" else token.text.strip("`")
            seat = self.make("seat", (token.start, token.end), name=name)
            if r.take("is"):
                seat.set("typeReference", r.type_name())
            seat.extend(self.labels(r))
            node.append(seat)
            if not r.take(","):
                break

    def option(self, r: TermReader, line: SourceLine) -> None:
        token = r.next()
        name = token.text.strip("`")
        r.need("=")
        default = r.next()
        kind = "enumOption"
        if default.kind == "number" or default.text == "-":
            kind = "integerOption"
        elif default.text in ("true", "false"):
            kind = "booleanOption"
        text = default.text.strip("`") if default.text != "-" else f"-{r.next().text}"
        node = self.make(kind, (token.start, token.end), optionId=name, default=text)
        self.area("options").append(node)
        if kind == "integerOption" and r.take("from"):
            node.set("minimum", r.next().text)
            r.need("to")
            node.set("maximum", r.next().text)
        self.named(node, r, name)
        if r.take(":"):
            node.append(self._values(r))

    def _values(self, r: TermReader) -> Node:
        """``guard "Guard" | "Wache", priest ...``: the values of an enumeration."""
        area = self.make("possibleValues", None)
        while not r.done():
            token = r.next()
            name = token.text.strip("`")
            at = (token.start, token.end)
            if token.kind == "name" and name == "like":
                self._same_values(area, r)
            else:
                value = self.make("enumValue", at, valueId=name, name=default_name(name))
                if r.take("named"):
                    value.set("name", unquoted(r.next().text))
                elif r.take("unnamed"):
                    value.attrib.pop("name")
                value.extend(self.labels(r))
                area.append(value)
            if not r.take(","):
                break
        return area

    def _same_values(self, area: Node, r: TermReader) -> None:
        """``like Kind except guard``: the values of another enumeration."""
        name = r.type_name()
        node = self.meaning.symbols.type_nodes.get(name)
        without = set()
        if r.take("except"):
            without.add(r.next().text.strip("`"))
            while r.take(","):
                without.add(r.next().text.strip("`"))
        if node is None:
            if not self.meaning.lenient:
                raise r.unexpected(say("There is no enumeration '{name}'.", name=name))
            return
        for one in node.iter("{*}enumValue"):
            if str(one.get("valueId")) not in without:
                attributes = {str(k): str(v) for k, v in one.attrib.items()}
                copy = self.make("enumValue", None, **attributes)
                for label in elements(one):
                    given = {str(k): str(v) for k, v in label.attrib.items()}
                    copy.append(self.make(tag(label), None, **given))
                area.append(copy)

    # Types

    def attribute_type(self, r: TermReader, line: SourceLine) -> None:
        word = r.peek(-1).text
        node = self.head(f"{ATTRIBUTES[word]}Attribute", r)
        self.area("attributes").append(node)
        if word == "integer" and r.take("from"):
            node.set("minimum", self._signed(r))
        if word == "integer" and r.take("to"):
            node.set("maximum", self._signed(r))
        self.named(node, r)
        self._seen(node, r)

    def _signed(self, r: TermReader) -> str:
        minus = "-" if r.take("-") else ""
        return minus + r.next().text

    def enumeration(self, r: TermReader, line: SourceLine) -> None:
        node = self.head(f"{r.peek(-1).text}Attribute", r)
        self.area("attributes").append(node)
        seen: list[Node] = []
        if r.sees("visible"):
            self._seen(node, r)
            seen = [node[-1]]
        if r.take(":"):
            values = self._values(r)
            for row in line.children:
                self.within(row, lambda r: values.extend(self._values(r)))
            self.reader(line)
            node.append(values)
        node.extend(seen)

    def abstract(self, r: TermReader, line: SourceLine) -> None:
        word = r.next().text
        if word not in TYPES:
            r.at -= 1
            raise r.unexpected(say("Actors, objects, spaces, fields and phases can be abstract."))
        self._type(r, line, word, f"abstract{word.capitalize()}")

    def type(self, r: TermReader, line: SourceLine) -> None:
        word = r.peek(-1).text
        self._type(r, line, word, word)

    def _type(self, r: TermReader, line: SourceLine, word: str, name: str) -> None:
        node = self.head(name, r)
        self.area(TYPES[word]).append(node)
        self.members(node, r, line, word)

    def let(self, r: TermReader, line: SourceLine) -> None:
        """``let card(who): who.hand.top``: a shorthand for an expression."""
        name = r.next().text
        parameters = []
        if r.take("("):
            while not r.sees(")"):
                parameters.append(r.next().text)
                if not r.take(","):
                    break
            r.need(")")
        r.need(":")
        body = r.term()
        self.shorthands[name] = Shorthand(tuple(parameters), replace(body, group=body.group + 1))

    def table(self, r: TermReader, line: SourceLine) -> None:
        node = self.make("gameState", None)
        self.body_node.extend(self._pending)
        self._pending = []
        self.body_node.append(node)
        self.members(node, r, line, "game")

    def implication(self, r: TermReader, line: SourceLine) -> None:
        node = self.head("implication", r)
        self.area("implications").append(node)
        self.meaning.inside = "implication"
        self.members(node, r, line, "implication")
        self.meaning.inside = ""

    def action(self, r: TermReader, line: SourceLine) -> None:
        self._action(r, line, "simpleAction")

    def complex_action(self, r: TermReader, line: SourceLine) -> None:
        r.need("action")
        self._action(r, line, "complexAction")

    def _action(self, r: TermReader, line: SourceLine, name: str) -> None:
        node = self.head(name, r)
        self.area("actions").append(node)
        self.members(node, r, line, "action")

    def turns(self, r: TermReader, line: SourceLine) -> None:
        """A phase in which players take turns (the plugin of that name)."""
        self.use("turns")
        node = self.head("turns:playersTakeTurns", r)
        self.area("phases").append(node)
        self.members(node, r, line, "phase")

    # Named pieces

    def rule(self, r: TermReader, line: SourceLine) -> None:
        node = self._piece("ruleDefinition", "rules", r)
        if r.take(":"):
            if not r.done():
                node.extend(self.meaning.rules(r.term()))
            else:
                for one in joined_comments(line.children):
                    if isinstance(one, str):
                        node.append(comment_node(one))
                    else:
                        self.within(one, lambda r: self._rule_line(node, r))
                self.reader(line)

    def _rule_line(self, node: Node, r: TermReader) -> None:
        node.extend(self.meaning.rules(r.term()))
        self.all_read(r)

    def value(self, r: TermReader, line: SourceLine) -> None:
        node = self._piece("valueDefinition", "values", r)
        r.need(":")
        if not r.done():
            node.append(self.meaning.element(r.term()))
            return
        for row in line.children:
            self.within(row, lambda r: self._value_line(node, r))
        self.reader(line)

    def _value_line(self, node: Node, r: TermReader) -> None:
        node.append(self.meaning.element(r.term()))
        self.all_read(r)

    def operation_piece(self, r: TermReader, line: SourceLine) -> None:
        node = self._piece("operationDefinition", "operations", r)
        self.body(node, r, line)

    def _piece(self, name: str, area: str, r: TermReader) -> Node:
        token = r.peek()
        identity = r.type_name()
        node = self.make(name, (token.start, token.end), typeId=identity)
        if r.peek().kind == "string":
            node.set("name", unquoted(r.next().text))
            if r.take("|"):  # the same sentence for German players
                said = unquoted(r.next().text)
                node.append(self.make("label", None, language="de", text=said))
        self.area(area).append(node)
        return node

    def chance(self, r: TermReader, line: SourceLine) -> None:
        token = r.peek()
        identity = r.type_name()
        node = self.make("integerChance", (token.start, token.end), typeId=identity)
        self.named(node, r, identity)
        if r.take("without", "replacement"):
            node.set("withReplacement", "false")
        r.need(":")
        kind = "integer"
        while not r.done():
            value = r.value()
            if value.op == "name" and value.text not in ("true", "false"):
                kind = "enum"
            else:
                known = {"string": "string", "number": "integer", "name": "boolean"}
                kind = (
                    "decimal"
                    if "." in value.text and value.op == "number"
                    else known.get(value.op, kind)
                )
            sample = self.make("chance", value, value=value.text)
            if r.take("*"):
                sample.set("amount", r.next().text)
            node.append(sample)
            if not r.take(","):
                break
        node.tag = f"{{{NAMESPACE}}}{kind}Chance"
        self.area("chances").append(node)

    def _score_part(self, node: Node, r: TermReader) -> None:
        """``part "Districts" | "Bauwerke": value``: a line of the score sheet."""
        r.need("part")
        labels = self.labels(r)
        r.need(":")
        value = r.term()
        node.append(self.make("scorePart", value, *labels, self.meaning.element(value)))
        self.all_read(r)

    def outcome(self, r: TermReader, line: SourceLine) -> None:
        node = self.make("outcome", None)
        if r.peek().kind == "name" and r.peek(1).text == ":":
            node.set("ranking", r.next().text)
        r.need(":")
        node.append(self.meaning.wrapped("score", r.term()))
        while r.take(",") and r.take("then"):
            node.append(self.meaning.wrapped("tieBreak", r.term()))
        for row in line.children:
            self.within(row, lambda r: self._score_part(node, r))
        self.reader(line).at = r.at
        self.body_node.extend(self._pending)
        self._pending = []
        self.body_node.append(node)


Declare = Callable[[NotationReader, TermReader, SourceLine], None]
DECLARATIONS: dict[str, Declare] = {
    "game": NotationReader.game,
    "about": NotationReader.about,
    "plugins": NotationReader.plugins,
    "players": NotationReader.players,
    "option": NotationReader.option,
    "table": NotationReader.table,
    "abstract": NotationReader.abstract,
    **dict.fromkeys(TYPES, NotationReader.type),
    **dict.fromkeys(ATTRIBUTES, NotationReader.attribute_type),
    "enum": NotationReader.enumeration,
    "set": NotationReader.enumeration,
    "cards": read_cards,
    "let": NotationReader.let,
    "implication": NotationReader.implication,
    "action": NotationReader.action,
    "complex": NotationReader.complex_action,
    "turns": NotationReader.turns,
    "rule": NotationReader.rule,
    "value": NotationReader.value,
    "operation": NotationReader.operation_piece,
    "chance": NotationReader.chance,
    "outcome": NotationReader.outcome,
}


def read_notation(text: str, file: str = "<text>") -> tuple[Node, dict[Node, Span]]:
    """The tree of a text and the places of its elements.

    :raises SourceError: the text cannot be read
    """
    lines = read_lines(text, file)
    if not any(line.text for line in lines):
        raise wrong(
            say("There is no game in this text."),
            Span(file, 1, 1, 1, 1),
            say('Begin with: game "Name" id=name'),
        )
    symbols = Symbols()
    for _ in range(2):
        first = NotationReader(file, symbols, lenient=True)
        symbols = Symbols(first.read(lines))
    reader = NotationReader(file, symbols)
    reader.copies = first.copies
    root = reader.read(lines)
    if reader.problems:
        raise SourceError(reader.problems[:PROBLEMS])
    for comment in reader.heads:
        root.addprevious(comment)
    return root, reader.meaning.places
