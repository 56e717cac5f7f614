"""What the language server answers to: each request of the protocol is a question at the desk.

A few requests the protocol has no word for: a picture of a document (``spielwerk/picture``), what a
picture can add or change (``spielwerk/alterations``), and the edit that does it
(``spielwerk/alteration``). Editors without pictures have the latter as code actions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from spielwerk.core import (
    Alteration,
    Description,
    Diagnostic,
    Mention,
    OutlineSection,
    QuickFix,
    Span,
    Suggestion,
    TextEdit,
)
from spielwerk.editor.answers import converter

if TYPE_CHECKING:
    from spielwerk.editor.server import RuleServer

PICTURE = "spielwerk/picture"
"""What asks for a picture of a document; ``show`` says which, if not the first kind."""
ALTERATIONS = "spielwerk/alterations"
"""What asks how a document can be altered at a position."""
ALTERATION = "spielwerk/alteration"
"""What asks for the edit of one, by its ``name`` and what was ``said`` for its blanks."""
_REFACTOR = types.CodeActionKind.Refactor


def register(server: RuleServer) -> None:
    """Give the server what it answers to."""

    @server.feature(types.INITIALIZE)
    def greeted(params: types.InitializeParams) -> None:
        server.locale = (params.locale or "en")[:2].lower()

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.opened(params.text_document.uri, params.text_document.language_id)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        server.checks.changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.checks.changed(params.text_document.uri, at_once=True)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.closed(params.text_document.uri)

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION,
        types.CompletionOptions(trigger_characters=["(", "<", "?", '"', " ", "!", "#", "/"]),
    )
    async def complete(params: types.CompletionParams) -> list[types.CompletionItem]:
        found = await server.question(
            "complete", list[Suggestion], params.text_document.uri, params.position
        )
        if found is None:
            return []
        suggestions, _, translator = found
        return [translator.completion(n, one) for n, one in enumerate(suggestions or ())]

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        found = await server.question(
            "describe", Description, params.text_document.uri, params.position
        )
        if found is None or found[0] is None:
            return None
        return found[2].hover(found[0])

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def define(params: types.DefinitionParams) -> list[types.Location]:
        found = await server.question(
            "definitions", list[Span], params.text_document.uri, params.position
        )
        return server.located(found[1], found[0] or ()) if found is not None else []

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def refer(params: types.ReferenceParams) -> list[types.Location]:
        found = await server.question(
            "references", list[Mention], params.text_document.uri, params.position
        )
        if found is None:
            return []
        wanted = params.context.include_declaration
        spans = [one.span for one in found[0] or () if wanted or not one.defines]
        return server.located(found[1], spans)

    _register_changes(server)
    _register_actions(server)
    _register_pictures(server)


def _register_changes(server: RuleServer) -> None:
    """The same for what looks at a whole text, or changes it."""

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare(params: types.PrepareRenameParams) -> types.Range | None:
        found = await server.question("prepare", Span, params.text_document.uri, params.position)
        return found[2].range(found[0]) if found is not None and found[0] is not None else None

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        found = await server.question(
            "rename",
            list[TextEdit],
            params.text_document.uri,
            params.position,
            name=params.new_name,
        )
        return server.changes(found[1], found[0] or ()) if found is not None else None

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def outline(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        found = await server.question("outline", list[OutlineSection], params.text_document.uri)
        return [found[2].symbol(one) for one in found[0] or ()] if found is not None else []

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def lay_out(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        found = await server.question("format", str, params.text_document.uri)
        return found[2].whole(found[0]) if found is not None and found[0] is not None else []


def _register_actions(server: RuleServer) -> None:
    """The same for what is offered at a place: to mend a problem, to add or change something."""

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(
            code_action_kinds=[types.CodeActionKind.QuickFix, _REFACTOR], resolve_provider=True
        ),
    )
    async def offer(params: types.CodeActionParams) -> list[types.CodeAction]:
        wanted = params.context.only
        found: list[types.CodeAction] = []
        if wanted is None or types.CodeActionKind.QuickFix in wanted:
            found += await _mending(server, params)
        if wanted is None or _REFACTOR in wanted:
            found += await _altering(server, params)
        return found

    @server.feature(types.CODE_ACTION_RESOLVE)
    async def resolve(action: types.CodeAction) -> types.CodeAction:
        asked = action.data
        if isinstance(asked, dict) and isinstance(position := asked.get("position"), dict):
            place = types.Position(int(position["line"]), int(position["character"]))
            action.edit = await _edit_of(server, str(asked["uri"]), place, str(asked["name"]), {})
        return action

    @server.feature(ALTERATIONS)
    async def alterations(params: Any) -> list[dict[str, Any]]:
        place = types.Position(int(params.position.line), int(params.position.character))
        uri = str(params.textDocument.uri)
        found = await server.question("alterations", list[Alteration], uri, place)
        offered: list[dict[str, Any]] = converter().unstructure(found[0] or () if found else ())
        return offered

    @server.feature(ALTERATION)
    async def alter(params: Any) -> types.WorkspaceEdit | None:
        place = types.Position(int(params.position.line), int(params.position.character))
        given: Any = getattr(params, "said", None)
        pairs = given._asdict() if hasattr(given, "_asdict") else {}
        said = {str(key): str(value) for key, value in pairs.items()}
        return await _edit_of(server, str(params.textDocument.uri), place, str(params.name), said)


async def _mending(server: RuleServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """What mends the problems that an editor asks about."""
    actions = []
    for problem in params.context.diagnostics:
        data = problem.data
        if problem.source != "spielwerk" or not isinstance(data, dict):
            continue
        known = _problem_of(data)
        if known is None or not known["hint"]:
            continue
        uri = params.text_document.uri
        found = await server.question("fixes", list[QuickFix], uri, problem=known)
        for fix in (found[0] or ()) if found is not None else ():
            assert found is not None, "there are fixes"
            actions.append(
                types.CodeAction(
                    fix.title,
                    kind=types.CodeActionKind.QuickFix,
                    diagnostics=[problem],
                    is_preferred=True,
                    edit=server.changes(found[1], fix.edits),
                )
            )
    return actions


async def _altering(server: RuleServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """What can be altered at a place with names that can be changed afterwards."""
    uri, place = params.text_document.uri, params.range.start
    found = await server.question("alterations", list[Alteration], uri, place)
    position = {"line": place.line, "character": place.character}
    return [
        types.CodeAction(
            one.title,
            kind=_REFACTOR,
            data={"uri": uri, "position": position, "name": one.name},
        )
        for one in (found[0] or () if found is not None else ())
        if one.name != "rename"  # the protocol has a request for that
    ]


async def _edit_of(
    server: RuleServer, uri: str, place: types.Position, name: str, said: dict[str, str]
) -> types.WorkspaceEdit | None:
    found = await server.question("alter", list[TextEdit], uri, place, name=name, said=said)
    return server.changes(found[1], found[0] or ()) if found is not None else None


def _register_pictures(server: RuleServer) -> None:
    """What shows a document otherwise."""

    @server.feature(PICTURE)
    async def draw(params: Any) -> dict[str, Any] | None:
        show = getattr(params, "show", None)
        return await server.drawn(
            str(params.textDocument.uri), show if isinstance(show, str) else None
        )


def _problem_of(data: dict[str, Any]) -> dict[str, Any] | None:
    """The problem that a client sends back with its diagnostic, unless it was made up."""
    try:
        problem = Diagnostic.from_json(data)
    except (KeyError, TypeError, ValueError):
        return None
    body: dict[str, Any] = converter().unstructure(problem)
    return body
