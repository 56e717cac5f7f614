"""Why a rule holds or fails: its sentence, its place in the file, and the values it compares.

What comes out are explanations of the contract. For a player, values of elements that the player
may not see are left out; an author sees everything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import DecimalException
from operator import index
from typing import TYPE_CHECKING, Any

from spielwerk.core import Explanation, phrase, phrased
from spielwerk.languages.igold.moves import element_text, value_text
from spielwerk.languages.igold.position import Fault

if TYPE_CHECKING:
    from spielwerk.languages.igold.engine import MatchEngine
    from spielwerk.languages.igold.position import MatchPosition
    from spielwerk.languages.igold.processor import Traced, Way

_ELEMENTS = ("actor", "object", "field", "space", "attribute", "action", "implication")
_BROKEN = (Fault, DecimalException)

Context = tuple[int, int, int, Any]
"""Element, actor, action and memory."""
Sees = Callable[[str, int], bool]
"""Whether an element of a kind may be named."""


def explain_rule(
    engine: MatchEngine, s: MatchPosition, rule: Traced, context: Context, sees: Sees | None = None
) -> Explanation:
    """Whether a rule holds now, with its values; ``sees`` leaves out those that it says no to."""
    names = engine.names
    try:
        holds = bool(names[rule.test](s, *context))
    except _BROKEN:
        return Explanation(f"{rule.text} (cannot be worked out)", False, rule.span)
    facts = []
    for text, kind, function, slot in rule.operands:
        try:
            value = names[function](s, *context)
            element = ("attribute", names[slot](s, *context)) if slot else (kind, value)
            if element[0] in _ELEMENTS:
                index(element[1])
        except _BROKEN:
            continue
        if sees is None or element[0] not in _ELEMENTS or element[1] < 0 or sees(*element):
            facts.append(f"{text} = {_shown(engine, s, kind, value)}")
    parts = tuple(explain_rule(engine, s, part, context, sees) for part in rule.parts)
    return Explanation(_sentence(rule.text), holds, rule.span, tuple(facts), parts)


def explain_way(
    engine: MatchEngine,
    s: MatchPosition,
    claim: str,
    way: Way,
    context: Context,
    sees: Sees | None = None,
) -> Explanation:
    """Rule by rule, up to the first that fails: later ones may rely on it."""
    reasons = []
    for rule in way.rules:
        reasons.append(explain_rule(engine, s, rule, context, sees))
        if not reasons[-1].holds:
            break
    holds = all(reason.holds for reason in reasons)
    return Explanation(claim, holds, way.span, reasons=tuple(reasons))


def explain_ways(
    engine: MatchEngine,
    s: MatchPosition,
    claim: str,
    ways: Sequence[Way],
    context: Context,
    sees: Sees | None = None,
) -> Explanation:
    """Several ways of which one must hold."""
    each = [explain_way(engine, s, claim, way, context, sees) for way in ways]
    if len(each) == 1:
        return each[0]
    if not each:
        return Explanation(f"{claim}: no way leads there", False)
    return Explanation(claim, any(one.holds for one in each), reasons=tuple(each))


def _shown(engine: MatchEngine, s: MatchPosition, kind: str, value: Any) -> str:
    if kind in _ELEMENTS:
        return element_text(s, kind, value) if value >= 0 else "nobody"
    if kind == "phase":
        return engine.phases[value].type.name if value >= 0 else "none"
    if kind == "phaseState":
        return engine.states[value][1].name if value >= 0 else "none"
    if kind == "actionState":
        return str(s.world.action_states[value]) if value >= 0 else "none"
    return value_text(value)


def _sentence(text: str) -> str:
    said = {language: _written(other) for language, other in phrased(text).items()}
    return phrase(_written(text), **said)


def _written(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
