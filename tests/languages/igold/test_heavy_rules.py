"""Eight files whose rules would never end: in a check, a probe, and a match among people.

Each ends within two seconds of processor time with the element to blame, the limit, and what to do.
"""

# ruff: noqa: E501 (elements of XML that belong together stand in one line)

from __future__ import annotations

import os
import time

import pytest
from tests.languages.igold.conftest import frame
from tests.languages.igold.test_limits import ALL, NUMBERS, N, change, loops, nested
from tests.match.table import Table

from spielwerk.core import read_dump, write_dump
from spielwerk.languages.igold import IGOLD, check_text, open_text
from spielwerk.match import REFUSE, Offer, Paused, Setup, Status, Want

SOAK = bool(os.environ.get("SPIELWERK_SOAK"))

WORK = ("5,000,000 operations", "Loops in loops multiply")
DIGITS = ("18 digits", "a minimum and a maximum")
TRUE = f'<attributeRule><compareValues comparison="greaterOrEqual">{N}<integerValue value="-9"/></compareValues></attributeRule>'
FALSE = TRUE.replace("greaterOrEqual", "lessThan")
SEARCH = (
    "<selectMultipleActorsByRules><precondition><actorRule><isActorAmong><whichActor><firstActor/></whichActor><amongActors>",
    "</amongActors></isActorAmong></actorRule></precondition></selectMultipleActorsByRules>",
)
SQUARES = (
    f"<largestForEachActor>{ALL}",
    "</largestForEachActor>",
)
STONES = {
    "gameState": NUMBERS["gameState"].replace(
        "</instances>", '<spaceInstance instanceId="space" typeReference="Space"/></instances>'
    ),
    "attributes": NUMBERS["attributes"],
    "objects": '<objects><object name="Stone" typeId="Stone"/></objects>',
    "fields": '<fields><field name="Field" typeId="Field"/></fields>',
    "spaces": '<spaces><space name="Space" typeId="Space"><instances><fieldInstance instanceId="bag" typeReference="Field"><initialObjectInstances><objectInstance typeReference="Stone" count="4000"/></initialObjectInstances></fieldInstance></instances></space></spaces>',
}
STONE_LOOP = ("<repeatForEachObject><selectAllObjects/><operations>", "</operations></repeatForEachObject>")  # fmt: skip
NUDGE = change('<integerValue value="0"/>')
SHUFFLE = '<fieldOperation><shuffleField><whichField><fieldOfGame instanceIdReference="bag"/></whichField></shuffleField></fieldOperation>'

HEAVY = {
    "thirty loops in each other": (NUMBERS, loops(30), WORK, "<repeatForEachActor>"),
    "forty squarings": (NUMBERS, f"\n{change(N, 'multiply')}" * 40, DIGITS, "<multiplyAttribute"),
    "thirty sums in each other": (
        NUMBERS,
        change(nested(30, f"<sumForEachActor>{ALL}", N, "</sumForEachActor>")),
        WORK,
        "<sumForEachActor>",
    ),
    "thirty searches in each other": (
        NUMBERS,
        f"<repeatForEachActor>{nested(30, SEARCH[0], ALL, SEARCH[1])}<operations>{NUDGE}</operations></repeatForEachActor>",
        WORK,
        "<selectMultipleActorsByRules>",
    ),
    "the largest of the largest": (
        NUMBERS,
        change(nested(30, SQUARES[0], N, SQUARES[1]), "set"),
        WORK,
        "<largestForEachActor>",
    ),
    "all stones for all stones": (
        STONES,
        nested(2, STONE_LOOP[0], NUDGE, STONE_LOOP[1]),
        WORK,
        "<repeatForEachObject>",
    ),
    "a shuffle for every stone": (
        STONES,
        nested(1, STONE_LOOP[0], SHUFFLE * 5, STONE_LOOP[1]),
        WORK,
        "",
    ),
    "products of products": (
        NUMBERS,
        change(nested(6, "<productOfValues>", N * 7, "</productOfValues>") + "", "multiply") * 9,
        DIGITS,
        "",
    ),
}


@pytest.fixture
def quick():
    """Whatever happens ends: two seconds of the processor are asked, which a host may stretch."""
    begun = time.process_time()
    yield
    assert time.process_time() - begun < (2 if SOAK else 20)


def at(text: str, span) -> str:
    return text.splitlines()[span.line - 1]


@pytest.mark.parametrize("name", HEAVY)
def test_a_check_says_where_how_much_and_what_to_do(name, quick):
    areas, begin, (limit, hint), place = HEAVY[name]
    text = frame(**areas, begin=begin)
    (problem,) = [one for one in check_text(text, "heavy.igold.xml") if one.code == "igold-fault"]
    assert limit in problem.message
    assert hint in problem.message
    assert problem.span.line > 1
    assert place in at(text, problem.span)


def later(name: str) -> str:
    """The same rules, but only when somebody makes the move ``go``."""
    areas, begin, *_ = HEAVY[name]
    actions = "".join(
        f'<simpleAction name="{word}" typeId="{word}"><executableIfAnyApplies><precondition><phaseStateRule><currentStateMatchesType><phaseStateTypeReference typeReference="state.Play"/></currentStateMatchesType></phaseStateRule></precondition></executableIfAnyApplies><operations>{does}</operations></simpleAction>'
        for word, does in (("go", begin), ("wait", NUDGE))
    )
    return frame(
        **areas,
        actions=f"<actions>{actions}</actions>",
        instances='<actionInstance instanceId="go" typeReference="go"/><actionInstance instanceId="wait" typeReference="wait"/>',
    )


@pytest.mark.parametrize("name", ["thirty loops in each other", "forty squarings"])
def test_a_match_among_people_waits_with_a_dump_and_can_go_back(name, quick):
    _, _, (limit, hint), _ = HEAVY[name]
    table = Table(open_text(later(name), "heavy.igold.xml"), Setup(illegal=REFUSE))
    table.say(1, "player1", "wait")
    *_, stopped = table.say(2, "player1", "go")
    assert stopped == Paused(2)
    assert table.match.stuck
    assert limit in table.match.state.fault.claim
    assert hint in table.match.state.fault.claim
    dump = read_dump(write_dump(table.game, table.setup.seed, table.match.steps))
    assert len(dump.script) == 2
    table.do(3, Want("player1", Offer.UNDO))
    table.do(4, Want("player2", Offer.UNDO))
    assert table.match.status is Status.RUNNING
    assert "wait" in table.match.state.legal("player2")


def test_whoever_only_plays_such_a_game_gets_nothing_for_it():
    table = Table(open_text(later("forty squarings")))
    table.say(1, "player1", "go")
    assert table.match.outcome == {"player1": 0, "player2": 0}


def test_a_probe_finds_it_when_no_match_begins_with_it(quick):
    game = open_text(later("thirty loops in each other"), "heavy.igold.xml")
    found = IGOLD.probe(game)
    assert found
    assert all("Loops in loops multiply" in one.message for one in found if one.span)
