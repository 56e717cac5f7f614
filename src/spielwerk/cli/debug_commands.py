"""The debugger as a conversation: one command a line, one answer each. ``help`` lists them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from spielwerk.core import Chance, Debugger, Over, Role, SpielwerkError, write_dump

_HELP = """\
moves                      what can be decided now
move [ROLE:] MOVE          decide; after going back, from there on
random [N]                 let N decisions be made at random
given FACT                 make something so, against the rules, and go on
step [KIND]  back [KIND]   to the next or last end of: {steps}
into                       to the first moment inside the move that follows
run                        play at random until a breakpoint or the end
break KIND WHERE           stop at:
{stops}
breaks  clear N            list breakpoints, delete one
rules SUBJECT [ROLE] [...] the rules about it, holding or failing now; 'rules' lists subjects
why ROLE MOVE              why a move is refused
view ROLE  state           what a player sees; everything
where                      the moment we are at
dump FILE                  write the match to a file that 'debug FILE' loads
quit"""


class DebugCommands:
    """Answers commands about one match."""

    def __init__(self, debugger: Debugger[Any]) -> None:
        self.debugger = debugger
        self.rng = Random(debugger.seed)
        self.commands: dict[str, Callable[[str], str]] = {
            "help": lambda _: self.help(),
            "moves": self.moves,
            "move": self.move,
            "random": self.random,
            "given": self.given,
            "step": self.step,
            "back": self.back,
            "into": self.into,
            "run": self.run,
            "break": self.break_,
            "breaks": self.breaks,
            "clear": self.clear,
            "rules": self.rules,
            "why": self.why,
            "view": self.view,
            "state": lambda _: self.debugger.whole(),
            "where": lambda _: self.where(),
            "dump": self.dump,
        }

    @property
    def greeting(self) -> str:
        """What is said first."""
        return _lines(f"{self.debugger.game.title}: {self.debugger.now}", self.fault())

    def answer(self, line: str) -> str:
        """What one command does or finds.

        :raises SpielwerkError: there is no such command, or it cannot be done
        """
        word, _, rest = line.strip().partition(" ")
        if word not in self.commands:
            raise SpielwerkError(f"There is no command '{word}'; 'help' lists all.")
        return self.commands[word](rest.strip())

    def beginning(self, typed: str) -> list[str]:
        """The commands that begin like this."""
        return [word for word in self.commands if word.startswith(typed)]

    def help(self) -> str:
        stops = "\n".join(f"  {kind:<12} {what}" for kind, what in self.debugger.stops.items())
        return _HELP.format(steps=", ".join(self.debugger.steps), stops=stops)

    def where(self) -> str:
        return _lines(f"{self.debugger.cursor}: {self.debugger.now}", self.fault())

    def fault(self) -> str:
        note = self.debugger.note()
        return f"{note}\nThe rules went wrong here; 'dump FILE' keeps the match." if note else ""

    def moves(self, _: str) -> str:
        state = self.debugger.deciding
        if isinstance(state.turn, Over):
            return "The match is over."
        if isinstance(state.turn, Chance):
            return f"chance: {', '.join(state.odds())}"
        return _lines(*(f"{role}: {', '.join(state.legal(role))}" for role in state.turn.roles))

    def move(self, rest: str) -> str:
        self.debugger.move(rest)
        return self.where()

    def given(self, rest: str) -> str:
        self.debugger.arrange([rest])
        return _lines("From here on the match is not what the rules made of it.", self.where())

    def random(self, rest: str) -> str:
        debugger = self.debugger
        breakpoints, debugger.breakpoints = debugger.breakpoints, []
        debugger.cursor = len(debugger.moments) - 1
        debugger.run(self.rng, _number(rest, 1) - 1)
        debugger.breakpoints = breakpoints
        debugger.cursor = len(debugger.moments) - 1
        return self.where()

    def step(self, rest: str) -> str:
        stuck = "Nothing has happened after this; make a move, or let 'random' make one."
        return _lines("" if self.debugger.step(self._kind(rest)) else stuck, self.where())

    def back(self, rest: str) -> str:
        moved = self.debugger.back(self._kind(rest))
        return _lines("" if moved else "This is the beginning.", self.where())

    def into(self, _: str) -> str:
        moved = self.debugger.enter()
        return _lines("" if moved else "No move follows yet; make one first.", self.where())

    def run(self, _: str) -> str:
        hit = self.debugger.run(self.rng)
        return _lines("" if hit is None else f"breakpoint {hit}", self.where())

    def break_(self, rest: str) -> str:
        kind, _, where = rest.partition(" ")
        if kind not in self.debugger.stops or not where.strip():
            kind, where = next(iter(self.debugger.stops)), rest
        return f"breakpoint {self.debugger.stop(kind, where.strip())}"

    def breaks(self, _: str) -> str:
        return _lines(*map(str, self.debugger.breakpoints))

    def clear(self, rest: str) -> str:
        self.debugger.clear(_number(rest, 0))
        return ""

    def rules(self, rest: str) -> str:
        subject, *words = rest.split() or [""]
        if not subject:
            return _lines(*self.debugger.subjects()) or "Nothing can be asked about."
        roles = [Role(word) for word in words if word in self.debugger.game.roles]
        rest_of_it = " ".join(word for word in words if word not in roles)
        found = self.debugger.rules(subject, roles[0] if roles else None, rest_of_it)
        return _lines(*map(str, found)) or f"No rule is about '{rest}' now."

    def why(self, rest: str) -> str:
        role, _, text = rest.partition(" ")
        return str(self.debugger.why_not(Role(role), text))

    def view(self, rest: str) -> str:
        game = self.debugger.game
        if rest and rest not in game.roles:
            names = ", ".join(game.roles)
            raise SpielwerkError(f"There is no player '{rest}'; there are {names}.")
        return str(game.draw(self.debugger.now.state.view(Role(rest) if rest else None)))

    def dump(self, rest: str) -> str:
        debugger = self.debugger
        path = Path(rest or f"match.{debugger.game.language}-dump.json")
        text = write_dump(debugger.game, debugger.seed, debugger.script)
        path.write_text(text, encoding="utf-8")
        return f"Wrote {path}."

    def _kind(self, text: str) -> str:
        kind = text or next(iter(self.debugger.steps))
        if kind not in self.debugger.steps:
            raise SpielwerkError(f"One can step by {', '.join(self.debugger.steps)}.")
        return kind


def _lines(*parts: str) -> str:
    return "\n".join(filter(None, parts))


def _number(text: str, default: int) -> int:
    text = text.strip()
    if not text:
        return default
    if not text.isdecimal():
        raise SpielwerkError(f"'{text}' is no number.")
    return int(text)
