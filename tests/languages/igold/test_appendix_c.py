"""The examples of appendix C, completed: each is valid, loads, and does what its text says."""

# ruff: noqa: E501 (elements of XML that belong together stand in one line)

from __future__ import annotations

import pytest

from spielwerk.core import CHANCE, Chance, Joint, Over, SourceError
from spielwerk.languages.igold import open_text

EMPTY = """<game name="Ohne Furch und Adel" version="1.0"
  xmlns="http://www.goldflam.de/lgold/v1.0"
  xmlns:lgold="http://www.goldflam.de/lgold/v1.0">
  <gameDefinition>
    <gameState/>
    <actors><actor name="playerActor" typeId="type.playerActor"/></actors>
    <attributes/>
    <objects/>
    <actions/>
    <rules/>
    <effects/>
    <spaces/>
    <fields/>
    <phases>
      <phase name="Only" typeId="type.Only">
        <phaseTransitions><phaseTransition><phaseRule><noPhaseExecutedYet/></phaseRule></phaseTransition></phaseTransitions>
        <phaseStates><phaseState name="End">
          <phaseStateTransitions><phaseStateTransition/></phaseStateTransitions>
          <operations><gameOperation><finishGame/></gameOperation></operations>
        </phaseState></phaseStates>
      </phase>
    </phases>
    <operations/>
  </gameDefinition>
</game>"""


def play(state, *moves):
    for move in moves:
        state = state.after({state.turn.roles[0]: move})
    return state


def player(state, role="player1"):
    return state.view(role)["players"][role]


def test_c_1_1_a_game_has_all_areas_and_runs():
    game = open_text(EMPTY)
    assert game.title == "Ohne Furch und Adel"
    assert isinstance(game.initial().turn, Over)


def test_c_1_2_the_game_state_knows_the_order_of_players_and_no_king_yet(ofua):
    links = ofua.settled(players=3).initial().view(None)["game"]["links"]
    assert links["player-order"] == ["player1", "player2", "player3"]
    assert "current-king" not in links


def test_c_1_3_every_player_is_an_actor_with_two_gold_and_a_space(ofua):
    state = ofua.settled(players=4).initial()
    for role in state.game.roles:
        shown = player(state, role)
        assert shown["attributes"]["current-gold"] == 2
        assert set(shown["fields"]) == {"hand", "drawn", "city", "character"}


def test_c_1_4_a_church_gives_a_value_to_the_abstract_costs_of_buildings(ofua):
    world = ofua.world
    church = next(n for n, one in enumerate(world.objects) if one.type.id == "type.Church")
    costs = {
        world.attributes[slot].id: world.attributes[slot].value
        for slot in world.slots_of_objects[church]
    }
    assert costs["instance.buildingCosts"] == 2


def test_c_1_4_a_concrete_type_must_give_every_abstract_value(ofua):
    text = ofua.program.definition.document.text
    wrong = text.replace(
        """<attributeInstanceValue instanceReference="instance.buildingCosts">
            <integerValue value="2"/>
          </attributeInstanceValue>""",
        "",
        1,
    )
    assert wrong != text
    with pytest.raises(
        SourceError, match=r"'type\.Church' gives no value.*'instance\.buildingCosts'"
    ):
        open_text(wrong)


def test_c_1_5_a_church_is_a_building_with_what_buildings_have(ofua):
    church = ofua.program.definition.types["type.Church"]
    assert church.ids == ("type.Building", "type.Church")
    assert church.instances["instance.buildingCardType"].kind == "attribute"
    assert church.instances["instance.ConstructBuilding"].kind == "action"
    assert church.instances["instance.IncreaseWinPointsEffect"].kind == "implication"


def test_c_1_6_cards_go_from_the_draw_pile_to_every_hand_and_not_back(ofua):
    world, board = ofua.world, ofua.world.board
    draw = next(n for n, one in enumerate(world.fields) if one.id == "instance.buildingDrawField")
    hands = [
        n for n, one in enumerate(world.fields) if one.id == "instance.playerBuildingHandCardField"
    ]
    assert len(hands) == 2
    for hand in hands:
        assert board.distance(draw, hand) == 1
        assert board.distance(hand, draw) == -1


def field_type(reference):
    return f'<field name="F" typeId="{reference}"/>'


def test_c_1_7_the_monopoly_board_is_a_ring(game_of):
    game = game_of(
        gameState='<gameState><instances><spaceInstance typeReference="space.MonopolyBoard" instanceId="instance.board"/></instances></gameState>',
        fields="<fields>"
        + "".join(
            map(
                field_type,
                ["field.Go", "field.MediterraneanAvenue", "field.Baltic", "field.Boardwalk"],
            )
        )
        + "</fields>",
        spaces="""<spaces><space name="MonopolyBoard" typeId="space.MonopolyBoard">
          <instances>
            <fieldInstance name="Go" instanceId="fieldInstance.Go" typeReference="field.Go"/>
            <fieldInstance name="MediterraneanAvenue" instanceId="fieldInstance.MediterraneanAvenue"
              typeReference="field.MediterraneanAvenue"/>
            <fieldInstance name="Baltic" instanceId="fieldInstance.Baltic" typeReference="field.Baltic"/>
            <fieldInstance name="Boardwalk" instanceId="fieldInstance.Boardwalk" typeReference="field.Boardwalk"/>
          </instances>
          <fieldLayout>
            <oneDimensionalLayout connectionType="bidirectional" connectFirstAndLastField="true">
              <fieldInstanceReference instanceIdReference="fieldInstance.Go"/>
              <fieldInstanceReference instanceIdReference="fieldInstance.MediterraneanAvenue"/>
              <fieldInstanceReference instanceIdReference="fieldInstance.Baltic"/>
              <fieldInstanceReference instanceIdReference="fieldInstance.Boardwalk"/>
            </oneDimensionalLayout>
          </fieldLayout>
        </space></spaces>""",
    )
    board = game.world.board
    go, avenue, baltic, boardwalk = range(4)
    assert board.distance(go, boardwalk) == board.distance(boardwalk, go) == 1
    assert board.distance(go, baltic) == 2
    assert board.advance(boardwalk, 2) == avenue


def test_c_1_8_pieces_of_chess_step_to_all_neighbours(game_of):
    names = [f"{column}{row}" for column in "ABCDEFGH" for row in range(1, 9)]
    colours = {name: ("White", "Black")[(ord(name[0]) + int(name[1])) % 2 == 0] for name in names}
    instances = "".join(
        f'<fieldInstance name="{name}" typeReference="field.{colours[name]}Field" instanceId="instance.{name}"/>'
        for name in names
    )
    rows = "".join(
        "<row>"
        + "".join(
            f'<fieldInstanceReference instanceIdReference="instance.{column}{row}"/>'
            for row in range(1, 9)
        )
        + "</row>"
        for column in "ABCDEFGH"
    )
    game = game_of(
        gameState='<gameState><instances><spaceInstance typeReference="space.ChessBoard" instanceId="instance.board"/></instances></gameState>',
        fields="<fields>"
        + field_type("field.BlackField")
        + field_type("field.WhiteField")
        + "</fields>",
        spaces=f"""<spaces><space name="ChessBoard" typeId="space.ChessBoard">
          <instances>{instances}</instances>
          <fieldLayout>
            <twoDimensionalLayout howToConnectAdjacentFields="verticalAndHorizontalAndDiagonal"
              connectionType="bidirectional" connectFieldsOnSides="false">
              <column>{rows}</column>
            </twoDimensionalLayout>
          </fieldLayout>
        </space></spaces>""",
    )
    board = game.world.board
    number = {name: n for n, name in enumerate(names)}

    def step(name):
        return {names[n] for n in board.following[number[name]]}

    assert step("A1") == {"A2", "B1", "B2"}
    assert len(step("D4")) == 8
    assert board.distance(number["A1"], number["H8"]) == 7


def test_c_1_9_the_assassins_phase_has_what_every_character_phase_has_and_one_action_more(ofua):
    definition = ofua.program.definition
    assassin, king = definition.types["type.AssasinPhase"], definition.types["type.KingPhase"]
    common = {"instance.DrawCardsAction", "instance.TakeGoldAction", "instance.FinishTurnAction"}
    assert set(king.instances) == common
    assert set(assassin.instances) == {*common, "instance.AssasinateCharacter"}
    assert "link.characterOfPhase" in assassin.links
    names = [state.name for state in assassin.states]
    assert "AssasinStartState" in names
    assert "StartState" not in names
    assert {"CharacterNotSelectedOrDeadState", "PlayState", "FinalState"} <= set(names)


def test_c_1_10_the_start_state_runs_the_abstract_operations_and_then_its_own(ofua):
    state = ofua.initial()
    assert state.view(None)["phase"] == "assasin-phase"
    assert state.position.started
    assert state.view(None)["game"]["links"]["character-of-phase"] == "assasin of player1"
    start = next(s for s in ofua.engine.phases[1].states if s.name == "AssasinStartState")
    assert [step.text.split(" ")[0] for step in start.code.steps] == ["the", "set"]


def test_c_1_11_drawing_takes_so_many_cards_from_the_top_and_makes_them_ones_own(ofua):
    state = ofua.initial()
    slot = next(
        n
        for n, one in enumerate(ofua.world.attributes)
        if one.id == "instance.numberOfCardsToKeep" and one.index == 0
    )
    state.position.values[slot] = 3
    before = state.position.inside[0]
    after = play(state, "draw-cards")
    hand = next(n for n, one in enumerate(ofua.world.fields) if one.word == "hand")
    assert after.position.inside[hand] == before[-1:-4:-1]
    assert {after.position.owner[thing] for thing in after.position.inside[hand]} == {0}
    state.position.values[slot] = 1


def test_c_1_12_every_rule_is_asked_in_order_and_explained(ofua):
    state = play(ofua.initial(), "draw-cards", "choose docks")
    answer = state.why_not("player1", "construct-building docks")
    assert not answer.holds
    claims = [reason.claim for reason in answer.reasons]
    assert claims == [
        "The phase is CharacterPhase.",
        "The phase state is PlayState.",
        "This object has an owner.",
        "Whoever acts and the owner of 'characterOfPhase' of the current phase are the same actor.",
        "This object lies in 'playerBuildingHandCardField' of whoever acts.",
        "'currentGold' of whoever acts is at least 'buildingCosts' of this object.",
    ]
    assert [reason.holds for reason in answer.reasons] == [True] * 5 + [False]
    assert answer.reasons[-1].facts == (
        "'currentGold' of whoever acts = 2",
        "'buildingCosts' of this object = 3",
    )
    assert answer.reasons[-1].source is not None


def test_c_1_13_constructing_costs_gold_and_puts_the_building_into_the_city(ofua):
    state = play(ofua.initial(), "draw-cards", "choose docks", "take-gold")
    assert "construct-building docks" in state.legal("player1")
    after = play(state, "construct-building docks")
    assert player(after)["attributes"]["current-gold"] == 1
    assert player(after)["fields"]["city"]["objects"] == ["docks"]
    assert player(after)["fields"]["hand"]["objects"] == []


def test_c_1_14_who_may_not_keep_all_cards_chooses_and_the_others_are_discarded(ofua):
    state = play(ofua.initial(), "draw-cards")
    assert state.turn == Joint(("player1",))
    assert state.legal("player1") == ("choose docks",), "two equal docks are one move; no abort"
    after = play(state, "choose docks")
    assert player(after)["fields"]["hand"]["objects"] == ["docks"]
    assert after.view(None)["game"]["fields"]["building-discard-field"]["objects"] == ["docks"]


def test_c_1_14_an_abortable_action_can_be_given_up_and_does_not_count(ofua):
    state = play(ofua.initial(), "assasinate-character")
    assert "abort" in state.legal("player1")
    after = play(state, "abort")
    assert "assasinate-character" in after.legal("player1")
    assert not after.position.counts


def test_c_1_15_buildings_count_while_they_stand(ofua):
    state = play(ofua.initial(), "draw-cards", "choose docks", "take-gold")
    built = play(state, "construct-building docks")
    numbers = player(built)["attributes"]
    assert numbers["current-number-of-buildings-built"] == 1
    assert numbers["buildings-by-effect"] == 1
    assert numbers["win-points"] == 3
    gone = built.position.copy()
    city = next(n for n, one in enumerate(ofua.world.fields) if one.word == "city")
    (docks,) = gone.inside[city]
    gone.place[docks] = 1
    undone = type(built)(built.game, gone).view("player1")["players"]["player1"]["attributes"]
    assert undone["current-number-of-buildings-built"] == 0
    assert undone["win-points"] == 0


def test_c_1_16_a_die_has_six_equal_sides(game_of):
    game = game_of(
        chances="""<chances><integerChance name="W6" typeId="type.w6">
          <chance value="1"/><chance value="2"/><chance value="3"/>
          <chance value="4"/><chance value="5"/><chance value="6"/>
        </integerChance></chances>""",
        attributes='<attributes><integerAttribute name="N" typeId="type.N"/></attributes>',
        gameState='<gameState><instances><attributeInstance name="rolled" typeReference="type.N" instanceId="instance.rolled"><integerValue value="0"/></attributeInstance></instances></gameState>',
        begin="""<attributeOperation><setAttributeValue>
          <whichAttribute><attributeOfGame instanceIdReference="instance.rolled"/></whichAttribute>
          <setTo><selectValueByChance chanceReference="type.w6"/></setTo>
        </setAttributeValue></attributeOperation>""",
    )
    state = game.initial()
    assert state.turn == Chance()
    assert state.odds() == {f"w6 {side}": 1 for side in range(1, 7)}
    after = state.after({CHANCE: "w6 5"})
    assert after.view(None)["game"]["attributes"]["rolled"] == 5
