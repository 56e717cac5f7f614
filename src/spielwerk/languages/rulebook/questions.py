"""Questions about heroes as JSON in, answers as JSON out: what the command line and HTTP ask.

:func:`answer` does the work in this process, with books that are trusted. :func:`ask` sends
questions about books of others to a process with a budget of time and memory.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from spielwerk.core import Diagnostic, SpielwerkError
from spielwerk.languages.rulebook.compare import compare
from spielwerk.languages.rulebook.complete import complete
from spielwerk.languages.rulebook.confined import Budget, Confined, diagnostic_of
from spielwerk.languages.rulebook.hero import Hero
from spielwerk.languages.rulebook.lint import lint
from spielwerk.languages.rulebook.messages import LANGUAGES
from spielwerk.languages.rulebook.plan import parse_goal, plan
from spielwerk.languages.rulebook.repair import parse_pin, repair
from spielwerk.languages.rulebook.rules import Rules
from spielwerk.languages.rulebook.shelf import Shelf, library
from spielwerk.languages.rulebook.values import account_of, derived_values

__all__ = ["QUESTIONS", "answer", "ask", "check_rulebook"]

Question = dict[str, Any]
Answer = dict[str, Any]


def ask(question: Question, shelf: Shelf | None = None, budget: Budget | None = None) -> Answer:
    """Answer a question; books that are not on the shelf are read in a process with a budget.

    A question has ``do`` (one of :data:`QUESTIONS`), ``rulebooks`` (names or paths), ``language``,
    and what the kind of question needs: ``hero``, ``other``, ``feature``, ``pins``, ``goals``.

    :raises SpielwerkError: whatever is wrong with the question, the hero or the books
    :raises LimitExceeded: the books need more than the budget
    """
    trusted = shelf or library()
    folders = [trusted.find(name) for name in question.get("rulebooks", ())]
    if all(map(trusted.is_ours, folders)):
        return answer(question, trusted)
    paths = [str(folder.resolve()) for folder in folders]
    with Confined(budget or Budget()) as child:
        return child.ask({**question, "rulebooks": paths})


def check_rulebook(folder: Path, budget: Budget | None = None) -> list[Diagnostic]:
    """What is wrong with a rulebook.

    :raises LimitExceeded: the book needs more than the budget
    """
    with Confined(budget or Budget()) as child:
        reply = child.ask({"do": "check", "folder": str(folder)})
    return [diagnostic_of(body) for body in reply["diagnostics"]]


def answer(question: Question, shelf: Shelf) -> Answer:
    """Answer a question in this process.

    :raises SpielwerkError: whatever is wrong with the question, the hero or the books
    """
    kind = question.get("do")
    if kind == "check":
        return {"diagnostics": [d.to_json() for d in lint(Path(question["folder"]))]}
    if kind not in QUESTIONS:
        raise SpielwerkError(f"'{kind}' is no question. Questions are {', '.join(QUESTIONS)}.")
    language = question.get("language", "en")
    if language not in LANGUAGES:
        raise SpielwerkError(f"We speak {' and '.join(LANGUAGES)}, not '{language}'.")
    if not question.get("rulebooks"):
        raise SpielwerkError("Name at least one rulebook.")
    rules = shelf.rules(question["rulebooks"])
    return QUESTIONS[kind](rules, Hero.from_json(question.get("hero")), question, language)


def _validate(rules: Rules, hero: Hero, _question: Question, language: str) -> Answer:
    report = rules.validate(hero, language)
    return {
        **report.to_json(),
        "waived": [violation.to_json() for violation in report.waived],
        "account": account_of(rules, hero, report).to_json(),
        "derived": derived_values(rules, hero),
    }


def _complete(rules: Rules, hero: Hero, question: Question, language: str) -> Answer:
    options = complete(rules, hero, str(question.get("feature")), language)
    return {"options": [option.to_json(rules, language) for option in options]}


def _repair(rules: Rules, hero: Hero, question: Question, language: str) -> Answer:
    pins = frozenset(parse_pin(str(pin)) for pin in question.get("pins", ()))
    return repair(rules, hero, pins, language).to_json(rules, language)


def _plan(rules: Rules, hero: Hero, question: Question, language: str) -> Answer:
    goals = [parse_goal(str(goal)) for goal in question.get("goals", ())]
    return plan(rules, hero, goals).to_json(rules, language)


def _compare(rules: Rules, hero: Hero, question: Question, language: str) -> Answer:
    return compare(rules, hero, Hero.from_json(question.get("other"))).to_json(rules, language)


QUESTIONS: dict[str, Callable[[Rules, Hero, Question, str], Answer]] = {
    "validate": _validate,
    "complete": _complete,
    "repair": _repair,
    "plan": _plan,
    "compare": _compare,
}
"""The kinds of questions."""
