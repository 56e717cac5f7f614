"""Small games for tests: a frame that every area of a definition can be put into."""

# ruff: noqa: E501 (elements of XML that belong together stand in one line)

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from spielwerk.languages.igold import IgoldGame, IgoldState, open_path, open_text

FIXTURES = Path(__file__).parent / "fixtures"

AREAS = {
    "players": '<players minimum="2" maximum="4" default="2"/>',
    "options": "",
    "gameState": "<gameState/>",
    "actors": '<actors><actor name="Player" typeId="type.Player"/></actors>',
    "attributes": "",
    "objects": "",
    "spaces": "",
    "fields": "",
    "actions": "",
    "rules": "",
    "values": "",
    "operations": "",
    "implications": "",
    "chances": "",
    "phases": """<phases><phase name="Main" typeId="type.Main">
      <instances>{instances}</instances>
      <phaseTransitions><phaseTransition><phaseRule><noPhaseExecutedYet/></phaseRule></phaseTransition></phaseTransitions>
      <phaseStates>
        <phaseState name="Play" typeId="state.Play">
          <phaseStateTransitions><phaseStateTransition><phaseStateRule><noStateExecutedYet/></phaseStateRule></phaseStateTransition></phaseStateTransitions>
          <operations>{begin}</operations>
        </phaseState>
        <phaseState name="End" typeId="state.End">
          <phaseStateTransitions><phaseStateTransition><phaseStateRule><currentStateMatchesType><phaseStateTypeReference typeReference="state.Play"/></currentStateMatchesType></phaseStateRule></phaseStateTransition></phaseStateTransitions>
          <operations><gameOperation><finishGame/></gameOperation></operations>
        </phaseState>
      </phaseStates>
    </phase></phases>""",
    "outcome": '<outcome><score><integerValue value="0"/></score></outcome>',
}


def frame(*, instances: str = "", begin: str = "", **areas: str) -> str:
    """A complete file: the usual areas, with some put in their place.

    ``instances`` and ``begin`` are instances of the one phase and operations of its first state.
    """
    unknown = set(areas) - set(AREAS)
    assert not unknown, unknown
    phases = AREAS["phases"].replace("{instances}", instances).replace("{begin}", begin)
    body = "\n".join({**AREAS, "phases": phases, **areas}.values())
    return (
        '<game name="Test" version="1.0" xmlns="http://www.goldflam.de/lgold/v1.0">'
        f"\n<gameDefinition>\n{body}\n</gameDefinition>\n</game>"
    )


@pytest.fixture
def framed() -> Callable[..., str]:
    return frame


@pytest.fixture
def game_of() -> Callable[..., IgoldGame]:
    return lambda **areas: open_text(frame(**areas), "test.igold.xml")


@pytest.fixture
def start_of() -> Callable[..., IgoldState]:
    return lambda **areas: open_text(frame(**areas), "test.igold.xml").initial()


@pytest.fixture(scope="session")
def ofua() -> IgoldGame:
    """The examples of the language's first description as one game."""
    return open_path(str(FIXTURES / "ofua.igold.xml"))
