"""What terminal play says: greetings, positions, lists of moves, results. Values in, text out."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from spielwerk.cli.table import News, TerminalTable
from spielwerk.core import Explanation, Game, Label, Role, State, told_lines
from spielwerk.match import Forfeited

_WIDTH = 78


def welcome(table: TerminalTable) -> str:
    """What the game is and who sits where."""
    game = table.game
    about = " ".join(filter(None, [f"{game.title or game.name}.", game.about]))
    others = [f"{player} plays {role}" for role, player in table.players.items()]
    you = [f"You play {_list(table.people)}"] if table.people else []
    return f"{textwrap.fill(about, _WIDTH)}\n{'; '.join([*you, *others])}."


def how_to_move(table: TerminalTable) -> str:
    """One line for a newcomer whose turn it is."""
    for role in table.waiting_for:
        move = table.state.legal(role)[0]
        brief = table.game.short(move)
        example = move if brief == move else f"{brief} or {move}"
        return f"Type a move, such as {example}. /legal lists all, /help helps."
    return ""


def position(game: Game, state: State, viewer: Role | None) -> str:
    """The state as the viewer may see it, drawn."""
    return game.draw(state.view(viewer))


def announcement(table: TerminalTable, news: News, viewer: Role | None) -> list[str]:
    """What happened, as the viewer may know it: nothing that was typed right here."""
    event, old, state = news
    if isinstance(event, Forfeited):
        return [f"{event.role} is out of the match: {event.reason}"]
    moves, late = event.event.moves, event.event.late
    told = table.game.account(old, moves, late, state).of(viewer)
    typed = table.people if len(moves) == 1 else ()
    names = {str(role): str(role) for role in table.game.roles}
    lines = told_lines([o for o in told if o.kind != "move" or o.who not in typed], "en", names)
    return [line if line[-1] in ".!?" else f"{line}." for line in lines]


def tally_text(table: TerminalTable) -> str:
    """How the scores came about, a line for everything that was counted."""
    roles = table.game.roles
    lines = [
        (_english(line.label), [f"{role} {line.values[role]}" for role in roles])
        for line in table.state.tally()
    ]
    wide = max((len(label) for label, _ in lines), default=0)
    return "\n".join(f"  {label.ljust(wide)}  {', '.join(got)}" for label, got in lines)


def _english(label: Label) -> str:
    return label if isinstance(label, str) else label.get("en") or next(iter(label.values()), "")


def outcome_text(table: TerminalTable) -> str:
    """The result of a match that is over, in one line."""
    outcome = table.match.outcome or {}
    return ", ".join(f"{role} {outcome[role]}" for role in table.game.roles) + " (of 100)"


def one_sentence(explanation: Explanation) -> str:
    """Why a move is refused, as briefly as the explanation allows."""
    return explanation.claim


def columns(items: Iterable[str]) -> str:
    """Items side by side, as many on a line as fit."""
    words = list(items)
    wide = max(map(len, words), default=0) + 2
    on_a_line = max(1, _WIDTH // wide)
    rows = [words[start : start + on_a_line] for start in range(0, len(words), on_a_line)]
    return "\n".join("  " + "".join(word.ljust(wide) for word in row).rstrip() for row in rows)


def _list(words: Sequence[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last
