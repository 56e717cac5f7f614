"""Wrong files: each is refused with what is wrong, where, and what to do."""

# ruff: noqa: E501 (elements of XML that belong together stand in one line)

from __future__ import annotations

import os
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest
from lxml import etree

from spielwerk.core import Over, SourceError, SpielwerkError, random_event
from spielwerk.languages.igold import IGOLD, check_text, open_path, open_text, read_text


def problems(text):
    """The errors of a text by code."""
    with pytest.raises(SourceError) as caught:
        open_text(text, "wrong.igold.xml")
    return {problem.code: problem for problem in caught.value.diagnostics}


def only(text, code):
    found = problems(text)
    assert set(found) == {code}, found
    return found[code]


BOMB = """<!DOCTYPE game [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>
<game name="&c;" xmlns="http://www.goldflam.de/lgold/v1.0"/>"""


def test_a_bomb_of_entities_is_refused_before_it_is_parsed():
    problem = only(BOMB, "igold-doctype")
    assert (problem.span.line, problem.span.column) == (1, 1)
    assert "entities" in problem.hint


def test_external_entities_are_refused(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("not for you")
    text = f'<!DOCTYPE game [<!ENTITY x SYSTEM "{secret.as_uri()}">]><game name="&x;"/>'
    assert "not for you" not in str(only(text, "igold-doctype"))


def test_a_comment_about_entities_is_no_entity(framed):
    assert open_text(framed().replace("<gameDefinition>", "<!-- <!DOCTYPE> --><gameDefinition>"))


def test_files_have_at_most_twenty_million_bytes(tmp_path):
    huge = tmp_path / "huge.igold.xml"
    with huge.open("wb") as file:
        file.truncate(IGOLD.longest + 1)
    with pytest.raises(SourceError, match="longer than 20,000,000 bytes"):
        open_path(str(huge))
    assert only(" " * (IGOLD.longest + 1), "igold-too-long")


def test_what_is_no_text_or_no_file_is_refused(tmp_path):
    strange = tmp_path / "strange.igold.xml"
    strange.write_bytes(b"<game name='\xff\xfe'/>")
    with pytest.raises(SourceError, match="UTF-8"):
        read_text(strange)
    with pytest.raises(SourceError, match="no such file"):
        open_path(str(tmp_path / "nothing.igold.xml"))


def test_broken_xml_is_shown_where_it_breaks():
    problem = only("<game>\n  <gameDefinition>\n</game>", "igold-xml")
    assert problem.span.line == 3


def test_deep_nesting_is_refused():
    assert only("<game>" * 5_000 + "</game>" * 5_000, "igold-xml")


def test_the_root_must_be_a_game_of_the_namespace():
    assert "xmlns" in only("<game name='x'/>", "igold-root").hint


def test_a_misspelt_element_gets_a_suggestion_and_its_exact_place(framed):
    text = framed().replace("<noPhaseExecutedYet/>", "<noPhaseExecutedJet/>")
    problem = only(text, "igold-schema")
    line = text.splitlines()[problem.span.line - 1]
    assert line[problem.span.column - 1 :].startswith("<noPhaseExecutedJet")
    assert "noPhaseExecutedYet" in problem.hint


def test_a_missing_attribute_is_named(framed):
    text = framed().replace(' typeId="type.Player"', "")
    assert "typeId" in only(text, "igold-schema").message


def test_two_types_of_one_id(framed):
    text = framed(objects='<objects><object typeId="type.A"/>\n<object typeId="type.A"/></objects>')
    problem = only(text, "igold-duplicate")
    assert "'type.A'" in problem.message
    assert "line" in problem.hint


def test_two_instances_and_two_links_of_one_id(framed):
    number = '<attributeInstance typeReference="type.N" instanceId="n"><integerValue value="1"/></attributeInstance>'
    attributes = '<attributes><integerAttribute typeId="type.N"/></attributes>'
    twice = f"<gameState><instances>{number}{number}</instances></gameState>"
    assert only(framed(attributes=attributes, gameState=twice), "igold-duplicate")
    links = '<gameState><links><actorLink linkId="l"/><actorLink linkId="l"/></links></gameState>'
    assert only(framed(gameState=links), "igold-duplicate")


def test_inheritance_that_goes_round_is_shown_as_a_circle(framed):
    text = framed(
        objects="""<objects><abstractObject typeId="a" extends="b"/><abstractObject typeId="b" extends="c"/>
        <abstractObject typeId="c" extends="a"/></objects>"""
    )
    assert "a extends b extends c extends a" in only(text, "igold-cycle").message


def test_only_abstract_types_can_be_extended(framed):
    text = framed(objects='<objects><object typeId="a"/><object typeId="b" extends="a"/></objects>')
    assert only(text, "igold-concrete-parent")


def test_an_unknown_reference_gets_the_nearest_name(framed):
    text = framed(
        objects='<objects><abstractObject typeId="type.Building"/><object typeId="x" extends="type.Bulding"/></objects>'
    )
    assert only(text, "igold-unknown").hint == "Did you mean 'type.Building'?"


def test_an_abstract_type_cannot_have_instances(framed):
    text = framed(
        gameState='<gameState><instances><spaceInstance typeReference="type.A" instanceId="s"/></instances></gameState>',
        spaces='<spaces><abstractSpace typeId="type.A"/><space typeId="type.B" extends="type.A"/></spaces>',
    )
    assert only(text, "igold-abstract").hint == "Make one of type.B."


def test_each_element_is_made_only_of_what_it_can_be_made_of(framed):
    text = framed(
        actors='<actors><actor typeId="type.Player"><instances><fieldInstance typeReference="type.F" instanceId="f"/></instances></actor></actors>',
        fields='<fields><field typeId="type.F"/></fields>',
    )
    problem = only(text, "igold-instance")
    assert "actor" in problem.message
    assert "space" in problem.hint


def test_an_abstract_state_must_be_extended(framed):
    state = '<abstractPhaseState typeId="state.Abstract"/><phaseState name="End"'
    text = framed().replace('<phaseState name="End"', state)
    assert "state.Abstract" in only(text, "igold-abstract-state").message


def test_abstract_transitions_must_be_extended(framed):
    text = framed().replace(
        "<phaseTransition>", '<abstractPhaseTransition typeId="way.A"/><phaseTransition>', 1
    )
    assert "way.A" in only(text, "igold-abstract-transition").message


def action(body, where="type.Do"):
    return f'<actions><simpleAction name="Do" typeId="{where}">{body}</simpleAction></actions>'


INSTANCE = '<actionInstance typeReference="type.Do" instanceId="do"/>'


def test_a_word_that_the_context_cannot_serve_is_an_error_at_check_time(framed):
    text = framed(
        instances=INSTANCE,
        actions=action(
            "<executableBy><selectActor><ownerFromObject><objectThisActionBelongsTo/></ownerFromObject></selectActor></executableBy>"
        ),
    )
    problem = only(text, "igold-context")
    assert "'objectThisActionBelongsTo'" in problem.message
    assert "must belong to an object" in problem.message


def test_a_transition_knows_no_executing_actor(framed):
    text = framed().replace(
        "<phaseRule><noPhaseExecutedYet/></phaseRule>",
        "<actorRule><areActorsIdentical><thisActor><firstActor/></thisActor><thatActor><actorWhoExecutesThisAction/></thatActor></areActorsIdentical></actorRule>",
    )
    assert "nobody executes an action" in only(text, "igold-context").message


def test_a_short_form_needs_an_element_in_the_context(framed):
    text = framed(
        attributes='<attributes><integerAttribute typeId="type.N"/></attributes>',
        actors='<actors><actor typeId="type.Player"><instances><attributeInstance typeReference="type.N" instanceId="n"><integerValue value="1"/></attributeInstance></instances></actor></actors>',
        begin='<attributeOperation><setAttributeValue><whichAttribute><attributeOfActor instanceIdReference="n"/></whichAttribute><setTo><integerValue value="1"/></setTo></setAttributeValue></attributeOperation>',
    )
    assert "no actor" in only(text, "igold-context").message


def test_an_unknown_instance_is_looked_for_in_the_right_types(framed):
    text = framed(
        attributes='<attributes><integerAttribute typeId="type.N"/></attributes>',
        actors='<actors><actor typeId="type.Player"><instances><attributeInstance typeReference="type.N" instanceId="instance.gold"><integerValue value="1"/></attributeInstance></instances></actor></actors>',
        begin='<attributeOperation><setAttributeValue><whichAttribute><attributeOfActor instanceIdReference="instance.gould"><firstActor/></attributeOfActor></whichAttribute><setTo><integerValue value="1"/></setTo></setAttributeValue></attributeOperation>',
    )
    assert only(text, "igold-unknown").hint == "Did you mean 'instance.gold'?"


def test_values_of_different_kinds_cannot_be_compared(framed):
    rule = '<attributeRule><compareValues comparison="lessThan"><stringValue value="a"/><integerValue value="1"/></compareValues></attributeRule>'
    text = framed(
        instances=INSTANCE,
        actions=action(
            f"<executableIfAnyApplies><precondition>{rule}</precondition></executableIfAnyApplies>"
        ),
    )
    assert "igold-type" in problems(text)


def test_chance_cannot_be_asked_in_a_rule(framed):
    rule = '<attributeRule><compareValues comparison="equal"><selectValueByChance chanceReference="die"/><integerValue value="1"/></compareValues></attributeRule>'
    text = framed(
        instances=INSTANCE,
        chances='<chances><integerChance typeId="die"><chance value="1"/></integerChance></chances>',
        actions=action(
            f"<executableIfAnyApplies><precondition>{rule}</precondition></executableIfAnyApplies>"
        ),
    )
    assert "attribute" in only(text, "igold-chance").hint


def test_a_chance_of_nothing_or_of_wrong_values_is_refused(framed):
    for body in ("", '<chance value="one"/>', '<chance value="1" amount="0"/>'):
        text = framed(
            chances=f'<chances><integerChance typeId="die">{body}</integerChance></chances>'
        )
        assert "igold-chance" in problems(text), body


def test_a_timer_needs_something_to_time(framed):
    for body in ("<timer/>", "<timer><onTimeout/></timer>"):
        text = framed(instances=INSTANCE, actions=action(body))
        assert "duration" in str(only(text, "igold-schema"))


def test_a_timer_of_an_unknown_action_is_refused(framed):
    timers = '<timers><timer><duration><integerValue value="5"/></duration><onTimeout><executeAction><selectAction><fromCurrentPhase/><byInstanceId instanceIdReference="go"/></selectAction></executeAction></onTimeout></timer></timers>'
    text = framed(instances=INSTANCE, actions=action("")).replace(
        "<phaseStates>", f"{timers}<phaseStates>"
    )
    assert "igold-unknown" in problems(text)


def test_named_pieces_must_not_contain_themselves(framed):
    text = framed(
        instances=INSTANCE,
        rules='<rules><ruleDefinition typeId="r"><ruleReference typeReference="r"/></ruleDefinition></rules>',
        actions=action(
            '<executableIfAnyApplies><precondition><ruleReference typeReference="r"/></precondition></executableIfAnyApplies>'
        ),
    )
    assert "r uses r" in only(text, "igold-cycle").message


def test_a_game_without_phases_is_refused(framed):
    assert "igold-no-phase" in problems(framed(phases=""))


def test_all_problems_of_a_file_are_named_at_once(framed):
    text = framed(
        objects='<objects><object typeId="a" extends="b"/><object typeId="c" extends="d"/></objects>'
    )
    with pytest.raises(SourceError) as caught:
        open_text(text)
    assert len(caught.value.diagnostics) == 2


def test_what_nothing_leads_to_is_a_warning(framed):
    text = framed().replace(
        '<phaseState name="End"',
        '<phaseState name="Lost" typeId="state.Lost"/><phaseState name="End"',
    )
    assert "igold-unreachable" in [p.code for p in check_text(text)]


def test_a_game_needs_an_actor_and_sensible_seats(framed):
    assert only(framed(actors=""), "igold-no-actor")
    for players in (
        '<players minimum="3" maximum="2"/>',
        '<players minimum="2" maximum="4" default="9"/>',
        '<players minimum="0" maximum="2"/>',
        '<players minimum="2" maximum="100000"/>',
        '<players minimum="2" maximum="2"><seat name="a"/><seat name="a"/></players>',
        '<players minimum="2" maximum="2"><seat name="random"/></players>',
    ):
        assert only(framed(players=players), "igold-players"), players


def test_the_default_of_an_option_must_be_one_of_its_values(framed):
    options = '<options><enumOption optionId="deck" default="large"><possibleValues><enumValue valueId="small"/></possibleValues></enumOption></options>'
    assert "It is one of small." in only(framed(options=options), "igold-option").message


def test_a_first_value_must_fit_its_attribute(framed):
    attributes = """<attributes><integerAttribute typeId="type.N"/><enumAttribute typeId="type.E"><possibleValues><enumValue valueId="red"/></possibleValues></enumAttribute>
      <enumAttribute typeId="type.F"><possibleValues><enumValue valueId="blue"/></possibleValues></enumAttribute></attributes>"""
    state = '<gameState><instances><attributeInstance typeReference="{}" instanceId="n">{}</attributeInstance></instances></gameState>'
    text = framed(
        attributes=attributes, gameState=state.format("type.N", '<stringValue value="x"/>')
    )
    assert only(text, "igold-type")
    text = framed(
        attributes=attributes,
        gameState=state.format("type.E", '<enumValue enumValueReference="blue"/>'),
    )
    assert "value of 'type.E'" in only(text, "igold-unknown").message


def first_objects(framed, body):
    return framed(
        objects='<objects><abstractObject typeId="type.A"/><object typeId="type.B" extends="type.A"/><object typeId="type.C"/></objects>',
        gameState='<gameState><instances><spaceInstance typeReference="type.S" instanceId="s"/></instances></gameState>',
        spaces=f'<spaces><space typeId="type.S"><instances><fieldInstance typeReference="type.F" instanceId="f"><initialObjectInstances>{body}</initialObjectInstances></fieldInstance></instances></space></spaces>',
        fields='<fields><field typeId="type.F"><allowedObjectTypes><objectTypeReference typeReference="type.A"/></allowedObjectTypes></field></fields>',
    )


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ('<objectInstance typeReference="type.X"/>', "igold-unknown"),
        ('<objectInstance typeReference="type.A"/>', "igold-abstract"),
        ('<objectInstance typeReference="type.C"/>', "igold-allowed"),
        ('<objectInstance typeReference="type.B" count="0"/>', "igold-count"),
        ('<objectInstance typeReference="type.B" count="1000000000"/>', "igold-count"),
        (
            '<objectInstance typeReference="type.B" optionReference="deck" optionValue="x"/>',
            "igold-unknown",
        ),
    ],
)
def test_the_first_objects_of_a_field_must_be_possible(framed, body, code):
    assert only(first_objects(framed, body), code)


def test_named_pieces_that_multiply_are_stopped(framed):
    double = "".join(
        f'<valueDefinition typeId="v{n}"><sumOfValues><valueReference typeReference="v{n + 1}"/><valueReference typeReference="v{n + 1}"/></sumOfValues></valueDefinition>'
        for n in range(40)
    )
    text = framed(
        values=f'<values>{double}<valueDefinition typeId="v40"><integerValue value="1"/></valueDefinition></values>',
        outcome='<outcome><score><valueReference typeReference="v0"/></score></outcome>',
    )
    assert only(text, "igold-too-large")


def test_values_nested_too_deeply_are_refused(framed):
    deep = "<sumOfValues>" * 230 + '<integerValue value="1"/>' + "</sumOfValues>" * 230
    found = problems(framed(outcome=f"<outcome><score>{deep}</score></outcome>"))
    assert set(found) <= {"igold-too-deep", "igold-xml"}


def test_a_selection_from_too_many_things_is_a_fault(framed):
    begin = '<integerSelection name="Any number"><actorWhoSelects><firstActor/></actorWhoSelects><lowestInteger><integerValue value="0"/></lowestInteger><highestInteger><integerValue value="1000000000000"/></highestInteger></integerSelection>'
    state = open_text(framed(begin=begin)).initial()
    assert state.fault.claim == "'Any number' offers more than 10,000 choices."


SOURCES = sorted((Path(__file__).parent / "fixtures").glob("*.igold.xml"))


@pytest.mark.parametrize("seed", range(1000 if os.environ.get("SPIELWERK_SOAK") else 60))
def test_a_damaged_file_is_refused_or_played_and_never_breaks_anything(seed):
    rng = Random(seed)
    root = etree.fromstring(rng.choice(SOURCES).read_bytes())
    for _ in range(rng.randint(1, 3)):
        damage(rng, list(root.iter("{*}*"))[2:])
    try:
        state = open_text(etree.tostring(root).decode()).initial(seed)
    except SpielwerkError:
        return
    for _ in range(10):
        if isinstance(state.turn, Over):
            assert set(state.outcome()) == set(state.game.roles)
            break
        state.view(state.game.roles[0])
        state = state.after(random_event(state, rng).moves)


def damage(rng, nodes):
    node, other = rng.choice(nodes), rng.choice(nodes)
    match rng.randrange(4):
        case 0:
            node.getparent().remove(node)
        case 1 if node.attrib:
            del node.attrib[rng.choice(list(node.attrib))]
        case 2:
            for key in node.attrib:
                node.set(key, rng.choice([n.get(key) for n in nodes if n.get(key)]))
        case 3:
            node.addnext(deepcopy(other))
