"""A hero with open questions, as a logic program: what may change, and between what.

A hero and what may change about it go in; a program comes out whose answers are exactly the legal
heroes within reach. Repair and planning add what they wish for, and ask clingo for the best.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from threading import Timer

from clingo import Model, Symbol

from spielwerk.languages.rulebook.features import FEATURES, Shape, Term
from spielwerk.languages.rulebook.grounding import fresh_control
from spielwerk.languages.rulebook.hero import Hero
from spielwerk.languages.rulebook.lore import Need
from spielwerk.languages.rulebook.rules import Rules
from spielwerk.languages.rulebook.traits import traits_of
from spielwerk.languages.rulebook.violations import VIOLATIONS, Weight

IDENTITY = ("experience_level", "race", "race_variant", "culture", "profession")
"""What a hero is, rather than what it has."""
_ALWAYS_THERE = ("attribute", "talent", "combat_technique")
_USES_TRIED = 3
"""How many uses are tried of an advantage that is needed with any use."""

Key = tuple[str, str, str]
"""An entry of a hero: feature, name and use. For what a hero is, the name is empty."""


def key_of(term: Term) -> Key:
    """The entry that a term is about, whatever its level."""
    if FEATURES[term.feature].shape is Shape.SINGLE:
        return term.feature, "", ""
    return term.feature, term.value or "", term.using or ""


@dataclass(slots=True)
class Domain:
    """What may become of each entry: the terms it can be, besides being absent."""

    options: dict[Key, dict[Term, None]] = field(default_factory=dict)
    fixed: set[Key] = field(default_factory=set)
    """Entries that stay as they are."""
    kept: set[Key] = field(default_factory=set)
    """Entries that cannot go: what the hero is, and what everybody has at some level."""

    def offer(self, term: Term) -> bool:
        """Add a possibility; whether it is new."""
        key = key_of(term)
        known = self.options.setdefault(key, {})
        if key in self.fixed or term in known:
            return False
        known[term] = None
        return True

    def offer_levels(self, term: Term, levels: Iterable[int]) -> None:
        """Let an entry of the hero have other levels."""
        if term.feature in _ALWAYS_THERE:
            self.kept.add(key_of(term))
        for level in levels:
            self.offer(Term(term.feature, term.value, term.using, level))

    def terms(self) -> Iterator[Term]:
        for options in self.options.values():
            yield from options

    def things(self) -> list[tuple[str, ...]]:
        """All that some legal hero within reach may have, as the world is cut by."""
        found: dict[tuple[str, ...], None] = {}
        for term in self.terms():
            name = term.value or ""
            found[term.feature, name] = None
            if term.using is not None:
                found[term.feature, name, term.using] = None
                found[term.feature, name, ""] = None
        return list(found)


@dataclass(frozen=True, slots=True)
class LegalHero:
    """A legal hero that was found, and how much it was wished for."""

    terms: frozenset[Term]
    cost: tuple[int, ...]
    optimal: bool
    """Whether it is proven that there is none better."""


def reachable(rules: Rules, hero: Hero, pins: frozenset[Key], identity: bool) -> Domain:
    """What may become of a hero: every entry may change or go, everything needed may come.

    What the hero is changes only with ``identity``; pinned entries stay as they are.
    """
    domain = Domain()
    now = list(hero.terms())
    for term in now:
        domain.offer(term)
    frozen = {key_of(t) for t in now if t.feature in IDENTITY and not identity}
    domain.kept |= {key_of(t) for t in now if FEATURES[t.feature].shape is Shape.SINGLE}
    domain.fixed |= {key for key in domain.options if key in frozen or _pinned(key, pins)}
    known = {(term.feature, term.value) for terms in rules.lore.known.values() for term in terms}
    for term in now:
        if (term.feature, term.value) in known:
            domain.offer_levels(term, _levels(rules, hero, term))
    if identity:
        for feature in IDENTITY:
            if hero.says(feature) and not _pinned((feature, "", ""), pins):
                for term in rules.lore.known[feature]:
                    domain.offer(term)
    if hero.attributes is not None and not _pinned(("attribute_choice", "", ""), pins):
        for term in rules.lore.known["attribute"]:
            domain.offer(Term("attribute_choice", term.value))
    _close(rules, hero, domain, pins)
    return domain


def _pinned(key: Key, pins: frozenset[Key]) -> bool:
    return key in pins or (key[0], "*", "") in pins


def _close(rules: Rules, hero: Hero, domain: Domain, pins: frozenset[Key]) -> None:
    """Offer what the things within reach need, and what that needs in turn."""
    pending = [(t.feature, t.value or "") for t in domain.terms()]
    seen = set(pending)
    while pending:
        for need in rules.lore.needs.get(pending.pop(), ()):
            for term in _ways_to_meet(rules, hero, domain, need):
                if not hero.says(term.feature) or _pinned(key_of(term), pins):
                    continue
                domain.offer(term)
                thing = (term.feature, term.value or "")
                if thing not in seen:
                    seen.add(thing)
                    pending.append(thing)


def _ways_to_meet(rules: Rules, hero: Hero, domain: Domain, need: Need) -> list[Term]:
    found: list[Term] = []
    for option in need.options:
        shape = FEATURES[option.feature].shape if option.feature in FEATURES else Shape.SINGLE
        if shape is Shape.SINGLE:
            continue
        if shape is Shape.LEVELLED:
            wanted = Term(option.feature, option.value, None, option.level or 0)
            found += [wanted, *_raised(rules, hero, wanted)]
        elif shape is Shape.NAMED:
            found.append(option)
        else:
            found += _triples(rules, domain, option)
    return found


def _raised(rules: Rules, hero: Hero, term: Term) -> list[Term]:
    return [
        Term(term.feature, term.value, None, level)
        for level in _levels(rules, hero, term)
        if level > (term.level or 0)
    ]


def _triples(rules: Rules, domain: Domain, option: Term) -> list[Term]:
    name = option.value or ""
    uses: Iterable[str]
    if option.using is not None:
        uses = [option.using]
    else:
        own = [key[2] for key in domain.options if key[:2] == (option.feature, name)]
        known = [t.using or "" for t in rules.lore.known[option.feature] if t.value == name]
        uses = [*own, *list(dict.fromkeys(known))[:_USES_TRIED]]
    return [
        Term(option.feature, name, using, level)
        for using in dict.fromkeys(uses)
        for level in rules.lore.levels(option.feature, name, using)
        if level >= (option.level or 1)
    ]


def _levels(rules: Rules, hero: Hero, term: Term) -> Sequence[int]:
    """The levels that an entry may come to have."""
    shape = FEATURES[term.feature].shape
    if shape is Shape.USED:
        return rules.lore.levels(term.feature, term.value or "", term.using or "")
    if shape is not Shape.LEVELLED:
        return ()
    lowest = rules.lore.lowest.get(term.feature, 0)
    caps = rules.lore.experience.get(hero.experience_level or "", (0, 0, 0))
    place = {"attribute": 0, "talent": 1, "spell": 1, "liturgy": 1, "combat_technique": 2}
    cap = caps[place[term.feature]] if term.feature in place else 0
    cap += 1 if term.feature == "attribute" else 0
    if term.feature == "language":
        lowest, cap = 1, 4
    return range(lowest, max(cap, term.level or 0) + 1)


def best_answers(
    rules: Rules, hero: Hero, domain: Domain, wishes: str, seconds: float, most: int = 1
) -> list[LegalHero]:
    """The best legal heroes within reach, at most so many equally good ones.

    None come back where there is no legal hero within reach. Where time runs out, the best so far
    comes back, not proven to be optimal.

    :raises GroundingError: clingo refuses the program
    """
    text = "\n".join([_program(rules, hero, domain), wishes])
    for strategy in ("usc", "bb,hier"):
        answers, finished = _solve(text, domain, strategy, seconds, most)
        if answers or finished:
            return answers
    return []


def _solve(
    text: str, domain: Domain, strategy: str, seconds: float, most: int
) -> tuple[list[LegalHero], bool]:
    """The answers of one strategy, and whether it came to an end.

    Unsatisfiable cores prove the best quickly but know nothing before; where they run out of
    time, branch and bound at least finds something.
    """
    options = [str(most), "--opt-mode=optN", f"--opt-strategy={strategy}"]
    control = fresh_control(text, options)
    terms = {term.symbol(): term for term in domain.terms()}
    proven: dict[frozenset[Term], LegalHero] = {}
    latest: list[LegalHero] = []

    def note(model: Model) -> None:
        chosen = frozenset(terms[s] for s in model.symbols(shown=True) if s in terms)
        answer = LegalHero(chosen, tuple(model.cost), model.optimality_proven)
        latest[:] = [answer]
        if model.optimality_proven:
            proven.setdefault(chosen, answer)

    timer = Timer(seconds, control.interrupt)
    timer.start()
    try:
        result = control.solve(on_model=note)
    finally:
        timer.cancel()
    return list(proven.values()) or latest, not result.interrupted


def hero_of(hero: Hero, terms: frozenset[Term]) -> Hero:
    """The hero with what an answer chose, in the order the hero had it."""
    changed = hero
    wanted = {key_of(term): term for term in terms}
    for term in hero.terms():
        if key_of(term) not in wanted:
            changed = changed.without_term(term)
        elif wanted[key_of(term)] != term:
            changed = changed.put(wanted[key_of(term)])
    had = {key_of(term) for term in hero.terms()}
    for term in sorted((t for t in terms if key_of(t) not in had), key=str):
        changed = changed.put(term)
    return changed


def _program(rules: Rules, hero: Hero, domain: Domain) -> str:
    """The program whose answers are the legal heroes within reach."""
    circumstances = list(hero.circumstances())
    terms = [term.symbol() for term in domain.terms()]
    world = rules.world.cut(domain.things())
    present = world.traits | traits_of(circumstances + terms)
    lines = [
        rules.steps.plain(present),
        world.text,
        *(f"{fact}." for fact in circumstances),
        *_choices(domain),
        *_bans(rules),
        "#show.",
        *(f"#show {name}/{arity}." for name, arity in sorted({_signature(s) for s in terms})),
    ]
    return "\n".join(lines)


def _choices(domain: Domain) -> Iterator[str]:
    for key, options in domain.options.items():
        atoms = "; ".join(term.written() for term in options)
        if key in domain.fixed:
            yield f"{atoms}."
        else:
            least = "1 " if key in domain.kept else ""
            yield f"{least}{{ {atoms} }} 1."


def _bans(rules: Rules) -> Iterator[str]:
    """No errors, as validation counts them."""
    for name, arity in (("allows", 1), ("severity", 2)):
        yield "".join(f"{fact}. " for fact in rules.world.facts.get((name, arity), ()))
    for name, arity in VIOLATIONS:
        variables = ",".join("ABC"[:arity])
        atom = f"{name}({variables})"
        if rules.weights[name] is Weight.ERROR:
            mild = f"not severity({atom},strong), not severity({atom},hint)"
            yield f":- {atom}, not allows({atom}), {mild}."
        else:
            yield f":- {atom}, not allows({atom}), severity({atom},error)."


def _signature(symbol: Symbol) -> tuple[str, int]:
    return symbol.name, len(symbol.arguments)
