"""The commands a player can type between moves, each starting with a slash.

A command gets a :class:`Question` (the table, who asks, and the rest of the line) and answers
with text. None of them shows more than the asking role may see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import partial
from pathlib import Path

from spielwerk.catalogue import languages
from spielwerk.cli.phrases import columns, outcome_text
from spielwerk.cli.table import TerminalTable
from spielwerk.cli.typed import complete_move, split_role, understand
from spielwerk.core import Game, Inquiry, Knowledge, RecordError, Role, SpielwerkError
from spielwerk.match import read_log
from spielwerk.players import Strong, best_player, reasons_for

_ADVISER = Strong()
"""Who gives hints."""
_LARGEST_SAVE = 50_000_000
"""The longest file that /load reads, in bytes."""


class StopPlaying(Exception):
    """The player wants to stop."""


class CommandError(SpielwerkError):
    """A command was used in a way that means nothing; the message says how to use it."""


@dataclass(frozen=True, slots=True)
class TypedQuestion:
    """A command as it was typed, with all it may ask."""

    table: TerminalTable
    asked: Role | None
    """Whose move is awaited."""
    viewer: Role | None
    """Whose view is shown; ``None`` is a spectator."""
    argument: str = ""


@dataclass(frozen=True, slots=True)
class TableCommand:
    """One command: how to type it, what it is for, what it does."""

    usage: str
    about: str
    run: Callable[[TypedQuestion], str]


def run_command(question: TypedQuestion, line: str) -> str:
    """The answer to a line that starts with a slash.

    :raises SpielwerkError: the command does not exist or cannot be done
    :raises Leave: the player wants to stop
    """
    name, _, argument = line.partition(" ")
    known = commands_for(question.table.game)
    command = known.get(name.lower())
    if command is None:
        near = get_close_matches(name.lower(), known, 1)
        hint = f"Did you mean {near[0]}? " if near else ""
        raise CommandError(f"There is no command {name}. {hint}/help lists all.")
    return command.run(replace(question, argument=argument.strip()))


def complete_command(question: TypedQuestion, typed: str) -> Iterable[str]:
    """The command lines that a typed beginning can become."""
    name, space, argument = typed.partition(" ")
    game = question.table.game
    if not space:
        return [command for command in commands_for(game) if command.startswith(name.lower())]
    if name == "/why":
        return [f"/why {move}" for move in complete_own_move(question, argument)]
    inquiry = _inquiries(game).get(name.removeprefix("/"))
    if inquiry is not None and inquiry.words is not None:
        words = inquiry.words(game)
        return [f"{name} {word}" for word in words if word.lower().startswith(argument.lower())]
    if name in ("/save", "/load") or (inquiry is not None and inquiry.to_file):
        return [f"{name} {path}" for path in _paths(argument)]
    return []


def complete_own_move(question: TypedQuestion, typed: str) -> list[str]:
    """The moves of whoever is asked that a typed beginning can become, short ones preferred."""
    if question.asked is None:
        return []
    table = question.table
    legal = table.state.legal(question.asked)
    brief = [table.game.short(move) for move in legal]
    return complete_move(typed, brief) or complete_move(typed, legal)


def _help(question: TypedQuestion) -> str:
    known = commands_for(question.table.game).values()
    wide = max(len(command.usage) for command in known) + 2
    lines = [f"  {command.usage.ljust(wide)}{command.about}" for command in known]
    role = question.asked or question.table.game.roles[0]
    return "\n".join(
        [
            f"Type a move, or the role and its move: {role} MOVE. Parentheses and words that are",
            "not needed to tell it from other moves can be left out. Commands:",
            *lines,
        ]
    )


def _state(question: TypedQuestion) -> str:
    table = question.table
    last = len(table.states) - 1
    step = last
    if number := question.argument:
        if not number.isdecimal() or len(number) > 9 or int(number) > last:
            raise CommandError(f"/state takes the number of a state, from 0 to {last}.")
        step = int(number)
    view = table.states[step].view(question.viewer)
    facts = view.get("facts")
    count = f", {len(facts)} facts" if isinstance(facts, list) else ""
    return f"State {step} of {last}{count}\n\n{table.game.draw(view)}\n"


def _legal(question: TypedQuestion) -> str:
    table = question.table
    if question.asked is None:
        return "The match is over; nobody moves any more."
    moves = table.state.legal(question.asked)
    return columns(table.game.short(move) for move in moves)


def _why(question: TypedQuestion) -> str:
    table = question.table
    role, text = split_role(question.argument, table.game.roles)
    role = role or question.asked
    if role is None:
        raise CommandError("The match is over; no move is legal any more.")
    if role != question.asked and table.game.hidden:
        raise CommandError(f"Only {role} may ask that: this game has secrets.")
    if not text:
        raise CommandError("/why takes a move: /why MOVE says why it is legal or not.")
    move = understand(table.game, table.state, role, text)
    return str(table.state.why_not(role, move))


def _hint(question: TypedQuestion) -> str:
    """What the best player of the game would do, and why."""
    table, role = question.table, question.asked
    if role is None:
        raise CommandError("The match is over; there is nothing to do any more.")
    game, knowledge = table.game, Knowledge(table.game, table.match.lived, role)
    choice = _ADVISER.sit(game, role).choose(knowledge)
    return reasons_for(knowledge, choice, best_player(game)).text(game)


def _undo(question: TypedQuestion) -> str:
    if not question.table.undo():
        raise CommandError("There is nothing to take back.")
    return f"Back at state {len(question.table.states) - 1}."


def _save(question: TypedQuestion) -> str:
    path = _path(question, "/save")
    _write(path, question.table.log.to_text())
    return f"Saved {question.table.match.step} steps to {path}."


def _load(question: TypedQuestion) -> str:
    path = _path(question, "/load")
    try:
        size = path.stat().st_size
        if not path.is_file() or size > _LARGEST_SAVE:
            raise CommandError(f"{path} is not a file of at most {_LARGEST_SAVE:,} bytes.")
        text = path.read_text(encoding="utf-8")
        question.table.load(read_log(text, question.table.game))
    except OSError as problem:
        raise CommandError(f"{path} cannot be read: {problem.strerror}.") from None
    except UnicodeDecodeError:
        raise CommandError(f"{path} is not a text; /load reads what /save has written.") from None
    except RecordError as problem:
        raise CommandError(f"{path}: {problem}") from None
    return f"Loaded {question.table.match.step} steps from {path}."


def _exit(question: TypedQuestion) -> str:
    raise StopPlaying


def _goal(question: TypedQuestion) -> str:
    table = question.table
    if table.over:
        return outcome_text(table)
    inquiry = _inquiries(table.game).get("goal")
    if inquiry is None:
        return "The match is not over; there is no outcome yet."
    found = inquiry.answer(table.state, question.argument)
    return (
        found if isinstance(found, str) else f"The match is not over. If it were:\n{columns(found)}"
    )


def _inquiries(game: Game) -> Mapping[str, Inquiry]:
    """What only the language of the rules can answer, by the word that asks it."""
    language = languages().get(game.language)
    return (language.explain or {}) if language is not None else {}


def _inquire(question: TypedQuestion, name: str, inquiry: Inquiry) -> str:
    argument = "" if inquiry.to_file else question.argument
    found = inquiry.answer(question.table.state, argument)
    if not isinstance(found, str):
        return f"{len(found)} found\n{columns(found)}"
    if not inquiry.to_file or not question.argument:
        return found.rstrip()
    path = _path(question, name)
    _write(path, found)
    return f"Wrote {path}."


def commands_for(game: Game) -> Mapping[str, TableCommand]:
    """Every command by its name, in the order in which /help lists them."""
    asked = {
        f"/{word}": TableCommand(
            f"/{word} {inquiry.argument}".rstrip(),
            inquiry.about,
            partial(_inquire, name=f"/{word}", inquiry=inquiry),
        )
        for word, inquiry in _inquiries(game).items()
    }
    further = {name: one for name, one in asked.items() if name not in _LOOKING}
    return {**_LOOKING, **further, **_DOING}


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise CommandError(f"{path} cannot be written: {problem.strerror}.") from None


def _path(question: TypedQuestion, name: str) -> Path:
    if not question.argument:
        raise CommandError(f"{name} takes the name of a file: {name} match.jsonl")
    if not question.argument.isprintable():
        raise CommandError("A file name consists of characters that can be seen.")
    try:
        return Path(question.argument).expanduser()
    except RuntimeError:
        raise CommandError(f"{question.argument}: there is no such user.") from None


def _paths(typed: str) -> list[str]:
    """Files and folders whose names go on from what was typed."""
    folder, start = (
        (Path(typed), "") if typed.endswith("/") else (Path(typed).parent, Path(typed).name)
    )
    try:
        found = sorted(folder.expanduser().iterdir())
    except (OSError, RuntimeError):
        return []
    return [
        str(folder / item.name) + ("/" if item.is_dir() else "")
        for item in found
        if item.name.startswith(start)
    ]


_LOOKING = {
    "/legal": TableCommand("/legal", "the moves you can make now", _legal),
    "/why": TableCommand("/why MOVE", "why a move is legal, or why it is not", _why),
    "/hint": TableCommand("/hint", "what a strong player would do, and why", _hint),
    "/state": TableCommand("/state [N]", "the position now, or after N steps", _state),
    "/goal": TableCommand("/goal", "what each role gets", _goal),
}
_DOING = {
    "/undo": TableCommand("/undo", "take your last move back", _undo),
    "/save": TableCommand("/save FILE", "keep the match in a file", _save),
    "/load": TableCommand("/load FILE", "go on with a match kept in a file", _load),
    "/help": TableCommand("/help", "this list", _help),
    "/exit": TableCommand("/exit", "leave; so does Ctrl-D", _exit),
}
