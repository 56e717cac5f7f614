"""IGold rules as a game of the contract.

A checked program goes in; :class:`IgoldGame` and :class:`IgoldState` are what everything else
plays with.

* Whoever may execute an action, or is asked for a selection, chooses. Where one operation asks
  several actors they choose at once; where several may act, whoever is first is first.
* Chance that everybody may see is a turn of its own; shuffles come from a seed in the state.
* Where the rules lead nowhere (no next state, or several; a selector that finds nothing) the match
  is over with 0 for all, and :attr:`IgoldState.fault` says why.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from copy import copy
from difflib import get_close_matches
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from spielwerk.core import (
    CHANCE,
    Chance,
    Course,
    Explanation,
    Game,
    Joint,
    Json,
    Limit,
    Move,
    MoveCard,
    MoveSyntaxError,
    NotOver,
    Open,
    Outcome,
    Over,
    Role,
    RuleText,
    ScoreLine,
    SpielwerkError,
    State,
    StepAccount,
    Turn,
    Usage,
    View,
    decided_by_points,
    installed,
    phrase,
    variant_text,
)
from spielwerk.languages.igold.account import account_of
from spielwerk.languages.igold.arranging import arranged, facts_of
from spielwerk.languages.igold.definition import Definition
from spielwerk.languages.igold.engine import MatchEngine
from spielwerk.languages.igold.exchanging import Exchanges
from spielwerk.languages.igold.guessing import guess
from spielwerk.languages.igold.model import kids, word_of
from spielwerk.languages.igold.moves import ABORT, DONE, action_item, move_texts, normal
from spielwerk.languages.igold.position import Fault, MatchPosition
from spielwerk.languages.igold.processor import CompiledGame, Selecting
from spielwerk.languages.igold.recall import Kinships, imagine
from spielwerk.languages.igold.refusal import why_not
from spielwerk.languages.igold.scores import outcome_of, tally_of
from spielwerk.languages.igold.sight import Sight, SightTables
from spielwerk.languages.igold.tables import Onlooker, move_label, table_of
from spielwerk.languages.igold.timing import limit_of, time_out
from spielwerk.languages.igold.views import draw_view, view_of
from spielwerk.languages.igold.world import build, seats

if TYPE_CHECKING:
    from spielwerk.languages.igold.native import NativeEngine, NativeMatches


class IgoldGame(Game):
    """A game whose rules are an IGold definition, for a number of players and with options."""

    language = "igold"

    def __init__(
        self,
        program: CompiledGame,
        name: str,
        players: int | None = None,
        options: Mapping[str, Json] | None = None,
    ) -> None:
        """``options`` that are not given have their defaults.

        :raises SpielwerkError: the game is not for so many players, or has no such option
        """
        definition = program.definition
        seated, wrong = seats(definition, players)
        if wrong:
            raise SpielwerkError(" ".join(wrong))
        settled = _settled(definition, options or {})
        self.program = program
        usual = len(seats(definition, None)[0])
        self.name = ":".join(filter(None, (name, _variant(definition, seated, usual, settled))))
        self.title = str(definition.root.get("name"))
        self.about = _about(definition)
        self.world = build(definition, seated, settled)
        self.engine = MatchEngine(program, self.world)
        self.roles = self.world.roles
        self.options = {"players": len(seated), **settled}
        self.sight = SightTables(self.engine)
        self.exchanges = Exchanges(self.engine)
        self.kinships = Kinships(self.world)
        self.hidden = self.sight.restricted or program.shuffles
        text = definition.document.text
        self.source = RuleText(text, definition.document.file)
        self.fingerprint = hashlib.sha256(text.encode()).hexdigest()[:16]
        self._numbers = {role: number for number, role in enumerate(self.roles)}
        self._verbs = _verbs(self)

    def settled(self, players: int | None = None, **options: Json) -> IgoldGame:
        """The same game for other players and options.

        :raises SpielwerkError: the game is not for so many players, or has no such option
        """
        kept = {k: v for k, v in self.options.items() if k != "players"}
        name = self.name.partition(":")[0]
        return IgoldGame(self.program, name, players or len(self.roles), {**kept, **options})

    @cached_property
    def native(self) -> NativeEngine | str:
        """The rules as native code, which takes a moment to make; or why they cannot be that."""
        if not installed("fast"):
            return "What makes native code is not installed."
        from spielwerk.languages.igold.native import CannotLower, NativeEngine

        try:
            return NativeEngine(self.engine, self.sight)
        except CannotLower as problem:
            return str(problem)

    def random_matches(self) -> NativeMatches | None:
        """Random matches in native code, where the rules can be that."""
        native = self.native
        return None if isinstance(native, str) else native.matches()

    def at_once(self) -> IgoldGame:
        """The same game without native code, unless that is there already."""
        if "native" in self.__dict__:
            return self
        game = copy(self)
        game.__dict__["native"] = "Nobody waits for it."
        return game

    def initial(self, seed: int = 0) -> IgoldState:
        """The first state in which somebody must decide."""
        position, fault = self.engine.start(seed)
        return IgoldState(self, position, fault)

    def parse_move(self, text: str) -> Move:
        """The move that a text means. The first word must be one of the game."""
        verb, _, rest = normal(text).partition(" ")
        if verb.lower() not in self._verbs:
            near = get_close_matches(verb.lower(), self._verbs, 1, 0.5)
            hint = f"Did you mean '{near[0]}'?" if near else f"Moves begin with {self._known}."
            raise MoveSyntaxError(f"'{text.strip()}' is no move of this game. {hint}")
        return Move(f"{verb.lower()} {rest}".strip())

    @property
    def _known(self) -> str:
        return ", ".join(sorted(self._verbs)[:12])

    def usage(self) -> Usage:
        """Which phases, states, actions and operations are used."""
        from spielwerk.languages.igold.usage import IgoldUsage

        return IgoldUsage(self)

    def account(
        self,
        before: State,
        moves: Mapping[Role, Move],
        late: Collection[Role] = (),
        after: State | None = None,
    ) -> StepAccount:
        """What everybody sees of a step as it happens, and the sentences of the author."""
        assert isinstance(before, IgoldState)
        return account_of(before, moves, late)

    def draw(self, view: View) -> str:
        """What is seen, one line for the table and one for each player."""
        return draw_view(view)

    def number(self, role: Role | None) -> int | None:
        """The number of a role's actor."""
        return None if role is None else self._numbers.get(role)


class IgoldState(State):
    """A position between two decisions."""

    __slots__ = ("_deeds", "_draw", "_items", "_key", "_sight", "fault", "game", "position", "turn")

    turn: Turn
    """Who must or may choose."""
    fault: Explanation | None
    """Why the rules lead nowhere from here."""

    def __init__(
        self, game: IgoldGame, position: MatchPosition, fault: Explanation | None = None
    ) -> None:
        self.game = game
        self.position = position
        self.fault = fault
        self._draw = next(
            (n for n, run in enumerate(position.runs) if run.pending and run.pending.outcomes), None
        )
        self.turn = self._whose_turn()
        self._deeds: dict[Role, dict[str, tuple[Any, ...]]] = {}
        self._items: dict[Role, dict[Move, tuple[str, str, Any]]] = {}
        self._sight: Sight | None = None
        self._key: tuple[Any, ...] | None = None

    def _whose_turn(self) -> Turn:
        s, roles = self.position, self.game.roles
        if s.over or self.fault is not None:
            return Over()
        if self._draw is not None:
            return Chance()
        asked = [self._asked(run) for run in s.runs]
        if len(asked) == 1 and not s.able:
            return Joint(tuple([roles[one] for one in asked[0]]))
        everybody = {one for each in asked for one in each}
        everybody.update([who for who, _ in s.able])
        found = tuple([role for number, role in enumerate(roles) if number in everybody])
        return Joint(found) if len(found) == 1 else Open(found)

    @staticmethod
    def _asked(run: Any) -> list[int]:
        pending = run.pending
        if pending is None:
            return []
        return [one for one, ready in zip(pending.askers, pending.ready, strict=True) if not ready]

    def _asked_anew(self) -> MatchPosition:
        """The position, on which a further question is worked out: that counts by itself."""
        self.position.work = 0
        return self.position

    @property
    def sight(self) -> Sight:
        """Who sees what here."""
        if self._sight is None:
            self._sight = Sight(self.game.sight, self.position)
        return self._sight

    def legal(self, role: Role) -> Sequence[Move]:
        """The texts of the role's moves."""
        if role == CHANCE:
            return tuple(Move(text) for text, _, _ in self.outcomes())
        return tuple(self.deeds(role))  # type: ignore[arg-type]

    def odds(self) -> Mapping[Move, int]:
        """The weights of what chance can draw."""
        return {Move(text): weight for text, weight, _ in self.outcomes()}

    def outcomes(self) -> Sequence[tuple[str, int, Any]]:
        """What chance can draw: text, weight and value."""
        if self._draw is None or isinstance(self.turn, Over):
            return ()
        pending = self.position.runs[self._draw].pending
        assert pending is not None
        return pending.outcomes

    def deeds(self, role: Role) -> dict[str, tuple[Any, ...]]:
        """The role's moves, each with what it does."""
        known = self._deeds
        if role not in known:
            known[role] = self._find_deeds(role)
        return known[role]

    def _find_deeds(self, role: Role) -> dict[str, tuple[Any, ...]]:
        who = self.game.number(role)
        if who is None or self._draw is not None or isinstance(self.turn, Over):
            return {}
        s, engine = self._asked_anew(), self.game.engine
        items: list[tuple[str, str, Any]] = []
        deeds: list[tuple[Any, ...]] = []
        for number, run in enumerate(s.runs):
            if run.pending is not None and who in self._asked(run):
                _add_picks(engine, number, run, who, items, deeds)
                break
        else:
            for actor, action in s.able:
                if actor == who:
                    items.append(action_item(engine, action, who))
                    deeds.append(("act", action))
        sight = self.sight
        texts = move_texts(s, who, items, lambda thing: sight.sees(who, "object", thing))
        self._items[role] = {Move(text): items[place] for text, place in texts.items()}
        return {text: deeds[place] for text, place in texts.items()}

    def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> IgoldState:
        self.check(moves, late)
        return self.played(moves, late)

    def played(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> IgoldState:
        """The state after the moves, and after everything that follows from them."""
        s = self.position.copy()
        return IgoldState(self.game, s, self.play_on(s, moves, late))

    def play_on(
        self, s: MatchPosition, moves: Mapping[Role, Move], late: Collection[Role]
    ) -> Explanation | None:
        """Make the moves in a copy of the position; what comes back went wrong with the rules."""
        roles = self.game.roles
        deeds = [(n, self.deeds(r)[moves[r]]) for n, r in enumerate(roles) if r in moves]
        drawn = None
        if CHANCE in moves:
            drawn = [text for text, _, _ in self.outcomes()].index(moves[CHANCE])
        return self._enact(s, deeds, drawn, [n for n, r in enumerate(roles) if r in late])

    def enacted(
        self, deeds: Sequence[tuple[int, tuple[Any, ...]]], drawn: int | None = None
    ) -> IgoldState:
        """The state after deeds of actors, or after an outcome of chance."""
        s = self.position.copy()
        return IgoldState(self.game, s, self._enact(s, deeds, drawn, ()))

    def _enact(
        self,
        s: MatchPosition,
        deeds: Sequence[tuple[int, tuple[Any, ...]]],
        drawn: int | None,
        late: Sequence[int],
    ) -> Explanation | None:
        engine = self.game.engine

        def happen() -> None:
            for who, deed in deeds:
                self._do(s, who, deed)
            if drawn is not None:
                assert self._draw is not None
                engine.draw(s, self._draw, drawn)
            for who in late:
                time_out(engine, s, who)

        return engine.run(s, happen)

    def _do(self, s: MatchPosition, who: int, deed: tuple[Any, ...]) -> None:
        engine = self.game.engine
        match deed:
            case ("act", action):
                engine.act(s, who, action)
            case ("pick", run, thing):
                engine.choose(s, run, who, thing)
            case ("done", run):
                engine.choose(s, run, who, None, last=True)
            case ("abort", run):
                engine.abort(s, run)

    def outcome(self) -> Outcome:
        """What each role got: by the scores of the game; 0 where the rules went wrong."""
        if not isinstance(self.turn, Over):
            raise NotOver("The game is not over yet.")
        if self.fault is not None:
            return dict.fromkeys(self.game.roles, 0)
        found = outcome_of(self.game.engine, self._asked_anew())
        return dict(zip(self.game.roles, found, strict=True))

    def tally(self) -> Sequence[ScoreLine]:
        """The parts of the scores that the rules name, the scores, and what broke ties."""
        if not isinstance(self.turn, Over) or self.fault is not None:
            return ()
        return tally_of(self.game.engine, self._asked_anew())

    def why_over(self) -> Explanation | None:
        """Who had the most points; where they only say who won, what the last state is called."""
        if not isinstance(self.turn, Over) or self.fault is not None:
            return None
        counted = decided_by_points(self.tally(), self.outcome())
        s, states = self._asked_anew(), self.game.engine.states
        if counted is not None or s.state < 0:
            return counted
        said = dict(states[s.state][1].labels)
        claim = phrase(said.pop("en", ""), **said)
        return Explanation(claim, holds=True) if claim else None

    def view(self, role: Role | None) -> View:
        """What the role may see and is asked, and the table that the page draws."""
        view = self.seen(role)
        view["table"] = table_of(self._setting(role))
        return view

    def plain_view(self, role: Role | None) -> View:
        """What the role may see and is asked."""
        return self.seen(role)

    def card(self, role: Role | None, move: Move) -> MoveCard:
        """A move with what it is called, as far as the role may know."""
        setting = self._setting(role)
        item = setting.items.get(move)
        label = "" if item is None else move_label(setting, item)
        return MoveCard(move, move, tuple(move.split()), label)

    def _setting(self, role: Role | None) -> Onlooker:
        items = self._items.get(role, {}) if role is not None and self.legal(role) else {}
        who = self.game.number(role)
        return Onlooker(self.game.engine, self._asked_anew(), self.sight, who, items)

    def seen(self, role: Role | None) -> dict[str, Json]:
        """What the role may see and is asked, without a table to draw."""
        who = self.game.number(role)
        view = view_of(self.game.engine, self._asked_anew(), self.sight, who)
        if role is not None:
            view["asked"] = dict(self._prompt_labels(who)) or self.prompt(who)
        if isinstance(self.turn, Over):
            view["over"] = True
        if self.fault is not None:
            view["fault"] = str(Fault(self.fault))
        return view

    def _question(self, who: int | None) -> Selecting | None:
        for run in self.position.runs:
            if run.pending is not None and who in run.pending.askers and who in self._asked(run):
                return self.game.engine.codes[run.code].code.steps[run.step].ask
        return None

    def prompt(self, who: int | None) -> str | None:
        """What an actor is asked to select."""
        found = self._question(who)
        return found.prompt if found else None

    def _prompt_labels(self, who: int | None) -> Mapping[str, str]:
        found = self._question(who)
        return found.labels if found else {}

    def why_not(self, role: Role, move: Move) -> Explanation:
        """Which rule a move breaks, with the values it compares."""
        self._asked_anew()
        return why_not(self, role, move)

    def limit(self, role: Role) -> Limit | None:
        """The innermost time limit that the rules set."""
        if not self.legal(role):
            return None
        return limit_of(self.game.engine, self._asked_anew(), self.game.number(role))

    def facts(self) -> Sequence[str]:
        """What everything is, hidden or not: ``anna.hand = guard, priest``."""
        return facts_of(self)

    def arranged(self, facts: Sequence[str]) -> IgoldState:
        """The state with some of these made so."""
        return arranged(self, facts)

    def determinize(self, role: Role, rng: Random) -> State:
        """A state that looks the same to the role: what it cannot see is drawn anew."""
        return guess(self, role, rng)

    def imagined(self, role: Role, rng: Random, course: Course) -> State:
        """A state that could have come about as the role has seen the match."""
        return imagine(course, role, rng)

    def _same(self) -> tuple[Any, ...]:
        """Equal for equal states, and for no others."""
        if self._key is None:
            self._key = (*self.position.key(), self.fault)
        return self._key

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, IgoldState)
            and self.game.fingerprint == other.game.fingerprint
            and self.game.options == other.game.options
            and self._same() == other._same()
        )

    def __hash__(self) -> int:
        return hash(self._same())


def _variant(
    definition: Definition, seated: Sequence[Any], usual: int, settled: Mapping[str, Json]
) -> str:
    """What is not as usual about a game: the number of players, and options."""
    unusual = {key: value for key, value in settled.items() if value != definition.options[key][1]}
    count = "" if len(seated) == usual else str(len(seated))
    return ",".join(filter(None, (count, variant_text(unusual))))


def _add_picks(
    engine: MatchEngine,
    number: int,
    run: Any,
    who: int,
    items: list[tuple[str, str, Any]],
    deeds: list[tuple[Any, ...]],
) -> None:
    pending = run.pending
    place = pending.askers.index(who)
    ask = engine.codes[run.code].code.steps[run.step].ask
    assert ask is not None
    picks = pending.picks[place]
    for thing in pending.pools[place]:
        if thing not in picks:
            items.append((ask.verb, ask.kind, thing))
            deeds.append(("pick", number, thing))
    if len(picks) >= pending.least[place]:
        items.append((DONE, "none", None))
        deeds.append(("done", number))
    if run.stage >= 0 and not run.bound and run.who == who and not picks:
        items.append((ABORT, "none", None))
        deeds.append(("abort", number))


def _settled(definition: Definition, given: Mapping[str, Json]) -> dict[str, Json]:
    settled = {name: default for name, (_, default) in definition.options.items()}
    for name, value in given.items():
        if name not in settled:
            near = get_close_matches(name, settled, 1, 0.4)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            raise SpielwerkError(f"There is no option '{name}'.{hint}")
        try:
            settled[name] = definition.literal_option(definition.options[name][0], str(value))
        except ValueError as problem:
            raise SpielwerkError(f"'{value}' is no value of '{name}'. {problem}") from None
    return settled


def _about(definition: Definition) -> str:
    """What the game is about, in English where the file says it in several languages."""
    texts = {one.get("language", "en"): str(one.text) for one in kids(definition.root, "about")}
    return " ".join((texts.get("en") or next(iter(texts.values()), "")).split())


def _verbs(game: IgoldGame) -> frozenset[str]:
    """The first words of all moves."""
    words = {one.type.word for one in game.engine.actions} | {DONE, ABORT}
    words |= {
        step.ask.verb
        for linked in game.engine.codes
        for step in linked.code.steps
        if step.ask is not None
    }
    words |= {word_of(one.word) for one in game.program.definition.of_kind("chance")}
    return frozenset(words)
