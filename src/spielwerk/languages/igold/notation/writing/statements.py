"""Statements in the compact notation, and elements that can only be written as in XML."""

from __future__ import annotations

from collections.abc import Sequence

from lxml import etree

from spielwerk.core import SourceError
from spielwerk.languages.igold.notation.lines import read_lines
from spielwerk.languages.igold.notation.phrases import (
    LOOSE,
    ODD,
    SUM,
    Phrases,
    canon,
    commented,
    name_text,
    type_text,
)
from spielwerk.languages.igold.notation.reading import NotationReader
from spielwerk.languages.igold.notation.statements import CHANGES, ENDS
from spielwerk.languages.igold.notation.symbols import Symbols, elements
from spielwerk.languages.igold.notation.terms import TermError, quoted
from spielwerk.languages.igold.notation.writing.looks import (
    STEP,
    WIDTH,
    NoShortForm,
    indented,
    joined,
    labels_text,
    needed,
    opens,
    packed,
    value_text,
)
from spielwerk.languages.igold.plugins import plugins
from spielwerk.languages.igold.source import NAMESPACE, Node, tag

_SETS = {name: (mark, wrapper) for mark, (name, wrapper) in CHANGES.items()}
_ENDED = {name: word for word, name in ENDS.items()}
_OPERATIONS = frozenset(
    [
        "operations",
        "otherwise",
        "forSelectedObjects",
        "forOtherObjects",
        "forSelectedActors",
        "forOtherActors",
        "forSelectedFields",
        "forOtherFields",
        "forSelectedValue",
        "operationDefinition",
        "impact",
        "beforeEachTurn",
    ]
)
"""Elements in which operations stand."""
_EXPRESSIONS = frozenset(
    [
        "duration",
        "precondition",
        "phaseTransition",
        "phaseStateTransition",
        "actionStateTransition",
        "visibility",
        "objectCountVisibility",
        "executableBy",
        "not",
        "until",
        "skip",
        "begins",
    ]
)


class StatementWriter:
    """Writes operations; whatever it writes is read back at once."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self.symbols = Symbols(root)
        known = {one.namespace: name for name, one in plugins().items()}
        found = {
            str(etree.QName(n).namespace) for n in root.iter("{*}*")
            if etree.QName(n).namespace != NAMESPACE
        }  # fmt: skip
        given = {
            uri: prefix for n in root.iter("{*}*") for prefix, uri in n.nsmap.items() if prefix
        }
        self.prefixes = {
            known.get(uri) or given.get(uri) or f"ns{n}": uri for n, uri in enumerate(sorted(found))
        }
        self.phrases = Phrases(self.symbols, self.prefixes)

    # Comments and blocks

    def comment(self, node: Node, mark: str = "#") -> list[str]:
        said = [part.strip() for part in str(node.text).split("\n")]
        return [f"{mark} {part}" for part in said if part]

    def block(self, nodes: Sequence[Node], write: object) -> list[str]:
        """Lines for nodes and the comments between them."""
        lines: list[str] = []
        was_comment = False
        for node in nodes:
            if isinstance(node, etree._Comment):
                lines += ["#"] if was_comment else []
                lines += self.comment(node)
                was_comment = True
            elif isinstance(node.tag, str):
                assert callable(write)
                lines += write(node)
                was_comment = False
        return lines

    def with_body(self, head: str, nodes: Sequence[Node]) -> list[str]:
        """A head with operations, behind the colon where they fit there."""
        body = self.block(nodes, self.statement)
        if not body:
            return [head]
        body = packed(body)
        inline = f"{head}: {'; '.join(body)}"
        simple = all(not opens(one) for one in body[:-1]) and not any(
            one.startswith((STEP, "#", "else", "unchosen", "<")) for one in body
        )
        if simple and len(inline) <= WIDTH:
            return [inline]
        return [f"{head}:", *indented(body)]

    def reads(self, lines: Sequence[str], node: Node, *, statement: bool) -> bool:
        """Whether lines are read as an element."""
        reader = NotationReader("<written>", self.symbols)
        reader.meaning.prefixes.update(self.prefixes)
        reader.meaning.inside = self.phrases.inside
        parent = etree.Element(
            f"{{{NAMESPACE}}}{'impact' if self.phrases.inside else 'operations'}"
        )
        try:
            read = read_lines("\n".join(lines), "<written>")
            if statement:
                reader.block(parent, read)
                found = list(parent)
            else:
                reader.meaning.inside = ""
                reader.read(read)
                if reader.problems:
                    return False
                body = list(reader.body_node)
                found = body if node.getparent() is self._definition() else list(body[0])
                if tag(node.getparent()) == "game":  # type: ignore[arg-type]
                    found = [one for one in reader.root if tag(one) != "gameDefinition"]
        except (SourceError, TermError, IndexError):
            return False
        return len(found) == 1 and canon(found[0]) == canon(node)

    def _definition(self) -> Node | None:
        return next(iter(elements(self.root, "gameDefinition")), None)

    def raw(self, node: Node) -> list[str]:
        """An element as in XML, with what stands in it below."""
        name = tag(node)
        text = " ".join((node.text or "").split()) if not len(node) else ""
        head = self.phrases.head(node) + (f" {quoted(text)}" if text else "")
        children = [
            one for one in node if isinstance(one.tag, str) or isinstance(one, etree._Comment)
        ]
        if not children:
            return [head]
        if name in _OPERATIONS and name != "operationDefinition":
            return [head, *indented(self.block(children, self.statement))]
        if name in _EXPRESSIONS and not commented(node):
            return [head, *indented([f"= {self._anything(one)}" for one in children])]
        return [head, *indented(self.block(children, self.raw))]

    def _anything(self, node: Node) -> str:
        return self.phrases.element(node).text

    # Statements

    def statement(self, node: Node) -> list[str]:
        """One operation."""
        try:
            lines = self._statement(node)
            if lines is not None and self.reads(lines, node, statement=True):
                return lines
        except (NoShortForm, *ODD):
            pass
        return self._raw_statement(node)

    def _raw_statement(self, node: Node) -> list[str]:
        if commented(node) or any(tag(one) in _OPERATIONS for one in node.iter("{*}*")):
            return self.raw(node)
        return [self.phrases.raw(node).text]

    def _statement(self, node: Node) -> list[str] | None:
        name, inner = tag(node), list(elements(node))
        match name:
            case "operationReference":
                return [f"do {type_text(str(node.get('typeReference')))}"]
            case "conditionalOperation":
                return self._conditional(node)
            case "repeatForEachActor" | "repeatForEachObject" | "repeatForEachField":
                return self._repeat(node)
        if name == "tell":
            return [self._tell(node)]
        if name.endswith("Selection"):
            return self._selection(node)
        if commented(node):
            return None
        if name.endswith("Operation"):
            return self._change(inner[0]) if len(inner) == 1 else None
        return self._change(node)

    def _tell(self, node: Node) -> str:
        if commented(node):
            raise NoShortForm
        told = needed(labels_text(list(elements(node, "label"))))
        text = f"tell {value_text(str(node.get('name')))} {told}"
        parts = [one for one in elements(node) if tag(one).endswith("ToTell")]
        if parts:
            given = ((value_text(str(one.get("name"))), self.inside(one)) for one in parts)
            told = ", ".join(n if n == value else f"{n}={value}" for n, value in given)
            text += f" with {told}"
        for one in elements(node, "visibleTo"):
            text += f" to {self.inside(one)}"
        return text

    def _change(self, node: Node) -> list[str] | None:
        name, inner = tag(node), list(elements(node))
        if name in _ENDED:
            return [f"end {_ENDED[name]}"]
        if name == "setCurrentPhaseExecutionStarted":
            return ["begin phase"]
        if name == "resetChance":
            return [f"reset {type_text(str(node.get('chanceReference')))}"]
        if name in _SETS:
            mark, _ = _SETS[name]
            which, by = (self.inside(one) for one in inner)
            priority = node.get("priority")
            tail = f" priority {priority}" if priority is not None else ""
            return [f"{which} {mark} {by}{tail}"]
        if name in ("addValueToSet", "removeValueFromSet"):
            value = self.phrases.element(inner[1]).text
            word = ("add", "to") if name == "addValueToSet" else ("remove", "from")
            return [f"{word[0]} {value} {word[1]} {self.inside(inner[0])}"]
        return self._linking(node, name, inner) or self._moving(node, name, inner)

    def inside(self, wrapper: Node, level: int = LOOSE) -> str:
        (inner,) = elements(wrapper)
        return self.phrases.element(inner).at(level)

    def _slot(self, node: Node) -> str:
        by = next(iter(elements(node, "byLinkId")))
        found = self.phrases.of_host(node, name_text(str(by.get("linkIdReference"))))
        if found is None:
            raise NoShortForm
        return found

    def _linking(self, node: Node, name: str, inner: list[Node]) -> list[str] | None:
        if not inner or tag(inner[-1]) != "linkToSet":
            return None
        slot = self._slot(inner[-1])
        if name.startswith("clear"):
            return [f"clear {slot}"]
        value = self.inside(inner[0])
        if name.startswith("set"):
            return [f"{slot} = {value}"]
        return [
            f"add {value} to {slot}" if name.startswith("add") else f"remove {value} from {slot}"
        ]

    def _moving(self, node: Node, name: str, inner: list[Node]) -> list[str] | None:
        owned = node.get("setFieldOwnerAsObjectOwner") == "true"
        tail = "".join(
            f" {word}"
            for word, key in (("freely", "ignoreConnections"), ("below", "toBottom"))
            if node.get(key) == "true"
        )
        match name:
            case "moveObjectToField":
                what, where = (self.inside(one) for one in inner)
                return [f"{'give' if owned else 'move'} {what} to {where}{tail}"]
            case "moveObjectsFromFieldToField":
                source, where = (self.inside(one) for one in inner[:2])
                what = "all"
                if len(inner) == 3:
                    number, end = elements(inner[2])
                    what = self.inside(number)
                    source = source if tag(end) == "fromTop" else f"bottom of {source}"
                return [f"{'give' if owned else 'move'} {what} from {source} to {where}{tail}"]
            case "shuffleField":
                return [f"shuffle {self.inside(inner[0])}"]
            case "swapObjectsOfFields":
                one, other = (self.inside(part) for part in inner)
                return [f"{'trade' if owned else 'swap'} {one} with {other}"]
            case "setObjectOwner" | "setSpaceOwner":
                return [f"assign {self.inside(inner[0])} to {self.inside(inner[1])}"]
            case "clearObjectOwner" | "clearSpaceOwner":
                return [f"release {self.inside(inner[0])}"]
        if name.startswith("setVisibilityOf"):
            priority = node.get("priority")
            last = f" priority {priority}" if priority is not None else ""
            return [f"show {self.inside(inner[0])} to {self.inside(inner[1])}{last}"]
        return None

    def _conditional(self, node: Node) -> list[str]:
        tests = list(elements(node, "precondition"))
        if any(commented(one) for one in tests) or any(
            isinstance(one, etree._Comment) for one in node
        ):
            raise NoShortForm
        text = " or if ".join(self.phrases.rules(list(elements(one))) for one in tests)
        operations = next(iter(elements(node, "operations")))
        lines = self.with_body(f"if {text}", list(operations))
        if len(operations) == 0:
            lines = [f"if {text}:"]
        otherwise = next(iter(elements(node, "otherwise")), None)
        if otherwise is None:
            return lines
        inner = [
            one for one in otherwise if isinstance(one.tag, str) or isinstance(one, etree._Comment)
        ]
        if len(inner) == 1 and tag(inner[0]) == "conditionalOperation":
            below = self._conditional(inner[0])
            return [*lines, f"else {below[0]}", *below[1:]]
        return [*lines, *self.with_body("else", list(otherwise))]

    def _repeat(self, node: Node) -> list[str]:
        pool, operations = elements(node)
        if commented(pool) or any(isinstance(one, etree._Comment) for one in node):
            raise NoShortForm
        lines = self.with_body(f"for {self.phrases.element(pool).text}", list(operations))
        return lines if len(operations) else [f"{lines[0]}:"]

    def _selection(self, node: Node) -> list[str]:
        if any(isinstance(one, etree._Comment) for one in node):
            raise NoShortForm
        kind = tag(node).removesuffix("Selection")
        word = {"integer": "number", "enum": "value", "boolean": "yes"}.get(kind, kind)
        parts = {tag(one): one for one in elements(node)}
        head = f"choose {word}"
        if kind in ("actor", "object", "field"):
            head += self._how_many(parts)
            head += f" from {self.inside(parts[f'{kind}sToSelectFrom'], SUM)}"
        elif kind == "integer":
            low, high = (self.inside(parts[f"{end}Integer"], SUM) for end in ("lowest", "highest"))
            head += f" {low} to {high}"
        elif kind == "enum":
            head += f" of {type_text(str(node.get('typeReference')))}"
            if "exceptValues" in parts:
                values = (self.phrases.element(one).text for one in elements(parts["exceptValues"]))
                head += f" except {', '.join(values)}"
        head += f" by {self.inside(parts['actorWhoSelects'], SUM)}"
        labels = list(elements(node, "label"))
        english = next((str(o.get("text")) for o in labels if o.get("language") == "en"), None)
        head = joined(head, needed(labels_text(labels)))
        if node.get("name") is not None and node.get("name") != english:
            head += f" named {quoted(str(node.get('name')))}"
        if node.get("move") is not None:
            head += f" move={value_text(str(node.get('move')))}"
        if node.get("name") is None and english is not None:
            head += " unnamed"
        if "timer" in parts:
            duration = next(iter(elements(parts["timer"])))
            head += f" seconds {self.inside(duration)}"
        return self._following(head, parts.get("followingOperations"))

    def _how_many(self, parts: dict[str, Node]) -> str:
        exact, low, high = (
            parts.get(f"{word}umberOfElements") for word in ("n", "minimumN", "maximumN")
        )
        if exact is not None:
            return f" {self.inside(exact, SUM)}"
        if low is not None and high is not None:
            return f" {self.inside(low, SUM)} to {self.inside(high, SUM)}"
        if high is not None:
            return f" up to {self.inside(high, SUM)}"
        if low is not None:
            text = self.inside(low, SUM)
            return " any" if text == "0" else f" at least {text}"
        return ""

    def _following(self, head: str, following: Node | None) -> list[str]:
        if following is None:
            return [head]
        chosen = [one for one in elements(following) if tag(one).startswith("forSelected")]
        others = [one for one in elements(following) if tag(one).startswith("forOther")]
        if len(chosen) > 1 or len(others) > 1:
            raise NoShortForm
        lines = self.with_body(head, list(chosen[0])) if chosen else [head]
        if chosen and not len(chosen[0]):
            lines = [f"{head}:"]
        if others:
            lines += self.with_body("unchosen", list(others[0]))
        return lines
