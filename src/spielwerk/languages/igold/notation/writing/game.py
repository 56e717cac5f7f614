"""A whole game in the compact notation: its head, then area after area."""

from __future__ import annotations

from lxml import etree

from spielwerk.languages.igold.notation.names import area_of
from spielwerk.languages.igold.notation.symbols import elements
from spielwerk.languages.igold.notation.terms import quoted
from spielwerk.languages.igold.notation.writing.declarations import DeclarationWriter
from spielwerk.languages.igold.notation.writing.looks import labels_text, value_text
from spielwerk.languages.igold.plugins import plugins
from spielwerk.languages.igold.source import Node, tag


class NotationWriter(DeclarationWriter):
    """Writes one game."""

    def text(self) -> str:
        lines: list[str] = []
        before = self.root.getprevious()
        heads = []
        while before is not None:
            if isinstance(before, etree._Comment):
                heads.append(before)
            before = before.getprevious()
        for n, comment in enumerate(reversed(heads)):
            lines += ["#"] if n else []
            lines += self.comment(comment)
        lines += self._game()
        for body in elements(self.root, "gameDefinition"):
            lines += self._body(body)
        return "\n".join(lines).rstrip("\n") + "\n"

    def _game(self) -> list[str]:
        root = self.root
        head = [f"game {quoted(str(root.get('name')))}"]
        head += [
            f"{key}={value_text(str(root.get(key)))}"
            for key in ("id", "version")
            if root.get(key) is not None
        ]
        lines: list[str] = []
        labels = list(elements(root, "label"))
        told = labels_text(labels)
        lines.append(" ".join([*head, told] if told is not None else head))
        if told is None:
            lines += [self.phrases.head(one) for one in labels]
        abouts = list(elements(root, "about"))
        given = {str(one.get("language")): " ".join((one.text or "").split()) for one in abouts}
        if abouts and [str(one.get("language")) for one in abouts] in (["en"], ["en", "de"]):
            lines.append("about " + " | ".join(quoted(text) for text in given.values()))
        else:
            for one in abouts:
                lines.append(
                    f"{self.phrases.head(one)} {quoted(' '.join((one.text or '').split()))}"
                )
        named = [str(p.get("name")) for area in elements(root, "plugins") for p in elements(area)]
        known = plugins()
        parts = []
        for name in dict.fromkeys([*named, *self.prefixes]):
            uri = self.prefixes.get(name)
            plain = uri is None or (name in known and known[name].namespace == uri)
            parts.append(
                (name if plain else f"{name}={quoted(str(uri))}")
                + ("" if name in named else " only")
            )
        if parts:
            lines.append(f"plugins {', '.join(parts)}")
        return lines

    def _body(self, body: Node) -> list[str]:
        lines: list[str] = []
        for area in body:
            if isinstance(area, etree._Comment):
                lines += ["", *self.comment(area, "##")]
            elif isinstance(area.tag, str):
                written = self._area(area)
                lines += ["", *written] if len(written) > 3 else written
        return lines

    def _area(self, area: Node) -> list[str]:
        name = tag(area)
        if name in ("players", "gameState", "outcome"):
            return self._declared(area)
        inner = list(elements(area))
        if not inner or any(area_of(tag(one)) != name for one in inner) or area.attrib:
            return self.raw(area)
        if isinstance(area[-1], etree._Comment):
            return self.raw(area)
        lines: list[str] = []
        waiting: list[Node] = []
        table: list[Node] = []
        for node in area:
            if isinstance(node, etree._Comment):
                waiting.append(node)
                continue
            if not isinstance(node.tag, str):
                continue
            if table and (waiting or not self._fits(table, node)):
                lines += self._table(table)
                table = []
            lines += self.block(waiting, None) if waiting else []
            waiting = []
            if tag(node) == "object" and self._row_columns(node) is not None:
                table.append(node)
            else:
                lines += self._table(table)
                table = []
                lines += self._declared(node)
        return lines + self._table(table)


def write_notation(root: Node) -> str:
    """A game in the compact notation."""
    return NotationWriter(root).text()
