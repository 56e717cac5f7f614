"""The compact notation: readable from the XML and back without loss, and pleasant to write."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest
from lxml import etree

from spielwerk.core import RuleText, SourceError, random_event, references_at
from spielwerk.languages.igold import (
    IGOLD,
    check_text,
    expanded,
    open_text,
    rewritten,
    sources,
)
from spielwerk.languages.igold.notation import canon, read_notation, write_notation
from spielwerk.languages.igold.notation.reading import DECLARATIONS
from spielwerk.languages.igold.notation.statements import STATEMENTS
from spielwerk.languages.igold.notation.symbols import WORDS
from spielwerk.languages.igold.schema import schema_elements
from spielwerk.languages.igold.source import NAMESPACE, read_tree

FIXTURES = sorted((Path(__file__).parent / "fixtures").glob("*.igold.xml"))
RECIPES = sorted(
    one for one in Path(str(files("spielwerk"))).joinpath("library", "recipes").iterdir()
    if ".igold" in one.name
)  # fmt: skip
LIBRARY = [Path(str(one)) for one in sources().values()]
SOAK = bool(os.environ.get("SPIELWERK_SOAK"))


def tree(text: str):
    return read_tree(text, "game.igold").root


def comments(root) -> list[str]:
    """All comments of a tree, in order, those before the game included."""
    heads = []
    before = root.getprevious()
    while before is not None:
        heads.append(" ".join(str(before.text).split()))
        before = before.getprevious()
    return [*reversed(heads), *(" ".join(str(c.text).split()) for c in root.iter(etree.Comment))]


@pytest.mark.parametrize("path", [*LIBRARY, *RECIPES, *FIXTURES], ids=lambda p: p.name)
def test_every_game_is_read_from_the_notation_as_it_was_written_in_xml(path):
    root = tree(path.read_text(encoding="utf-8"))
    text = write_notation(root)
    again, places = read_notation(text)
    assert canon(again) == canon(root)
    assert comments(again) == comments(root)
    lines = text.count("\n") + 1
    assert all(1 <= span.line <= lines for span in places.values())
    as_xml = rewritten(text, "game.igold", xml=True)
    assert canon(tree(as_xml)) == canon(root)
    assert write_notation(tree(as_xml)) == text


@pytest.mark.parametrize("name", ["pig", "love-letter", "citadels"])
def test_a_game_in_the_notation_is_played_move_for_move_like_its_xml(name):
    source = sources()[name].read_text(encoding="utf-8")
    one = open_text(rewritten(source, "a.igold", xml=True))
    other = open_text(rewritten(source, "a.igold"))
    states = [one.initial(5), other.initial(5)]
    rng = Random(5)
    for _ in range(120):
        if type(states[0].turn).__name__ == "Over":
            break
        event = random_event(states[0], rng)
        states = [state.after(event.moves, event.late) for state in states]
        for role in (*one.roles, None):
            assert states[0].view(role) == states[1].view(role)


# Trees that nobody wrote


def grown(rng: Random, name: str, depth: int):
    """A random element: anything the schema lets stand somewhere in it, in any order."""
    known = schema_elements()[name]
    node = etree.Element(f"{{{NAMESPACE}}}{name}")
    ids = [
        "gold",
        "Gold",
        "hand",
        "type.Tavern",
        "a-b",
        "named",
        "me",
        "top",
        "guard",
        "x y",
        'a"b',
    ]
    for one in known.attributes.values():
        if one.required or rng.random() < 0.4:
            choices = one.values or {"a whole number": ("0", "7", "-3"), "a number": ("1.5",)}.get(
                one.type, tuple(ids)
            )
            node.set(one.name, rng.choice(choices))
    if depth and known.children:
        for _ in range(rng.randrange(4)):
            if rng.random() < 0.05:
                node.append(etree.Comment(" why "))
            node.append(grown(rng, rng.choice(known.children).name, depth - 1))
    return node


def grown_game(seed: int):
    rng = Random(seed)
    root = etree.Element(f"{{{NAMESPACE}}}game", name="Grown", nsmap={None: NAMESPACE})
    body = etree.SubElement(root, f"{{{NAMESPACE}}}gameDefinition")
    areas = [child.name for child in schema_elements()["gameDefinition"].children]
    for name in rng.sample(areas, rng.randrange(1, 8)):
        body.append(grown(rng, name, 7))
    return root


@pytest.mark.parametrize("seed", range(600 if SOAK else 60))
def test_whatever_the_schema_allows_is_written_and_read_back_the_same(seed):
    root = grown_game(seed)
    text = write_notation(root)
    again, _ = read_notation(text)
    assert canon(again) == canon(root)


# Short forms

RACE = """\
game "Race" id=race
players 2 to 3: anna, ben, carla
let card(who): who.hand.top
integer Number from 0 to 99
boolean Flag
enum Kind: red, green, blue
set Colours: like Kind except red

table:
  board: Board; road: Road
  pot: Number = 0
  link runner: Runner
actor Runner:
  points: Number = 0
  out: Flag = false
  offer: Number = 0
  favourite: Kind = red
  private notes: Colours = {}
  place: Place
abstract object Card:
  worth: Number
  kind: Kind
  list knownTo: Runner
cards Card: worth, kind
  Ruby    3 red
  Emerald 2 green
  Pearl   1 blue "Pearl" | "Perle"
space Board:
  deck: Pile [Ruby 2, Emerald 3, Pearl 4]
space Road: track step 1 to 3: Step ring
space Place:
  hand: Hand [Pearl, Ruby for ben]
field Pile visible to nobody counted by actors
field Hand visible to keeper
field Step
value Points: scored(thatActor.hand.objects.count: 0, 1, 3)
action Stop by runner: me.out = true; end state
action Look by runner:
  reveal card(runner.next) to me
  choose value of Kind except red, me.favourite by me "Which?" | "Welche?": me.favourite = value
  end state
turns Run link=runner ends=game when start of game skip runner.out:
  until count(actors where not thatActor.out) == 0
  stop: Stop; look: Look
  each turn:
    shuffle deck
    deal 1 from deck to hand
    bid 0 to 5 into offer by actors "How much?" | "Wie viel?"
outcome: actor.points
""".replace("thatActor.hand.objects.count", "count(thatActor.hand.objects)")


def test_short_forms_stand_for_elements_of_the_language():
    xml = expanded(RACE, "race.igold")
    assert not check_text(xml, "race.igold.xml")
    for written_out in (
        "<exceptValues>", 'seat="ben"', 'instanceId="step3"', 'connectFirstAndLastField="true"',
        "<repeatForEachActor>", "<addActorToLinkList>", "<integerSelection",
        "<actorThisBelongsTo/>", "<valueIf>",
    ):  # fmt: skip
        assert written_out in xml
    assert "turns:" not in xml.partition("</plugins>")[2]
    game = open_text(RACE, "race.igold")
    state = game.initial(1)
    assert state.turn.roles == ("anna", "ben")
    assert state.view("ben")["players"]["ben"]["fields"]["hand"]["count"] == 3
    assert state.view("anna")["players"]["ben"]["attributes"].keys() >= {"points"}
    assert "notes" not in state.view("anna")["players"]["ben"]["attributes"]
    assert "notes" in state.view("anna")["players"]["anna"]["attributes"]


def test_turns_pass_over_whoever_is_out_and_values_are_left_out_of_a_choice():
    state = open_text(RACE, "race.igold").settled(3).initial(1)

    def bids(state):
        return state.after(dict.fromkeys(state.turn.roles, "choose 0"))

    state = bids(state).after({"anna": "look"})
    assert state.legal("anna") == ("choose green", "choose blue")
    state = bids(state.after({"anna": "choose green"})).after({"ben": "stop"})
    state = bids(bids(state).after({"carla": "look"}).after({"carla": "choose blue"}))
    state = bids(state.after({"anna": "stop"}))
    assert state.turn.roles == ("carla",)


@pytest.mark.parametrize(
    ("old", "new", "message", "hint"),
    [
        ("me.out = true", "me.oud = true", "Nothing here is called 'oud'.", "'out'"),
        ("shuffle deck", "shuffle dck", "Nothing here is called 'dck'.", "'deck'"),
        ("  stop: Stop;", "  stop: Stopp;", "There is no type 'Stopp'.", "'Stop'"),
        ("    shuffle deck", "   shuffle deck\n      x", "Nothing can be indented below this.", ""),
        ("boolean Flag", "bolean Flag", "'bolean' declares nothing.", "'boolean'"),
        ("card(runner.next)", "card()", "This is written card(who).", ""),
        ("deal 1 from deck", "deal 1 form deck", "'from' is missing here.", ""),
        ("[Ruby 2,", "[Ruby 2,,", "Here stands the name of a type.", ""),
        ("until count(", "until total(", "There is no 'total' with 1 in brackets.", ""),
    ],
)
def test_what_is_wrong_is_told_at_the_authors_line_and_letter(old, new, message, hint):
    text = RACE.replace(old, new)
    with pytest.raises(SourceError) as caught:
        open_text(text, "race.igold")
    problem = caught.value.diagnostics[0]
    assert problem.message == message
    assert hint in (problem.hint or "")
    line = next(n for n, one in enumerate(text.splitlines(), 1) if new.splitlines()[0] in one)
    assert line <= problem.span.line <= line + new.count("\n")


@pytest.mark.parametrize(
    "text",
    ["", "# nothing", "game", "game 7", 'game "A"\nplayers', 'game "A"\n\tplayers 2', "<", "((((",
     'game "A"\nrule R: ' + "(" * 500, 'game "A"\n' + "\n".join(" " * n + "x:" for n in range(99)),
     'game "A"\nvalue V: ' + "not " * 3000 + "x", 'game "A"\nlet a: a\nvalue V: a', "\x00",
     "`" * 99],
)  # fmt: skip
def test_whatever_is_no_game_is_refused_with_a_place(text):
    assert all(one.span is not None for one in check_text(text, "a.igold"))
    assert any(one.severity == "error" for one in check_text(text, "a.igold"))


def test_an_editor_knows_names_words_and_the_outline_of_a_text_in_the_notation():
    edited = IGOLD.edit(RuleText(RACE, "race.igold"), {})
    lines = RACE.splitlines()
    row = next(n for n, line in enumerate(lines, 1) if "me.out = true" in line)
    column = lines[row - 1].index("out") + 1
    places = {(m.span.line, m.defines) for m in references_at(edited, row, column)}
    given = next(n for n, line in enumerate(lines, 1) if line.startswith("  out: Flag"))
    assert {(given, True), (row, False)} <= places
    words = {one.text for one in edited.complete(row, column)}
    assert {"me", "points", "Runner", "deck"} <= words
    assert "shuffle" in {one.text for one in edited.complete(row + 1, 3)}
    assert "executes" in edited.describe(row, lines[row - 1].index("me.") + 1).text
    assert [one.name for one in edited.outline()][:2] == ["Race", "players"]
    assert edited.formatted() == RACE


def test_editors_tell_all_words_of_the_notation_apart():
    assert {*DECLARATIONS, *STATEMENTS, *WORDS} <= set(IGOLD.keywords)


def test_each_notation_is_one_step_from_the_other_in_an_editor():
    source = sources()["pig"].read_text(encoding="utf-8")
    xml = IGOLD.edit(RuleText(source, "pig.igold.xml"), {})
    (to_text,) = xml.altered(1, 1, "compact", {})
    text = IGOLD.edit(RuleText(to_text.text, "pig.igold"), {})
    (back,) = text.altered(1, 1, "xml", {})
    assert canon(tree(back.text)) == canon(tree(source))


def test_love_letter_has_at_most_140_lines_and_pig_at_most_35():
    texts = {name: source.read_text(encoding="utf-8") for name, source in sources().items()}
    assert texts["love-letter"].startswith("#")
    assert texts["love-letter"].count("\n") <= 140
    assert rewritten(texts["pig"], "pig").count("\n") <= 35
