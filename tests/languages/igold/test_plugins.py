"""Plugins: elements that stand for many, and what happens to those nobody knows."""

# ruff: noqa: E501 (elements of XML that belong together stand in one line)

from __future__ import annotations

from pathlib import Path

import pytest

from spielwerk.core import Joint, Over, SourceError
from spielwerk.languages.igold import check_text, open_path, open_text, plugins

FIXTURES = Path(__file__).parent / "fixtures"
NOUGHTS = FIXTURES / "noughts.igold.xml"


def test_players_take_turns_in_order_until_the_rules_say_so():
    state = open_path(str(NOUGHTS)).initial()
    for turn in range(9):
        role = ("nought", "cross")[turn % 2]
        assert state.turn == Joint((role,))
        state = state.after({role: state.legal(role)[0]})
    assert isinstance(state.turn, Over)


def test_a_grid_is_a_board_with_named_squares_on_the_page():
    state = open_path(str(NOUGHTS)).initial()
    (board,) = [a for a in state.view("nought")["table"]["areas"] if a["kind"] == "board"]
    assert (board["columns"], board["rows"]) == (["a", "b", "c"], ["3", "2", "1"])
    assert ["place b2", [["b", "2"]]] in board["moves"]


def test_an_unknown_plugin_gets_a_suggestion():
    text = NOUGHTS.read_text().replace('<plugin name="turns"/>', '<plugin name="turn"/>')
    with pytest.raises(SourceError, match=r"no plugin 'turn'.*\n.*Did you mean 'turns'"):
        open_text(text)


def test_an_element_of_a_plugin_that_is_not_named_is_refused():
    text = NOUGHTS.read_text().replace('<plugin name="boards"/>', "")
    with pytest.raises(
        SourceError, match=r"'grid' of http://spielwerk\.example/igold/boards is no element"
    ):
        open_text(text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('columns="3"', 'columns="99"', "numbers from 1 to 26"),
        (' link="link.onTurn"', "", "needs the attribute 'link'"),
        ('ends="game"', 'ends="never"', "'ends' is phase or game"),
        ("turns:until", "turns:always", "needs an element 'until'"),
    ],
)
def test_a_plugins_element_that_is_used_wrongly_says_how_it_is_meant(old, new, message):
    with pytest.raises(SourceError, match=message) as caught:
        open_text(NOUGHTS.read_text().replace(old, new), "noughts.igold.xml")
    assert caught.value.diagnostics[0].span.line > 1


def test_anybody_can_write_a_plugin(monkeypatch, framed):
    shout = plugins.Plugin(
        "shouting",
        "http://example.org/shouting",
        "An action that only makes noise.",
        {"shout": lambda node, document: plugins.nodes(
            f'<simpleAction name="{node.get("word")}" typeId="type.Shout">'
            "<executableIfAnyApplies><precondition><phaseStateRule><currentStateMatchesType>"
            '<phaseStateTypeReference typeReference="state.Play"/></currentStateMatchesType></phaseStateRule>'
            "</precondition></executableIfAnyApplies><operations><phaseStateOperation>"
            "<setCurrentPhaseStateExecutionFinished/></phaseStateOperation></operations></simpleAction>"
        )},
    )  # fmt: skip
    known = {**plugins.plugins(), "shouting": shout}
    monkeypatch.setattr(plugins, "plugins", lambda: known)
    text = framed(
        instances='<actionInstance typeReference="type.Shout" instanceId="shout"/>',
        actions='<actions><s:shout xmlns:s="http://example.org/shouting" word="Hey"/></actions>',
    ).replace("<gameDefinition>", '<plugins><plugin name="shouting"/></plugins><gameDefinition>')
    assert open_text(text).initial().legal("player1") == ("hey",)


def test_problems_in_what_a_plugin_made_are_shown_where_the_author_wrote_it():
    text = NOUGHTS.read_text().replace('linkId="link.onTurn"', 'linkId="link.other"')
    with pytest.raises(SourceError) as caught:
        open_text(text, "noughts.igold.xml")
    lines = text.splitlines()
    places = [lines[p.span.line - 1][p.span.column - 1 :] for p in caught.value.diagnostics]
    assert any(place.startswith("<turns:playersTakeTurns") for place in places)


def told(text: str) -> list[tuple[str, str]]:
    """What is said of a text, each with the author's words at its place."""
    lines = text.splitlines()
    found = check_text(text, "noughts.igold.xml")
    return [(p.message, lines[p.span.line - 1][p.span.column - 1 :]) for p in found]


def test_an_error_inside_a_plugins_element_is_told_once_at_the_authors_line():
    wrong = NOUGHTS.read_text().replace(
        '<byInstanceId instanceIdReference="instance.board"/>',
        '<byInstanceId instanceIdReference="instance.bord"/>',
    )
    ((message, place),) = told(wrong)
    assert "instance.bord" in message
    assert place.startswith('<byInstanceId instanceIdReference="instance.bord"')


def test_an_element_that_the_schema_refuses_inside_a_plugins_is_told_once_at_its_line():
    wrong = NOUGHTS.read_text().replace("<fieldOfThisSearch/>", "<fieldOfThatSearch/>")
    ((_, place),) = told(wrong)
    assert place.startswith("<fieldOfThatSearch/>")


def test_what_stands_behind_something_it_must_stand_before_is_told_so():
    plugin = '<plugins><plugin name="turns"/><plugin name="boards"/></plugins>'
    late = NOUGHTS.read_text().replace(plugin, f"{plugin}\n<about>Three in a row.</about>")
    assert told(late)[0][0] == "'about' must stand before 'plugins'."
    last = NOUGHTS.read_text().replace(
        "</instances>\n      </actor>",
        '</instances><label language="en" text="Player"/></actor>',
    )
    assert told(last)[0][0] == "'label' must stand before 'instances'."
