"""Which phases, states, actions and operations of a game are used in matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spielwerk.core import Event, RulePart, Span, State, Usage
from spielwerk.languages.igold.events import EngineMoment
from spielwerk.languages.igold.game import IgoldGame, IgoldState
from spielwerk.languages.igold.position import MatchPosition


class IgoldUsage(Usage):
    """Watches every process of a match."""

    def __init__(self, game: IgoldGame) -> None:
        self._game = game
        self._parts = {(one.kind, one.span): one for one in _parts(game)}
        self._met: set[tuple[str, Span]] = set()

    def began(self, seed: int) -> None:
        self._game.engine.start(seed, self._watch)

    def saw(self, state: State, event: Event) -> None:
        assert isinstance(state, IgoldState)
        watched = state.position.copy()
        watched.watch = self._watch
        watched.able = state.position.able
        IgoldState(self._game, watched, state.fault).played(event.moves, event.late)

    def ended(self, state: State) -> None:
        """What led to the end was seen."""

    def _watch(self, moment: EngineMoment, s: MatchPosition) -> None:
        self._met.add((moment.process, moment.span))

    def unused(self) -> Sequence[RulePart]:
        return [part for key, part in self._parts.items() if key not in self._met]

    @property
    def count(self) -> int:
        return len(self._parts)


def _parts(game: IgoldGame) -> Iterator[RulePart]:
    engine = game.engine
    for phase in engine.phases:
        yield RulePart("phase", f"'{phase.type.name}'", phase.span)
        for state in phase.states:
            yield RulePart("phase state", f"'{state.name}'", state.span)
    for action in game.program.actions.values():
        yield RulePart("action", f"'{action.type.name}'", action.span)
        for state in action.states:
            yield RulePart("action state", f"'{state.name}'", state.span)
    for linked in engine.codes:
        for step in linked.code.steps:
            if step.kind == "do":
                yield RulePart("operation", f"'{step.text}'", step.span)
