"""Time limits: which one counts, and what happens when it runs out."""

# ruff: noqa: E501 (elements of XML that belong together stand in one line)

from __future__ import annotations

from pathlib import Path

import pytest

from spielwerk.core import Joint, Limit, Over
from spielwerk.languages.igold import open_path

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture
def bidding():
    """All three players say a number within twenty seconds."""
    state = open_path(str(FIXTURES / "choices.igold.xml")).initial()
    for move in ("name ben", "pick stone", "done", "mark cup"):
        state = state.after({"anna": move})
    return state


def test_the_timer_of_a_selection_is_a_limit_of_the_choice(bidding):
    assert bidding.limit("ben") == Limit("How many", 20.0)


def test_who_is_late_gets_a_random_choice_and_the_others_keep_theirs(bidding):
    state = bidding.after({"anna": "say 2", "carla": "say 3"}, late=["ben"])
    bids = [state.view(None)["players"][role]["attributes"]["bid"] for role in state.game.roles]
    assert bids[0] == 2
    assert bids[2] == 3
    assert bids[1] in (1, 2, 3)
    again = bidding.after({"anna": "say 2", "carla": "say 3"}, late=["ben"])
    assert again == state, "random choices come from the seed of the match"


def test_the_timer_of_an_action_completes_it(bidding):
    state = bidding.after(dict.fromkeys(bidding.game.roles, "say 1"))
    state = state.after({"anna": "feel calm"}).after({"anna": "answer no"}).after({"anna": "long"})
    assert state.limit("anna") == Limit("slow", 60.0)
    assert state.limit("ben") is None
    after = state.after({}, late=["anna"])
    assert after.view(None)["players"]["anna"]["attributes"]["friend"] in (2, 3)
    assert "long" not in after.legal("anna")


TIMED = """<timers><timer name="turn"><duration><integerValue value="30"/></duration><onTimeout>
  <eitherAction><selectAction><fromCurrentPhase/><byInstanceId instanceIdReference="gold"/></selectAction>
    <selectAction><fromCurrentPhase/><byInstanceId instanceIdReference="cards"/></selectAction></eitherAction>
  <executeAction><selectAction><fromCurrentPhase/><byInstanceId instanceIdReference="stop"/></selectAction></executeAction>
</onTimeout></timer></timers>"""


def take(name):
    once = '<attributeRule><compareValues comparison="equal"><attributeOfGame instanceIdReference="taken"/><integerValue value="0"/></compareValues></attributeRule>'
    return f"""<simpleAction name="{name}" typeId="type.{name}"><executableBy><firstActor/></executableBy><executableIfAnyApplies><precondition>
      <phaseStateRule><currentStateMatchesType><phaseStateTypeReference typeReference="state.Play"/></currentStateMatchesType></phaseStateRule>{once}</precondition></executableIfAnyApplies>
      <operations><attributeOperation><increaseAttributeValue><whichAttribute><attributeOfGame instanceIdReference="taken"/></whichAttribute><increaseBy><integerValue value="{1 if name == "Gold" else 2}"/></increaseBy></increaseAttributeValue></attributeOperation></operations></simpleAction>"""


@pytest.fixture
def turn(framed):
    """Take gold or cards, then stop; within thirty seconds."""
    from spielwerk.languages.igold import open_text

    stop = '<simpleAction name="Stop" typeId="type.Stop"><executableBy><firstActor/></executableBy><executableIfAnyApplies><precondition><attributeRule><compareValues comparison="greaterThan"><attributeOfGame instanceIdReference="taken"/><integerValue value="0"/></compareValues></attributeRule></precondition></executableIfAnyApplies><operations><phaseStateOperation><setCurrentPhaseStateExecutionFinished/></phaseStateOperation></operations></simpleAction>'
    text = framed(
        attributes='<attributes><integerAttribute name="N" typeId="type.N"/></attributes>',
        gameState='<gameState><instances><attributeInstance name="taken" typeReference="type.N" instanceId="taken"><integerValue value="0"/></attributeInstance></instances></gameState>',
        instances="".join(
            f'<actionInstance typeReference="type.{n.capitalize()}" instanceId="{n}"/>'
            for n in ("gold", "cards", "stop")
        ),
        actions=f"<actions>{take('Gold')}{take('Cards')}{stop}</actions>",
    )
    return lambda where: open_text(text.replace(where, TIMED + where, 1))


@pytest.mark.parametrize("where", ["<phaseTransitions>", "<operations></operations>"])
def test_the_timer_of_a_phase_or_state_executes_what_was_not_executed(turn, where):
    game = turn(where)
    state = game.initial()
    assert state.turn == Joint(("player1",))
    assert state.limit("player1") == Limit("turn", 30.0)
    outcomes = set()
    for seed in range(12):
        after = game.initial(seed).after({}, late=["player1"])
        assert isinstance(after.turn, Over), "one of the two, then stop"
        outcomes.add(after.view(None)["game"]["attributes"]["taken"])
    assert outcomes == {1, 2}


def test_what_was_executed_in_time_is_not_executed_again(turn):
    state = turn("<operations></operations>").initial().after({"player1": "cards"})
    after = state.after({}, late=["player1"])
    assert isinstance(after.turn, Over)
    assert after.view(None)["game"]["attributes"]["taken"] == 2
