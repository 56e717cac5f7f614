"""The plugins that come along: ``turns`` (players take turns) and ``boards`` (grids of fields).

They are examples of how to write one, too: an element goes in, text of the language comes out.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from spielwerk.core import say
from spielwerk.languages.igold.model import kids
from spielwerk.languages.igold.plugins import Plugin, PluginError, nodes, text_of
from spielwerk.languages.igold.source import Node, XmlDocument


def _attribute(node: Node, name: str, default: str | None = None) -> str:
    value = node.get(name, default)
    if value is None:
        raise PluginError(say("It needs the attribute '{name}'.", name=name))
    return escape(str(value))


def _taking_turns(node: Node, document: XmlDocument) -> Sequence[Node]:
    """A phase in which one player after another has a turn, until rules hold."""
    phase, name = _attribute(node, "typeId"), _attribute(node, "name", "turns")
    link = _attribute(node, "link")
    until = next(kids(node, "until"), None)
    if until is None:
        raise PluginError("It needs an element 'until' with the rules that end the turns.")
    rules = text_of(until)
    ending = {
        "phase": "<phaseOperation><setCurrentPhaseExecutionFinished/></phaseOperation>",
        "game": "<gameOperation><finishGame/></gameOperation>",
    }.get(_attribute(node, "ends", "phase"))
    if ending is None:
        raise PluginError("'ends' is phase or game.")

    before = next(kids(node, "beforeEachTurn"), None)
    inner = text_of(before) if before is not None else ""
    skip = next(kids(node, "skip"), None)
    begins = next(kids(node, "begins"), None)
    passing = _passing_over(link, text_of(skip)) if skip is not None else ""

    def turn(state: str, title: str, when: str, actor: str) -> str:
        return f"""<phaseState name="{title}" typeId="{phase}.{state}" extends="{phase}.Turn">
          <phaseStateTransitions>
            <phaseStateTransition>{when}</phaseStateTransition>
          </phaseStateTransitions>
          <operations>
            <phaseOperation><setCurrentPhaseExecutionStarted/></phaseOperation>
            <actorOperation><setActorLink><actorToLinkTo>{actor}</actorToLinkTo>
              <linkToSet><byLinkId linkIdReference="{link}"/></linkToSet>
            </setActorLink></actorOperation>
            {passing}{inner}
          </operations>
        </phaseState>"""

    started = "<phaseRule><phaseExecutionStartedRule/></phaseRule>"
    going_on = f"<not>{rules}</not>"
    current = f'<actorOfLink linkIdReference="{link}"/>'
    first = turn(
        "First",
        "first turn",
        "<phaseStateRule><noStateExecutedYet/></phaseStateRule>",
        text_of(begins) if begins is not None else "<firstActor/>",
    )
    others = turn("Next", "next turn", started + going_on, f"<actorAfter>{current}</actorAfter>")
    return nodes(
        f"""<phase name="{name}" typeId="{phase}">
          {text_of(node, "instances", "links", "phaseTransitions", "timers")}
          <phaseStates>
            <abstractPhaseState name="turn" typeId="{phase}.Turn"/>
            {first}{others}
            <phaseState name="end of turns" typeId="{phase}.End">
              <phaseStateTransitions>
                <phaseStateTransition>{started}{rules}</phaseStateTransition>
              </phaseStateTransitions>
              <operations>{ending}</operations>
            </phaseState>
          </phaseStates>
        </phase>"""
    )


def _passing_over(link: str, rules: str) -> str:
    """Operations that go on to the next player while rules hold for whoever's turn it would be."""
    current = f'<actorOfLink linkIdReference="{link}"/>'
    return f"""<repeatForEachActor><selectAllActors/><operations><conditionalOperation>
      <precondition>{rules}</precondition>
      <operations><actorOperation><setActorLink>
        <actorToLinkTo><actorAfter>{current}</actorAfter></actorToLinkTo>
        <linkToSet><byLinkId linkIdReference="{link}"/></linkToSet>
      </setActorLink></actorOperation></operations>
    </conditionalOperation></operations></repeatForEachActor>"""


def _grid(node: Node, document: XmlDocument) -> Sequence[Node]:
    """The fields of a board with rows and columns, named like those of chess, and their layout."""
    light = _attribute(node, "typeReference")
    dark = _attribute(node, "darkTypeReference", light)
    sizes = [_attribute(node, name, "8") for name in ("columns", "rows")]
    if not all(size.isdecimal() and 1 <= int(size) <= 26 for size in sizes):
        raise PluginError("'columns' and 'rows' are numbers from 1 to 26.")
    columns, rows = ([chr(ord("a") + n) for n in range(int(sizes[0]))], range(1, int(sizes[1]) + 1))
    pieces: dict[str, str] = {}
    for part in kids(node, "pieces"):
        for square in _attribute(part, "on").split():
            pieces[square] = (
                f'<objectInstance typeReference="{_attribute(part, "typeReference")}"/>'
            )
    known = {f"{column}{row}" for column in columns for row in rows}
    if strange := sorted(set(pieces) - known):
        raise PluginError(say("There is no square '{strange}'.", strange=strange[0]))
    fields = "".join(
        f'<fieldInstance name="{column}{row}" instanceId="instance.{column}{row}"'
        f' typeReference="{dark if (n + row) % 2 else light}">'
        f"<initialObjectInstances>{pieces.get(f'{column}{row}', '')}</initialObjectInstances>"
        "</fieldInstance>"
        for row in rows
        for n, column in enumerate(columns)
    )
    cells = "".join(
        "<row>"
        + "".join(
            f'<fieldInstanceReference instanceIdReference="instance.{c}{row}"/>' for c in columns
        )
        + "</row>"
        for row in rows
    )
    connect = _attribute(node, "connect", "verticalAndHorizontalAndDiagonal")
    closed = _attribute(node, "closed", "false")
    ways = _attribute(node, "connectionType", "bidirectional")
    return nodes(
        f"""<instances>{fields}</instances>
        <fieldLayout>
          <twoDimensionalLayout howToConnectAdjacentFields="{connect}" connectionType="{ways}"
            connectFieldsOnSides="{closed}"><column>{cells}</column></twoDimensionalLayout>
        </fieldLayout>"""
    )


BUILT_IN = (
    Plugin(
        "turns",
        "http://spielwerk.example/igold/turns",
        "Players take turns in the order of seats.",
        {"playersTakeTurns": _taking_turns},
    ),
    Plugin(
        "boards",
        "http://spielwerk.example/igold/boards",
        "Boards with rows and columns of fields.",
        {"grid": _grid},
    ),
)
"""The plugins that need no installation."""
