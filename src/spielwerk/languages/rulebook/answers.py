"""Answers about heroes as JSON, which HTTP, ``--json`` and confined processes carry.

Rules and heroes go in. This is the only place where what the functions of this package find
becomes JSON; whoever can call these functions themselves uses what they return.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from spielwerk.languages.rulebook.comparing import compare
from spielwerk.languages.rulebook.completing import complete
from spielwerk.languages.rulebook.equipment import outfit_of
from spielwerk.languages.rulebook.hero import Hero
from spielwerk.languages.rulebook.planning import parse_goal, plan
from spielwerk.languages.rulebook.repairing import repair
from spielwerk.languages.rulebook.rules import Rules
from spielwerk.languages.rulebook.telling import lines_of
from spielwerk.languages.rulebook.values import account_of, derived_values

Answer = dict[str, Any]


def validated(rules: Rules, hero: Hero, *, language: str = "en") -> Answer:
    """Every rule that a hero does not keep, and what the hero costs and has."""
    report = rules.validate(hero, language)
    return {
        **report.to_json(),
        "lines": [line.to_json() for line in lines_of(rules, report, language)],
        "waived": [violation.to_json() for violation in report.waived],
        "account": account_of(rules, hero, report).to_json(),
        "derived": derived_values(rules, hero),
        "outfit": outfit_of(rules, hero).to_json(),
    }


def completed(rules: Rules, hero: Hero, *, feature: str, language: str = "en") -> Answer:
    """The values of a feature: possible, nearly possible, or why not.

    :raises SpielwerkError: there is no such feature
    """
    options = complete(rules, hero, feature, language)
    return {"options": [option.to_json(rules, language) for option in options]}


def repaired(rules: Rules, hero: Hero, *, pins: Iterable[str] = (), language: str = "en") -> Answer:
    """The fewest changes that make a hero legal.

    :raises Unrepairable: no legal hero can be reached
    :raises SpielwerkError: one of the pins is none
    """
    return repair(rules, hero, pins, language).to_json(rules, language)


def planned(rules: Rules, hero: Hero, *, goals: Iterable[str], language: str = "en") -> Answer:
    """The cheapest way to some goals.

    :raises OutOfReach: no purchases lead there
    :raises SpielwerkError: one of the goals is none
    """
    wished = [parse_goal(goal, language) for goal in goals]
    return plan(rules, hero, wished, language=language).to_json(rules, language)


def compared(rules: Rules, hero: Hero, other: Hero, *, language: str = "en") -> Answer:
    """What turns a hero into another."""
    return compare(rules, hero, other).to_json(rules, language)
