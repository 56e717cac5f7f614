"""GDL in its usual layout: a rule with each condition on a line of its own, or all on one line.

Comments, blank lines and the order of everything stay; what the author put on one line stays
there if it fits. A text that cannot be read is left as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from spielwerk.languages.gdl.editing.clauses import TOKEN, ClauseText, name_of
from spielwerk.languages.gdl.text import Form, Node, Symbol

WIDTH = 100
_STEP = "    "
_MOST_BLANK = 3
"""New lines in a row that are kept: two empty lines."""


def laid_out(read: ClauseText) -> str:
    """The text in its usual layout."""
    if not read.whole:
        return read.text
    inner = [c for c in read.comments if any(n.start < c.start < n.end for n in read.clauses)]
    outer = [c for c in read.comments if c not in inner]
    pieces = sorted([*read.clauses, *outer], key=lambda piece: piece.start)
    written: list[str] = []
    behind = 0
    for piece in pieces:
        end = piece.end
        if isinstance(piece, Form | Symbol):
            commented = any(piece.start < c.start < piece.end for c in inner)
            text = _clause_text(read, piece, commented)
            if read.infix and read.text[end:].lstrip(" \t").startswith("."):
                end = read.text.index(".", end) + 1
                text += "."
        else:
            text = piece.text.rstrip()
        written += [_gap(read.text[behind : piece.start], first=not written), text]
        behind = end
    return "".join(written).rstrip() + "\n" if written else read.text


def _gap(between: str, *, first: bool) -> str:
    breaks = between.count("\n")
    if first:
        return ""
    return "\n" * min(breaks, _MOST_BLANK) if breaks else between or " "


def _clause_text(read: ClauseText, node: Node, commented: bool) -> str:
    raw = read.text[node.start : node.end]
    if commented:
        return _reindented(raw)
    if read.infix:
        return _infix_text(raw)
    flat = _flat(read.text, node)
    if len(flat) <= WIDTH and "\n" not in raw:
        return flat
    return "\n".join(_broken(read.text, node, ""))


def _reindented(raw: str) -> str:
    """Lines as they are, those after the first indented alike."""
    first, *others = raw.split("\n")
    kept = [line.strip() for line in others]
    return "\n".join([first.rstrip(), *(_STEP + line if line else "" for line in kept)])


def _flat(text: str, node: Node) -> str:
    if isinstance(node, Symbol):
        return text[node.start : node.end]
    return f"({' '.join(_flat(text, item) for item in node.items)})"


def _broken(text: str, node: Node, indent: str) -> list[str]:
    """A form on several lines: a rule and its conditions, or a condition and its parts."""
    flat = _flat(text, node)
    if isinstance(node, Symbol) or (indent and len(indent) + len(flat) <= WIDTH):
        return [indent + flat]
    if name_of(node) == "<=" and len(node.items) > 2:
        lines = [f"{indent}({_flat(text, node.items[0])} {_flat(text, node.items[1])}"]
        for item in node.items[2:]:
            lines += _broken(text, item, indent + _STEP)
    elif len(flat) <= WIDTH or len(node.items) < 3:
        lines = [indent + flat[:-1]]
    else:
        word = _flat(text, node.items[0])
        further = indent + " " * (len(word) + 2)
        first, *others = [line for item in node.items[1:] for line in _broken(text, item, further)]
        lines = [f"{indent}({word} {first.strip()}", *others]
    lines[-1] += ")"
    return lines


# The infix notation


def _infix_text(raw: str) -> str:
    tokens = [one.group() for one in TOKEN.finditer(raw)]
    flat = _joined(tokens)
    if ":-" not in tokens or (len(flat) <= WIDTH and "\n" not in raw):
        return flat
    arrow = tokens.index(":-")
    lines = [_joined(tokens[: arrow + 1])]
    here: list[str] = []
    depth = 0
    for token in tokens[arrow + 1 :]:
        here.append(token)
        depth += (token == "(") - (token == ")")
        if depth == 0 and token in ("&", ",", "|"):
            lines.append(_STEP + _joined(here))
            here = []
    return "\n".join([*lines, _STEP + _joined(here)])


def _joined(tokens: Sequence[str]) -> str:
    """Tokens with blanks where they are usual."""
    text = ""
    for number, token in enumerate(tokens):
        before = tokens[number - 1] if number else ""
        tight = (
            not text
            or token in (",", ")", "..", ".")
            or before in ("(", "~", "..")
            or (token == "(" and before not in (":-", "&", "|", ",", "~", "("))
        )
        text += token if tight else f" {token}"
    return text
