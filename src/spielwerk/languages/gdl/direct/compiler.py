"""Puts the generated functions of the direct engine together so that they find each other.

Predicates are asked for by relation and mode; :meth:`Compiler.link` writes all that are missing,
with the indexes they use and the contexts that hold what was computed, and makes them callable.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from types import SimpleNamespace
from typing import Any

from spielwerk.core import LimitExceeded
from spielwerk.languages.gdl.direct.clauses import ANY_FACT, Relation, RelationKind
from spielwerk.languages.gdl.direct.patterns import Constants, pack
from spielwerk.languages.gdl.direct.predicates import LinearPredicate, PlainPredicate, is_linear
from spielwerk.languages.gdl.direct.rings import RingPredicate
from spielwerk.languages.gdl.direct.world import Index, Level, Predicate, RuleWorld
from spielwerk.languages.gdl.program import MAX_DEPTH, Term

MAX_ANSWERS = 1_000_000
"""How many rows a relation may have in one state."""
MAX_TRIES = 100_000
"""How often the rules of a relation may try a combination of what their conditions offer, not
counting those of the first two conditions."""
MAX_SYMBOLS = 2_000
"""How many symbols a term may have that rules build."""


class Compiler:
    """Compiles predicates and all they need into one namespace."""

    def __init__(self, world: RuleWorld, limit: int = MAX_ANSWERS) -> None:
        """``limit`` is how many rows a relation may have before it is taken to be endless."""
        self.world = world
        self.limit = limit
        self.constants = Constants()
        self.static = SimpleNamespace(facts=frozenset())
        self.namespace: dict[str, Any] = {
            "NONE": (),
            "ONE": (None,),
            "LIMIT": limit,
            "TRIES": MAX_TRIES,
            "overflow": self._overflow,
            "toil": self._toil,
            "run": self._run,
            "weigh": _weigh,
            "z": self.static,
        }
        self.source = ""
        self.predicates: dict[tuple[Relation, str], Predicate] = {}
        self._indexes: dict[tuple[Relation, tuple[int, ...], tuple[int, ...]], Index] = {}
        self._groups: dict[Relation, str] = {}
        self._waiting: deque[Predicate | Index] = deque()

    def predicate(self, relation: Relation, mode: str) -> Predicate:
        """The predicate for a relation in a mode, written by the next :meth:`link`."""
        found = self.predicates.get((relation, mode))
        if found is None:
            level, ring = self.world.level(relation), self.world.rings.get(relation)
            whole = bool(mode) and set(mode) == {"f"}
            linear = ring is not None and whole and is_linear(relation, self.world)
            number = len(self.predicates)
            found = Predicate(relation, mode, number, level, None if linear else ring, linear)
            self.predicates[relation, mode] = found
            self._waiting.append(found)
        return found

    def index(self, relation: Relation, known: tuple[int, ...], wanted: tuple[int, ...]) -> Index:
        """The index of a relation's rows, written by the next :meth:`link`."""
        key = (relation, known, wanted)
        found = self._indexes.get(key)
        if found is None:
            number = len(self._indexes)
            if relation in self.world.tables:
                content, functional = _arrange(self.world.tables[relation], known, wanted)
                found = Index(relation, known, wanted, number, Level.STATIC, functional, True)
                self.namespace[found.name] = content
            else:
                level = self.world.level(relation)
                found = Index(relation, known, wanted, number, level, functional=False, ready=False)
                self._waiting.append(found)
            self._indexes[key] = found
        return found

    def group(self, relation: Relation) -> str:
        """The attribute of a state's context that holds all facts of a kind."""
        return self._groups.setdefault(relation, f"g{len(self._groups)}")

    def link(self) -> bool:
        """Write and load what is missing. Contexts made before must not be used any more.

        Gives back whether anything was missing.
        """
        parts = []
        indexes = []
        while self._waiting:
            item = self._waiting.popleft()
            if isinstance(item, Predicate):
                parts.append(self._written(item))
            else:
                indexes.append(item)
                if item.relation.kind is not RelationKind.FACT:
                    self.predicate(item.relation, "f" * item.relation.arity)
        parts += map(self._builder, indexes)
        if not parts and "State" in self.namespace:
            return False
        self.namespace.update(self.constants.values)
        source = "\n".join([*parts, self._state_class(), self._step_class()])
        exec(compile(source, "<gdl>", "exec"), self.namespace)
        self.source += source
        self.forget()
        return True

    def _written(self, predicate: Predicate) -> str:
        writer: type[LinearPredicate | PlainPredicate | RingPredicate] = PlainPredicate
        if predicate.recursive:
            writer = LinearPredicate if predicate.linear else RingPredicate
        return writer(predicate, self).text()

    def forget(self) -> None:
        """Drop what was derived independently of any state."""
        for predicate in self.predicates.values():
            if predicate.level is Level.STATIC:
                setattr(self.static, predicate.memo, None if predicate.once else {})
        for index in self._indexes.values():
            if index.level is Level.STATIC and not index.ready:
                setattr(self.static, index.name, None)

    def question(self, predicate: Predicate) -> Callable[[Any], Any]:
        """The function that answers a predicate without known arguments in a context."""
        function: Callable[..., Any] = self.namespace[predicate.function]
        if predicate.ring is None:
            return function
        memo = predicate.memo

        def answer(context: Any) -> Any:
            entry = getattr(context, memo).get(())
            return (function(context, ()) if entry is None else entry)[0]

        return answer

    def ask(self, predicate: Predicate, context: Any, key: tuple[Term, ...] = ()) -> Any:
        """What a predicate answers to the known arguments: rows, or whether it holds."""
        if predicate.keyless:
            return self.question(predicate)(context)
        question = key[0] if len(key) == 1 else key
        answer = getattr(context, predicate.memo).get(question)
        if answer is None:
            answer = self.namespace[predicate.function](context, question)
        return answer if predicate.ring is None else answer[0]

    def _run(self, context: Any, start: Any, entry: Any, key: Any, relation: str) -> None:
        """Work off an agenda until every question of a ring has all its answers."""
        agenda = [(start, entry, key)]
        entries = []
        left = self.limit
        while agenda:
            function, where, what = agenda.pop()
            if type(where) is list:
                entries.append(where)
            function(context, agenda, where, what)
            left -= 1
            if not left:
                self._overflow(relation)
        for done in entries:
            done[2].clear()  # nobody waits any more, and the entries need not know each other

    def _overflow(self, relation: str) -> None:
        raise LimitExceeded(
            f"The relation {self._placed(relation)} holds of more than {self.limit:,} things in "
            "one state; does it generate ever new terms, or combine what has nothing to do with "
            "each other?"
        )

    def _toil(self, relation: str) -> None:
        raise LimitExceeded(
            f"To find out of what {self._placed(relation)} holds takes more than {MAX_TRIES:,} "
            "attempts; do its rules combine what has nothing to do with each other?"
        )

    def _placed(self, relation: str) -> str:
        """A relation with the place of its first rule."""
        place = self.world.places.get(relation)
        return relation if place is None else f"{relation} ({place})"

    def _builder(self, index: Index) -> str:
        """The function that builds an index of a state or step when it is first used."""
        relation, context = index.relation, index.level.context
        lines = [
            f"def {index.builder}({context}):",
            f"    x = {context}.{index.name}",
            "    if x is not None: return x",
        ]
        places = [f"a{place}" for place in range(relation.arity)]
        row = ", ".join(places)
        if relation.kind is RelationKind.FACT:
            rows, row = f"{context}.{self.group(relation)}", f"_, {row}"
        else:
            predicate = self.predicate(relation, "f" * relation.arity)
            if predicate.ring is None:
                lines.append(f"    rows = {predicate.function}({context})")
                rows = "rows"
            else:
                lines.append(f"    e = {context}.{predicate.memo}.get(())")
                lines.append(f"    if e is None: e = {predicate.function}({context}, ())")
                rows = "e[0]"
        key = pack([places[place] for place in index.known])
        value = pack([places[place] for place in index.wanted])
        richer = next((x for x in self._indexes.values() if x.covers(index)), None)
        if not index.known:
            lines.append(f"    x = list(dict.fromkeys([{value} for {row} in {rows}]))")
        elif richer is not None:
            lines[3:] = [f"    x = {richer.builder}({context})"]
        elif not index.wanted and len(index.known) == relation.arity:
            lines.append("    x = e[1]" if rows == "e[0]" else f"    x = frozenset({rows})")
        elif not index.wanted:
            lines.append(f"    x = {{{key} for {row} in {rows}}}")
        else:
            lines += [
                "    x = {}",
                f"    for {row} in {rows}:",
                f"        k = {key}",
                f"        if k in x: x[k].append({value})",
                f"        else: x[k] = [{value}]",
            ]
        return "\n".join([*lines, f"    {context}.{index.name} = x", "    return x", ""])

    def _state_class(self) -> str:
        """The class that holds what is known of a state."""
        setup = ["self.facts = facts", "self.by_kind = by_kind"]
        for relation, name in self._groups.items():
            rows = f"by_kind.get({(relation.name, relation.arity)!r}, NONE)"
            if relation == ANY_FACT:
                rows = "[f for group in by_kind.values() for f in group]"
            setup.append(f"self.{name} = {rows}")
        slots = ["facts", "by_kind", *self._groups.values()]
        return self._context_class("State", Level.STATE, "facts, by_kind", slots, setup)

    def _step_class(self) -> str:
        """The class that holds what is known of a state and the moves made in it."""
        setup = ["self.c = c", "self.moves = moves", "self.does = tuple(moves.items())"]
        return self._context_class("Step", Level.STEP, "c, moves", ["c", "moves", "does"], setup)

    def _context_class(
        self, name: str, level: Level, arguments: str, slots: Sequence[str], setup: Sequence[str]
    ) -> str:
        predicates = [p for p in self.predicates.values() if p.level is level]
        indexes = [index.name for index in self._indexes.values() if index.level is level]
        empty = [*(p.memo for p in predicates if p.once), *indexes]
        memos = [p.memo for p in predicates if not p.once]
        lines = [
            f"class {name}:",
            f"    __slots__ = {(*slots, *empty, *memos)!r}",
            f"    def __init__(self, {arguments}):",
            *(f"        {line}" for line in setup),
            *(f"        self.{memo} = {{}}" for memo in memos),
        ]
        if empty:
            lines.append(f"        self.{' = self.'.join(empty)} = None")
        return "\n".join([*lines, ""])


def _arrange(
    table: Iterable[tuple[Term, ...]], known: tuple[int, ...], wanted: tuple[int, ...]
) -> tuple[Any, bool]:
    """The rows of a table that never changes, as the code for them expects; and if functional."""

    def packed(row: tuple[Term, ...], places: tuple[int, ...]) -> Any:
        return row[places[0]] if len(places) == 1 else tuple(row[place] for place in places)

    if not known:
        return list(dict.fromkeys(packed(row, wanted) for row in table)), False
    if not wanted:
        return {packed(row, known) for row in table}, False
    found: dict[Any, dict[Any, None]] = {}
    for row in table:
        found.setdefault(packed(row, known), {})[packed(row, wanted)] = None
    if all(len(values) == 1 for values in found.values()):
        return {key: next(iter(values)) for key, values in found.items()}, True
    return {key: list(values) for key, values in found.items()}, False


def _weigh(term: Term, relation: str) -> None:
    """Refuse terms that grow with every use of a rule, before they get costly to handle."""
    todo = [(term, 0)]
    count = 0
    while todo:
        part, depth = todo.pop()
        count += 1
        if isinstance(part, tuple):
            todo.extend((inner, depth + 1) for inner in part)
        if count > MAX_SYMBOLS or depth > MAX_DEPTH:
            raise LimitExceeded(
                f"{relation} generates terms of more than {MAX_SYMBOLS:,} symbols or {MAX_DEPTH} "
                "levels; is there a rule that puts a function around its own result?"
            )
