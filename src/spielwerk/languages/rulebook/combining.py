"""Rules that combine everything with everything, found before anything is grounded.

clingo tries all combinations of what the conditions of a rule offer, also where nothing comes of
it, and cannot be interrupted meanwhile. Conditions that share a variable are joined by it; those
that share none are multiplied. The statements of a book go in, problems come out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import prod

from clingo.ast import AST, ASTType

from spielwerk.core import Diagnostic, Severity, say
from spielwerk.languages.rulebook.folder import Statement

MAX_COMBINATIONS = 2_000_000
"""How many combinations a rule may have, as far as they can be foreseen."""
_ROUNDS, _CEILING = 5, 10**12
"""How far what follows from what is looked at, and how many facts are thought of at most."""
_NOTABLE = 10_000
"""From so many combinations on a statement is thought to be to blame."""

Signature = tuple[str, int]


def costly_rules(
    statements: Sequence[Statement], others: Sequence[Statement] = ()
) -> Iterator[Diagnostic]:
    """Rules of a book that would be tried too often, also with facts of the books it needs."""
    sizes = _sizes([*statements, *others])
    for statement in statements:
        tries = _weight(statement, sizes)
        if tries > MAX_COMBINATIONS:
            message = say(
                "This has some {tries:,} combinations to try; {most:,} are allowed.",
                tries=tries,
                most=MAX_COMBINATIONS,
            )
            hint = "Intervals, and conditions that share no variable, are multiplied."
            yield Diagnostic("rulebook-combinations", Severity.ERROR, message, statement.span, hint)


def heaviest(statements: Sequence[Statement]) -> Statement | None:
    """The statement from which most follows, as far as that can be foreseen."""
    sizes = _sizes(statements)
    weights = [(_weight(one, sizes), number) for number, one in enumerate(statements)]
    weight, number = max(weights, default=(0, 0))
    return statements[number] if weight > _NOTABLE else None


def _weight(statement: Statement, sizes: Counter[Signature]) -> int:
    """How many combinations a fact or rule has."""
    head = statement.head
    return max(_tries(statement, sizes), 1 if head is None else _instances(head))


def _sizes(statements: Sequence[Statement]) -> Counter[Signature]:
    """How many facts of each name there will be, as far as the statements tell."""
    written: Counter[Signature] = Counter()
    rules = []
    for statement in statements:
        head, signature = statement.head, statement.signature
        if signature is None or head is None:
            continue
        if statement.body:
            rules.append((signature, statement))
        else:
            written[signature] += _instances(head)
    found = written
    for _ in range(_ROUNDS):
        before, found = found, written.copy()
        for signature, rule in rules:
            groups = _groups(rule, before)
            if not any(signature in names for _, _, names in groups):
                found[signature] += min(prod(size for _, size, _ in groups), _CEILING)
    return found


def _instances(term: AST) -> int:
    """How many terms a term with intervals and pools stands for."""
    if term.ast_type is ASTType.Interval:
        return _length(term)
    if term.ast_type is ASTType.Pool:
        return sum(_instances(one) for one in term.arguments)
    if term.ast_type is ASTType.Function:
        return prod(_instances(one) for one in term.arguments)
    return 1


def _length(interval: AST) -> int:
    low, high = (_number(side) for side in (interval.left, interval.right))
    return 1 if low is None or high is None else max(high - low + 1, 0)


def _number(term: AST) -> int | None:
    text = str(term)
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 12 else None


_Group = tuple[set[str], int, set[Signature]]
"""Conditions that are joined: their variables, how many values there are, what they ask for."""


def _tries(statement: Statement, sizes: Counter[Signature]) -> int:
    """The combinations of a rule: groups of conditions that share no variable are multiplied."""
    groups = _groups(statement, sizes)
    return prod(max(size, 1) for _, size, _ in groups) if len(groups) > 1 else 1


def _groups(statement: Statement, sizes: Counter[Signature]) -> list[_Group]:
    groups: list[_Group] = []
    for part in statement.body:
        offered = _offered(part, sizes)
        if offered is None:
            continue
        names, size, asked = offered
        apart = []
        for others, other, further in groups:
            if names & others:
                names, size, asked = names | others, max(size, other), asked | further
            else:
                apart.append((others, other, further))
        groups = [*apart, (names, size, asked)]
    return groups


def _offered(part: AST, sizes: Counter[Signature]) -> _Group | None:
    """The variables that get values from a condition, and how many there are."""
    if part.ast_type is not ASTType.Literal or part.sign:
        return None
    atom = part.atom
    if atom.ast_type is ASTType.SymbolicAtom and atom.symbol.ast_type is ASTType.Function:
        names = set(_variables(atom.symbol))
        signature = atom.symbol.name, len(atom.symbol.arguments)
        return (names, sizes[signature], {signature}) if names else None
    if atom.ast_type is ASTType.Comparison:
        sides = [atom.term, *(guard.term for guard in atom.guards)]
        lengths = [_length(side) for side in sides if side.ast_type is ASTType.Interval]
        names = set(_variables(atom))
        return (names, max(lengths), set()) if lengths and names else None
    return None


def _variables(ast: AST) -> Iterator[str]:
    if ast.ast_type is ASTType.Variable:
        yield ast.name
    for key in ast.child_keys:
        child = getattr(ast, key)
        for item in [child] if isinstance(child, AST) or child is None else child:
            if isinstance(item, AST):
                yield from _variables(item)
