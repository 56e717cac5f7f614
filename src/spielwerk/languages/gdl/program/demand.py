"""Relations that cannot be listed are asked with values: what is asked for becomes a relation.

Where a rule asks ``(beside ?a ?b)`` of ``(<= (beside ?x ?y) (distinct ?x ?y))``, its other
conditions say for which ?a and ?b. They become rules of a *demand* (a magic set), and the rules of
``beside`` hold only for what is demanded: so everything can be listed, which is what grounding
needs. Rules in plain form go in, such rules come out, with the same consequences for all keywords;
a relation that is asked in several ways becomes several *versions*. ``(not (p ?bound ?free))``
becomes the negation of a part that holds of ?bound where there is any ?free.

An engine that can ask with values by itself leaves the demands out (:func:`without_demand`), and
takes from the name of a version which arguments it must give (:func:`.auxiliary.given_places`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from spielwerk.languages.gdl.program.asking import (
    AskedCondition,
    Asking,
    Given,
    Mode,
    Stuck,
    listing,
    lists_anything,
)
from spielwerk.languages.gdl.program.auxiliary import (
    FreshNames,
    demand_name,
    is_demand,
    version_name,
)
from spielwerk.languages.gdl.program.needs import Signature
from spielwerk.languages.gdl.program.rules import Atom, Distinct, Literal, Not, Rule, Var, variables
from spielwerk.languages.gdl.program.words import RELATIONS


@dataclass(frozen=True, slots=True)
class Demanded:
    """Rules that can be listed, and those that cannot be asked at all, each with its reason."""

    rules: tuple[Rule, ...]
    stuck: tuple[Stuck, ...]


def demand(
    rules: Sequence[Rule],
    names: FreshNames,
    given: Given = lists_anything,
    must: Mapping[Signature, Collection[int]] | None = None,
) -> Demanded:
    """Ask with values what cannot be listed.

    ``given`` says in which modes relations without rules can be asked, such as sums; ``must`` are
    arguments that have to be given even where their values could be listed.
    """
    return _Demanding(rules, names, Asking(rules, given, must)).run()


def without_demand(rules: Iterable[Rule]) -> Iterator[Rule]:
    """The rules without demands, for who asks with values anyway."""
    for rule in rules:
        if not is_demand(rule.head.relation):
            match rule.body:
                case (Atom(relation), *others) if is_demand(relation):
                    yield replace(rule, body=tuple(others))
                case _:
                    yield rule


class _Demanding:
    def __init__(self, rules: Sequence[Rule], names: FreshNames, asking: Asking) -> None:
        self.source = rules
        self.names = names
        self.asking = asking
        self.made: dict[Rule, None] = {}
        self.stuck: list[Stuck] = []
        self.versions: dict[tuple[Signature, Mode], str] = {}
        self.waiting: list[tuple[Signature, Mode]] = []
        self.parts: dict[Atom, str] = {}

    def run(self) -> Demanded:
        for rule in self.source:
            signature = rule.head.signature
            if self.asking.listable(signature):
                self.add(rule, listing(signature), rule.head)
            elif signature[0] in RELATIONS:
                self.refuse(rule, listing(signature))
        while self.waiting:
            signature, mode = self.waiting.pop()
            name = self.versions[signature, mode]
            for rule in self.asking.fitting(signature, mode):
                self.add(rule, mode, _version(rule.head, name, mode))
        return Demanded(tuple(self.made), tuple(self.stuck))

    def refuse(self, rule: Rule, mode: Mode) -> None:
        """Keep a rule that cannot be asked as it is; checks report it."""
        if self.asking.order(rule, mode) is None:
            self.stuck.append(self.asking.stuck(rule, mode))
            self.made[rule] = None
        else:
            self.add(rule, mode, rule.head)

    def add(self, rule: Rule, mode: Mode, head: Atom) -> None:
        """The rule as it is asked in a mode, and the demands it makes on others."""
        order = self.asking.order(rule, mode)
        assert order is not None
        start = self.demand_of(head, rule.head, mode)
        earlier: list[Literal] = list(start)
        replaced: dict[int, Literal] = {}
        for step in order:
            literal = self.literal(step, earlier)
            replaced[id(step.literal)] = literal
            if not isinstance(literal, Not):
                earlier.append(literal)
        body = (*start, *(replaced[id(literal)] for literal in rule.body))
        self.made[replace(rule, head=head, body=body)] = None

    def demand_of(self, head: Atom, written: Atom, mode: Mode) -> tuple[Atom, ...]:
        """The condition that this is asked for at all; none where there is nothing to give."""
        given = tuple(t for t, x in zip(written.args, mode, strict=True) if x[0] in "b=")
        return (Atom(demand_name(head.relation), given, head.span),) if given else ()

    def literal(self, step: AskedCondition, earlier: Sequence[Literal]) -> Literal:
        """A condition as it is asked, once what it asks for is demanded."""
        match step.literal:
            case Atom() as atom:
                return self.ask(atom, step, earlier)
            case Not(Atom() as atom):
                known = tuple(dict.fromkeys(v for v in variables(atom) if v in step.known))
                asked = self.ask(atom, step, earlier)
                if len(known) < len(set(variables(atom))):
                    asked = self.part(atom, asked, known)
                return replace(step.literal, literal=asked)
        return step.literal

    def ask(self, atom: Atom, step: AskedCondition, earlier: Sequence[Literal]) -> Atom:
        if atom.signature not in self.asking.rules or step.mode == listing(atom.signature):
            return atom
        key = atom.signature, step.mode
        if key not in self.versions:
            self.versions[key] = version_name(atom.relation, step.mode)
            self.waiting.append(key)
        version = _version(atom, self.versions[key], step.mode)
        for demanded in self.demand_of(version, atom, step.mode):
            body = tuple(_relevant(demanded, earlier))
            if body != (demanded,):
                self.made[Rule(demanded, body, atom.span)] = None
        return version

    def part(self, atom: Atom, asked: Atom, known: tuple[Var, ...]) -> Atom:
        """A relation that holds where there is any such atom."""
        key = replace(asked, args=(*asked.args, ("=", *known)))
        if key not in self.parts:
            self.parts[key] = self.names.fresh(atom.relation)
            head = Atom(self.parts[key], known, atom.span)
            self.made[Rule(head, (asked,), atom.span)] = None
        return Atom(self.parts[key], known, atom.span)


def _version(atom: Atom, name: str, mode: Mode) -> Atom:
    """An atom of a version: without the arguments that may be anything."""
    args = tuple(term for term, letter in zip(atom.args, mode, strict=True) if letter != "_")
    return Atom(name, args, atom.span)


def _relevant(demanded: Atom, earlier: Sequence[Literal]) -> Iterator[Literal]:
    """What of the earlier conditions has to do with the values demanded."""
    known: set[Var] = set(variables(demanded))
    atoms = [literal for literal in earlier if isinstance(literal, Atom)]
    size = -1
    while size != len(known):
        size = len(known)
        for atom in atoms:
            own = set(variables(atom))
            if not own.isdisjoint(known):
                known |= own
    for literal in earlier:
        own = set(variables(literal))
        connected = own <= known and (own or isinstance(literal, Atom))
        if connected and isinstance(literal, Atom | Distinct):
            yield literal
