"""The terminal face of the IGold debugger: one command a line, one answer each.

The commands come from stdin, so a file of them is a script. :data:`HELP` lists them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import click

from spielwerk.cli.files import write_file
from spielwerk.core import Chance, Explanation, Over, Role, SpielwerkError
from spielwerk.languages.igold.debugger import STEPS, Session
from spielwerk.languages.igold.dump import write_dump

__all__ = ["HELP", "converse"]

HELP = """\
moves                      what can be decided now
move [ROLE:] MOVE          decide; after going back, from there on
random [N]                 let N decisions be made at random
step [KIND]  back [KIND]   to the next or last end of an operation, action, state or phase
run                        play at random until a breakpoint or the end
break WHERE                stop before a type (its id or name) or a line
break rule LINE            stop where a rule in that line begins or ceases to hold
breaks  clear N            list breakpoints, delete one
rules VERB [ROLE] [WORD]   the rules of every such action, holding or failing now
why ROLE MOVE              why a move is refused
view ROLE  state           what a player sees; everything
where                      the moment we are at
dump FILE                  write the match to a file that 'debug FILE' loads
quit"""


def converse(session: Session, seed: int) -> None:
    """Answer commands until they end."""
    rng = Random(seed)
    talk = _Talk(session, rng)
    click.echo(f"{session.game.title}: {session.now}")
    talk.show_fault()
    while True:
        try:
            line = click.prompt("igold", prompt_suffix="> ", default="", show_default=False)
        except (click.Abort, EOFError):
            click.echo("")
            return
        word, _, rest = line.strip().partition(" ")
        if word in ("quit", "exit", "q"):
            return
        if not word:
            continue
        try:
            talk.answer(word, rest.strip())
        except SpielwerkError as problem:
            click.echo(str(problem))


class _Talk:
    def __init__(self, session: Session, rng: Random) -> None:
        self.session = session
        self.rng = rng
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: click.echo(HELP),
            "moves": self.moves,
            "move": self.move,
            "random": self.random,
            "step": self.step,
            "back": self.back,
            "run": self.run,
            "break": self.break_,
            "breaks": self.breaks,
            "clear": self.clear,
            "rules": self.rules,
            "why": self.why,
            "view": self.view,
            "state": lambda _: self.whole(),
            "where": lambda _: self.where(),
            "dump": self.dump,
        }

    def answer(self, word: str, rest: str) -> None:
        if word not in self.commands:
            raise SpielwerkError(f"There is no command '{word}'; 'help' lists all.")
        self.commands[word](rest)

    def where(self) -> None:
        click.echo(f"{self.session.cursor}: {self.session.now}")
        self.show_fault()

    def show_fault(self) -> None:
        fault = self.session.now.state.fault
        if fault is not None:
            click.echo(str(fault))
            click.echo("The rules went wrong here; 'dump FILE' keeps the match.")

    def moves(self, _: str) -> None:
        state = self.session.latest
        if isinstance(state.turn, Over):
            click.echo("The match is over.")
        elif isinstance(state.turn, Chance):
            click.echo(f"chance: {', '.join(state.odds())}")
        else:
            for role in state.turn.roles:
                click.echo(f"{role}: {', '.join(state.legal(role))}")

    def move(self, rest: str) -> None:
        role, colon, text = rest.partition(":")
        if colon:
            self.session.move(text, Role(role.strip()))
        else:
            self.session.move(rest)
        self.where()

    def random(self, rest: str) -> None:
        breakpoints, self.session.breakpoints = self.session.breakpoints, []
        self.session.cursor = len(self.session.moments) - 1
        self.session.run(self.rng, _number(rest, 1) - 1)
        self.session.breakpoints = breakpoints
        self.session.cursor = len(self.session.moments) - 1
        self.where()

    def step(self, rest: str) -> None:
        if not self.session.step(_kind(rest)):
            click.echo("Nothing has happened after this; make a move, or let 'random' make one.")
        self.where()

    def back(self, rest: str) -> None:
        if not self.session.back(_kind(rest)):
            click.echo("This is the beginning.")
        self.where()

    def run(self, _: str) -> None:
        hit = self.session.run(self.rng)
        if hit is not None:
            click.echo(f"breakpoint {hit}")
        self.where()

    def break_(self, rest: str) -> None:
        word, _, line = rest.partition(" ")
        if word == "rule":
            found = self.session.break_on_rule(_number(line, 0))
        else:
            found = self.session.break_at(rest)
        click.echo(f"breakpoint {found}")

    def breaks(self, _: str) -> None:
        for one in self.session.breakpoints:
            click.echo(str(one))

    def clear(self, rest: str) -> None:
        number = _number(rest, 0)
        kept = [one for one in self.session.breakpoints if one.number != number]
        if len(kept) == len(self.session.breakpoints):
            raise SpielwerkError(f"There is no breakpoint {number}.")
        self.session.breakpoints = kept

    def rules(self, rest: str) -> None:
        verb, *words = rest.split() or [""]
        roles = [Role(word) for word in words if word in self.session.game.roles]
        what = [word for word in words if word not in roles]
        found = self.session.rules_of(verb, roles[0] if roles else None)
        found = [one for one in found if all(word in one.claim.split() for word in what)]
        if not found:
            click.echo(f"Nobody could '{rest}' at all now.")
        for one in found:
            click.echo(str(one))

    def why(self, rest: str) -> None:
        role, _, text = rest.partition(" ")
        answer: Explanation = self.session.why_not(Role(role), text)
        click.echo(str(answer))

    def view(self, rest: str) -> None:
        if rest and rest not in self.session.game.roles:
            names = ", ".join(self.session.game.roles)
            raise SpielwerkError(f"There is no player '{rest}'; there are {names}.")
        view = self.session.now.state.view(Role(rest) if rest else None)
        click.echo(self.session.game.draw(view))

    def whole(self) -> None:
        click.echo(self.session.whole())

    def dump(self, rest: str) -> None:
        write_file(Path(rest or "match.igold-dump.json"), self._text())

    def _text(self) -> str:
        session = self.session
        return write_dump(session.game, session.seed, session.events)


def _number(text: str, default: int) -> int:
    text = text.strip()
    if not text:
        return default
    if not text.isdecimal():
        raise SpielwerkError(f"'{text}' is no number.")
    return int(text)


def _kind(text: str) -> str:
    kind = text or "operation"
    if kind not in STEPS:
        raise SpielwerkError(f"One can step by {', '.join(STEPS)}.")
    return kind
