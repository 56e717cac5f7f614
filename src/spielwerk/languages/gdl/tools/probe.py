"""Looks for trouble in the matches of a game, since much cannot be seen in the rules alone.

A game goes in. Its first states are searched breadth first, so that the shortest way to a problem
is found, then random matches are played: millions on the sliced engine (:mod:`.hunt`), where the
rules compile, otherwise a few. Each kind of problem becomes one diagnostic, a warning with the
moves that lead to it, and all of them are made from what the direct engine says.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from math import prod
from random import Random
from typing import TYPE_CHECKING, Any

from spielwerk.core import Diagnostic, LimitExceeded, Severity, Span, installed
from spielwerk.languages.gdl.game import GdlGame
from spielwerk.languages.gdl.program import Term, term_text

if TYPE_CHECKING:
    from spielwerk.languages.gdl.circuit import Circuit
    from spielwerk.languages.gdl.compiled import CircuitEngine
    from spielwerk.languages.gdl.tools.troubles import Trouble, Watch

_SHOWN = 30
"""How many steps of a match a diagnostic shows."""
_WIDEST = 100
"""How many joint moves of one state the search follows."""

_PATIENCE = 10
"""How many times as long a match may be where there are millions: some of them are very long."""


def probe(
    game: GdlGame,
    *,
    states: int = 1_000,
    matches: int = 10,
    many: int = 4_000_000,
    steps: int = 500,
    seed: int = 0,
) -> tuple[Diagnostic, ...]:
    """What is wrong in the matches of a game, as far as a bounded search shows.

    ``states`` are searched breadth first. Then come random matches: as ``many`` in lanes where the
    rules compile (fewer in games of very many gates, see :data:`.hunt.WORK`), and ``matches``
    otherwise, which should end within ``steps``. The same seed gives the same answer.
    """
    search = _Probe(game, Random(seed))
    try:
        search.breadth_first(states)
        circuit = _circuit(game) if many else None
        if circuit is not None:
            search.hunt(circuit, many, _PATIENCE * steps, seed)
        else:
            for _ in range(matches):
                search.random_match(steps)
    except LimitExceeded as problem:
        search.report(
            "limit", "", str(problem), "Rewrite the rules so that they stay finite.", None
        )
    return tuple(search.found.values())


@dataclass(frozen=True, slots=True)
class _Path:
    """A position and the moves that lead to it."""

    position: Any
    before: _Path | None = None
    joint: tuple[Term, ...] = ()

    def moves(self) -> list[tuple[Term, ...]]:
        moves: list[tuple[Term, ...]] = []
        path: _Path | None = self
        while path is not None and path.before is not None:
            moves.append(path.joint)
            path = path.before
        return moves[::-1]


class _Probe:
    def __init__(self, game: GdlGame, rng: Random) -> None:
        self.game = game
        self.engine = game.engine
        self.rng = rng
        self.found: dict[tuple[str, str], Diagnostic] = {}
        start = game.direct.initial()
        self.base = {atom.args[0] for atom in game.direct.evaluate(start, "base")}
        self.input = {atom.args for atom in game.direct.evaluate(start, "input")}

    def breadth_first(self, states: int) -> None:
        first = self.engine.initial()
        queue = deque([_Path(first)])
        met = {first}
        while queue:
            path = queue.popleft()
            if not self.look(path):
                continue
            for joint in self.joints(path.position):
                if len(met) >= states:
                    break
                position = self.engine.next(path.position, joint)
                if position not in met:
                    met.add(position)
                    queue.append(_Path(position, path, joint))

    def random_match(self, steps: int) -> None:
        path = _Path(self.engine.initial())
        for _ in range(steps):
            if not self.look(path):
                return
            choices = (self.engine.legal(path.position, role) for role in self.engine.roles)
            joint = tuple(self.rng.choice(moves) for moves in choices)
            path = _Path(self.engine.next(path.position, joint), path, joint)
        if not self.engine.terminal(path.position):
            self.report_endless(path, steps)

    def hunt(self, circuit: Circuit, matches: int, steps: int, seed: int) -> None:
        """Look in very many matches for what has not been found yet."""
        from spielwerk.languages.gdl.compiled import CircuitEngine
        from spielwerk.languages.gdl.tools.hunt import hunt
        from spielwerk.languages.gdl.tools.troubles import troubles

        if set(circuit.roles) != set(self.engine.roles):
            return
        watch, wanted = troubles(circuit)
        wanted += self.uncovered(watch)
        new = [trouble for trouble in wanted if (trouble.code, trouble.about) not in self.found]
        watched, meaning = watch.watching(new)
        engine: CircuitEngine | None = None
        for sighting in hunt(watched, meaning, matches=matches, steps=steps, seed=seed):
            engine = engine or CircuitEngine(circuit)
            path = self.retold(engine, sighting.positions)
            if sighting.trouble is None:
                self.report_endless(path, steps)
            else:
                self.look(path)

    def uncovered(self, watch: Watch) -> list[Trouble]:
        """Facts that no ``base`` lists and moves that no ``input`` does, each kind as a trouble."""
        from spielwerk.languages.gdl.tools.troubles import Trouble

        circuit = watch.circuit
        facts: dict[str, list[int]] = {}
        moves: dict[str, list[int]] = {}
        for node, fact in enumerate(circuit.facts, 1):
            if self.base and fact not in self.base:
                facts.setdefault(_kind(fact), []).append(2 * node)
        for role, name in enumerate(circuit.roles):
            for move, literal in zip(
                circuit.moves[role], circuit.legal[role].tolist(), strict=True
            ):
                if self.input and (name, move) not in self.input:
                    moves.setdefault(_kind(move), []).append(literal)
        return [
            Trouble(code, kind, 0, watch.any(literals), ends=True)
            for code, kinds in (("base", facts), ("input", moves))
            for kind, literals in kinds.items()
        ]

    def retold(self, engine: CircuitEngine, positions: tuple[bytes, ...]) -> _Path:
        """A match of lanes, made again by the rules; its last state alone if that is too hard."""
        from spielwerk.languages.gdl.tools.hunt import moves_between

        moves = moves_between(engine, positions)
        if len(moves) < len(positions) - 1:
            return _Path(self.engine.position(engine.facts(positions[-1])))
        path = _Path(self.engine.initial())
        for joint in moves:
            path = _Path(self.engine.next(path.position, joint), path, joint)
        return path

    def joints(self, position: Any) -> Iterator[tuple[Term, ...]]:
        choices = [self.engine.legal(position, role) for role in self.engine.roles]
        if prod(map(len, choices)) <= _WIDEST:
            return product(*choices)
        some = (tuple(map(self.rng.choice, choices)) for _ in range(_WIDEST))
        return islice(some, _WIDEST)

    def look(self, path: _Path) -> bool:
        """Report what is wrong with a position; whether the match goes on from it."""
        position = path.position
        if self.base:
            self.look_at_facts(path)
        if self.engine.terminal(position):
            self.look_at_goals(path)
            return False
        goes_on = True
        for role in self.engine.roles:
            moves = self.engine.legal(position, role)
            if not moves:
                message = f"{role} has no legal move, though the match is not over."
                hint = f"Give {role} a move that does nothing, such as noop, or end the match."
                self.report("stuck", "legal", message, hint, path, about=role)
                goes_on = False
            for move in moves:
                if self.input and (role, move) not in self.input:
                    message = f"{term_text(move)} is legal for {role}, but no 'input' lists it."
                    hint = f"Add (input {role} {term_text(move)}), or a rule that gives it."
                    self.report("input", "input", message, hint, path, about=_kind(move))
        return goes_on

    def look_at_facts(self, path: _Path) -> None:
        for fact in sorted(self.engine.facts(path.position) - self.base, key=term_text):
            message = f"{term_text(fact)} becomes true, but no 'base' lists it."
            hint = f"Add (base {term_text(fact)}), or a rule that gives it."
            self.report("base", "base", message, hint, path, about=_kind(fact))

    def look_at_goals(self, path: _Path) -> None:
        goals = self.engine.goals(path.position)
        for role in self.game.roles:
            values = goals[role]
            if not values:
                message = f"The match is over, but {role} has no goal."
                hint = f"Add a rule for (goal {role} ...) that covers this end."
                self.report("goal-missing", "goal", message, hint, path, about=role)
            elif len(values) > 1:
                listed = " and ".join(map(str, values))
                message = f"The match is over, and {role} has the goals {listed} at once."
                hint = f"Make the rules for (goal {role} ...) exclude each other."
                self.report("goal-ambiguous", "goal", message, hint, path, about=role)

    def report_endless(self, path: _Path, steps: int) -> None:
        message = f"A match is not over after {steps} steps."
        hint = "Add a step counter, and a rule for terminal that ends the match."
        self.report("endless", "terminal", message, hint, path)

    def report(
        self, code: str, relation: str, message: str, hint: str, path: _Path | None, about: str = ""
    ) -> None:
        """Keep the first problem of each kind."""
        if (code, about) not in self.found:
            way = f" {self.way(path)}" if path is not None else ""
            self.found[code, about] = Diagnostic(
                f"gdl-{code}", Severity.WARNING, message + way, self.place(relation), hint
            )

    def way(self, path: _Path) -> str:
        """The moves to a position, in words."""
        moves = path.moves()
        if not moves and path.position == self.engine.initial():
            return "This is so at the start."
        if not moves:
            facts = sorted(map(term_text, self.engine.facts(path.position)))
            return f"It happens where just this is true: {' '.join(facts)}."
        steps = [
            ", ".join(f"{r} {term_text(m)}" for r, m in zip(self.engine.roles, joint, strict=True))
            for joint in moves[:_SHOWN]
        ]
        more = f"; and {len(moves) - _SHOWN} steps more" if len(moves) > _SHOWN else ""
        return f"It happens after {'; '.join(steps)}{more}."

    def place(self, relation: str) -> Span:
        """Where the first rule of a relation stands, or else the start of the file."""
        spans = (r.span for r in self.game.program.rules if r.head.relation == relation and r.span)
        file = self.game.program.file
        return next(spans, Span(file, 1, 1, 1, 1))


def _circuit(game: GdlGame) -> Circuit | None:
    """The circuit of a game, if it has one; what that takes is imported by then only."""
    if not installed("fast"):
        return None
    from spielwerk.languages.gdl.choose import choice

    return choice(game.rules).circuit


def _kind(term: Term) -> str:
    return str(term[0]) if isinstance(term, tuple) else str(term)
