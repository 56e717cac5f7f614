"""Whose fault it is: what the author got wrong is told with its place, our errors stay errors."""

# ruff: noqa: E501 (elements of XML that belong together stand in one line)

from __future__ import annotations

import pytest

from spielwerk.languages.igold import check_text, open_text
from spielwerk.languages.igold.builtins import Builtins
from spielwerk.languages.igold.engine import MatchEngine
from spielwerk.languages.igold.processor.expressions import ExpressionCompiler

AREAS = {
    "attributes": """<attributes><integerAttribute typeId="type.N"/><stringAttribute typeId="type.S"/><decimalAttribute typeId="type.D"/>
      <setAttribute typeId="type.Marks"><possibleValues><enumValue valueId="marks.a"/></possibleValues></setAttribute></attributes>""",
    "objects": """<objects><abstractObject typeId="type.Thing"/>
      <object typeId="type.Coin" extends="type.Thing"><instances>
        <attributeInstance typeReference="type.N" instanceId="worth"><integerValue value="2"/></attributeInstance>
        <attributeInstance typeReference="type.Marks" instanceId="marks"><setValue/></attributeInstance>
        <attributeInstance typeReference="type.N" instanceId="weight"><integerValue value="2"/></attributeInstance></instances></object>
      <object typeId="type.Letter" extends="type.Thing"><instances>
        <attributeInstance typeReference="type.S" instanceId="marks"><stringValue value="none"/></attributeInstance>
        <attributeInstance typeReference="type.S" instanceId="worth"><stringValue value="dear"/></attributeInstance></instances></object></objects>""",
    "fields": '<fields><field typeId="type.Bag"/></fields>',
    "spaces": """<spaces><space typeId="type.Room"><instances><fieldInstance typeReference="type.Bag" instanceId="bag"><initialObjectInstances>
      <objectInstance typeReference="type.Coin"/><objectInstance typeReference="type.Letter"/></initialObjectInstances></fieldInstance></instances></space>
      <space typeId="type.Hall"><instances><fieldInstance typeReference="type.Bag" instanceId="chest"/></instances></space></spaces>""",
    "gameState": """<gameState><instances><spaceInstance typeReference="type.Room" instanceId="room"/><spaceInstance typeReference="type.Hall" instanceId="hall"/>
      <attributeInstance typeReference="type.N" instanceId="n"><integerValue value="0"/></attributeInstance>
      <attributeInstance typeReference="type.D" instanceId="d"><decimalValue value="1.5"/></attributeInstance>
      </instances><links><fieldLink linkId="spot"/></links></gameState>""",
}
BAG = '<objectsInFields><fieldOfGame instanceIdReference="bag"/></objectsInFields>'
CHEST = '<selectMultipleFieldsByInstanceId><fromSpaces><selectAllSpaces/></fromSpaces><fieldInstanceId instanceIdReference="chest"/></selectMultipleFieldsByInstanceId>'
WORTH = '<attributeOfObject instanceIdReference="worth"/>'
WEIGHT = '<attributeOfObject instanceIdReference="weight"/>'
MARKS = '<attributeOfObject instanceIdReference="marks"/>'
N, D = (f'<attributeOfGame instanceIdReference="{name}"/>' for name in "nd")
ONE = '<integerValue value="1"/>'


def put(value: str, to: str = N) -> str:
    return f"<attributeOperation><setAttributeValue><whichAttribute>{to}</whichAttribute><setTo>{value}</setTo></setAttributeValue></attributeOperation>"


def square(attribute: str) -> str:
    return f"<attributeOperation><multiplyAttributeValue><whichAttribute>{attribute}</whichAttribute><multiplyBy>{attribute}</multiplyBy></multiplyAttributeValue></attributeOperation>"


def each(*operations: str) -> str:
    return f"<repeatForEachObject>{BAG}<operations>{''.join(operations)}</operations></repeatForEachObject>"


def when(rule: str) -> str:
    return f"<conditionalOperation><precondition><attributeRule>{rule}</attributeRule></precondition><operations/></conditionalOperation>"


def pick(lowest: str) -> str:
    return f'<integerSelection name="Pick"><actorWhoSelects><firstActor/></actorWhoSelects><lowestInteger>{lowest}</lowestInteger><highestInteger>{ONE}</highestInteger></integerSelection>'


DEAR = "A number is needed here, not 'dear': 'worth' of that object."
MISTAKES = {
    "a part that some lack is read": (
        put(f"<sumForEachObject>{BAG}{WEIGHT}</sumForEachObject>"),
        "This object has no attribute 'weight'.",
    ),
    "a part that some lack is changed": (
        each(put(ONE, WEIGHT)),
        "This object has no attribute 'weight'.",
    ),
    "a field that some lack is chosen from": (
        f'<fieldSelection name="Pick"><actorWhoSelects><firstActor/></actorWhoSelects><fieldsToSelectFrom>{CHEST}</fieldsToSelectFrom></fieldSelection>',
        "This space has no field 'chest'.",
    ),
    "a sum over texts": (put(f"<sumForEachObject>{BAG}{WORTH}</sumForEachObject>"), DEAR),
    "the largest of texts": (
        put(f"<largestForEachObject>{BAG}{WORTH}</largestForEachObject>"),
        DEAR,
    ),
    "arithmetic with texts": (each(put(f"<sumOfValues>{ONE}{WORTH}</sumOfValues>")), DEAR),
    "a text in order": (
        each(when(f'<compareValues comparison="lessThan">{WORTH}{ONE}</compareValues>')),
        DEAR,
    ),
    "a text for a number": (each(put(WORTH)), DEAR),
    "a text is multiplied": (each(square(WORTH)), DEAR),
    "a number for a text": (each(put(ONE, WORTH)), "A text is needed here, not '1': 1."),
    "something is added to a text": (
        each(
            f"<attributeOperation><addValueToSet><whichAttribute>{MARKS}</whichAttribute><enumValue enumValueReference='marks.a'/></addValueToSet></attributeOperation>"
        ),
        "A set is needed here, not 'none': 'marks' of that object.",
    ),
    "a text is asked what it contains": (
        each(
            when(
                f"<setContainsValue>{MARKS}<enumValue enumValueReference='marks.a'/></setContainsValue>"
            )
        ),
        "A set is needed here, not 'none': 'marks' of that object.",
    ),
    "a fraction to count from": (pick(D), "A whole number is needed here, not '1.5': 'd'."),
    "a fraction of objects": (
        put(
            f"<sumForEachObject><topObjectsOfField><fieldOfGame instanceIdReference='bag'/>{D}</topObjectsOfField>{ONE}</sumForEachObject>"
        ),
        "A whole number is needed here, not '1.5': 'd'.",
    ),
    "division by zero": (
        put(f"<quotientOfValues>{ONE}{N}</quotientOfValues>"),
        "Division by zero: 'n'.",
    ),
    "too large a number": (
        each(*[square(D)] * 12),
        "Numbers have at most 18 digits, and this has more: 'd'.",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_of_the_author_is_told_with_its_place(framed, mistake):
    operation, claim = MISTAKES[mistake]
    text = framed(**AREAS, begin=f"\n{operation}\n")
    fault = open_text(text).initial().fault
    assert fault is not None
    assert fault.claim.startswith(claim)
    assert text.splitlines()[fault.source.line - 1] == operation


def test_a_sum_of_what_can_be_no_number_is_found_without_playing(framed):
    objects = AREAS["objects"].replace(
        'type.N" instanceId="worth"><integerValue value="2"/>',
        'type.S" instanceId="worth"><stringValue value="2"/>',
    )
    wrong = framed(**{**AREAS, "objects": objects}, begin=MISTAKES["a sum over texts"][0])
    (problem,) = check_text(wrong)
    assert problem.code == "igold-type"


@pytest.mark.parametrize("error", [IndexError, TypeError, KeyError, ValueError, ZeroDivisionError])
def test_an_error_of_ours_is_no_fault_of_the_rules(game_of, monkeypatch, error):
    def broken(*_: object) -> None:
        raise error("ours")

    game = game_of(**AREAS, begin=each(put(ONE)))
    assert game.initial().fault is None
    monkeypatch.setattr(MatchEngine, "_next_state", broken)
    with pytest.raises(error, match="ours"):
        game.initial()


def test_nor_is_one_in_what_rules_are_made_of(game_of, monkeypatch):
    def broken(*_: object) -> None:
        raise IndexError("ours")

    monkeypatch.setattr(Builtins, "quotient", broken)
    game = game_of(**AREAS, begin=put(f"<quotientOfValues>{ONE}{N}</quotientOfValues>"))
    with pytest.raises(IndexError, match="ours"):
        game.initial()


def test_python_of_ours_that_cannot_be_read_is_not_blamed_on_the_rules(framed, monkeypatch):
    monkeypatch.setattr(
        ExpressionCompiler, "value_function", lambda self, *_: self.function("f", ["?"], "")
    )
    with pytest.raises(SyntaxError):
        open_text(framed(**AREAS))


def test_a_chance_must_say_numbers(framed):
    chances = (
        '<chances><decimalChance typeId="type.C"><chance value="many"/></decimalChance></chances>'
    )
    (problem,) = check_text(framed(chances=chances))
    assert problem.message == "'many' is no value of the kind decimal."
