"""Elements of the language as expressions of the compact notation: :mod:`.meaning`, backwards.

Whatever is written is read back at once; where that does not give the same element, the element is
written as in XML, ``<element attribute="value">(what stands in it)``. So nothing can be lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from lxml import etree

from spielwerk.core import SourceError
from spielwerk.languages.igold.notation.meaning import (
    _EACH,
    _MEMBERS,
    _PLAIN,
    _SUMS,
    LISTS,
    Meaning,
    group_of,
)
from spielwerk.languages.igold.notation.symbols import IMPLIED, SEEN, WORDS, Symbols, elements
from spielwerk.languages.igold.notation.terms import (
    COMPARISONS,
    KEYWORDS,
    TermError,
    quoted,
    read_term,
)
from spielwerk.languages.igold.source import NAMESPACE, Node, tag

LOOSE, OR, AND, NOT, COMPARED, SUM, PRODUCT, ATOM = range(8)
"""How tightly the parts of an expression hold together."""
_NAME = re.compile(r"[A-Za-z_]\w*\Z")
_TYPE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*\Z")
_SIGNS = {name: mark for mark, name in COMPARISONS.items()}
_MARKS = {name: mark for mark, name in _SUMS.items()}
_BEHIND_DOT = {name: word for (_, word), (name, _) in _MEMBERS.items()}
_CALLS = {name: word for word, name in _PLAIN.items() if word != "path"}
_FROM = {"fromGameState": "game", "fromCurrentPhase": "phase", "fromThisAction": "action"}

ODD = (ValueError, IndexError, KeyError, StopIteration)
"""What happens where an element is not built as the language wants it: it is written as it is."""

Canon = tuple[str, tuple[tuple[str, str], ...], str, tuple[object, ...]]


def canon(node: Node) -> Canon:
    """What an element says: equal for equal elements, however they are laid out."""
    inner = tuple(
        canon(child) if isinstance(child.tag, str) else " ".join(str(child.text).split())
        for child in _in_order(node)
    )
    text = " ".join((node.text or "").split()) if not inner else ""
    attributes = tuple(sorted((str(k), str(v)) for k, v in node.attrib.items()))
    return str(node.tag), attributes, text, inner


def _in_order(node: Node) -> list[Node]:
    """What stands in an element; where the order of its parts means nothing, by their names."""
    found = [one for one in node if isinstance(one.tag, str) or isinstance(one, etree._Comment)]
    if tag(node) not in UNORDERED:
        return found
    keys: list[str] = []
    following = "~"
    for one in reversed(found):
        following = str(one.tag) if isinstance(one.tag, str) else following
        keys.append(following)
    order = sorted(range(len(found)), key=lambda n: keys[len(found) - 1 - n])
    return [found[n] for n in order]


UNORDERED = frozenset(
    [
        "actor",
        "abstractActor",
        "object",
        "abstractObject",
        "space",
        "abstractSpace",
        "field",
        "abstractField",
        "phase",
        "abstractPhase",
        "phaseState",
        "abstractPhaseState",
        "actionState",
        "simpleAction",
        "complexAction",
        "implication",
        "gameState",
        "objectSelection",
        "actorSelection",
        "fieldSelection",
        "integerSelection",
        "enumSelection",
        "booleanSelection",
        "playersTakeTurns",
    ]
)
"""Elements whose parts can stand in any order."""


def commented(node: Node) -> bool:
    """Whether a comment stands inside of an element."""
    return next(node.iter(etree.Comment), None) is not None


@dataclass(frozen=True, slots=True)
class Spoken:
    """A piece of text, and how tightly it holds together."""

    text: str
    level: int = ATOM

    def at(self, level: int) -> str:
        """The text, in brackets where something tighter is needed."""
        return self.text if self.level >= level else f"({self.text})"


def name_text(name: str) -> str:
    """A name as it can stand in an expression."""
    plain = _NAME.match(name) and name not in KEYWORDS and name not in ("only", "true", "false")
    return name if plain else f"`{name}`"


def type_text(name: str) -> str:
    """The id of a type as it can stand where one is expected."""
    return name if _TYPE.match(name) else f"`{name}`"


class Phrases:
    """Writes elements as expressions, for the names of one game."""

    def __init__(self, symbols: Symbols, prefixes: dict[str, str]) -> None:
        self.symbols = symbols
        self.prefixes = prefixes
        self.names = {uri: prefix for prefix, uri in prefixes.items()}
        self.inside = ""

    # Rules

    def rules(self, nodes: list[Node], level: int = LOOSE) -> str:
        """Rules that must all hold."""
        if len(nodes) == 1:
            return self.rule(nodes[0]).at(level if level > LOOSE else LOOSE)
        text = " and ".join(self.rule(node).at(NOT) for node in nodes)
        return text if level <= AND else f"({text})"

    def rule(self, node: Node) -> Spoken:
        """One rule."""
        return self._checked(node, self._rule, rule=True)

    def _rule(self, node: Node) -> Spoken | None:
        inner = list(elements(node))
        match tag(node):
            case "ruleReference":
                return Spoken(name_text(str(node.get("typeReference"))))
            case "not" if inner:
                return Spoken(f"not {self._negated(inner)}", NOT)
            case "anyOf" if len(inner) > 1:
                return Spoken(" or ".join(self._side(one) for one in inner), OR)
            case "allOf" if len(inner) > 1:
                return Spoken(f"({' and '.join(self.rule(one).at(NOT) for one in inner)})")
        if len(inner) == 1 and group_of(tag(inner[0])) == tag(node):
            return self._bare(inner[0])
        return None

    def _side(self, node: Node) -> str:
        return self.rule(node).at(AND)

    def _negated(self, inner: list[Node]) -> str:
        if len(inner) == 1:
            found = self.rule(inner[0])
            if tag(inner[0]) == "allOf":
                return f"({found.text})"
            return found.at(NOT)
        return f"({' and '.join(self.rule(one).at(NOT) for one in inner)})"

    def _bare(self, node: Node) -> Spoken | None:
        name, inner = tag(node), list(elements(node))
        if name in _WORD_RULES:
            return Spoken(_WORD_RULES[name], ATOM if "of" in _WORD_RULES[name] else COMPARED)
        if name in _CURRENT:
            reference = type_text(str(inner[0].get("typeReference")))
            return Spoken(f"{_CURRENT[name]} is {reference}", COMPARED)
        match name:
            case "compareValues":
                return self._compared(node, inner)
            case "setContainsValue":
                return self._between(inner, "has")
            case "isFieldEmpty" | "isObjectOnTop":
                word = "is empty" if name == "isFieldEmpty" else "is on top"
                return Spoken(f"{self._inner(inner[0])} {word}", COMPARED)
            case "isLinkSet":
                return Spoken(f"{self._link(node)} is set", COMPARED)
            case "isImplicationActive":
                return Spoken(f"{self.element(inner[0]).at(SUM)} is active", COMPARED)
            case "isActionUnderWay" if len(inner) == 1:
                return Spoken(f"{self.element(inner[0]).at(SUM)} is under way", COMPARED)
            case "areObjectsOfSameType":
                return self._between(inner, "is like")
            case "areFieldsConnected":
                return self._between(inner, "connected to")
            case "fieldContainsObject":
                reference = type_text(str(inner[1].get("typeReference")))
                return Spoken(f"{self._inner(inner[0])} has a {reference}", COMPARED)
        return self._relation(node, inner)

    def _relation(self, node: Node, inner: list[Node]) -> Spoken | None:
        name = tag(node)
        if name.endswith("MatchesType"):
            reference = type_text(str(inner[1].get("typeReference")))
            return Spoken(f"{self._inner(inner[0])} is a {reference}", COMPARED)
        if name.startswith("are") and name.endswith("Identical"):
            return self._between(inner, "is")
        if name.endswith("OwnedByActor") and len(inner) == 1:
            return Spoken(f"{self._inner(inner[0])} is owned", COMPARED)
        if name.endswith("OwnedByActor"):
            return self._between(inner, "owned by")
        if name.endswith("Among"):
            return self._between(inner, "among")
        if name.endswith("InLinkList"):
            return Spoken(f"{self._inner(inner[-1])} in {self._link(node)}", COMPARED)
        if name in ("isObjectInField", "isObjectInSpace"):
            return self._between(inner, "in")
        return None

    def _compared(self, node: Node, inner: list[Node]) -> Spoken | None:
        if len(inner) != 2:
            return None
        one, other = inner
        sign = _SIGNS[str(node.get("comparison"))]
        if sign == "==" and tag(other) == "booleanValue" and other.get("value") == "true":
            found = self.element(one)
            if found.level == ATOM:
                return found
        return Spoken(f"{self.element(one).at(SUM)} {sign} {self.element(other).at(SUM)}", COMPARED)

    def _between(self, inner: list[Node], word: str) -> Spoken | None:
        if len(inner) != 2:
            return None
        parts = [
            self._inner(one) if tag(one) in _WRAPPERS else self.element(one).at(SUM)
            for one in inner
        ]
        return Spoken(f"{parts[0]} {word} {parts[1]}", COMPARED)

    def _inner(self, wrapper: Node) -> str:
        """What stands in an element that only wraps it."""
        (inside,) = elements(wrapper)
        return self.element(inside).at(SUM)

    def _link(self, node: Node) -> str:
        reference = name_text(str(node.get("linkIdReference")))
        return self.of_host(node, reference) or "?"

    def of_host(self, node: Node, name: str) -> str | None:
        """The name of a link behind the element it is looked for in, if that is said."""
        host = next((one for one in elements(node) if tag(one).startswith("from")), None)
        if host is None:
            return name
        if tag(host) in _FROM:
            return f"{_FROM[tag(host)]}.{name}"
        inside = list(elements(host))
        if len(inside) != 1:
            return None
        return f"{self.element(inside[0]).at(ATOM)}.{name}"

    # Values and selectors

    def element(self, node: Node) -> Spoken:
        """A value or selector."""
        if group_of(tag(node)) is None and tag(node) in _RULE_GROUPS:
            return self.rule(node)
        return self._checked(node, self._element, rule=False)

    def _element(self, node: Node) -> Spoken | None:
        name, inner = tag(node), list(elements(node))
        if (word := self._word(name)) is not None:
            return Spoken(word)
        match name:
            case "integerValue" | "decimalValue":
                return Spoken(str(node.get("value")))
            case "booleanValue" if node.get("value") in ("true", "false"):
                return Spoken(str(node.get("value")))
            case "stringValue":
                return Spoken(quoted(str(node.get("value"))))
            case "enumValue":
                return Spoken(name_text(str(node.get("enumValueReference"))))
            case "setValue":
                values = (name_text(str(one.get("enumValueReference"))) for one in inner)
                return Spoken(f"{{{', '.join(values)}}}")
            case "optionValue":
                return Spoken(f"option.{name_text(str(node.get('optionReference')))}")
            case "valueReference":
                return Spoken(name_text(str(node.get("typeReference"))))
            case "valueIf" if len(inner) == 3:
                test = self.rules(list(elements(inner[0])))
                one, other = (self.element(part).text for part in inner[1:])
                return Spoken(f"if {test} then {one} else {other}", LOOSE)
        if name in _MARKS:
            return self._sum(name, inner)
        return self._member(node, name, inner) or self._call(node, name, inner)

    def _word(self, name: str) -> str | None:
        table = {"implication": IMPLIED, "type": SEEN}.get(self.inside, {})
        for word, element in {**WORDS, **table}.items():
            if element == name:
                return word
        return None

    def _sum(self, name: str, inner: list[Node]) -> Spoken | None:
        if len(inner) < 2:
            return None
        mark = _MARKS[name]
        level = SUM if mark in "+-" else PRODUCT
        first = self.element(inner[0])
        same = tag(inner[0]) == name and mark in "+*"
        left = f"({first.text})" if same and first.level < ATOM else first.at(level)
        rest = [self.element(one).at(level + 1) for one in inner[1:]]
        return Spoken(f" {mark} ".join([left, *rest]), level)

    def _member(self, node: Node, name: str, inner: list[Node]) -> Spoken | None:
        """What stands behind a dot, or is a name."""
        if name in _BEHIND_DOT and len(inner) == 1:
            return Spoken(f"{self.element(inner[0]).at(ATOM)}.{_BEHIND_DOT[name]}")
        reference = node.get("instanceIdReference")
        if reference is not None and name.startswith(("attributeOf", "fieldOf")):
            host = name.rpartition("Of")[2].lower()
            word = name_text(str(reference))
            if host == "game":
                return Spoken(word)
            if host in ("phase", "action"):
                return Spoken(f"{host}.{word}")
            base = self.element(inner[0]).at(ATOM) if inner else host
            return Spoken(f"{base}.{word}")
        if name.endswith("OfLink") or name in LISTS.values():
            found = self.of_host(node, name_text(str(node.get("linkIdReference"))))
            return None if found is None else Spoken(found)
        if name == "selectActor" and len(inner) == 1 and tag(inner[0]).startswith("ownerFrom"):
            return Spoken(f"{self._inner(inner[0])}.owner")
        if name.startswith("select") and len(inner) == 2 and tag(inner[1]) == "byInstanceId":
            word = name_text(str(inner[1].get("instanceIdReference")))
            found = self.of_host(node, word)
            if found is not None and found.startswith("game."):
                found = word if name == "selectSpace" else found
            return None if found is None else Spoken(found)
        return None

    def _call(self, node: Node, name: str, inner: list[Node]) -> Spoken | None:
        if name in _CALLS:
            return Spoken(f"{_CALLS[name]}({', '.join(self.element(o).text for o in inner)})")
        match name:
            case "pathLength":
                parts = ", ".join(self._inner(one) for one in inner)
                return Spoken(f"path({parts})")
            case "numberOfActors" | "numberOfObjects" | "numberOfFields" if len(inner) == 1:
                return Spoken(f"count({self.element(inner[0]).text})")
            case "selectObjectsByType":
                return Spoken(f"typed({type_text(str(node.get('typeReference')))})")
            case "selectSingleObject" if tag(inner[0]) == "byInstanceId":
                return Spoken(f"the({quoted(str(inner[0].get('instanceIdReference')))})")
            case "selectSingleObject" if tag(inner[0]) == "byType":
                (kind,) = elements(inner[0])
                return Spoken(f"the({type_text(str(kind.get('typeReference')))})")
            case "numberOfExecutions" if len(inner) <= 1:
                scope = {"phaseState": "state"}.get(str(node.get("scope")), str(node.get("scope")))
                own = ", me" if node.get("byExecutingActor") == "true" else ""
                which = "".join(f"{self.element(one).text}, " for one in inner)
                return Spoken(f"executed({which}{scope}{own})")
            case "topObjectsOfField" | "fieldsWithinReach" | "fieldAfterSteps" if len(inner) == 2:
                word = {"topObjectsOfField": "top", "fieldsWithinReach": "reach"}.get(
                    name, "onward"
                )
                return Spoken(f"{word}({', '.join(self.element(one).text for one in inner)})")
        if name.endswith("ByChance"):
            reference = name_text(str(node.get("chanceReference")))
            return Spoken(f"{'roll' if name == 'selectValueByChance' else 'draw'}({reference})")
        if re.fullmatch(r"selectMultiple(Actor|Object|Field|Space)s", name):
            return Spoken(f"list({', '.join(self.element(one).text for one in inner)})")
        return self._loop(name, inner)

    def _loop(self, name: str, inner: list[Node]) -> Spoken | None:
        words = {
            "numberOfDifferentValues": "distinct",
            "actorWithHighestValue": "highest",
            "actorWithLowestValue": "lowest",
        }
        for word, stem in _EACH.items():
            if name.startswith(stem):
                words[name] = word
        if name in words and len(inner) == 2:
            pool, value = (self.element(one).text for one in inner)
            return Spoken(f"{words[name]}({pool}: {value})")
        found = re.fullmatch(r"(single|selectMultiple)(Actor|Object|Field|Space)s?ByRules", name)
        if found is None:
            return None
        tests = [one for one in inner if tag(one) == "precondition"]
        places = [one for one in inner if tag(one) != "precondition"]
        among = self.element(places[0]).at(SUM) if places else f"{found[2].lower()}s"
        conditions = " or where ".join(self.rules(list(elements(one)), OR) for one in tests)
        only = "only " if found[1] == "single" else ""
        return Spoken(f"{only}{among} where {conditions}", LOOSE)

    # Reading back

    def _checked(self, node: Node, write: Callable[[Node], Spoken | None], *, rule: bool) -> Spoken:
        """The phrase where it means the element; else the element as in XML."""
        try:
            phrase = write(node)
        except ODD:
            phrase = None
        if phrase is not None and self._means(phrase.text, node, rule=rule):
            return phrase
        return self.raw(node)

    def _means(self, text: str, node: Node, *, rule: bool) -> bool:
        try:
            meaning = Meaning(self.symbols, inside=self.inside, prefixes=self.prefixes)
            term = read_term(text)
            found = meaning.rule(term) if rule else meaning.element(term)
        except (TermError, SourceError):
            return False
        return canon(found) == canon(node)

    def head(self, node: Node) -> str:
        """An element as in XML, without what stands in it."""
        name = etree.QName(node)
        prefix = "" if name.namespace == NAMESPACE else f"{self.names[str(name.namespace)]}:"
        attributes = "".join(
            f' {key!s}="{str(value).replace("&", "&amp;").replace(chr(34), "&quot;")}"'
            for key, value in node.attrib.items()
        )
        return f"<{prefix}{name.localname}{attributes}>"

    def raw(self, node: Node) -> Spoken:
        """An element as in XML, on one line."""
        inner = [self.element(one).text for one in elements(node)]
        return Spoken(self.head(node) + (f"({', '.join(inner)})" if inner else ""))


_WORD_RULES = {
    "noPhaseExecutedYet": "start of game",
    "noStateExecutedYet": "start of phase",
    "actionExecutionNotStartedRule": "start of action",
    "phaseExecutionNotStartedRule": "phase has not started",
    "phaseExecutionStartedRule": "phase has started",
    "phaseExecutionFinishedRule": "phase has finished",
}
_CURRENT = {
    "currentPhaseMatchesType": "phase",
    "currentStateMatchesType": "state",
    "currentActionStateMatchesType": "step",
}
_WRAPPERS = frozenset(
    [
        "thisActor",
        "thatActor",
        "thisObject",
        "thatObject",
        "thisField",
        "thatField",
        "thisSpace",
        "thatSpace",
        "whichActor",
        "whichObject",
        "whichField",
        "whichSpace",
        "byActor",
        "inFields",
        "inSpaces",
        "amongActors",
        "amongObjects",
        "amongFields",
        "fromField",
        "toField",
    ]
)
_RULE_GROUPS = frozenset(
    [
        "phaseRule",
        "phaseStateRule",
        "actionRule",
        "actorRule",
        "objectRule",
        "fieldRule",
        "spaceRule",
        "attributeRule",
        "implicationRule",
        "linkRule",
        "ruleReference",
        "not",
        "anyOf",
        "allOf",
    ]
)
