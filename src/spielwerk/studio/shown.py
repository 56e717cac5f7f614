"""What a page is told of a session: every seat's window, everything that is so, and time.

A session goes in, JSON comes out; parts that are as they were the last time are left out, since a
window holds much and a step changes little.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from itertools import islice
from typing import Any

from spielwerk.core import (
    CHANCE,
    Arrangement,
    Chance,
    DebugMoment,
    Explanation,
    Game,
    Json,
    Move,
    Over,
    Role,
    ScriptEntry,
    Span,
    State,
    deciding_roles,
    move_line,
    write_scenario,
)
from spielwerk.studio.session import StudioSession

_NEAR = 8
"""So many moments are listed before and after the one that time stands at."""
_MOVES = 1_500
"""So many moves of one seat are shown."""
_FACTS = 3_000
_ENTRIES = 400
"""So many entries of the script are listed, the last ones."""
_LONGEST = 120
"""So long is a fact that such a test expects at most: nobody reads a deck of cards."""
_CHANGED = 12
"""So many facts are expected in a test of which nobody said what it expects."""


class ShownTrial:
    """A session as a page sees it."""

    def __init__(self, session: StudioSession) -> None:
        self.session = session
        self._told: dict[str, str] = {}

    def news(self, **more: Json) -> dict[str, Json]:
        """All parts that have changed since they were told, and what else is to be said."""
        found: dict[str, Json] = {}
        for name, part in self._parts().items():
            text = json.dumps(part)
            if self._told.get(name) != text:
                self._told[name] = text
                found[name] = part
        return {**found, **more}

    def _parts(self) -> dict[str, Json]:
        session = self.session
        moment = session.debugger.now
        windows = {role: self._window(role, moment) for role in session.game.roles}
        facts = list(islice(moment.state.facts(), _FACTS))
        marked = [facts, [window["view"] for window in windows.values()], str(moment.state.turn)]
        return {
            "game": game_json(session.game),
            "moment": {**self._moment(moment), "mark": _digest(marked)},
            "turn": self._turn(moment),
            "facts": facts,
            "coming": list(moment.coming),
            "near": self._near(),
            "script": self._script(),
            "seats": dict(session.seats),
            "breakpoints": [
                {"number": one.number, "kind": one.kind, "where": one.where}
                for one in session.debugger.breakpoints
            ],
            "can": {
                "steps": list(session.debugger.steps),
                "stops": dict(session.debugger.stops),
                "subjects": list(session.debugger.subjects()),
            },
            "settings": {"seed": session.seed, "draws": session.draws, "into": session.into},
            **{f"window {role}": window for role, window in windows.items()},
        }

    # Time

    def _moment(self, moment: DebugMoment) -> dict[str, Json]:
        debugger = self.session.debugger
        stopped = self.session.stopped
        made_up = [n for n, one in enumerate(debugger.script) if isinstance(one, Arrangement)]
        return {
            "place": debugger.cursor,
            "count": len(debugger.moments),
            "entries": moment.entries,
            **_told(moment, self.session.game),
            "note": debugger.note(),
            "same": debugger.same(),
            "deviates": any(number < moment.entries for number in made_up),
            "stopped": None if stopped is None else stopped.number,
        }

    def _near(self) -> list[Json]:
        debugger, game = self.session.debugger, self.session.game
        first = max(0, debugger.cursor - _NEAR)
        near = debugger.moments[first : debugger.cursor + _NEAR + 1]
        return [{"place": first + n, **_told(moment, game)} for n, moment in enumerate(near)]

    def _turn(self, moment: DebugMoment) -> dict[str, Json]:
        state, session = moment.state, self.session
        over = isinstance(state.turn, Over)
        deciding = moment.deciding
        chance = deciding and isinstance(state.turn, Chance)
        return {
            "kind": type(state.turn).__name__.lower() if deciding else "inside",
            "asked": [role for role in deciding_roles(state) if role != CHANCE] if deciding else [],
            "chosen": dict(session.chosen),
            "outcome": dict(state.outcome()) if over and deciding else None,
            "odds": [[move, weight] for move, weight in state.odds().items()] if chance else [],
            "machines": session.go_on_possible() if deciding else False,
        }

    def _script(self) -> dict[str, Json]:
        script = self.session.debugger.script
        first = max(0, len(script) - _ENTRIES)
        rows = [_entry(entry) for entry in script[first:]]
        return {"first": first, "entries": rows}

    # Windows

    def _window(self, role: Role, moment: DebugMoment) -> dict[str, Json]:
        state = moment.state
        legal: Sequence[Move] = state.legal(role) if moment.deciding else ()
        return {
            "view": state.view(role),
            "scene": state.scene(role).json,
            "moves": [state.card(role, move).json for move in legal[:_MOVES]],
            "count": len(legal),
        }

    # Saving

    def scenario(self, title: str, name: str, expects: Sequence[str]) -> str:
        """The match up to now as a test; without expectations, with what has changed in it."""
        session = self.session
        debugger = session.debugger
        entries = debugger.script[: debugger.now.entries]
        lines: list[tuple[str, str]] = []
        for entry in entries:
            if isinstance(entry, Arrangement):
                lines += [("given", fact) for fact in entry.facts]
            else:
                lines.append(("move", move_line(entry.moves)))
        state = debugger.deciding
        wanted = expects or self._changed(state)
        lines += [("expect", one) for one in (*wanted, *_ending(state))]
        return write_scenario(title, name, session.seed, lines)

    def _changed(self, state: State) -> list[str]:
        moments = self.session.debugger.moments
        first = next(moment.state for moment in moments if moment.deciding)
        before = set(first.facts())
        news = (fact for fact in state.facts() if fact not in before and len(fact) <= _LONGEST)
        return list(islice(news, _CHANGED))


def _ending(state: State) -> list[str]:
    """What is expected of any match: who is to choose, or what came out."""
    if not isinstance(state.turn, Over):
        asked = ("chance" if role == CHANCE else role for role in deciding_roles(state))
        return [f"turn {', '.join(asked)}"]
    points = ", ".join(f"{role} {value}" for role, value in state.outcome().items())
    return ["over", f"outcome {points}"]


def _entry(entry: ScriptEntry) -> Json:
    if isinstance(entry, Arrangement):
        return {"kind": "deviation", "text": "; ".join(entry.facts)}
    return {"kind": "move", "text": move_line(entry.moves)}


def _told(moment: DebugMoment, game: Game) -> dict[str, Json]:
    return {
        "kind": moment.kind,
        "stage": moment.stage,
        "text": moment.text,
        "deciding": moment.deciding,
        "roles": list(deciding_roles(moment.state)) if moment.deciding else [],
        "over": isinstance(moment.state.turn, Over),
        **place_json(moment.span, game),
    }


def place_json(span: Span | None, game: Game) -> dict[str, Json]:
    """Where something stands in the text that is tried."""
    if span is None or game.source is None or span.file != game.source.file:
        return {"line": None, "column": None}
    return {"line": span.line, "column": span.column, "end": span.end_line}


def game_json(game: Game) -> dict[str, Json]:
    """What windows need to know of a game."""
    return {
        "name": game.name,
        "title": game.title,
        "roles": list(game.roles),
        "hidden": game.hidden,
        "language": game.language,
        "layout": None if game.layout is None else game.layout.to_json(),
        "options": dict(game.options),
    }


def explained(why: Explanation, game: Game) -> dict[str, Json]:
    """An explanation with its places in the text that is tried."""
    return {
        "claim": why.claim,
        "holds": why.holds,
        "facts": list(why.facts),
        "reasons": [explained(reason, game) for reason in why.reasons],
        **place_json(why.source, game),
    }


def _digest(what: Any) -> str:
    """A few letters that are the same for the same, whenever and wherever they are made."""
    text = json.dumps(what, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:8]
