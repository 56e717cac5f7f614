"""The words of GDL, one row each: whoever treats a word in a way of its own asks this table.

The readers, the checks, the plain form, the reader of moves, ``docs/gdl.md`` and the page that
shows rules are made from it (:func:`keywords`), so that a new word is a new row; only what it
*does* in a match is said by the engines.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from spielwerk.core import Severity
from spielwerk.languages.gdl.program.rules import Dialect


class WordKind(StrEnum):
    """What sort of word it is."""

    RELATION = "relation"
    CONNECTIVE = "connective"
    COMFORT = "comfort"
    ROLE = "role"


class WordPlace(StrEnum):
    """Where a word can stand: by itself, in what a rule concludes, in its conditions, in a term."""

    FACT = "fact"
    HEAD = "head"
    BODY = "body"
    TERM = "term"


class Argument(StrEnum):
    """What a relation speaks about, as the docs write it."""

    ROLE = "?r"
    FACT = "?f"
    MOVE = "?m"
    POINTS = "?n"
    PERCEPT = "?p"


class Part(StrEnum):
    """What the seed's grammar calls the parts of a form."""

    TOKEN = "variable"
    VALUE = "constant"
    FUNCTION = "form that starts with a relation of your own"
    BUILT_IN = "form that starts with a word of the language"


@dataclass(frozen=True, slots=True)
class ArgumentShape:
    """What the arguments of a word are in the seed dialect.

    These, one after the other, or any number alike.
    """

    arguments: tuple[frozenset[Part], ...]
    at_least: int | None = None
    """Where set, the last part repeats, and there are at least so many arguments."""

    def parts(self, count: int) -> tuple[frozenset[Part], ...] | None:
        """What each of ``count`` arguments may be, or none if there may not be so many."""
        if self.at_least is None:
            return self.arguments if count == len(self.arguments) else None
        if count < self.at_least:
            return None
        return self.arguments * count

    def wanted(self) -> str:
        if self.at_least:
            return f"at least {self.at_least} arguments"
        count = len(self.arguments)
        return "exactly one argument" if count == 1 else f"exactly {count} arguments"


@dataclass(frozen=True, slots=True)
class Keyword:
    """A word whose meaning the language fixes."""

    name: str
    meaning: str
    example: str
    arguments: tuple[Argument, ...] = ()
    kind: WordKind = WordKind.RELATION
    places: frozenset[WordPlace] = frozenset([WordPlace.FACT, WordPlace.HEAD, WordPlace.BODY])
    dialect: Dialect = Dialect.GGP
    """Where it came from; what is plain GDL is known in all dialects."""
    seed: ArgumentShape | None = None
    """What the seed dialect demands of its arguments; nothing where it does not know the word."""
    form: str = ""
    """How it is written; for a relation that follows from its arguments, for comfort it is the
    example."""
    takes: str = ""
    """The arguments of a connective, in words."""
    instead: str = ""
    """What is meant by it in a place where it cannot stand."""
    missing: tuple[Severity, str] | None = None
    """How bad a game without it is, and what to do."""

    def __post_init__(self) -> None:
        if not self.form:
            written = f"({self.name} {' '.join(self.arguments)})" if self.arguments else self.name
            form = self.example if self.kind is WordKind.COMFORT else written
            object.__setattr__(self, "form", form)

    def known_in(self, dialect: Dialect) -> bool:
        return self.dialect in (Dialect.GGP, dialect)


_VARIABLE = frozenset([Part.TOKEN])
_TERM = frozenset([Part.TOKEN, Part.VALUE])
_EXPRESSION = frozenset([Part.FUNCTION, Part.BUILT_IN])
_FUNCTION = frozenset([Part.FUNCTION])
_ANYTHING = frozenset(Part)

_CONCLUDED = frozenset([WordPlace.FACT, WordPlace.HEAD])
_ASKED = frozenset([WordPlace.BODY])
_STATED = frozenset([WordPlace.FACT])

_TABLE = (
    Keyword(
        "role",
        "`?r` is a player",
        "(role white)",
        (Argument.ROLE,),
        seed=ArgumentShape((_ANYTHING,)),
        missing=(Severity.ERROR, "Name the players: (role white) (role black)."),
    ),
    Keyword(
        "init",
        "the fact `?f` is true at the start",
        "(init (cell 1 1 empty))",
        (Argument.FACT,),
        places=_CONCLUDED,
        instead="true",
        seed=ArgumentShape((_FUNCTION,)),
    ),
    Keyword(
        "true",
        "the fact `?f` is true now",
        "(true (cell 1 1 empty))",
        (Argument.FACT,),
        places=_ASKED,
        instead="next",
        seed=ArgumentShape((_FUNCTION,)),
    ),
    Keyword(
        "legal",
        "player `?r` may make the move `?m` now",
        "(legal ?player (mark ?x ?y))",
        (Argument.ROLE, Argument.MOVE),
        seed=ArgumentShape((_VARIABLE, _FUNCTION)),
        missing=(Severity.WARNING, "Say what players may do: (<= (legal ?p noop) ...)."),
    ),
    Keyword(
        "does",
        "player `?r` makes the move `?m`",
        "(does ?player (mark ?x ?y))",
        (Argument.ROLE, Argument.MOVE),
        places=_ASKED,
        instead="legal",
        seed=ArgumentShape((_TERM, _FUNCTION)),
    ),
    Keyword(
        "next",
        "the fact `?f` will be true after the moves",
        "(next (cell ?x ?y ?player))",
        (Argument.FACT,),
        places=_CONCLUDED,
        instead="true",
        seed=ArgumentShape((_FUNCTION,)),
    ),
    Keyword(
        "terminal",
        "the game is over",
        "terminal",
        seed=ArgumentShape((_EXPRESSION,), at_least=0),
        missing=(Severity.WARNING, "Say when the match is over: (<= terminal ...)."),
    ),
    Keyword(
        "goal",
        "player `?r` gets `?n` points, from 0 to 100",
        "(goal ?player 100)",
        (Argument.ROLE, Argument.POINTS),
        seed=ArgumentShape((_VARIABLE, frozenset([Part.VALUE]))),
        missing=(Severity.WARNING, "Say who wins: (<= (goal ?p 100) ...)."),
    ),
    Keyword(
        "base",
        "the fact `?f` can ever be true; who lists one lists all",
        "(base (cell 1 1 empty))",
        (Argument.FACT,),
    ),
    Keyword(
        "input",
        "player `?r` can ever make the move `?m`; who lists one lists all",
        "(input ?player (mark 1 1))",
        (Argument.ROLE, Argument.MOVE),
    ),
    Keyword(
        "sees",
        "player `?r` perceives `?p` of a step (GDL-II)",
        "(sees ?player (card ?x))",
        (Argument.ROLE, Argument.PERCEPT),
        dialect=Dialect.GDL_II,
    ),
    Keyword(
        "random",
        "the player that moves by chance (GDL-II)",
        "(role random)",
        kind=WordKind.ROLE,
        places=frozenset([WordPlace.TERM]),
        dialect=Dialect.GDL_II,
    ),
    Keyword(
        "<=",
        "the head holds if all conditions do",
        "(<= (p ?x) (q ?x))",
        kind=WordKind.CONNECTIVE,
        places=_STATED,
        form="(<= head condition …)",
        takes="a head and conditions, and stands outside of all other forms",
        seed=ArgumentShape((_EXPRESSION,), at_least=2),
    ),
    Keyword(
        "not",
        "the condition cannot be shown",
        "(not (true (cell 1 1 b)))",
        kind=WordKind.CONNECTIVE,
        places=_ASKED,
        form="(not condition)",
        takes="exactly one condition",
        seed=ArgumentShape((_FUNCTION,)),
    ),
    Keyword(
        "distinct",
        "the two terms are not the same",
        "(distinct ?x ?y)",
        kind=WordKind.CONNECTIVE,
        places=_ASKED,
        form="(distinct ?a ?b)",
        takes="exactly two terms",
        seed=ArgumentShape((_TERM, _TERM)),
    ),
    Keyword(
        "or",
        "at least one of the conditions holds",
        "(or (p ?x) (q ?x))",
        kind=WordKind.CONNECTIVE,
        places=_ASKED,
        form="(or condition …)",
        takes="at least one condition",
    ),
    Keyword(
        "and",
        "all of the conditions hold",
        "(and (p ?x) (q ?x))",
        kind=WordKind.CONNECTIVE,
        places=_ASKED,
        form="(and condition …)",
        takes="at least one condition",
    ),
    Keyword(
        "numbers",
        "relations over numbers: `number succ less at-most plus minus times distance`; "
        "`(succ next-row)` gives one a name of your own",
        "(numbers 0 .. 8 succ plus)",
        kind=WordKind.COMFORT,
        places=_STATED,
    ),
    Keyword(
        "letters",
        "the same over letters",
        "(letters a .. h succ)",
        kind=WordKind.COMFORT,
        places=_STATED,
    ),
    Keyword(
        "include",
        "the rules of another file: your own, beside the game, or a shipped one",
        '(include "grid.gdl")',
        kind=WordKind.COMFORT,
        places=_STATED,
    ),
)

WORDS: Mapping[str, Keyword] = {keyword.name: keyword for keyword in _TABLE}
"""All of them, in the order in which one learns them."""
RELATIONS = frozenset(k.name for k in _TABLE if k.kind is WordKind.RELATION)
"""The relations whose meaning the language fixes (``sees`` in GDL-II only)."""
CONNECTIVES = frozenset(k.name for k in _TABLE if k.kind is WordKind.CONNECTIVE)
"""The words that combine relations and so cannot name one."""


def relations_about(argument: Argument) -> frozenset[str]:
    """The relations that have such an argument."""
    return frozenset(keyword.name for keyword in _TABLE if argument in keyword.arguments)


def keywords() -> list[dict[str, str | list[str]]]:
    """The table as plain data, for whoever shows, completes or documents the words."""
    return [
        {
            "word": keyword.name,
            "kind": keyword.kind.value,
            "form": keyword.form,
            "meaning": keyword.meaning,
            "example": keyword.example,
            "places": [place.value for place in WordPlace if place in keyword.places],
            "dialect": keyword.dialect.value,
        }
        for keyword in _TABLE
    ]


def completions(typed: str) -> list[str]:
    """The words that a typed beginning can become."""
    return [name for name in WORDS if name.startswith(typed.lower())]
