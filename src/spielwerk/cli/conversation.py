"""Terminal play as a conversation: the table shows the position, people type moves or commands.

Everything goes through a :class:`~spielwerk.cli.table.Table`; this module only reads lines,
prints, and sees to it that nobody is shown more than the person in front of the screen may see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click

from spielwerk.cli.commands import (
    StopPlaying,
    TypedQuestion,
    complete_command,
    complete_own_move,
    run_command,
)
from spielwerk.cli.phrases import (
    announcement,
    how_to_move,
    one_sentence,
    outcome_text,
    position,
    tally_text,
    welcome,
)
from spielwerk.cli.reader import LineReader
from spielwerk.cli.table import TerminalTable
from spielwerk.cli.typed import split_role, understand
from spielwerk.core import IllegalMove, NotYourTurn, Role, SpielwerkError, State


class Conversation:
    """One match at one terminal."""

    def __init__(
        self,
        table: TerminalTable,
        open_reader: Callable[[Callable[[str], Iterable[str]]], LineReader],
    ) -> None:
        self.table = table
        self.reader = open_reader(self._complete)
        self._shown: tuple[State, Role | None, bool] | None = None
        """What stands on the screen: a state, whose view of it, and whether it is the end."""
        self._unread: dict[Role | None, list[str]] = {}
        """What happened since each of those who share the screen last looked at it."""

    def run(self) -> None:
        """Play until the match is over, or the player leaves."""
        click.echo(welcome(self.table))
        try:
            self._advance()
            if hint := how_to_move(self.table):
                click.echo(hint)
            while self.table.people:
                self._answer(self.reader.ask(self._prompt()))
        except (StopPlaying, EOFError, KeyboardInterrupt):
            click.echo("Goodbye." if self.table.over else "Goodbye. The match is not over.")

    def _answer(self, line: str) -> None:
        """Do what a line says; whatever is wrong with it is answered in a line."""
        if not line:
            if self.table.over:
                raise StopPlaying
            return
        try:
            if line.startswith("/"):
                click.echo(run_command(self._question(), line))
            else:
                self._move(line)
        except IllegalMove as problem:
            click.echo(f"{one_sentence(problem.explanation)} (/why {line} tells more.)")
        except SpielwerkError as problem:
            click.echo(str(problem))
        self._advance()

    def _move(self, line: str) -> None:
        table = self.table
        named, text = split_role(line, table.game.roles)
        asked = self._asked()
        if asked is None:
            click.echo("The match is over. /undo takes a move back, Enter leaves.")
            return
        if named and named != asked and table.game.hidden:
            raise NotYourTurn(f"{asked} is asked now; {named} comes to the screen later.")
        role = named or asked
        table.expect(role)
        table.choose(role, understand(table.game, table.state, role, text))

    def _advance(self) -> None:
        """Let the table go on by itself, then show where the match stands, if that is new."""
        self._unread.pop(None, None)
        for news in self.table.advance():
            for reader in (*self.table.people, None):
                self._unread.setdefault(reader, []).extend(announcement(self.table, news, reader))
            if not self.table.people:
                self._show(news[-1])
        self._show(self.table.state)

    def _tell(self, viewer: Role | None) -> None:
        """Say what happened, as far as it is for these eyes and was not said to them before."""
        if told := self._unread.pop(viewer, None):
            click.echo("\n".join(told))
        if not self.table.game.hidden or len(self.table.people) == 1:
            self._unread.clear()

    def _show(self, state: State) -> None:
        table, viewer = self.table, self._viewer()
        ended = table.over and state is table.state
        if self._shown and self._shown[0] is state and self._shown[1:] == (viewer, ended):
            self._tell(viewer)
            return
        if self._changes_hands(viewer):
            self.reader.hand_over(str(viewer))
        self._tell(viewer)
        self._shown = state, viewer, ended
        click.echo(f"\n{position(table.game, state, viewer)}\n")
        if ended:
            click.echo(f"The match is over: {outcome_text(table)}.")
            if counted := tally_text(table):
                click.echo(counted)
            if table.people:
                click.echo("/undo takes a move back, /save FILE keeps the match, Enter leaves.")

    def _changes_hands(self, viewer: Role | None) -> bool:
        """Whether somebody else comes to the screen who must not see what stands there."""
        several = len(self.table.people) > 1 and self._shown is not None
        return several and viewer is not None and bool(self.table.game.hidden or self.table.chosen)

    def _asked(self) -> Role | None:
        """Whose move is awaited."""
        return next(iter(self.table.waiting_for), None)

    def _viewer(self) -> Role | None:
        """Whose eyes the screen is for."""
        people = self.table.people
        return people[0] if len(people) == 1 else self._asked()

    def _question(self) -> TypedQuestion:
        return TypedQuestion(self.table, self._asked(), self._viewer())

    def _prompt(self) -> str:
        return f"{self._asked() or 'over'}> "

    def _complete(self, typed: str) -> Iterable[str]:
        if typed.startswith("/"):
            return complete_command(self._question(), typed)
        return complete_own_move(self._question(), typed)
