"""Who sees what: views, counts, spectators, guesses, differences."""

# ruff: noqa: E501 (elements of XML that belong together stand in one line)

from __future__ import annotations

import json
from random import Random

import pytest
from tests.languages.igold.conftest import FIXTURES

from spielwerk.client import apply_patch
from spielwerk.core import LimitExceeded, Over, random_event
from spielwerk.languages.igold import check_text, open_path
from spielwerk.server.rooms.patch import difference

CARDS = {
    "objects": """<objects><abstractObject name="Card" typeId="type.Card"/>
      <object name="Ace" typeId="type.Ace" extends="type.Card"/><object name="King" typeId="type.King" extends="type.Card"/>
      <object name="Queen" typeId="type.Queen" extends="type.Card"/><object name="Jack" typeId="type.Jack" extends="type.Card"/></objects>""",
    "gameState": """<gameState><instances><spaceInstance name="table" typeReference="type.Table" instanceId="table"/></instances></gameState>""",
    "attributes": '<attributes><integerAttribute name="Secret" typeId="type.Secret" minimum="1" maximum="9"><visibility><actorThisBelongsTo/></visibility></integerAttribute></attributes>',
    "actors": """<actors><actor name="Player" typeId="type.Player"><instances>
      <attributeInstance name="secret" typeReference="type.Secret" instanceId="secret"><integerValue value="7"/></attributeInstance>
      <spaceInstance name="own" typeReference="type.Own" instanceId="own"/></instances></actor></actors>""",
    "spaces": """<spaces>
      <space name="Table" typeId="type.Table"><instances><fieldInstance name="pile" typeReference="type.Pile" instanceId="pile">
        <initialObjectInstances><objectInstance typeReference="type.Ace"/><objectInstance typeReference="type.King"/><objectInstance typeReference="type.Queen"/><objectInstance typeReference="type.Jack"/></initialObjectInstances>
      </fieldInstance></instances></space>
      <space name="Own" typeId="type.Own"><instances><fieldInstance name="hand" typeReference="type.Hand" instanceId="hand"/></instances>{visible}</space>
    </spaces>""",
    "fields": """<fields>
      <field name="Pile" typeId="type.Pile"><visibility><selectNoActors/></visibility><objectCountVisibility><selectAllActors/></objectCountVisibility></field>
      <field name="Hand" typeId="type.Hand"><visibility><actorWhoOwnsThisField/></visibility></field></fields>""",
    "instances": '<actionInstance typeReference="type.Pass" instanceId="pass"/>',
    "actions": """<actions><simpleAction name="Pass" typeId="type.Pass"><executableIfAnyApplies><precondition>
      <phaseStateRule><currentStateMatchesType><phaseStateTypeReference typeReference="state.Play"/></currentStateMatchesType></phaseStateRule>
      <attributeRule><compareValues comparison="equal"><numberOfExecutions scope="game" byExecutingActor="true"/><integerValue value="0"/></compareValues></attributeRule>
      </precondition></executableIfAnyApplies><operations/></simpleAction></actions>""",
    "begin": """<fieldOperation><shuffleField><whichField><fieldOfGame instanceIdReference="pile"/></whichField></shuffleField></fieldOperation>
      <repeatForEachActor><selectAllActors/><operations><fieldOperation><moveObjectsFromFieldToField setFieldOwnerAsObjectOwner="true">
        <fromField><fieldOfGame instanceIdReference="pile"/></fromField><toField><fieldOfActor instanceIdReference="hand"/></toField>
        <objectsToMove><numberOfObjects><integerValue value="1"/></numberOfObjects><fromTop/></objectsToMove>
      </moveObjectsFromFieldToField></fieldOperation></operations></repeatForEachActor>""",
}


@pytest.fixture
def cards(game_of):
    def make(visible=""):
        spaces = CARDS["spaces"].replace("{visible}", visible)
        return game_of(**{**CARDS, "spaces": spaces})

    return make


def test_a_hand_is_seen_by_its_owner_alone_and_a_pile_by_nobody(cards):
    state = cards().initial(5)
    mine = state.view("player1")["players"]["player1"]["fields"]
    assert len(mine["hand"]["objects"]) == 1
    assert "hand" not in state.view("player2")["players"]["player1"]["fields"]
    assert state.view("player1")["game"]["fields"]["pile"] == {"count": 2}


def test_spectators_see_what_everybody_sees(cards):
    view = cards().initial(5).view(None)
    assert view["game"]["fields"]["pile"] == {"count": 2}
    assert view["players"]["player1"]["fields"] == {}
    assert view["players"]["player1"]["attributes"] == {}


def test_what_stands_above_can_only_narrow(cards):
    state = cards("<visibility><selectNoActors/></visibility>").initial(5)
    assert "hand" not in state.view("player1")["players"]["player1"]["fields"]


def test_a_hidden_attribute_is_shown_to_whom_it_belongs(cards):
    state = cards().initial(5)
    assert state.view("player1")["players"]["player1"]["attributes"] == {"secret": 7}
    assert state.view("player2")["players"]["player1"]["attributes"] == {}


def test_the_pages_table_shows_backs_and_counts_only(cards):
    state = cards().initial(5)
    areas = {(a["role"], str(a["label"])): a for a in state.view("player2")["table"]["areas"]}
    assert areas[None, "Pile"]["count"] == 2
    assert ("player1", "Hand") not in areas
    assert len(areas["player2", "Hand"]["cards"]) == 1


def test_guesses_keep_what_one_sees_and_draw_the_rest(cards):
    state = cards().initial(5)
    own = state.view("player1")
    hands, secrets = set(), set()
    for seed in range(60):
        guess = state.determinize("player1", Random(seed))
        assert guess.view("player1") == own
        shown = guess.view("player2")["players"]["player2"]
        hands.add(shown["fields"]["hand"]["objects"][0])
        secrets.add(shown["attributes"]["secret"])
    (mine,) = own["players"]["player1"]["fields"]["hand"]["objects"]
    assert hands == {"ace", "king", "queen", "jack"} - {mine}
    assert len(secrets) > 3


def test_a_guess_that_would_show_is_refused_and_the_real_state_is_never_given(game_of):
    leaky = {
        **CARDS,
        "spaces": CARDS["spaces"].replace("{visible}", ""),
        "gameState": """<gameState><instances><spaceInstance name="table" typeReference="type.Table" instanceId="table"/>
          <attributeInstance name="leak" typeReference="type.Leak" instanceId="leak"><integerValue value="0"/></attributeInstance>
          <implicationInstance typeReference="type.Telling" instanceId="telling"/></instances></gameState>""",
        "attributes": CARDS["attributes"].replace(
            "</attributes>", '<integerAttribute name="Leak" typeId="type.Leak"/></attributes>'
        ),
        "implications": """<implications><implication name="Telling" typeId="type.Telling"><activeIfAnyApplies><precondition/></activeIfAnyApplies><impact>
          <setAttributeValue><whichAttribute><attributeOfGame instanceIdReference="leak"/></whichAttribute><setTo>
            <sumForEachActor><selectAllActors/><productOfValues><attributeOfActor instanceIdReference="secret"/><seatNumber/></productOfValues></sumForEachActor>
          </setTo></setAttributeValue></impact></implication></implications>""",
    }
    state = game_of(**leaky).initial(5)
    refused = 0
    for seed in range(30):
        try:
            guess = state.determinize("player1", Random(seed))
        except LimitExceeded:
            refused += 1
        else:
            assert guess.view("player1") == state.view("player1")
    assert refused


def test_differences_of_views_are_short_and_name_no_hidden_card(cards):
    state = cards().initial(5)
    (theirs,) = state.view("player1")["players"]["player1"]["fields"]["hand"]["objects"]
    after = state.after({"player1": "pass"})
    sent = json.dumps(difference(state.view("player2"), after.view("player2")))
    assert theirs not in sent
    assert len(sent) < len(json.dumps(after.view("player2"))) / 2


def test_differences_rebuild_the_view_and_are_shorter(ofua):
    state, rng = ofua.initial(2), Random(3)
    known = state.view("player2")
    while not isinstance(state.turn, Over):
        state = state.after(random_event(state, rng).moves)
        view = state.view("player2")
        changes = difference(known, view)
        assert len(json.dumps([change.get("value") for change in changes])) < len(json.dumps(view))
        known = apply_patch(known, changes)
        assert known == view


def test_a_refusal_names_no_hidden_card(cards):
    state = cards().initial(5)
    (theirs,) = state.view("player2")["players"]["player2"]["fields"]["hand"]["objects"]
    assert theirs not in str(state.why_not("player1", "pass everything"))


def test_a_refusal_leaves_out_values_that_one_may_not_see(game_of):
    spying = """<simpleAction name="Dare" typeId="type.Dare"><executableIfAnyApplies><precondition>
      <attributeRule><compareValues comparison="lessThan"><attributeOfActor instanceIdReference="secret"><firstActor/></attributeOfActor><attributeOfActor instanceIdReference="secret"/></compareValues></attributeRule>
      </precondition></executableIfAnyApplies><operations/></simpleAction></actions>"""
    state = game_of(
        **{
            **CARDS,
            "spaces": CARDS["spaces"].replace("{visible}", ""),
            "actions": CARDS["actions"].replace("</actions>", spying),
            "instances": CARDS["instances"]
            + '<actionInstance typeReference="type.Dare" instanceId="dare"/>',
        }
    ).initial(5)
    (rule,) = state.why_not("player2", "dare").reasons
    assert rule.facts == ("'secret' of whoever acts = 7",)
    (own,) = state.why_not("player1", "dare").reasons
    assert len(own.facts) == 2


def test_a_guess_keeps_the_selection_of_another_player_possible(game_of):
    show = """<objectSelection name="Show one"><actorWhoSelects><firstActor/></actorWhoSelects>
      <objectsToSelectFrom><objectsInFields><fieldOfActor instanceIdReference="hand"><firstActor/></fieldOfActor></objectsInFields></objectsToSelectFrom></objectSelection>"""
    deal_two = CARDS["begin"].replace('value="1"', 'value="2"')
    spaces = CARDS["spaces"].replace("{visible}", "")
    state = game_of(**{**CARDS, "spaces": spaces, "begin": deal_two + show}).initial(5)
    mine = state.view("player2")["players"]["player2"]["fields"]["hand"]["objects"]
    for seed in range(20):
        guess = state.determinize("player2", Random(seed))
        hand = guess.view("player1")["players"]["player1"]["fields"]["hand"]["objects"]
        assert set(guess.legal("player1")) == {f"choose {card}" for card in hand}
        assert not set(hand) & set(mine)


def test_a_hidden_number_without_a_range_is_a_warning(framed):
    attributes = '<attributes><integerAttribute typeId="type.N"{}><visibility><selectNoActors/></visibility></integerAttribute></attributes>'
    state = '<gameState><instances><attributeInstance typeReference="type.N" instanceId="n"><integerValue value="1"/></attributeInstance></instances></gameState>'
    (warning,) = check_text(framed(attributes=attributes.format(""), gameState=state))
    assert warning.code == "igold-unguessable"
    bounded = attributes.format(' minimum="0" maximum="3"')
    assert check_text(framed(attributes=bounded, gameState=state)) == []


def test_a_card_is_seen_by_those_it_was_revealed_to_and_hands_are_given():
    state = open_path(str(FIXTURES / "gaps.igold.xml")).initial()
    assert state.legal("anna") == ("name",)
    state = state.after({"anna": "name"})
    assert state.legal("anna") == ("choose clubs", "choose spades")
    state = state.after({"anna": "choose clubs"})
    hands = {role: state.view(role)["players"] for role in ("anna", "ben")}
    assert hands["ben"]["anna"]["fields"]["hand"]["objects"].count(None) == 1
    assert hands["anna"]["anna"]["fields"]["hand"]["objects"] == [None, None]
    assert len(hands["anna"]["ben"]["fields"]["hand"]["objects"]) == 3
