"""Moves as text: what players choose in the draft and in play, and what chance decides.

======================================  ==================================================
``take character Agent Wren``           choose a character of the offer
``take gadget JETPACK``                 choose a gadget of the offer
``give JETPACK to Agent Wren``          hand out the next gadget
``move 3/4``, ``spy 3/4``, ...          an operation of the active character
``succeed``, ``fail``                   chance: a test
``field 3/4``, ``meets Agent Wren``     chance: where, whom
``turn of Agent Wren``, ``cat's turn``  chance: who is next
``movement point``, ``action point``    chance: which kind of point
``player1 wins the toss``               chance: the last tie
======================================  ==================================================
"""

from __future__ import annotations

from spielwerk.core import Move, MoveSyntaxError
from spielwerk.games.spy.draft import Hand
from spielwerk.games.spy.entry import ROLES
from spielwerk.games.spy.fate import Subject
from spielwerk.games.spy.names import Gadget
from spielwerk.games.spy.operations import choice_text, parse_choice
from spielwerk.games.spy.position import CAT, JANITOR, MatchSetting, Position

_FIXED = (
    "succeed", "fail", "movement point", "action point", "cat's turn", "janitor's turn",
    *(f"{player} wins the toss" for player in ROLES),
)  # fmt: skip


def hand_moves(setting: MatchSetting, hand: Hand) -> dict[Move, int | Gadget]:
    """What a player may do in the draft, and what each of these moves means."""
    names = setting.characters
    if hand.choosing:
        return {
            **{Move(f"take character {names[who].name}"): who for who in hand.offer.characters},
            **{Move(f"take gadget {gadget}"): gadget for gadget in hand.offer.gadgets},
        }
    if hand.equipping:
        gadget = hand.next_gadget
        return {Move(f"give {gadget} to {names[who].name}"): who for who in hand.characters}
    return {}


def answer_text(p: Position, ask: Subject, answer: int) -> Move:
    """An answer of chance as a move."""
    match ask:
        case Subject.TEST:
            return Move("succeed" if answer else "fail")
        case Subject.FIELD:
            return Move(f"field {p.board.name(answer)}")
        case Subject.PERSON:
            return Move(f"meets {p.name(answer)}")
        case Subject.POINT:
            return Move("action point" if answer else "movement point")
        case Subject.WINNER:
            return Move(f"{ROLES[answer]} wins the toss")
    if answer == CAT:
        return Move("cat's turn")
    return Move("janitor's turn" if answer == JANITOR else f"turn of {p.name(answer)}")


def read_move(setting: MatchSetting, text: str) -> Move:
    """The canonical form of what somebody typed.

    :raises MoveSyntaxError: the text is no move of this game
    """
    words = " ".join(text.split())
    lower = words.lower()
    if lower in _FIXED:
        return Move(lower)
    for start in ("take character ", "turn of ", "meets "):
        if lower.startswith(start):
            return Move(start + _character(setting, words[len(start) :]))
    if lower.startswith("take gadget "):
        return Move(f"take gadget {_gadget(words[12:])}")
    if lower.startswith("give "):
        gadget, to, name = words[5:].partition(" to ")
        if not to:
            raise MoveSyntaxError("Write 'give GADGET to NAME'.")
        return Move(f"give {_gadget(gadget)} to {_character(setting, name)}")
    choice = parse_choice(
        setting.board, f"move {words[6:]}" if lower.startswith("field ") else text
    )
    if isinstance(choice, str):
        raise MoveSyntaxError(f"'{text}' is no move: {choice}.")
    if lower.startswith("field "):
        return Move(f"field {setting.board.name(choice.target)}")
    return Move(choice_text(setting.board, choice))


def _gadget(word: str) -> Gadget:
    try:
        return Gadget(word.strip().upper())
    except ValueError:
        raise MoveSyntaxError(f"There is no gadget '{word}'.") from None


def _character(setting: MatchSetting, name: str) -> str:
    if name in setting.names:
        return name
    for known in setting.names:
        if known.lower() == name.lower():
            return known
    raise MoveSyntaxError(f"There is no character '{name}'.")
