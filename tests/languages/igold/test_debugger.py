"""The debugger: moments in both directions, breakpoints, rules with values, dumps."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from spielwerk.catalogue import open_dump
from spielwerk.cli.debug_commands import DebugCommands
from spielwerk.core import MoveError, Over, RecordError, SpielwerkError, read_dump, write_dump
from spielwerk.languages.igold import open_text
from spielwerk.languages.igold.debugger import IgoldDebugger

FIXTURES = Path(__file__).parent / "fixtures"


def loaded(text):
    dump = read_dump(text)
    session = IgoldDebugger(open_dump(dump), dump.seed)
    session.play(dump.script)
    return session


def dumped(session):
    return write_dump(session.game, session.seed, session.script)


def told_of(moment):
    return f"{moment.stage} {moment.kind} {moment.text}"


def line_of(text, mark):
    return next(n for n, line in enumerate(text.splitlines(), 1) if mark in line)


@pytest.fixture
def session(ofua):
    return IgoldDebugger(ofua, seed=1)


def test_every_process_is_told_of_before_and_after_in_order(session):
    session.move("take-gold")
    told = [told_of(m) for m in session.moments if not m.deciding]
    first = told.index("before action TakeGold")
    assert told[first:] == [
        "before action TakeGold",
        "before operation increase 'currentGold' of whoever acts: 2",
        "after operation increase 'currentGold' of whoever acts: 2",
        "after action TakeGold",
    ]
    assert told[0] == "before phase SetupPhase"


def test_implications_that_an_operation_turns_on_are_told_of(session):
    for move in ("draw-cards", "choose docks", "take-gold", "construct-building docks"):
        session.move(move)
    told = [told_of(m) for m in session.moments if not m.deciding]
    moved = told.index("after operation move this object to 'constructedField' of whoever acts")
    assert told[moved + 1] == "after implication IncreaseNumberOfBuildingsBuiltEffect is active"
    assert sum("is active" in one for one in told) == 3


def test_one_steps_by_operation_action_state_and_phase_in_both_directions(session):
    session.move("take-gold")

    def gold():
        return session.now.state.view("player1")["players"]["player1"]["attributes"]["current-gold"]

    assert gold() == 4
    session.back("operation")
    assert told_of(session.now).startswith("after operation increase")
    session.back("action")
    assert session.now.deciding
    assert gold() == 2
    session.step("operation")
    assert gold() == 4
    session.step("action")
    assert told_of(session.now) == "after action TakeGold"
    session.back("phase")
    assert session.now.deciding
    session.back("phase")
    assert told_of(session.now) == "after phase SetupPhase"
    session.step("state")
    assert told_of(session.now) == "after phase state AssasinStartState"
    while session.step("phase"):
        pass
    assert gold() == 4


def test_a_move_after_going_back_begins_another_line_of_time(session):
    session.move("take-gold")
    session.back("phase")
    session.move("draw-cards")
    assert len(session.events) == 1
    assert session.latest.prompt(0) == "Which cards to keep"


def test_an_illegal_move_changes_nothing(session):
    before = len(session.moments)
    with pytest.raises(MoveError):
        session.move("construct-building docks")
    assert len(session.moments) == before
    assert session.script == []


def test_a_breakpoint_on_an_element_stops_before_it(session):
    session.stop("element", "type.FinishTurnAction")
    hit = session.run(Random(0))
    assert hit.where == "type.FinishTurnAction"
    assert told_of(session.now) == "before action FinishTurn"
    assert session.run(Random(0)) is None, "nobody finishes twice"
    assert isinstance(session.latest.turn, Over)


def test_a_breakpoint_on_a_line_and_on_a_phase_by_name(session, ofua):
    text = ofua.program.definition.document.text
    session.stop("line", str(line_of(text, '<phase name="KingPhase"')))
    assert session.run(Random(1)) is not None
    assert told_of(session.now) == "before phase KingPhase"


def test_a_breakpoint_on_a_rule_stops_where_it_begins_to_hold(session, ofua):
    text = ofua.program.definition.document.text
    line = line_of(text, '<compareValues comparison="greaterOrEqual">')
    session.stop("rule", str(line))
    session.move("draw-cards")
    session.move("choose docks")
    session.cursor = len(session.moments) - 1
    start = session.cursor
    session.move("take-gold")
    session.cursor = start
    hit = session.hit(start)
    assert hit.kind == "rule"
    assert told_of(session.now).startswith("after operation increase 'currentGold'")
    session.back("operation")
    (answer,) = [a for a in session.rules_of("construct-building", "player1") if "docks" in a.claim]
    assert not answer.holds
    failing = [r for r in answer.reasons if not r.holds]
    assert [r.facts for r in failing] == [
        ("'currentGold' of whoever acts = 2", "'buildingCosts' of this object = 3")
    ]


def test_breakpoints_on_nothing_are_refused(session):
    with pytest.raises(SpielwerkError, match=r"no type of the id or name 'type\.Nothing'"):
        session.stop("element", "type.Nothing")
    with pytest.raises(SpielwerkError, match="No rule stands in line 1"):
        session.stop("rule", "1")


def test_all_rules_of_an_action_are_marked_at_any_moment(session):
    session.move("draw-cards")
    session.move("choose docks")
    answers = session.rules_of("construct-building")
    assert {len(answer.reasons) for answer in answers} == {6}
    assert "fact: 'buildingCosts' of this object = 3" in "\n".join(map(str, answers))


def test_the_whole_position_and_each_players_view_can_be_shown(session):
    assert "current-gold of player1 = 2" in session.whole()
    assert "building-draw-field [church church church church docks docks]" in session.whole()


def test_a_dump_loads_back_to_the_same_match(session):
    for _ in range(3):
        session.run(Random(4), decisions=1)
    again = loaded(dumped(session))
    assert (again.seed, again.script) == (session.seed, session.script)
    assert again.latest == session.latest
    assert [str(m) for m in again.moments] == [str(m) for m in session.moments]


def test_a_dump_of_an_earlier_version_loads():
    session = loaded((FIXTURES / "noughts.igold-dump.json").read_text())
    assert session.seed == 1
    assert [dict(event.moves) for event in session.events] == [
        {"nought": "place a2"},
        {"cross": "place c2"},
        {"nought": "place a1"},
        {"cross": "place c3"},
    ]


def test_a_match_that_ended_in_a_fault_is_dumped_and_stepped_through(framed):
    text = framed(
        instances='<actionInstance typeReference="type.Break" instanceId="break"/>',
        actions="""<actions><simpleAction name="Break" typeId="type.Break"><operations>
          <phaseOperation><setCurrentPhaseExecutionFinished/></phaseOperation>
          <phaseStateOperation><setCurrentPhaseStateExecutionFinished/></phaseStateOperation></operations></simpleAction></actions>""",
    )
    session = IgoldDebugger(open_text(text))
    session.move("player1: break")
    assert session.latest.fault.claim == "No phase can follow Play."
    again = loaded(dumped(session))
    assert again.latest.fault == session.latest.fault
    assert again.back("action")
    assert told_of(again.now) == "after action Break"


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"spielwerk-igold-dump": 1}', "<game/>"])
def test_what_is_no_dump_is_refused(text):
    with pytest.raises(RecordError, match="no dump"):
        read_dump(text)


def test_moves_are_those_of_the_decision_that_one_went_back_to(session):
    talk = DebugCommands(session)
    first = talk.answer("moves")
    talk.answer("move take-gold")
    assert talk.answer("moves") != first
    session.back("action")
    assert not session.now.deciding
    assert talk.answer("moves") == first, "a move made here is made at the decision before"
    session.back("action")
    assert session.now.deciding
    assert talk.answer("moves") == first
    talk.answer("move draw-cards")
    assert [dict(event.moves) for event in session.events] == [{"player1": "draw-cards"}]


def test_before_the_first_decision_a_move_is_made_at_the_first(session):
    talk = DebugCommands(session)
    first, began = talk.answer("moves"), len(session.moments)
    session.cursor = 0
    assert not session.now.deciding
    assert talk.answer("moves") == first
    talk.answer("move take-gold")
    assert len(session.moments) > began
    assert len(session.events) == 1
