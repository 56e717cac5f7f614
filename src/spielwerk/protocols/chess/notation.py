"""Chess as the rest of the world writes it: FEN positions and UCI moves.

Texts in these notations go in, states and moves of ``library/gdl/chess.gdl`` come out, and the
other way round. Matches in PGN are read and written by :mod:`.matches`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NoReturn

from spielwerk.core import (
    Diagnostic,
    Game,
    Move,
    MoveSyntaxError,
    Severity,
    SourceError,
    Span,
    SpielwerkError,
)
from spielwerk.languages.gdl import GdlGame, GdlState, Term, gdl_game, parse_term, term_text

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
"""The first position of every match."""

_COLUMNS = "abcdefgh"
_ROWS = "87654321"
_KINDS = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
_PIECES = {
    **{letter.upper(): f"white-{kind}" for letter, kind in _KINDS.items()},
    **{letter: f"black-{kind}" for letter, kind in _KINDS.items()},
}
_LETTERS = {piece: letter for letter, piece in _PIECES.items()}
_PROMOTIONS = {letter: _KINDS[letter] for letter in "qrbn"}
_SIDES = {"w": "white", "b": "black"}
_RIGHTS = {
    "K": ("white", "short"),
    "Q": ("white", "long"),
    "k": ("black", "short"),
    "q": ("black", "long"),
}
_LONGEST_PAUSE = 100
"""So many half-moves without a pawn move or a capture end a match."""

_Board = dict[tuple[str, str], str]
"""Column and row to piece."""


def facts_from_fen(fen: str) -> frozenset[Term]:
    """The facts of a position in Forsyth-Edwards notation.

    The two counters at its end may be left out. What the rules do not keep, the number of the
    move, is not looked at.

    :raises SourceError: the text is no such position; the diagnostic names the column
    """
    fields = list(re.finditer(r"\S+", fen))
    if not 4 <= len(fields) <= 6:
        hint = f"Expected six, as in the first position: {START}"
        _refuse(f"A FEN text has four to six parts; this one has {len(fields)}.", fen, 0, hint)
    board = _read_board(fields[0])
    side = _read_side(fields[1])
    facts: set[Term] = {("cell", x, y, piece) for (x, y), piece in board.items()}
    facts.add(("control", side))
    facts.update(_read_rights(fields[2], board))
    facts.update(_read_en_passant(fields[3], board, side))
    facts.add(("quiet", _read_quiet(fields[4]) if len(fields) > 4 else "0"))
    return frozenset(facts)


def position_from_fen(game: Game, fen: str) -> GdlState:
    """The state of a game, which must be chess, in a position in Forsyth-Edwards notation.

    It need not be one that a match can come to: counts of moves are taken from any.

    :raises SpielwerkError: the game is another one
    :raises SourceError: the text is no position
    """
    if game.name != "chess":
        raise SpielwerkError(f"--fen is for chess; {game.name} has no such positions.")
    return gdl_game(game).at(facts_from_fen(fen))


def state_from_fen(game: GdlGame, fen: str) -> GdlState:
    """The state of a chess game in a position in Forsyth-Edwards notation.

    :raises SourceError: the text is no position, or the king could be taken in it
    :raises SpielwerkError: the game is not our chess
    """
    if frozenset(map(parse_term, game.initial().facts())) != facts_from_fen(START):
        raise SpielwerkError(f"FEN positions are for chess, and '{game.name}' is another game.")
    facts = facts_from_fen(fen)
    if game.at(_with_sides_changed(facts)).evaluate("in-check"):
        hint = "Let the other side move, or move the king out of check."
        _refuse("The side that is not on turn stands in check.", fen, 0, hint)
    return game.at(facts)


def fen_of(facts: Iterable[Term], move_number: int = 1) -> str:
    """A position in Forsyth-Edwards notation, from facts or their texts.

    The square passed by a pawn is always named, whether or not a pawn stands ready to take.
    """
    board: _Board = {}
    side, passed, quiet, rights = "white", "-", "0", set()
    for fact in facts:
        match parse_term(fact) if isinstance(fact, str) else fact:
            case ("cell", str(x), str(y), str(piece)):
                board[x, y] = piece
            case ("control", str(side)):
                pass
            case ("castle", str(colour), str(wing)):
                rights.add((colour, wing))
            case ("en-passant", str(passed)):
                pass
            case ("quiet", str(quiet)):
                pass
    if passed != "-":
        passed += "6" if side == "white" else "3"
    castling = "".join(letter for letter, right in _RIGHTS.items() if right in rights) or "-"
    rows = "/".join(_write_row(board, row) for row in _ROWS)
    return f"{rows} {side[0]} {castling} {passed} {quiet} {move_number}"


def move_from_uci(text: str) -> Move:
    """The move that ``e2e4`` or ``e7e8q`` means. Legality is not looked at.

    :raises MoveSyntaxError: the text is not of this form
    """
    found = re.fullmatch(r"([a-h])([1-8])([a-h])([1-8])([qrbn]?)", text.strip().lower())
    if found is None:
        raise MoveSyntaxError(f"'{text}' is no move such as e2e4, e1g1 (castling) or e7e8q.")
    *squares, letter = found.groups()
    if letter:
        return Move(term_text(("promote", *squares, _PROMOTIONS[letter])))
    return Move(term_text(("move", *squares)))


def uci_of(move: Move) -> str:
    """A move as chess engines write it: ``e2e4``, ``e7e8q``.

    :raises MoveSyntaxError: it is not a move of a chess piece (such as ``noop``)
    """
    match parse_term(move):
        case ("move", str(a), str(b), str(x), str(y)):
            return f"{a}{b}{x}{y}"
        case ("promote", str(a), str(b), str(x), str(y), str(kind)):
            return f"{a}{b}{x}{y}{_LETTERS[f'black-{kind}']}"
    raise MoveSyntaxError(f"'{move}' moves no piece, so it has no UCI form.")


def _with_sides_changed(facts: frozenset[Term]) -> frozenset[Term]:
    """The same board with the other side on turn, just after its pawns stood still."""
    rest = {fact for fact in facts if isinstance(fact, tuple) and fact[0] != "en-passant"}
    other = "black" if ("control", "white") in facts else "white"
    return frozenset({fact for fact in rest if fact[0] != "control"} | {("control", other)})


def _read_board(field: re.Match[str]) -> _Board:
    rows = field.group().split("/")
    if len(rows) != 8:
        _refuse_field(f"The board has {len(rows)} rows, not 8.", field, "Separate them with '/'.")
    board: _Board = {}
    for row, text in zip(_ROWS, rows, strict=True):
        squares = list(_read_row(text, field))
        if len(squares) != 8:
            hint = "A digit stands for that many empty squares."
            _refuse_field(f"Row {row} ('{text}') has {len(squares)} squares, not 8.", field, hint)
        board.update({(x, row): p for x, p in zip(_COLUMNS, squares, strict=True) if p})
    pieces = list(board.values())
    for colour in _SIDES.values():
        if (kings := pieces.count(f"{colour}-king")) != 1:
            hint = "Each side has exactly one."
            _refuse_field(f"There are {kings} {colour} kings.", field, hint)
    for (x, y), piece in board.items():
        if y in "18" and piece.endswith("pawn"):
            hint = "Pawns stand on rows 2 to 7; on the last row they are promoted."
            _refuse_field(f"A pawn stands on {x}{y}.", field, hint)
    return board


def _read_row(text: str, field: re.Match[str]) -> Iterator[str | None]:
    for letter in text:
        if letter in "12345678":
            yield from [None] * int(letter)
        elif letter in _PIECES:
            yield _PIECES[letter]
        else:
            hint = f"White's are K Q R B N P, Black's {' '.join(_KINDS)}."
            _refuse_field(f"'{letter}' is neither a piece nor a digit from 1 to 8.", field, hint)


def _read_side(field: re.Match[str]) -> str:
    if field.group() not in _SIDES:
        _refuse_field(f"'{field.group()}' is not a side to move.", field, "Write w or b.")
    return _SIDES[field.group()]


def _read_rights(field: re.Match[str], board: _Board) -> Iterator[Term]:
    letters = "" if field.group() == "-" else field.group()
    for letter in letters:
        if letter not in _RIGHTS or letters.count(letter) > 1:
            hint = "Write some of KQkq, each once, or '-'."
            _refuse_field(f"'{field.group()}' does not say who may castle.", field, hint)
        colour, wing = _RIGHTS[letter]
        row = "1" if colour == "white" else "8"
        corner = "h" if wing == "short" else "a"
        if (
            board.get(("e", row)) != f"{colour}-king"
            or board.get((corner, row)) != f"{colour}-rook"
        ):
            hint = (
                f"Its king must stand on e{row} and its rook on {corner}{row}; leave out {letter}."
            )
            _refuse_field(f"{colour.capitalize()} cannot castle {wing} any more.", field, hint)
        yield ("castle", colour, wing)


def _read_en_passant(field: re.Match[str], board: _Board, side: str) -> Iterator[Term]:
    text = field.group()
    if text == "-":
        return
    row, pawn_row, pawn = ("6", "5", "black-pawn") if side == "white" else ("3", "4", "white-pawn")
    if not re.fullmatch(f"[a-h]{row}", text):
        hint = f"With {side} to move it is on row {row}, or '-'."
        _refuse_field(f"'{text}' is no square that a pawn has just passed.", field, hint)
    if board.get((text[0], pawn_row)) != pawn or (text[0], row) in board:
        hint = f"{text} must be empty and a {pawn.replace('-', ' ')} stand on {text[0]}{pawn_row}."
        _refuse_field(f"No pawn has just passed {text}.", field, hint)
    yield ("en-passant", text[0])


def _read_quiet(field: re.Match[str]) -> str:
    text = field.group()
    if not (re.fullmatch("[0-9]{1,3}", text) and int(text) <= _LONGEST_PAUSE):
        hint = f"The match is drawn after {_LONGEST_PAUSE}; write a number up to that."
        _refuse_field(f"'{text}' is no count of quiet half-moves.", field, hint)
    return str(int(text))


def _write_row(board: Mapping[tuple[str, str], str], row: str) -> str:
    letters = "".join(_LETTERS.get(board.get((x, row), ""), ".") for x in _COLUMNS)
    return re.sub(r"\.+", lambda gap: str(len(gap.group())), letters)


def _refuse_field(message: str, field: re.Match[str], hint: str) -> NoReturn:
    _refuse(message, field.group(), field.start(), hint)


def _refuse(message: str, text: str, start: int, hint: str) -> NoReturn:
    span = Span("<fen>", 1, start + 1, 1, start + len(text) + 1)
    raise SourceError([Diagnostic("chess-fen", Severity.ERROR, message, span, hint)])
