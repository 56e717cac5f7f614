"""The course of a match: transitions, faults of the rules, and budgets."""

# ruff: noqa: E501 (elements of XML that belong together stand in one line)

from __future__ import annotations

from spielwerk.core import Over
from spielwerk.languages.igold import check_text, open_text

COUNTER = {
    "attributes": '<attributes><integerAttribute name="N" typeId="type.N"/></attributes>',
    "gameState": '<gameState><instances><attributeInstance name="n" typeReference="type.N" instanceId="n"><integerValue value="0"/></attributeInstance></instances></gameState>',
}
PLAY = '<currentStateMatchesType><phaseStateTypeReference typeReference="state.Play"/></currentStateMatchesType>'


def test_without_a_next_state_the_match_ends_and_every_rule_is_shown(framed):
    text = framed(**COUNTER).replace(
        f"<phaseStateRule>{PLAY}</phaseStateRule>",
        f'<phaseStateRule>{PLAY}</phaseStateRule><attributeRule><compareValues comparison="equal"><attributeOfGame instanceIdReference="n"/><integerValue value="3"/></compareValues></attributeRule>',
    )
    state = open_text(text).initial()
    assert isinstance(state.turn, Over)
    assert state.outcome() == {"player1": 0, "player2": 0}
    assert state.fault.claim == "No phase state can follow Play."
    shown = str(state.fault)
    assert "no: 'n' is 3." in shown
    assert "fact: 'n' = 0" in shown
    assert state.view("player1")["fault"] == f"{state.fault.source}: {state.fault.claim}"


def test_several_next_states_end_the_match_and_are_named(framed):
    text = framed().replace(
        "</phaseStates>",
        f'<phaseState name="Other" typeId="state.Other"><phaseStateTransitions><phaseStateTransition><phaseStateRule>{PLAY}</phaseStateRule></phaseStateTransition></phaseStateTransitions></phaseState></phaseStates>',
    )
    state = open_text(text).initial()
    assert state.fault.claim == "Several phase states could follow Play: End, Other."


def test_states_with_none_or_several_successors_are_found_before_play(framed):
    text = framed(**COUNTER).replace(
        f"<phaseStateRule>{PLAY}</phaseStateRule>",
        f'<phaseStateRule>{PLAY}</phaseStateRule><attributeRule><compareValues comparison="equal"><attributeOfGame instanceIdReference="n"/><integerValue value="3"/></compareValues></attributeRule>',
    )
    warning, error = check_text(text)
    assert error.message == "A match cannot begin. No phase state can follow Play."
    assert warning.code == "igold-successors"
    assert (
        "After the state 'Play' no states could follow, if \"'n' is 3\" fails." in warning.message
    )


def test_rules_that_exclude_each_other_are_no_reason_to_warn(framed):
    rule = '<attributeRule><compareValues comparison="{}"><attributeOfGame instanceIdReference="n"/><integerValue value="3"/></compareValues></attributeRule>'
    text = (
        framed(**COUNTER)
        .replace(
            f"<phaseStateRule>{PLAY}</phaseStateRule>",
            f"<phaseStateRule>{PLAY}</phaseStateRule>{rule.format('lessThan')}",
        )
        .replace(
            "</phaseStates>",
            f'<phaseState name="Other" typeId="state.Other"><phaseStateTransitions><phaseStateTransition><phaseStateRule>{PLAY}</phaseStateRule>{rule.format("greaterOrEqual")}</phaseStateTransition></phaseStateTransitions><operations><gameOperation><finishGame/></gameOperation></operations></phaseState></phaseStates>',
        )
    )
    assert check_text(text) == []


def test_states_that_follow_each_other_for_ever_are_stopped_and_the_cycle_is_named(framed):
    always = "<phaseStateTransitions><phaseStateTransition/></phaseStateTransitions>"
    text = framed(
        phases=f"""<phases><phase name="Loop" typeId="type.Loop">
        <phaseTransitions><phaseTransition><phaseRule><noPhaseExecutedYet/></phaseRule></phaseTransition></phaseTransitions>
        <phaseStates><phaseState name="Round" typeId="state.Round">{always}</phaseState></phaseStates></phase></phases>"""
    )
    state = open_text(text).initial()
    assert isinstance(state.turn, Over)
    assert "Loop: Round -> Loop: Round" in state.fault.claim


def test_an_action_whose_states_never_end_is_stopped(game_of):
    game = game_of(
        instances='<actionInstance typeReference="type.Spin" instanceId="spin"/>',
        actions="""<actions><complexAction name="Spin" typeId="type.Spin"><actionStates>
          <actionState name="Again"><actionStateTransitions><actionStateTransition/></actionStateTransitions></actionState>
        </actionStates></complexAction></actions>""",
    )
    state = game.initial().after({"player1": "spin"})
    assert "Spin: Again -> Spin: Again" in state.fault.claim


TABLE = {
    "objects": '<objects><object name="Stone" typeId="type.Stone"/></objects>',
    "gameState": '<gameState><instances><spaceInstance name="table" typeReference="type.Table" instanceId="table"/></instances></gameState>',
    "fields": '<fields><field name="Spot" typeId="type.Spot"/><field name="Shut" typeId="type.Shut"><allowedObjectTypes><objectTypeReference typeReference="type.Other"/></allowedObjectTypes></field></fields>',
    "spaces": """<spaces><space name="Table" typeId="type.Table"><instances>
      <fieldInstance name="here" typeReference="type.Spot" instanceId="here"><initialObjectInstances><objectInstance typeReference="type.Stone" count="2"/></initialObjectInstances></fieldInstance>
      <fieldInstance name="there" typeReference="type.Spot" instanceId="there"/>
      <fieldInstance name="shut" typeReference="type.Shut" instanceId="shut"/>
    </instances>{layout}</space></spaces>""",
}
OTHER = '<objects><object name="Stone" typeId="type.Stone"/><object name="Other" typeId="type.Other"/></objects>'


def table(layout=""):
    return {**TABLE, "objects": OTHER, "spaces": TABLE["spaces"].replace("{layout}", layout)}


def move(what, where):
    return f"<objectOperation><moveObjectToField><whichObject>{what}</whichObject><toWhichField><fieldOfGame instanceIdReference='{where}'/></toWhichField></moveObjectToField></objectOperation>"


TOP = "<topObjectOfField><fieldOfGame instanceIdReference='here'/></topObjectOfField>"


def test_a_selector_that_finds_nothing_where_one_is_needed_is_a_fault(start_of):
    empty = "<topObjectOfField><fieldOfGame instanceIdReference='there'/></topObjectOfField>"
    state = start_of(**table(), begin=move(empty, "here"))
    assert "A selector needs one element" in state.fault.claim
    assert "the top of 'there'" in state.fault.claim
    assert state.fault.source is not None


def test_a_selector_that_finds_several_where_one_is_needed_is_a_fault(start_of):
    stones = "<selectSingleObject><byType><objectTypeReference typeReference='type.Stone'/></byType></selectSingleObject>"
    state = start_of(**table(), begin=move(stones, "there"))
    assert "Exactly one was needed, 2 were found" in state.fault.claim


def test_an_object_moves_only_along_connections(start_of):
    layout = "<fieldLayout><customLayout><allow/></customLayout></fieldLayout>"
    state = start_of(**table(layout), begin=move(TOP, "there"))
    assert state.fault.claim == "There is no path from 'here' to 'there'."
    free = move(TOP, "there").replace(
        "<moveObjectToField>", '<moveObjectToField ignoreConnections="true">'
    )
    assert start_of(**table(layout), begin=free).fault is None


def test_a_field_takes_only_allowed_objects(start_of):
    state = start_of(**table(), begin=move(TOP, "shut"))
    assert state.fault.claim == "A stone may not lie in 'shut'."


def test_division_by_zero_is_a_fault_with_its_place(start_of):
    state = start_of(
        **COUNTER,
        begin="<attributeOperation><setAttributeValue><whichAttribute><attributeOfGame instanceIdReference='n'/></whichAttribute><setTo><quotientOfValues><integerValue value='1'/><attributeOfGame instanceIdReference='n'/></quotientOfValues></setTo></setAttributeValue></attributeOperation>",
    )
    assert state.fault.claim == "Division by zero: 'n'."


def test_placement_grades_all_places_and_ties_share(game_of):
    score = '<score><smallestValue><seatNumber/><integerValue value="2"/></smallestValue></score>'
    game = game_of(outcome=f'<outcome ranking="placement">{score}</outcome>').settled(players=4)
    assert list(game.initial().outcome().values()) == [0, 67, 67, 67]
    best = game_of(outcome=f"<outcome>{score}</outcome>").settled(players=3)
    assert list(best.initial().outcome().values()) == [0, 50, 50]
