"""The debugger as a conversation: one command a line, one answer each. :data:`HELP` lists them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from spielwerk.core import Chance, Over, Role, SpielwerkError
from spielwerk.languages.igold.debugger import STEPS, DebugSession
from spielwerk.languages.igold.dump import write_dump

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


class Talk:
    """Answers commands about one match."""

    def __init__(self, session: DebugSession, seed: int) -> None:
        self.session = session
        self.rng = Random(seed)
        self.commands: dict[str, Callable[[str], str]] = {
            "help": lambda _: HELP,
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
            "state": lambda _: self.session.whole(),
            "where": lambda _: self.where(),
            "dump": self.dump,
        }

    @property
    def greeting(self) -> str:
        return _lines(f"{self.session.game.title}: {self.session.now}", self.fault())

    def answer(self, line: str) -> str:
        word, _, rest = line.strip().partition(" ")
        if word not in self.commands:
            raise SpielwerkError(f"There is no command '{word}'; 'help' lists all.")
        return self.commands[word](rest.strip())

    def where(self) -> str:
        return _lines(f"{self.session.cursor}: {self.session.now}", self.fault())

    def fault(self) -> str:
        fault = self.session.now.state.fault
        if fault is None:
            return ""
        return f"{fault}\nThe rules went wrong here; 'dump FILE' keeps the match."

    def moves(self, _: str) -> str:
        state = self.session.deciding
        if isinstance(state.turn, Over):
            return "The match is over."
        if isinstance(state.turn, Chance):
            return f"chance: {', '.join(state.odds())}"
        return _lines(*(f"{role}: {', '.join(state.legal(role))}" for role in state.turn.roles))

    def move(self, rest: str) -> str:
        role, colon, text = rest.partition(":")
        if colon:
            self.session.move(text, Role(role.strip()))
        else:
            self.session.move(rest)
        return self.where()

    def random(self, rest: str) -> str:
        breakpoints, self.session.breakpoints = self.session.breakpoints, []
        self.session.cursor = len(self.session.moments) - 1
        self.session.run(self.rng, _number(rest, 1) - 1)
        self.session.breakpoints = breakpoints
        self.session.cursor = len(self.session.moments) - 1
        return self.where()

    def step(self, rest: str) -> str:
        stuck = "Nothing has happened after this; make a move, or let 'random' make one."
        return _lines("" if self.session.step(_kind(rest)) else stuck, self.where())

    def back(self, rest: str) -> str:
        moved = self.session.back(_kind(rest))
        return _lines("" if moved else "This is the beginning.", self.where())

    def run(self, _: str) -> str:
        hit = self.session.run(self.rng)
        return _lines("" if hit is None else f"breakpoint {hit}", self.where())

    def break_(self, rest: str) -> str:
        word, _, line = rest.partition(" ")
        if word == "rule":
            return f"breakpoint {self.session.break_on_rule(_number(line, 0))}"
        return f"breakpoint {self.session.break_at(rest)}"

    def breaks(self, _: str) -> str:
        return _lines(*map(str, self.session.breakpoints))

    def clear(self, rest: str) -> str:
        number = _number(rest, 0)
        kept = [one for one in self.session.breakpoints if one.number != number]
        if len(kept) == len(self.session.breakpoints):
            raise SpielwerkError(f"There is no breakpoint {number}.")
        self.session.breakpoints = kept
        return ""

    def rules(self, rest: str) -> str:
        verb, *words = rest.split() or [""]
        roles = [Role(word) for word in words if word in self.session.game.roles]
        what = [word for word in words if word not in roles]
        found = self.session.rules_of(verb, roles[0] if roles else None)
        found = [one for one in found if all(word in one.claim.split() for word in what)]
        return _lines(*map(str, found)) or f"Nobody could '{rest}' at all now."

    def why(self, rest: str) -> str:
        role, _, text = rest.partition(" ")
        return str(self.session.why_not(Role(role), text))

    def view(self, rest: str) -> str:
        if rest and rest not in self.session.game.roles:
            names = ", ".join(self.session.game.roles)
            raise SpielwerkError(f"There is no player '{rest}'; there are {names}.")
        view = self.session.now.state.view(Role(rest) if rest else None)
        return self.session.game.draw(view)

    def dump(self, rest: str) -> str:
        path = Path(rest or "match.igold-dump.json")
        session = self.session
        text = write_dump(session.game, session.seed, session.events)
        path.write_text(text, encoding="utf-8")
        return f"Wrote {path}."


def _lines(*parts: str) -> str:
    return "\n".join(filter(None, parts))


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
