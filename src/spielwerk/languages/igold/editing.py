"""IGold in an editor: what may stand where comes from the schema, names from the text as it is.

A text and a place go in; elements, attributes and ids come out (:class:`EditedIgold`). It reads
texts that are half written, so it has a reader of its own (:mod:`.markup`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from spielwerk.core import (
    Alteration,
    Description,
    Diagnostic,
    EditedText,
    LineIndex,
    Mention,
    OutlineSection,
    QuickFix,
    RuleText,
    SpielwerkError,
    Suggestion,
    SymbolKind,
    TextEdit,
    mention_at,
    suggested_fixes,
)
from spielwerk.languages.igold.altering import alterations_at, altered_text
from spielwerk.languages.igold.definition import AREAS
from spielwerk.languages.igold.language import SUFFIX
from spielwerk.languages.igold.layout import laid_out
from spielwerk.languages.igold.markup import Tag, WrittenAttribute, read_markup, tag_at
from spielwerk.languages.igold.notation import EditedNotation
from spielwerk.languages.igold.plugins import plugins
from spielwerk.languages.igold.rewriting import rewritten
from spielwerk.languages.igold.schema import SchemaElement, schema_elements
from spielwerk.languages.igold.source import is_xml

DEFINING: Mapping[str, SymbolKind] = {
    "typeId": SymbolKind.TYPE,
    "instanceId": SymbolKind.INSTANCE,
    "linkId": SymbolKind.LINK,
    "optionId": SymbolKind.CONSTANT,
    "valueId": SymbolKind.VALUE,
}
"""The attributes that give something its id, and what that is."""
REFERRING: Mapping[str, SymbolKind] = {
    "extends": SymbolKind.TYPE,
    "typeReference": SymbolKind.TYPE,
    "darkTypeReference": SymbolKind.TYPE,
    "chanceReference": SymbolKind.TYPE,
    "instanceReference": SymbolKind.INSTANCE,
    "instanceIdReference": SymbolKind.INSTANCE,
    "corner": SymbolKind.INSTANCE,
    "linkIdReference": SymbolKind.LINK,
    "optionReference": SymbolKind.CONSTANT,
    "enumValueReference": SymbolKind.VALUE,
}
"""The attributes that name the id of something else."""
_CALLED = {SymbolKind.CONSTANT: "option"}
_ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.\-]{0,199}")
_SHOWN = 12
"""How many names a list in a description shows."""


COMPACT = "compact"
"""The alteration that writes a text in the other notation."""


def edit_igold(rules: RuleText, others: Mapping[str, str]) -> EditedText:
    """A text of IGold as it stands in an editor; a file of rules stands for itself.

    The text says which notation it is, not the name of the file: on the page all have one name.
    """
    text = rules.text
    unclear = not text.strip() or "<game" in text
    if is_xml(text) or (unclear and rules.file.endswith(SUFFIX)):
        return EditedIgold(rules)
    return EditedNotation(rules)


class EditedIgold(EditedText):
    """A text of IGold as it stands in an editor."""

    def __init__(self, rules: RuleText) -> None:
        super().__init__(rules)
        self.lines = LineIndex(rules.text, rules.file)
        self.root = read_markup(rules.text)

    # Names

    def mentions(self) -> Sequence[Mention]:
        return self._mentions

    @cached_property
    def _mentions(self) -> tuple[Mention, ...]:
        return tuple(self._each_mention())

    def _each_mention(self) -> Iterator[Mention]:
        for tag in self.root.walk():
            for one in tag.attributes:
                kind = DEFINING.get(one.name) or REFERRING.get(one.name)
                if kind is not None and one.value:
                    span = self.lines.span(one.value_start, one.value_end)
                    yield Mention(span, _symbol(kind, one.value), one.name in DEFINING)

    @cached_property
    def defined(self) -> dict[str, list[Tag]]:
        """Where each symbol is defined; ids of instances and links are often several types'."""
        found: dict[str, list[Tag]] = {}
        for tag in self.root.walk():
            for one in tag.attributes:
                if one.name in DEFINING and one.value:
                    found.setdefault(_symbol(DEFINING[one.name], one.value), []).append(tag)
        return found

    def spelt(self, mention: Mention, name: str) -> str:
        if not _ID.fullmatch(name):
            message = f"'{name}' is no id: letters, digits, dots, hyphens and underscores make one."
            raise SpielwerkError(message)
        kind = mention.symbol.partition(" ")[0]
        if f"{kind} {name}" in self.defined:
            raise SpielwerkError(f"There is {_a(kind)} '{name}' already.")
        return name

    # Completion

    def complete(self, line: int, column: int) -> Sequence[Suggestion]:
        text, offset = self.rules.text, self.lines.offset(line, column)
        tag = tag_at(self.root, offset)
        if tag.parent is None or offset >= tag.head_end + (not tag.complete):
            return self._in_content(tag, offset)
        if offset <= tag.name_end:
            return self._elements(tag.parent, tag, tag.name_start, tag.name_end)
        for one in tag.attributes:
            if one.value_start <= offset <= one.value_end and text[one.value_start - 1] in "\"'":
                return list(self._values(tag, one))
        return list(self._attributes(tag, offset))

    def _in_content(self, tag: Tag, offset: int) -> Sequence[Suggestion]:
        text = self.rules.text
        ending = re.search(r"</([\w:.-]*)$", text[max(0, offset - 100) : offset])
        if ending is not None:
            if tag.parent is None:
                return []
            span = self.lines.span(offset - len(ending[1]), offset)
            return [Suggestion(f"{tag.name}>", SymbolKind.ELEMENT, span, "close it")]
        typed = re.search(r"<?[\w:.-]*$", text[max(0, offset - 100) : offset])
        start = offset - len(typed[0]) if typed else offset
        if text[start : start + 1] == "<":
            return self._elements(tag, None, start + 1, offset)
        return self._elements(tag, None, start, offset, mark="<")

    def _elements(
        self, parent: Tag, typed: Tag | None, start: int, end: int, mark: str = ""
    ) -> Sequence[Suggestion]:
        known = schema_elements()
        span = self.lines.span(start, end)
        bare = typed is not None and (typed.complete or bool(typed.attributes))
        if parent.parent is None:
            names = ["game"]
        elif parent.local in known:
            here = {child.local for child in parent.children if child is not typed}
            children = known[parent.local].children
            names = [c.name for c in children if not (c.once and c.name in here)]
        else:
            names = []
        return [
            Suggestion(
                mark + (name if bare else _written(known[name])),
                SymbolKind.ELEMENT,
                span,
                name,
                _element_text(known[name]),
            )
            for name in names
        ]

    def _attributes(self, tag: Tag, offset: int) -> Iterator[Suggestion]:
        element = schema_elements().get(tag.local)
        text = self.rules.text
        typed = re.search(r"[\w:.-]*$", text[tag.name_end : offset])
        start = offset - len(typed[0]) if typed else offset
        here = {one.name for one in tag.attributes if one.start != start}
        span = self.lines.span(start, offset)
        follows = text[offset : offset + 1] == "="
        for one in element.attributes.values() if element else ():
            if one.name not in here:
                detail = f"{one.type}{', required' if one.required else ''}"
                written = one.name if follows else f'{one.name}=""'
                yield Suggestion(written, SymbolKind.ATTRIBUTE, span, detail, one.meaning)

    def _values(self, tag: Tag, attribute: WrittenAttribute) -> Iterator[Suggestion]:
        span = self.lines.span(attribute.value_start, attribute.value_end)
        element = schema_elements().get(tag.local)
        known = element.attributes.get(attribute.name) if element else None
        for value in known.values if known else ():
            yield Suggestion(value, SymbolKind.VALUE, span, attribute.name)
        if tag.local == "plugin" and attribute.name == "name":
            for plugin in plugins().values():
                yield Suggestion(plugin.name, SymbolKind.VALUE, span, "plugin", plugin.about)
        kind = REFERRING.get(attribute.name)
        if kind is None:
            return
        wanted = _wanted_kind(tag, attribute.name)
        for symbol, tags in self.defined.items():
            said, _, name = symbol.partition(" ")
            if said == _CALLED.get(kind, kind):
                sort = type_kind(tags[0]) if kind is SymbolKind.TYPE else tags[0].local
                if wanted is None or kind is not SymbolKind.TYPE or sort == wanted:
                    yield Suggestion(name, kind, span, sort or said, self._symbol_text(symbol))

    # Descriptions

    def describe(self, line: int, column: int) -> Description | None:
        offset = self.lines.offset(line, column)
        found = mention_at(self, line, column)
        if found is not None:
            return Description(self._symbol_text(found.symbol), found.span)
        for tag in self.root.walk():
            element = schema_elements().get(tag.local)
            if element is None or not tag.start <= offset <= max(tag.end, tag.head_end):
                continue
            for start in (tag.name_start, tag.closing):
                if start is not None and start <= offset <= start + len(tag.name):
                    span = self.lines.span(start, start + len(tag.name))
                    return Description(_element_text(element), span)
            for one in tag.attributes:
                if one.start <= offset <= one.value_end and one.name in element.attributes:
                    known = element.attributes[one.name]
                    words = f" One of {_listed(known.values)}." if known.values else ""
                    need = "required" if known.required else "optional"
                    text = f"**{one.name}** ({known.type}, {need})\n\n{known.meaning}{words}"
                    return Description(text, self.lines.span(one.start, one.start + len(one.name)))
        return None

    def _symbol_text(self, symbol: str) -> str:
        kind, _, name = symbol.partition(" ")
        tags = self.defined.get(symbol, [])
        if not tags:
            return f"**{name}**: nothing in this file is {_a(kind)} of this id."
        parts = [f"**{name}**: {self._what(tags[0], kind)}"]
        if len(tags) > 1:
            owners = dict.fromkeys(_owner(tag) for tag in tags)
            parts.append(f"Defined in {len(tags)} places: {_listed(list(owners))}.")
        if kind == "type":
            parts += self._type_facts(name, tags[0])
        used = sum(1 for m in self.mentions() if m.symbol == symbol and not m.defines)
        parts.append(f"Used in {used} place{'s' if used != 1 else ''}.")
        return "\n\n".join(parts)

    def _what(self, tag: Tag, kind: str) -> str:
        sort = type_kind(tag) if kind == "type" else None
        line = self.lines.place(tag.start)[0]
        abstract = "abstract " if tag.local.startswith("abstract") else ""
        what = f"{abstract}type of {sort}" if sort else f"`{tag.local}`"
        of = tag.get("typeReference")
        return f"{what}{f' of type `{of}`' if of else ''}, line {line}."

    def _type_facts(self, name: str, tag: Tag) -> Iterator[str]:
        """What follows about a type: what it inherits, what it is made of, who extends it."""
        chain, above = [name], tag
        while (parent := above.get("extends")) is not None and parent not in chain:
            chain.append(parent)
            if not (found := self.defined.get(_symbol(SymbolKind.TYPE, parent))):
                break
            above = found[0]
        if len(chain) > 1:
            yield f"Inherits from {' → '.join(f'`{one}`' for one in chain[1:])}."
        for attribute, word in (("instanceId", "Made of"), ("linkId", "Knows")):
            names: list[str] = []
            for one in reversed(chain):
                for found_tag in self.defined.get(_symbol(SymbolKind.TYPE, one), ()):
                    names += [str(t.get(attribute)) for t in found_tag.walk() if t.get(attribute)]
            if names:
                yield f"{word} {_listed(list(dict.fromkeys(names)))}."
        heirs = [str(t.get("typeId")) for t in self.root.walk() if t.get("extends") == name]
        if heirs:
            yield f"Extended by {_listed(heirs)}."

    # What a picture changes

    def alterations(self, line: int, column: int) -> Sequence[Alteration]:
        offered = alterations_at(self.rules.text, self.lines.offset(line, column))
        return [*offered, Alteration(COMPACT, "Write these rules in the compact notation")]

    def altered(
        self, line: int, column: int, name: str, said: Mapping[str, str]
    ) -> Sequence[TextEdit]:
        if name == COMPACT:
            whole = self.lines.span(0, len(self.rules.text))
            return [TextEdit(whole, rewritten(self.rules.text, self.rules.file))]
        return altered_text(self.rules, self.lines.offset(line, column), name, said)

    # Outline, layout, fixes

    def outline(self) -> Sequence[OutlineSection]:
        return tuple(self._sections(self.root))

    def _sections(self, tag: Tag) -> Iterator[OutlineSection]:
        for child in tag.children:
            name = next((str(child.get(key)) for key in DEFINING if child.get(key)), None)
            kind = next((k for key, k in DEFINING.items() if child.get(key)), SymbolKind.SECTION)
            area = child.parent is not None and child.parent.local == "gameDefinition"
            if (name is None and child.local in ("game", "gameDefinition")) or area:
                name = name or child.get("name") or child.local
            parts = tuple(self._sections(child))
            if name is None:
                yield from parts
                continue
            yield OutlineSection(
                name,
                kind,
                self.lines.span(child.start, max(child.end, child.head_end)),
                self.lines.span(child.name_start, child.name_end),
                "" if child.local == name else child.local,
                parts,
            )

    def formatted(self) -> str:
        return laid_out(self.rules.text)

    def fixes(self, problem: Diagnostic) -> Sequence[QuickFix]:
        """A wrong id stands somewhere in the tag; a wrong element is mended at both its ends."""
        if problem.span is None:
            return ()
        start = self.lines.offset(problem.span.line, problem.span.column)
        tag = next((one for one in self.root.walk() if one.name and one.start == start), None)
        if tag is None:
            return super().fixes(problem)
        within = self.lines.span(tag.name_start, tag.head_end)
        found = suggested_fixes(self.rules.text, problem, within)
        name = self.lines.span(tag.name_start, tag.name_end)
        return [
            QuickFix(fix.title, (*fix.edits, *self._at_the_end(tag, fix.edits[0], name)))
            for fix in found
        ]

    def _at_the_end(self, tag: Tag, edit: TextEdit, name: object) -> tuple[TextEdit, ...]:
        if edit.span != name or tag.closing is None:
            return ()
        return (TextEdit(self.lines.span(tag.closing, tag.closing + len(tag.name)), edit.text),)


def type_kind(tag: Tag) -> str | None:
    """The kind of the type that an element defines."""
    above = tag.parent.local if tag.parent is not None else ""
    inner = {"phaseStates": "phase state", "actionStates": "action state"}
    return AREAS.get(above) or inner.get(above)


def _wanted_kind(tag: Tag, attribute: str) -> str | None:
    """Which kind of type an attribute refers to, where the element tells."""
    if attribute == "chanceReference":
        return "chance"
    if attribute == "extends":
        return type_kind(tag)
    name = tag.local.removeprefix("abstract")
    for ending in ("Instance", "Link", "LinkList"):
        if name.endswith(ending):
            kind = name.removesuffix(ending)
            kind = "implication" if kind == "effect" else kind[:1].lower() + kind[1:]
            return kind if kind in AREAS.values() else None
    return None


def _symbol(kind: SymbolKind, name: str) -> str:
    return f"{_CALLED.get(kind, kind)} {name}"


def _owner(tag: Tag) -> str:
    """The type that an instance or link belongs to."""
    above = tag.parent
    while above is not None:
        if (name := above.get("typeId")) is not None:
            return name
        if above.local == "gameState":
            return "gameState"
        above = above.parent
    return "the game"


def _written(element: SchemaElement) -> str:
    """An element as it is put into a text, with the attributes it must have."""
    needed = "".join(f' {one.name}=""' for one in element.attributes.values() if one.required)
    if not element.children and not element.text:
        return f"{element.name}{needed}/>"
    return f"{element.name}{needed}></{element.name}>"


def _element_text(element: SchemaElement) -> str:
    parts = [f"**{element.name}**", element.meaning]
    if element.attributes:
        names = (f"{one.name}{'' if one.required else '?'}" for one in element.attributes.values())
        parts.append(f"Attributes: {', '.join(f'`{name}`' for name in names)}")
    if element.children:
        parts.append(f"Children: {_listed([child.name for child in element.children])}")
    return "\n\n".join(parts)


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:_SHOWN])
    return shown + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")


def _a(word: str) -> str:
    return f"{'an' if word[0] in 'aeio' else 'a'} {word}"
