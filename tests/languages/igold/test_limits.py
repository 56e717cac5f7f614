"""Rules that ask for too much: each ends with the element to blame and the limit it broke."""

# ruff: noqa: E501 (elements of XML that belong together stand in one line)

import pytest

from spielwerk.core import SourceError
from spielwerk.languages.igold import check_text, open_text
from spielwerk.languages.igold.position import Fault

NUMBERS = {
    "gameState": '<gameState><instances><attributeInstance instanceId="n" typeReference="type.Number"><integerValue value="3"/></attributeInstance></instances></gameState>',
    "attributes": '<attributes><integerAttribute name="Number" typeId="type.Number"/></attributes>',
}
N = '<attributeOfGame instanceIdReference="n"/>'
ALL = "<selectAllActors/>"


def change(value, how="increase"):
    by = "setTo" if how == "set" else f"{how}By"
    return f"<attributeOperation><{how}AttributeValue><whichAttribute>{N}</whichAttribute><{by}>{value}</{by}></{how}AttributeValue></attributeOperation>"


def nested(depth, begin, inside, end):
    return f"\n{begin}" * depth + f"\n{inside}\n" + f"{end}\n" * depth


def loops(depth):
    begin, end = f"<repeatForEachActor>{ALL}<operations>", "</operations></repeatForEachActor>"
    return nested(depth, begin, change('<integerValue value="0"/>'), end)


def fault_of(text):
    fault = open_text(text, "rules.igold.xml").initial().fault
    assert fault is not None
    return fault


def test_thirty_nested_loops_over_all_actors_end_at_the_innermost(framed):
    text = framed(**NUMBERS, begin=loops(30))
    fault = fault_of(text)
    assert fault.claim.startswith("More than 5,000,000 operations follow each other")
    assert "<repeatForEachActor>" in text.splitlines()[fault.source.line - 1]


def test_thirty_nested_sums_end_in_the_same_way(framed):
    sums = nested(30, f"<sumForEachActor>{ALL}", N, "</sumForEachActor>")
    text = framed(**NUMBERS, begin=change(sums))
    fault = fault_of(text)
    assert fault.claim.startswith("More than 5,000,000 operations")
    assert "<sumForEachActor>" in text.splitlines()[fault.source.line - 1]


def test_the_same_rules_break_the_same_limit_at_the_same_place_every_time(framed):
    text = framed(**NUMBERS, begin=loops(30))
    assert fault_of(text) == fault_of(text)


def test_loops_that_end_in_time_are_left_alone(framed):
    assert open_text(framed(**NUMBERS, begin=loops(12))).initial().fault is None


@pytest.mark.parametrize("how", ["multiply", "increase", "decrease"])
def test_forty_times_a_number_by_itself_is_too_large(framed, how):
    negative = f"<differenceOfValues><integerValue value='0'/>{N}</differenceOfValues>"
    square = "\n" + change(negative if how == "decrease" else N, how)
    text = framed(**NUMBERS, begin=square * 70)
    fault = fault_of(text)
    assert fault.claim.startswith("Numbers have at most 18 digits, and this has more: 'n'.")
    assert f"<{how}AttributeValue>" in text.splitlines()[fault.source.line - 1]


def test_a_product_of_many_factors_is_too_large_before_it_is_worked_out(framed):
    factors = f"<productOfValues>{N * 2_000}</productOfValues>"
    text = framed(**NUMBERS, begin=f"\n{change(factors, 'set')}\n")
    assert fault_of(text).claim.startswith("Numbers have at most 18 digits")


def test_a_number_with_more_digits_is_refused_where_it_stands(framed):
    long = f"<integerValue value='{'9' * 5_000}'/>"
    text = framed(**NUMBERS, begin=f"\n{change(long)}\n")
    (problem,) = check_text(text)
    assert problem.code == "igold-number"
    assert problem.message == "Numbers have at most 18 digits, and 'value' has 5000."


def test_a_match_of_too_many_elements_is_not_made(framed):
    fields = "".join(
        f'\n<fieldInstance instanceId="f{n}" typeReference="type.Field"><initialObjectInstances><objectInstance typeReference="type.Stone" count="10000"/></initialObjectInstances></fieldInstance>'
        for n in range(6)
    )
    text = framed(
        gameState='<gameState><instances><spaceInstance instanceId="space" typeReference="type.Space"/></instances></gameState>',
        objects='<objects><object name="Stone" typeId="type.Stone"/></objects>',
        spaces=f'<spaces><space name="Space" typeId="type.Space"><instances>{fields}</instances></space></spaces>',
        fields='<fields><field name="Field" typeId="type.Field"/></fields>',
    )
    (problem,) = check_text(text)
    assert problem.code == "igold-too-large"
    assert "more than 50,000 elements" in problem.message
    with pytest.raises(SourceError):
        open_text(text)


def test_who_sees_what_is_not_worked_out_for_ever(framed):
    rule = nested(
        30,
        "<selectMultipleActorsByRules><precondition><actorRule><isActorAmong><whichActor><firstActor/></whichActor><amongActors>",
        ALL,
        "</amongActors></isActorAmong></actorRule></precondition></selectMultipleActorsByRules>",
    )
    text = framed(
        gameState='<gameState><instances><attributeInstance instanceId="n" typeReference="type.Number"><integerValue value="3"/></attributeInstance></instances></gameState>',
        attributes=f'<attributes><integerAttribute name="Number" typeId="type.Number" minimum="0" maximum="9"><visibility>{rule}</visibility></integerAttribute></attributes>',
    )
    state = open_text(text, "rules.igold.xml").initial()
    for _ in range(2):
        with pytest.raises(
            Fault, match=r"^rules.igold.xml:\d+:\d+: More than 5,000,000 operations"
        ):
            state.view(None)


def test_looking_again_and_again_breaks_no_limit(ofua):
    state = ofua.initial()
    for _ in range(300):
        for role in (*ofua.roles, None):
            state.view(role)


def test_only_so_many_problems_are_told(framed):
    wrong = "".join(f'\n<operationReference typeReference="nothing{n}"/>' for n in range(3_000))
    assert len(check_text(framed(begin=wrong))) == 200


def test_many_states_are_asked_for_successors_within_a_budget(framed):
    """Each of 100 states has ten open rules: all combinations would take minutes."""
    rules = "".join(
        f'<attributeRule><compareValues comparison="equal">{N}<integerValue value="{n}"/></compareValues></attributeRule>'
        for n in range(10)
    )
    states = "".join(
        f'\n<phaseState name="S{n}" typeId="state.S{n}"><phaseStateTransitions><phaseStateTransition><phaseStateRule><currentStateMatchesType><phaseStateTypeReference typeReference="state.S{(n * 7) % 100}"/></currentStateMatchesType></phaseStateRule><anyOf>{rules}</anyOf></phaseStateTransition></phaseStateTransitions></phaseState>'
        for n in range(100)
    )
    check_text(framed(**NUMBERS).replace("</phaseStates>", f"{states}</phaseStates>"))
