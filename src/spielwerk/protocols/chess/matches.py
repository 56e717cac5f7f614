"""Whole chess matches in PGN: read to moves, written from moves, turned into test matches.

Everything here asks python-chess (the extra ``pgn``) about the rules of chess, never our own: a
test match made from a PGN text is a second opinion on ``library/gdl/chess.gdl``.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

from spielwerk.core import (
    Diagnostic,
    Explanation,
    IllegalMove,
    Move,
    MoveSyntaxError,
    Severity,
    SourceError,
    Span,
    SpielwerkError,
)
from spielwerk.languages.gdl import (
    Expected,
    ExpectedResult,
    Script,
    ScriptCommand,
    ScriptMove,
    Step,
)
from spielwerk.protocols.chess.notation import facts_from_fen, move_from_uci, uci_of

if TYPE_CHECKING:
    import chess
    import chess.pgn

_QUIET_LIMIT = 100
"""The half-moves without a pawn move or a capture after which our rules end a match."""


@dataclass(frozen=True, slots=True)
class PgnMatch:
    """A match as a PGN text tells it."""

    tags: Mapping[str, str]
    """Event, Site, Date, Round, White, Black, Result and whatever else was said."""
    moves: tuple[Move, ...]
    """The moves of both sides in turn, from the first position on."""


def matches_from_pgn(text: str, file: str = "<pgn>") -> Iterator[PgnMatch]:
    """The matches of a PGN text one by one: main lines only, without comments.

    :raises SourceError: a match is damaged, or does not begin in the first position
    :raises SpielwerkError: python-chess is not installed
    """
    number = 0
    for number, (line, game) in enumerate(_games(text), start=1):
        if game.board().uci_variant != "chess" or "FEN" in game.headers:
            message = f"Match {number} is of another variant or begins in another position."
            hint = "Only matches of standard chess from the first position can be read."
            raise _refusal(message, file, line, hint)
        if game.errors:
            message = f"Match {number} is damaged: {game.errors[0]}."
            hint = "The moves before it were understood; check it against the position."
            raise _refusal(message, file, line, hint)
        try:
            moves = tuple(move_from_uci(move.uci()) for move in game.mainline_moves())
        except MoveSyntaxError:
            hint = "Chess has no passes: replace '--' by a move."
            raise _refusal(f"Somebody passes in match {number}.", file, line, hint) from None
        yield PgnMatch(dict(game.headers), moves)
    if not number:
        hint = 'A match begins with tags such as [White "Anderssen"], then come 1. e4 e5 2. ...'
        raise _refusal("There is no match in this text.", file, 1, hint)


def pgn_of(moves: Iterable[Move], tags: Mapping[str, str] | None = None) -> str:
    """A match from the first position on as PGN, with the result if it is over by then.

    Moves of both sides in turn, without passes (``noop``).

    :raises IllegalMove: a move is not legal by the rules of chess
    :raises SpielwerkError: python-chess is not installed
    """
    _need_python_chess()
    import chess.pgn

    game = chess.pgn.Game()
    for key, value in (tags or {}).items():
        game.headers[key] = value
    node: chess.pgn.GameNode = game
    board = game.board()
    for move in moves:
        node = node.add_variation(_push(board, move))
    if "Result" not in (tags or {}):
        game.headers["Result"] = _result(board)
    return f"{game}\n"


def script_of(match: PgnMatch, model: str) -> Script:
    """A test match that plays ``match`` and expects python-chess's position after every move.

    ``model`` is the path of the chess rules as it shall stand in the first line. Where our rules
    end the match before its last move, by the fifty-move rule or for want of material, it ends
    there.
    """
    _need_python_chess()
    import chess

    board = chess.Board()
    steps: list[Step] = [_expected(board)]
    for move in match.moves:
        if _is_over(board):
            break
        side = "white" if board.turn else "black"
        _push(board, move)
        steps += [ScriptCommand((ScriptMove(side, move),)), _expected(board)]
    if _is_over(board):
        steps.append(ExpectedResult(tuple(_goals(board).items())))
    return Script(model, tuple(steps))


def _push(board: chess.Board, move: Move) -> chess.Move:
    """Make a move on python-chess's board and return it as python-chess names it."""
    made = next((legal for legal in board.legal_moves if legal.uci() == uci_of(move)), None)
    if made is None:
        raise IllegalMove(Explanation(f"{move} is possible in {board.fen()}", holds=False))
    board.push(made)
    return made


def _expected(board: chess.Board) -> Expected:
    return Expected(facts_from_fen(board.fen(en_passant="fen")))


def _is_over(board: chess.Board) -> bool:
    return (
        board.is_checkmate()
        or board.is_stalemate()
        or board.is_insufficient_material()
        or board.halfmove_clock >= _QUIET_LIMIT
    )


def _result(board: chess.Board) -> str:
    if not _is_over(board):
        return "*"
    goals = _goals(board)
    return {100: "1-0", 0: "0-1", 50: "1/2-1/2"}[goals["white"]]


def _goals(board: chess.Board) -> dict[str, int]:
    if not board.is_checkmate():
        return {"white": 50, "black": 50}
    return {"white": 0, "black": 100} if board.turn else {"white": 100, "black": 0}


def _games(text: str) -> Iterator[tuple[int, chess.pgn.Game]]:
    """The games of a PGN text as python-chess reads them, each with the line where it begins."""
    _need_python_chess()
    import chess.pgn

    class Builder(chess.pgn.GameBuilder[chess.pgn.Game]):
        """Keeps errors with the game, where python-chess would also log them."""

        def handle_error(self, error: Exception) -> None:
            self.game.errors.append(error)

    handle = io.StringIO(text)
    line, seen = 1, 0
    while (game := chess.pgn.read_game(handle, Visitor=Builder)) is not None:
        if game.variations or game.errors or game.headers != chess.pgn.Headers():
            yield line, game
        line += text.count("\n", seen, handle.tell())
        seen = handle.tell()


def _need_python_chess() -> None:
    if find_spec("chess") is None:
        raise SpielwerkError(
            "PGN is read and written by python-chess, which is not installed. "
            "Install it with: pip install 'spielwerk[pgn]'"
        )


def _refusal(message: str, file: str, line: int, hint: str) -> SourceError:
    span = Span(file, line, 1, line, 1)
    return SourceError([Diagnostic("chess-pgn", Severity.ERROR, message, span, hint)])
