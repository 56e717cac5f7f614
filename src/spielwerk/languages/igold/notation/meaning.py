"""What expressions of the compact notation mean: a term goes in, elements of the language come out.

Names are looked up in the tables of the game (:mod:`.symbols`); what an expression selects decides
which element it becomes, so one ``is`` compares actors, objects, fields and spaces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from lxml import etree

from spielwerk.core import Span, say
from spielwerk.languages.igold.limits import WRITTEN_OUT
from spielwerk.languages.igold.notation.symbols import IMPLIED, SEEN, WORDS, Symbols, kind_of_word
from spielwerk.languages.igold.notation.terms import COMPARISONS, Expression, TermError
from spielwerk.languages.igold.schema import schema_elements
from spielwerk.languages.igold.source import NAMESPACE, Node, tag

_HOSTS = {"actor": "fromActor", "object": "fromObject", "field": "fromField", "space": "fromSpace"}
_GAME_HOSTS = {"game": "fromGameState", "phase": "fromCurrentPhase", "action": "fromThisAction"}
_SEARCHES = ("actor", "object", "field", "space")
_SUMS = {
    "+": "sumOfValues",
    "-": "differenceOfValues",
    "*": "productOfValues",
    "/": "quotientOfValues",
    "%": "remainderOfValues",
}
_MEMBERS = {
    ("field", "top"): ("topObjectOfField", "object"),
    ("field", "bottom"): ("bottomObjectOfField", "object"),
    ("field", "objects"): ("objectsInFields", "object"),
    ("field", "space"): ("spaceOfField", "space"),
    ("field", "row"): ("rowOfField", "value"),
    ("field", "column"): ("columnOfField", "value"),
    ("field", "step"): ("stepOfField", "value"),
    ("field", "neighbours"): ("fieldsConnectedTo", "field"),
    ("space", "fields"): ("fieldsOfSpaces", "field"),
    ("object", "field"): ("fieldOfObject", "field"),
    ("actor", "next"): ("actorAfter", "actor"),
    ("actor", "previous"): ("actorBefore", "actor"),
    ("actor", "seat"): ("seatNumber", "value"),
}
"""What can be said of an element behind a dot, whatever the game is."""
_PLAIN = {
    "min": "smallestValue",
    "max": "largestValue",
    "path": "pathLength",
}
_EACH = {"sum": "sumForEach", "largest": "largestForEach"}
_DRAWS = {
    "actor": "selectActorByChance",
    "object": "selectObjectByChance",
    "field": "selectFieldByChance",
    "space": "selectSpaceByChance",
}
LISTS = {kind: f"{kind}sOfLinkList" for kind in _SEARCHES}


def group_of(name: str) -> str | None:
    """The element that a single rule or operation stands in."""
    if not _GROUPS:
        for group, one in schema_elements().items():
            if group.endswith(("Rule", "Operation")) and group != "conditionalOperation":
                for child in one.children:
                    _GROUPS.setdefault(child.name, group)
    return _GROUPS.get(name)


_GROUPS: dict[str, str] = {}


def namespaces(prefixes: Mapping[str, str]) -> dict[str, str]:
    """The namespaces of an element: that of the language has no prefix."""
    return {None: NAMESPACE, **prefixes}  # type: ignore[dict-item]


@dataclass
class Meaning:
    """Makes elements of terms, with their places."""

    symbols: Symbols
    places: dict[Node, Span] = field(default_factory=dict)
    spot: Callable[[int, int], Span] | None = None
    """The place of a stretch of the line that is being read."""
    lenient: bool = False
    """Whether names need not be known yet."""
    inside: str = ""
    """What is being defined: an ``implication``, a ``type``, or something else."""
    prefixes: dict[str, str] = field(default_factory=dict)
    made: int = 0
    """How many elements were made."""

    def make(
        self, name: str, at: Expression | tuple[int, int], /, *children: Node, **attributes: str
    ) -> Node:
        """An element with its place."""
        self.made += 1
        if self.made > WRITTEN_OUT:
            start, end = at if isinstance(at, tuple) else (at.start, at.end)
            message = say(
                "Written out, the rules have more than {most:,} elements.", most=WRITTEN_OUT
            )
            raise TermError(message, start, end, say("Use fewer shorthands inside of others."))
        prefix, _, local = name.rpartition(":")
        space = self.prefixes.get(prefix, NAMESPACE) if prefix else NAMESPACE
        node = etree.Element(f"{{{space}}}{local}", nsmap=namespaces(self.prefixes))
        for key, value in attributes.items():
            node.set(key, value)
        node.extend(children)
        if self.spot is not None:
            start, end = at if isinstance(at, tuple) else (at.start, at.end)
            self.places[node] = self.spot(start, end)
        return node

    # Rules

    def rules(self, term: Expression) -> list[Node]:
        """Rules that must all hold, one after another."""
        if term.op == "and" and not term.group:
            return [self.rule(part) for part in term.args]
        return [self.rule(term)]

    def rule(self, term: Expression) -> Node:
        """One rule."""
        match term.op:
            case "and":
                return self.make("allOf", term, *[self.rule(part) for part in term.args])
            case "or":
                return self.make("anyOf", term, *[self.rule(part) for part in term.args])
            case "not":
                inner = term.args[0]
                if inner.op == "and" and inner.group == 1:
                    return self.make("not", term, *[self.rule(part) for part in inner.args])
                return self.make("not", term, self.rule(inner))
            case "raw":
                return self.raw(term)
            case "name" if self.symbols.types.get(term.text) == "rule":
                return self.make("ruleReference", term, typeReference=term.text)
        found = self._bare_rule(term)
        group = group_of(tag(found))
        return found if group is None else self.make(group, term, found)

    def _bare_rule(self, term: Expression) -> Node:
        match term.op:
            case "compare":
                parts = [self.element(part) for part in term.args]
                return self.make("compareValues", term, *parts, comparison=COMPARISONS[term.text])
            case "start":
                return self._start(term)
            case "current":
                word, _, name = term.text.partition(" ")
                kinds = {"phase": "Phase", "state": "State", "step": "ActionState"}
                references = {"phase": "phase", "state": "phaseState", "step": "actionState"}
                inner = self.make(f"{references[word]}TypeReference", term, typeReference=name)
                return self.make(f"current{kinds[word]}MatchesType", term, inner)
            case "progress":
                how = {"not started": "NotStarted", "started": "Started", "finished": "Finished"}
                return self.make(f"phaseExecution{how[term.text]}Rule", term)
            case "kind":
                return self._of_type(term)
            case "quality":
                return self._quality(term)
            case "holds":
                which = self.wrapped("whichField", term.args[0])
                inner = self.make("objectTypeReference", term, typeReference=term.text)
                return self.make("fieldContainsObject", term, which, inner)
            case "has":
                parts = [self.element(part) for part in term.args]
                return self.make("setContainsValue", term, *parts)
            case "relation":
                return self._relation(term)
        if self.lenient or self.kind(term) in ("attribute", "value"):
            yes = self.make("booleanValue", term, value="true")
            return self.make("compareValues", term, self.element(term), yes, comparison="equal")
        raise TermError(
            say("This is no rule: it cannot hold or fail."),
            term.start,
            term.end,
            say("Compare it: is, ==, <, in, has."),
        )

    def _start(self, term: Expression) -> Node:
        names = {
            "game": "noPhaseExecutedYet",
            "phase": "noStateExecutedYet",
            "action": "actionExecutionNotStartedRule",
        }
        if term.text not in names:
            message = say("There is the start of game, of phase and of action.")
            raise TermError(message, term.start, term.end)
        return self.make(names[term.text], term)

    def _of_type(self, term: Expression) -> Node:
        which = term.args[0]
        kind = self.kind(which)
        if kind not in _SEARCHES:
            kind = self.symbols.types.get(term.text, "object")
        inner = self.make(f"{kind}TypeReference", term, typeReference=term.text)
        name = f"which{kind.capitalize()}"
        return self.make(f"{kind}MatchesType", term, self.wrapped(name, which), inner)

    def _quality(self, term: Expression) -> Node:
        (which,) = term.args
        match term.text:
            case "empty":
                return self.make("isFieldEmpty", term, self.wrapped("whichField", which))
            case "on top":
                return self.make("isObjectOnTop", term, self.wrapped("whichObject", which))
            case "set":
                host, name = self.link(which)
                return self.make("isLinkSet", term, *host, linkIdReference=name)
            case "owned":
                kind = self.kind(which).capitalize()
                return self.make(f"is{kind}OwnedByActor", term, self.wrapped(f"which{kind}", which))
            case "active":
                return self.make("isImplicationActive", term, self.element(which))
        return self.make("isActionUnderWay", term, self.element(which))

    def _relation(self, term: Expression) -> Node:
        one, other = term.args
        kind = self.kind(one)
        name = kind.capitalize()
        match term.text:
            case "like":
                parts = (self.wrapped("thisObject", one), self.wrapped("thatObject", other))
                return self.make("areObjectsOfSameType", term, *parts)
            case "owned":
                parts = (self.wrapped(f"which{name}", one), self.wrapped("byActor", other))
                return self.make(f"is{name}OwnedByActor", term, *parts)
            case "connected":
                parts = (self.wrapped("fromField", one), self.wrapped("toField", other))
                return self.make("areFieldsConnected", term, *parts)
            case "among":
                parts = (self.wrapped(f"which{name}", one), self.wrapped(f"among{name}s", other))
                return self.make(f"is{name}Among", term, *parts)
            case "in":
                return self._inside(term, one, other, name)
        if kind not in _SEARCHES and not self.lenient:
            message = say("'is' compares actors, objects, fields and spaces.")
            raise TermError(message, term.start, term.end, say("Compare values with ==."))
        parts = (self.wrapped(f"this{name}", one), self.wrapped(f"that{name}", other))
        return self.make(f"are{name}sIdentical", term, *parts)

    def _inside(self, term: Expression, one: Expression, other: Expression, name: str) -> Node:
        which = self.wrapped(f"which{name}", one)
        if self._entry(other).startswith("list"):
            host, link = self.link(other)
            return self.make(f"is{name}InLinkList", term, *host, which, linkIdReference=link)
        if self.kind(other) == "space":
            inner = self.wrapped("inSpaces", other)
            return self.make("isObjectInSpace", term, which, inner)
        return self.make("isObjectInField", term, which, self.wrapped("inFields", other))

    # Values and selectors

    def wrapped(self, name: str, term: Expression) -> Node:
        """An element around what a term means."""
        return self.make(name, term, self.element(term))

    def element(self, term: Expression) -> Node:
        """A value, or a selector of one or more elements."""
        match term.op:
            case "number":
                name = "decimalValue" if "." in term.text else "integerValue"
                return self.make(name, term, value=term.text)
            case "string":
                return self.make("stringValue", term, value=term.text)
            case "set":
                values = [self._enum(part) for part in term.args]
                return self.make("setValue", term, *values)
            case "sum":
                parts = [self.element(part) for part in term.args]
                return self.make(_SUMS[term.text], term, *parts)
            case "if":
                rule, one, other = term.args
                test = self.make("precondition", rule, *self.rules(rule))
                return self.make("valueIf", term, test, self.element(one), self.element(other))
            case "name":
                return self._name(term)
            case "dot":
                return self._dot(term)
            case "where" | "only":
                return self._search(term)
            case "call" | "each":
                return self._call(term)
            case "raw":
                return self.raw(term)
        return self.rule(term)

    def raw(self, term: Expression) -> Node:
        """An element that is written as in XML."""
        parts = [self.element(part) for part in term.args]
        node = self.make(term.text, term, *parts)
        for key, value in term.attributes:
            node.set(key, value.replace("&quot;", '"').replace("&amp;", "&"))
        return node

    def _enum(self, term: Expression) -> Node:
        if term.op != "name":
            raise TermError(say("A set holds values of an enumeration."), term.start, term.end)
        return self.make("enumValue", term, enumValueReference=term.text)

    def word(self, name: str) -> str | None:
        """The element that a word stands for here."""
        if self.inside == "implication" and name in IMPLIED:
            return IMPLIED[name]
        if self.inside == "type" and name in SEEN:
            return SEEN[name]
        return WORDS.get(name)

    def _entry(self, term: Expression) -> str:
        """What a name means: a kind of instance, a link or list, or nothing."""
        if term.op == "name":
            if self.word(term.text) is not None or term.text in ("true", "false"):
                return ""
            symbols = self.symbols
            if (found := symbols.of("game", term.text)) is not None:
                return found
            for host in ("action", "phaseState", "actionState", "phase"):
                if (found := symbols.of(host, term.text)) is not None:
                    return found
        elif term.op == "dot":
            base = term.args[0]
            if base.op == "name" and base.text in ("phase", "action", "game") and not base.group:
                return self.symbols.of(base.text, term.text) or ""
            return self.symbols.of(self.kind(base), term.text) or ""
        return ""

    def kind(self, term: Expression) -> str:
        """What a term selects: an ``actor``, an ``object``, ..., or a ``value``."""
        match term.op:
            case "name" if (word := self.word(term.text)) is not None:
                return kind_of_word(word)
            case "name" | "dot":
                if term.op == "dot":
                    known = _MEMBERS.get((self.kind(term.args[0]), term.text))
                    if known is not None:
                        return known[1]
                    if term.text == "owner":
                        return "actor"
                elif term.text in _SEARCHES:
                    return term.text
                found = self._entry(term)
                return found.rpartition(" ")[2] or "value"
            case "where" | "only":
                return self.kind(term.args[0])
            case "call" | "each":
                return self._call_kind(term)
            case "raw":
                return _raw_kind(term.text)
        return "value"

    def _call_kind(self, term: Expression) -> str:
        if term.text in ("highest", "lowest"):
            return "actor"
        if term.text in ("list", "draw", "connected") and term.args:
            return "field" if term.text == "connected" else self._list_kind(term)
        return {
            "top": "object",
            "typed": "object",
            "the": "object",
            "reach": "field",
            "onward": "field",
        }.get(term.text, "value")

    def _list_kind(self, term: Expression) -> str:
        if term.text == "list":
            return self.kind(term.args[0])
        node = self.symbols.type_nodes.get(term.args[0].text)
        kind = tag(node).removesuffix("Chance") if node is not None else "integer"
        return kind if kind in _SEARCHES else "value"

    def _name(self, term: Expression) -> Node:
        name, symbols = term.text, self.symbols
        if (word := self.word(name)) is not None:
            return self.make(word, term)
        if name in ("true", "false"):
            return self.make("booleanValue", term, value=name)
        if (symbols.types.get(name)) == "value":
            return self.make("valueReference", term, typeReference=name)
        entry = self._entry(term)
        if entry.startswith(("link ", "list ")):
            kind = entry[5:]
            which = f"{kind}OfLink" if entry.startswith("link") else f"{kind}sOfLinkList"
            return self.make(which, term, linkIdReference=name)
        if entry == "field":
            return self.make("fieldOfGame", term, instanceIdReference=name)
        if entry == "attribute":
            for host in ("game", "action", "phase"):
                if symbols.of(host, name) == "attribute":
                    owner = host.capitalize()
                    return self.make(f"attributeOf{owner}", term, instanceIdReference=name)
        if entry == "space":
            by = self.make("byInstanceId", term, instanceIdReference=name)
            return self.make("selectSpace", term, self.make("fromGameState", term), by)
        if name in symbols.values:
            return self.make("enumValue", term, enumValueReference=name)
        if name in symbols.options:
            return self.make("optionValue", term, optionReference=name)
        if self.lenient:
            return self.make("integerValue", term, value="0")
        raise self.unknown(term)

    def unknown(self, term: Expression, known: set[str] | None = None) -> TermError:
        """What is said of a name that means nothing."""
        # A type is no answer to a name in small letters, nor the other way round.
        known = known or self.symbols.known()
        alike = [one for one in known if one[:1].isupper() == term.text[:1].isupper()]
        near = get_close_matches(term.text, alike, 1, 0.6)
        hint = say("Did you mean '{near}'?", near=near[0]) if near else None
        message = say("Nothing here is called '{name}'.", name=term.text)
        return TermError(message, max(term.start, term.end - len(term.text)), term.end, hint)

    def _dot(self, term: Expression) -> Node:
        host, name = term.args[0], term.text
        if host.op == "name" and not host.group:
            if host.text in ("phase", "action", "game"):
                return self._of_course(term, host.text)
            if host.text == "option":
                return self.make("optionValue", term, optionReference=name)
        kind = self.kind(host)
        innermost = host.op == "name" and host.text in _SEARCHES and not host.group
        inner = [] if innermost else [self.element(host)]
        if name == "owner" and kind in ("object", "field", "space"):
            of = self.make(f"ownerFrom{kind.capitalize()}", term, *inner)
            return self.make("selectActor", term, of)
        if (known := _MEMBERS.get((kind, name))) is not None:
            return self.make(known[0], term, *inner)
        entry = self.symbols.of(kind, name)
        if entry is None:
            if self.lenient:
                return self.make("integerValue", term, value="0")
            raise self.unknown(term)
        if entry.startswith(("link ", "list ")):
            linked = entry[5:]
            which = f"{linked}OfLink" if entry.startswith("link") else f"{linked}sOfLinkList"
            start = self.make(_HOSTS[kind], term, *inner)
            return self.make(which, term, start, linkIdReference=name)
        owner = kind.capitalize()
        if entry in ("attribute", "field") and (entry, kind) != ("field", "space"):
            return self.make(f"{entry}Of{owner}", term, *inner, instanceIdReference=name)
        by = self.make("byInstanceId", term, instanceIdReference=name)
        start = self.make(_HOSTS[kind], term, *inner)
        return self.make(f"select{entry.capitalize()}", term, start, by)

    def _of_course(self, term: Expression, host: str) -> Node:
        """A part of the phase, the action or the game."""
        entry = self.symbols.of(host, term.text) or ("" if self.lenient else None)
        if entry is None:
            raise self.unknown(term)
        start = self.make(_GAME_HOSTS[host], term)
        if entry.startswith(("link ", "list ")):
            linked = entry[5:]
            which = f"{linked}OfLink" if entry.startswith("link") else f"{linked}sOfLinkList"
            return self.make(which, term, start, linkIdReference=term.text)
        if entry in ("attribute", ""):
            name = f"attributeOf{host.capitalize()}"
            return self.make(name, term, instanceIdReference=term.text)
        by = self.make("byInstanceId", term, instanceIdReference=term.text)
        return self.make(f"select{entry.capitalize()}", term, start, by)

    def link(self, term: Expression) -> tuple[list[Node], str]:
        """Where a link is looked for, if that is said, and its id."""
        if term.op == "name":
            return [], term.text
        if term.op == "dot":
            host = term.args[0]
            if host.op == "name" and host.text in _GAME_HOSTS and not host.group:
                return [self.make(_GAME_HOSTS[host.text], term)], term.text
            kind = self.kind(host)
            if kind in _HOSTS:
                return [self.make(_HOSTS[kind], term, self.element(host))], term.text
        raise TermError(say("Here a link must be named."), term.start, term.end)

    def _search(self, term: Expression) -> Node:
        one = term.op == "only"
        search = term.args[0] if one else term
        if search.op != "where":
            raise TermError(
                say("Behind 'only' stands what to look for: only X where Y."), term.start, term.end
            )
        pool, *tests = search.args
        kind = self.kind(pool)
        if kind not in _SEARCHES:
            if not self.lenient:
                message = say("Only actors, objects, fields and spaces can be searched.")
                raise TermError(message, pool.start, pool.end)
            kind = "actor"
        all_of = pool.op == "name" and pool.text == f"{kind}s" and not pool.group
        among = [] if all_of else [self.element(pool)]
        conditions = [self.make("precondition", test, *self.rules(test)) for test in tests]
        name = kind.capitalize()
        which = f"single{name}ByRules" if one else f"selectMultiple{name}sByRules"
        return self.make(which, term, *among, *conditions)

    def _call(self, term: Expression) -> Node:
        name, args = term.text, term.args
        if name in _PLAIN:
            return self.make(_PLAIN[name], term, *self._values_of(term))
        if name == "count" and len(args) == 1:
            kind = self.kind(args[0])
            if kind in ("actor", "object", "field"):
                return self.make(f"numberOf{kind.capitalize()}s", term, self.element(args[0]))
            if self.lenient:
                return self.make("numberOfPlayers", term)
            raise TermError(say("Actors, objects and fields can be counted."), term.start, term.end)
        if name in ("roll", "draw") and len(args) == 1:
            kind = self._list_kind(term)
            which = _DRAWS.get(kind, "selectValueByChance")
            return self.make(which, term, chanceReference=args[0].text)
        if name == "executed" and args:
            return self._executions(term)
        if (
            term.op == "each"
            and len(args) == 2
            and name in (*_EACH, "distinct", "highest", "lowest")
        ):
            pool, value = (self.element(part) for part in args)
            if name in _EACH:
                kind = self.kind(args[0]).capitalize()
                return self.make(f"{_EACH[name]}{kind}", term, pool, value)
            which = {
                "distinct": "numberOfDifferentValues",
                "highest": "actorWithHighestValue",
                "lowest": "actorWithLowestValue",
            }[name]
            return self.make(which, term, pool, value)
        if name == "scored" and term.op == "each" and len(args) > 1:
            return self._scored(term)
        return self._selector_call(term)

    def _scored(self, term: Expression) -> Node:
        """``scored(n: 0, 1, 3, 6)``: a table of points; beyond its end the last counts."""
        which, *points = term.args
        found = self.element(points[-1])
        for number in range(len(points) - 2, -1, -1):
            bound = self.make("integerValue", points[number], value=str(number))
            comparing = self.make(
                "compareValues", which, self.element(which), bound, comparison="lessOrEqual"
            )
            rule = self.make("attributeRule", which, comparing)
            test = self.make("precondition", which, rule)
            found = self.make("valueIf", term, test, self.element(points[number]), found)
        return found

    def _values_of(self, term: Expression) -> list[Node]:
        if term.text == "path":
            if len(term.args) != 2:
                raise TermError(say("path(from, to) has two fields."), term.start, term.end)
            one, other = term.args
            return [self.wrapped("fromField", one), self.wrapped("toField", other)]
        return [self.element(part) for part in term.args]

    def _the(self, term: Expression, which: Expression) -> Node:
        """``the(King)``: the only object of a type; ``the("card.king")``: that of an id."""
        if which.op == "string":
            how = self.make("byInstanceId", which, instanceIdReference=which.text)
        else:
            kind = self.make("objectTypeReference", which, typeReference=flat(which))
            how = self.make("byType", which, kind)
        return self.make("selectSingleObject", term, how)

    def _executions(self, term: Expression) -> Node:
        scopes = {"game": "game", "phase": "phase", "state": "phaseState"}
        own = term.args[0].op == "name" and term.args[0].text in scopes
        words = [part.text for part in term.args[0 if own else 1 :]]
        scope = next((scopes[word] for word in words if word in scopes), "game")
        which = [] if own else [self.element(term.args[0])]
        node = self.make("numberOfExecutions", term, *which, scope=scope)
        if "me" in words:
            node.set("byExecutingActor", "true")
        return node

    def _selector_call(self, term: Expression) -> Node:
        name, args = term.text, term.args
        if name == "typed" and len(args) == 1:
            return self.make("selectObjectsByType", term, typeReference=flat(args[0]))
        if name == "the" and len(args) == 1:
            return self._the(term, args[0])
        if name == "list" and args:
            kind = self.kind(args[0]).capitalize()
            parts = [self.element(part) for part in args]
            return self.make(f"selectMultiple{kind}s", term, *parts)
        pairs = {
            "top": "topObjectsOfField",
            "reach": "fieldsWithinReach",
            "onward": "fieldAfterSteps",
        }
        if name in pairs and len(args) == 2:
            return self.make(pairs[name], term, *[self.element(part) for part in args])
        known = ["min", "max", "count", "sum", "largest", "highest", "lowest", "distinct", "roll",
                 "draw", "top", "typed", "the", "list", "reach", "onward", "path",
                 "executed"]  # fmt: skip
        near = get_close_matches(name, known, 1, 0.5)
        hint = say("Did you mean '{near}'?", near=near[0]) if near else None
        raise TermError(
            say("There is no '{name}' with {n} in brackets.", name=name, n=len(args)),
            term.start,
            term.start + len(name),
            hint,
        )


def flat(term: Expression) -> str:
    """The id that a name with dots is."""
    if term.op == "dot":
        return f"{flat(term.args[0])}.{term.text}"
    return term.text


def _raw_kind(name: str) -> str:
    if name.startswith(("attribute", "selectAttribute")):
        return "attribute"
    for kind in _SEARCHES:
        word = kind.capitalize()
        selects = name.startswith(("select", "single", "top", "bottom", "first"))
        if name.startswith(kind) or (selects and word in name):
            return kind
    return "value"
