"""Small games nobody would want to play, which use every corner of the language."""

from __future__ import annotations

from random import Random

from spielwerk.languages.gdl.program.rules import (
    Atom,
    Distinct,
    Literal,
    Not,
    Program,
    Rule,
    Term,
    Var,
)

_CONSTANTS = ("a", "b", "c")
_VARIABLES = tuple(map(Var, "xyz"))
_ROLES = ("left", "right")
_FACTS = (("p", 1), ("q", 2), ("flag", 0))
_MOVES = (("go", 1), ("swap", 2))
_DERIVED = tuple((f"d{level}", level % 3) for level in range(5))


def random_program(rng: Random) -> Program:
    """A game in which both roles can always wait, and much else is left to chance."""
    top = len(_DERIVED)
    rules = [Rule(Atom("role", (role,))) for role in _ROLES]
    rules += [Rule(Atom("link", (a, rng.choice(_CONSTANTS)))) for a in _CONSTANTS]
    rules += [Rule(Atom("init", (_ground(rng),))) for _ in range(6)]
    rules += [Rule(Atom("legal", (role, "wait"))) for role in _ROLES]
    rules += _lively(rng)
    for level, (name, arity) in enumerate(_DERIVED):
        rules += [_rule(rng, name, arity, level) for _ in range(rng.randint(1, 3))]
    rules += [_rule(rng, "legal", 2, top) for _ in range(rng.randint(1, 3))]
    rules += [_rule(rng, "next", 1, top, moves=True) for _ in range(rng.randint(2, 5))]
    rules.append(_rule(rng, "sees", 2, top, moves=True))
    rules.append(_rule(rng, "terminal", 0, top))
    rules += [
        Rule(Atom("goal", (role, value)), _rule(rng, "terminal", 0, top).body)
        for role in _ROLES
        for value in ("0", "100")
    ]
    return Program(tuple(rules))


def _lively(rng: Random) -> list[Rule]:
    """Moves that change the state, so that it does not settle at once."""
    x, y, r = Var("x"), Var("y"), Var("r")
    link, linked = Atom("link", (x, y)), Atom("true", (("q", x, y),))
    kept = [Atom("true", (("p", x),)), Not(Atom("does", ("left", ("go", x))))]
    candidates = [
        Rule(Atom("legal", ("left", ("go", x))), (link,)),
        Rule(Atom("legal", (r, ("swap", x, y))), (link, Not(linked), Atom("role", (r,)))),
        Rule(Atom("next", (("p", y),)), (Atom("does", (r, ("go", x))), link)),
        Rule(Atom("next", (("q", y, x),)), (Atom("does", (r, ("swap", x, y))),)),
        Rule(Atom("next", (("q", x, y),)), (linked, Not(Atom("true", (("p", x),))))),
        Rule(Atom("next", ("flag",)), (Not(Atom("true", ("flag",))),)),
        Rule(Atom("next", (("p", x),)), tuple(kept)),
    ]
    return [rule for rule in candidates if rng.random() < 0.8]


def _ground(rng: Random) -> Term:
    name, arity = rng.choice(_FACTS)
    return (name, *(rng.choice(_CONSTANTS) for _ in range(arity))) if arity else name


def _rule(rng: Random, name: str, arity: int, level: int, moves: bool = False) -> Rule:
    """A safe rule over facts, moves (where allowed) and derived relations up to ``level``."""
    body: list[Literal] = [_positive(rng, level, moves) for _ in range(rng.randint(1, 3))]
    bound = sorted({v for atom in body for v in _variables(atom)})
    for _ in range(rng.randint(0, 2)):
        body.insert(rng.randint(0, len(body)), _test(rng, level, bound))
    return Rule(_head(rng, name, arity, bound), tuple(body))


def _head(rng: Random, name: str, arity: int, bound: list[Var]) -> Atom:
    def term() -> Term:
        return rng.choice([*bound, *bound, *_CONSTANTS])

    if name == "next":
        fact, width = rng.choice(_FACTS)
        return Atom("next", ((fact, *(term() for _ in range(width))) if width else fact,))
    if name == "legal":
        move, width = rng.choice(_MOVES)
        return Atom("legal", (rng.choice(_ROLES), (move, *(term() for _ in range(width)))))
    if name == "sees":
        return Atom("sees", (rng.choice(_ROLES), term()))
    return Atom(name, tuple(term() for _ in range(arity)))


def _positive(rng: Random, level: int, moves: bool) -> Atom:
    def term() -> Term:
        return rng.choice([*_VARIABLES, *_VARIABLES, *_CONSTANTS])

    kinds = ["fact", "fact", "static"] + ["move"] * (2 * moves) + ["derived"] * min(level + 1, 2)
    match rng.choice(kinds):
        case "fact":
            fact, width = rng.choice(_FACTS)
            return Atom("true", ((fact, *(term() for _ in range(width))) if width else fact,))
        case "static":
            return Atom("link", (term(), term()))
        case "move":
            role = rng.choice([*_ROLES, Var("r")])
            move, width = rng.choice(_MOVES)
            return Atom("does", (role, (move, *(term() for _ in range(width)))))
        case _:
            name, arity = rng.choice(_DERIVED[: level + 1])
            return Atom(name, tuple(term() for _ in range(arity)))


def _test(rng: Random, level: int, bound: list[Var]) -> Literal:
    def term() -> Term:
        return rng.choice([*bound, *bound, *_CONSTANTS])

    match rng.randrange(3):
        case 0:
            return Distinct(term(), term())
        case 1 if level:
            name, arity = rng.choice(_DERIVED[:level])
            return Not(Atom(name, tuple(term() for _ in range(arity))))
    fact, width = rng.choice(_FACTS)
    return Not(Atom("true", ((fact, *(term() for _ in range(width))) if width else fact,)))


def _variables(item: Literal | Term) -> set[Var]:
    match item:
        case Var():
            return {item}
        case Atom(_, args):
            return {v for arg in args for v in _variables(arg)}
        case tuple():
            return {v for arg in item for v in _variables(arg)}
    return set()
