"""What a confined process answers in which rules are tried: one session, one command at a time.

A command says what to ``do`` and with what; the answer holds one text, JSON for the page, that
whoever asked hands on as it is. A process that replaces a killed one has no session and says so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from spielwerk.catalogue import language_named, open_dump, open_rules
from spielwerk.core import (
    IllegalMove,
    Json,
    Role,
    SpielwerkError,
    read_dump,
    read_scenarios,
    write_dump,
)
from spielwerk.studio.session import StudioSession
from spielwerk.studio.shown import ShownTrial, explained

_RULES = 400
"""So many rules are told at once."""
_LARGEST_SEED = 10**15

_shown: ShownTrial | None = None


class NoSession(SpielwerkError):
    """Nothing is being tried: the rules have to be opened first."""


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to one command.

    :raises SpielwerkError: it cannot be done
    """
    do = question["do"]
    if do in _OPENING:
        found = _OPENING[do](question)
    elif _shown is None:
        raise NoSession("Nothing is being tried any more: try the rules again.")
    elif do in _DOING:
        found = _DOING[do](_shown, question)
    else:
        raise SpielwerkError(f"There is no command '{str(do)[:40]}'.")
    return {"text": json.dumps(found)}


# Opening


def _open(question: Mapping[str, Any]) -> Json:
    global _shown
    _shown = None
    language = language_named(_text(question, "language"))
    game = open_rules(language, language.brought(_text(question, "text")))
    players = question.get("players")
    if players is not None:
        game = game.settled(_whole(question, "players"))
    return _begin(StudioSession(game, _seed(question)))


def _load_dump(question: Mapping[str, Any]) -> Json:
    """Open the match of a dump, with the rules that it brings."""
    dump = read_dump(_text(question, "text"))
    language = language_named(dump.language)
    given = type(dump)(
        dump.language, language.brought(dump.rules.text), dump.options, dump.seed, dump.script
    )
    session = StudioSession(open_dump(given), dump.seed)
    session.debugger.play(dump.script)
    return {**_begin(session), "rules": dump.rules.text, "language": dump.language}


def _begin(session: StudioSession) -> dict[str, Json]:
    global _shown
    _shown = ShownTrial(session)
    return _shown.news()


_OPENING: Mapping[str, Callable[[Mapping[str, Any]], Json]] = {"open": _open, "dump": _load_dump}


# Doing


def _restart(shown: ShownTrial, question: Mapping[str, Any]) -> Json:
    """Begin anew; machines, breakpoints and settings stay."""
    old = shown.session
    game = old.game
    if question.get("players") is not None:
        game = game.settled(_whole(question, "players"))
    kept = {role: player for role, player in old.seats.items() if role in game.roles}
    new = StudioSession(game, _seed(question), kept, old.draws, old.into)
    new.debugger.breakpoints = old.debugger.breakpoints
    shown.session = new
    return shown.news()


def _move(shown: ShownTrial, question: Mapping[str, Any]) -> Json:
    try:
        shown.session.move(Role(_text(question, "role")), _text(question, "move"))
    except IllegalMove as problem:
        return {"why": explained(problem.explanation, shown.session.game)}
    return shown.news()


def _say(shown: ShownTrial, question: Mapping[str, Any]) -> Json:
    shown.session.moves(_text(question, "line"))
    return shown.news()


def _go_on(shown: ShownTrial, question: Mapping[str, Any]) -> Json:
    more = shown.session.go_on(first=bool(question.get("first")))
    return shown.news(more=more)


def _draw(shown: ShownTrial, question: Mapping[str, Any]) -> Json:
    shown.session.draw()
    return shown.news()


def _seat(shown: ShownTrial, question: Mapping[str, Any]) -> Json:
    shown.session.seat(Role(_text(question, "role")), question.get("player") or None)
    return shown.news()


def _settings(shown: ShownTrial, question: Mapping[str, Any]) -> Json:
    session = shown.session
    session.draws = bool(question.get("draws", session.draws))
    session.into = bool(question.get("into", session.into))
    return shown.news()


def _travel(how: str) -> Callable[[ShownTrial, Mapping[str, Any]], Json]:
    def travel(shown: ShownTrial, question: Mapping[str, Any]) -> Json:
        finest = next(iter(shown.session.debugger.steps))
        return shown.news(moved=shown.session.travel(how, str(question.get("by") or finest)))

    return travel


def _go(shown: ShownTrial, question: Mapping[str, Any]) -> Json:
    shown.session.go(_whole(question, "place"))
    return shown.news()


def _resume(shown: ShownTrial, question: Mapping[str, Any]) -> Json:
    return shown.news(moved=shown.session.resume())


def _undo(shown: ShownTrial, question: Mapping[str, Any]) -> Json:
    return shown.news(moved=shown.session.undo())


def _arrange(shown: ShownTrial, question: Mapping[str, Any]) -> Json:
    facts = question.get("facts")
    if not isinstance(facts, list) or not all(isinstance(fact, str) for fact in facts):
        raise SpielwerkError("Facts are a list of texts.")
    shown.session.arrange(facts)
    return shown.news()


def _stop(shown: ShownTrial, question: Mapping[str, Any]) -> Json:
    shown.session.debugger.stop(_text(question, "kind"), _text(question, "where"))
    return shown.news()


def _clear(shown: ShownTrial, question: Mapping[str, Any]) -> Json:
    shown.session.debugger.clear(_whole(question, "number"))
    return shown.news()


def _rules(shown: ShownTrial, question: Mapping[str, Any]) -> Json:
    debugger = shown.session.debugger
    role = question.get("role") or None
    found = debugger.rules(
        _text(question, "subject"),
        None if role is None else Role(str(role)),
        str(question.get("words") or ""),
    )
    rows = [explained(one, shown.session.game) for one in found[:_RULES]]
    return {"rules": rows, "count": len(found)}


def _why(shown: ShownTrial, question: Mapping[str, Any]) -> Json:
    role = Role(_text(question, "role"))
    if role not in shown.session.game.roles:
        raise SpielwerkError(f"There is no player '{role}'.")
    why = shown.session.debugger.why_not(role, _text(question, "move"))
    return {"why": explained(why, shown.session.game)}


def _save(shown: ShownTrial, question: Mapping[str, Any]) -> Json:
    expects = [str(one) for one in question.get("expects") or []]
    text = shown.scenario(_text(question, "title"), _text(question, "game"), expects)
    return {"scenario": text}


def _write_dump(shown: ShownTrial, question: Mapping[str, Any]) -> Json:
    debugger = shown.session.debugger
    return {"dump": write_dump(shown.session.game, debugger.seed, debugger.script)}


def _load(shown: ShownTrial, question: Mapping[str, Any]) -> Json:
    """Play one of the tests of a file, and tell where it differs."""
    found = read_scenarios(_text(question, "text"), "scenario.test")
    number = int(question.get("number") or 0)
    if not 0 <= number < len(found):
        raise SpielwerkError(f"There is no test {number}.")
    differences = shown.session.play(found[number])
    rows = [
        {"line": one.span.line, "expected": one.expected, "found": one.found} for one in differences
    ]
    return shown.news(tests=[one.title for one in found], number=number, differences=rows)


_DOING: Mapping[str, Callable[[ShownTrial, Mapping[str, Any]], Json]] = {
    "restart": _restart,
    "move": _move,
    "say": _say,
    "go on": _go_on,
    "draw": _draw,
    "seat": _seat,
    "settings": _settings,
    "step": _travel("step"),
    "back": _travel("back"),
    "into": _travel("into"),
    "go": _go,
    "resume": _resume,
    "undo": _undo,
    "arrange": _arrange,
    "stop": _stop,
    "clear": _clear,
    "rules": _rules,
    "why": _why,
    "save": _save,
    "save dump": _write_dump,
    "load": _load,
}


# Reading commands


def _text(question: Mapping[str, Any], name: str) -> str:
    value = question.get(name)
    if not isinstance(value, str):
        raise SpielwerkError(f"'{name}' is missing, or no text.")
    return value


def _whole(question: Mapping[str, Any], name: str) -> int:
    value = question.get(name)
    if type(value) is not int:
        raise SpielwerkError(f"'{name}' is missing, or no whole number.")
    return value


def _seed(question: Mapping[str, Any]) -> int:
    seed = question.get("seed", 0)
    if type(seed) is not int or not 0 <= seed < _LARGEST_SEED:
        raise SpielwerkError("A seed is a whole number from 0 on.")
    return seed
