"""Why a move is refused: the action it means, and the rules of that action that fail."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING

from spielwerk.core import Explanation, Move, Over, Role, phrase, phrased
from spielwerk.languages.igold.moves import action_item, move_texts
from spielwerk.languages.igold.why import explain_ways

if TYPE_CHECKING:
    from spielwerk.languages.igold.engine import MatchEngine
    from spielwerk.languages.igold.game import IgoldState


def why_not(state: IgoldState, role: Role, move: Move) -> Explanation:
    """Why a role may not make a move now; an explanation that holds where it may."""
    game = state.game
    who = game.number(role)
    legal = state.legal(role)
    if move in legal:
        return Explanation(phrase(f"{role} may {move}.", de="Das ist erlaubt."), holds=True)
    if isinstance(state.turn, Over):
        over = phrase("The match is over.", de="Die Partie ist zu Ende.")
        return Explanation(over, holds=False)
    if who is None:
        claim = phrase(f"{role} does not play this game.", de=f"{role} spielt hier nicht mit.")
        return Explanation(claim, holds=False)
    verb = move.partition(" ")[0]
    found = [
        number for number, action in enumerate(game.engine.actions) if action.type.word == verb
    ]
    asked = state.prompt(who)
    if asked is not None:
        wanted = ", ".join(legal[:6]) + (", ..." if len(legal) > 6 else "")
        claim = phrase(
            f"{role} must first answer '{asked}': {wanted}.",
            de="Zuerst ist eine andere Frage zu beantworten.",
        )
        return Explanation(claim, holds=False)
    if not found:
        claim = phrase(f"Nothing asks for '{move}' now.", de="Danach fragt gerade nichts.")
        return Explanation(claim, holds=False)
    return _refused_action(state, role, who, move, found)


def _refused_action(
    state: IgoldState, role: Role, who: int, move: Move, found: list[int]
) -> Explanation:
    """The action of that text, rule by rule; or that there is no such element to be seen."""
    s, engine, sight = state.position, state.game.engine, state.sight
    present = [
        n
        for n in found
        if engine.world.actions[n].host != "phase" or engine.world.actions[n].index == s.phase
    ]
    if not present:
        phase = engine.phases[s.phase].type.name if s.phase >= 0 else "beginning"
        claim = phrase(
            f"'{move}' is not possible in the phase {phase}.",
            de=f"In der Phase {phase} ist das nicht möglich.",
        )
        return Explanation(claim, holds=False, source=engine.actions[found[0]].span)
    # Whose action it could be is meant first: `build docks` means the docks in one's own hand.
    able = {
        n: who in engine.names[engine.actions[n].actors](s, _me(engine, n), who, n, None)
        for n in present
    }
    seen = sorted((n for n in present if _visible(state, who, n)), key=lambda n: not able[n])
    items = [action_item(engine, n, who) for n in seen]
    texts = move_texts(s, who, items, lambda thing: sight.sees(who, "object", thing))
    place = texts.get(move)
    if place is None:
        near = get_close_matches(move, list(texts), 1, 0.6)
        hint = f" There is '{near[0]}'." if near else ""
        claim = phrase(
            f"{role} sees nothing that '{move}' could mean.{hint}",
            de="Was damit gemeint ist, ist nirgends zu sehen.",
        )
        return Explanation(claim, holds=False)
    number = seen[place]
    action = engine.actions[number]
    me = _me(engine, number)
    if not able[number]:
        claim = phrase(f"Only somebody else may {move}.", de="Das darf nur jemand anders.")
        return Explanation(claim, holds=False, source=action.span)
    if any(run.who == who for run in s.runs):
        claim = phrase(
            f"{role} must first complete another action.",
            de="Zuerst ist eine andere Aktion abzuschließen.",
        )
        return Explanation(claim, holds=False)
    claim = phrase(f"{role} may not {move}.", de="Das ist gerade nicht erlaubt.")
    why = explain_ways(
        engine,
        s,
        claim,
        action.ways,
        (me, who, number, None),
        lambda kind, thing: sight.sees(who, kind, thing),
    )
    return _with_the_rule(why)


def _with_the_rule(why: Explanation) -> Explanation:
    """The same with the rule that failed in its first sentence, where the author has named it."""
    failed = next((one for one in why.reasons if not one.holds and one.reasons), None)
    if failed is None or (len(why.reasons) > 1 and why.reasons[0].claim == why.claim):
        return why
    german = phrased(failed.claim).get("de")
    said = phrased(why.claim)["de"] + (f" Dazu müsste gelten: {german}" if german else "")
    return replace(why, claim=phrase(f"{why.claim} It must be so: {failed.claim}", de=said))


def _me(engine: MatchEngine, action: int) -> int:
    return engine.world.actions[action].index


def _visible(state: IgoldState, who: int, number: int) -> bool:
    """Whether the element of an action may be named to an actor."""
    one = state.game.world.actions[number]
    if one.host in ("object", "field", "space", "actor"):
        return state.sight.sees(who, one.host, one.index)
    return True
