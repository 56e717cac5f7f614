"""What a picture of a GDL game can add to its text: roles, facts of the state, relations, moves.

A text and a few words go in, edits come out: each clause behind the last of its like. What is added
is a whole skeleton, so that the rules stay right; what would make them wrong is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from spielwerk.core import (
    Alteration,
    Blank,
    RuleText,
    Severity,
    SpielwerkError,
    TextEdit,
    altered_lines,
    said_blanks,
)
from spielwerk.languages.gdl.editing.clauses import name_of, parts_of
from spielwerk.languages.gdl.editing.sources import RuleNames
from spielwerk.languages.gdl.program import WORDS
from spielwerk.languages.gdl.text import Form, Node

_NAME = re.compile(r"[a-z0-9][A-Za-z0-9_-]{0,60}")
_SKELETON = """;;; {name}

(role anna)
(role ben)

(init (turn anna))
(<= (legal ?player pass) (role ?player))
(<= (next (turn ben)) (true (turn anna)))
(<= (next over) (true (turn ben)))

(<= terminal (true over))
(<= (goal ?player 50) (role ?player))
"""


def alterations_of(names: RuleNames) -> list[Alteration]:
    """What can be added to a text."""
    if not names.rules.text.strip():
        return [Alteration("game", "Begin a game", "", (Blank("name", "My game"),))]
    if not names.read.whole:
        return []
    found = [
        Alteration("role", "Add a role", "", (Blank("name", _fresh(names, "role")),)),
        Alteration(
            "fact",
            "Add a fact of the state",
            "",
            (Blank("name", _fresh(names, "fact")), Blank("value", "none")),
        ),
        Alteration(
            "relation",
            "Add a relation",
            "",
            (Blank("name", _fresh(names, "relation")), Blank("value", "one")),
        ),
    ]
    if roles := _roles(names):
        blanks = (Blank("name", _fresh(names, "move")), Blank("by", roles[0], tuple(roles)))
        found.append(Alteration("move", "Add a move", "", blanks))
    return found


def altered_rules(names: RuleNames, name: str, said: Mapping[str, str]) -> Sequence[TextEdit]:
    """The edits of an alteration.

    :raises SpielwerkError: there is no such one, or the rules would be wrong after it
    """
    rules = names.rules
    known = {one.name: one for one in alterations_of(names)}
    if name not in known:
        raise SpielwerkError("Nothing can be added while a bracket is missing or too many.")
    blanks = said_blanks(known[name], said)
    if name == "game":
        text = _SKELETON.format(name=blanks["name"].replace("\n", " "))
        return altered_lines(rules.text, text, rules.file)
    for blank in ("name", "value"):
        if blank in blanks and (not _NAME.fullmatch(blanks[blank]) or blanks[blank] in WORDS):
            raise SpielwerkError(f"'{blanks[blank]}' is no name: use small letters, digits and -.")
    text = rules.text
    for like, clause in _clauses(name, blanks):
        text = _behind(RuleText(text, rules.file), like, clause)
    _refuse_if_wrong(rules, text)
    return altered_lines(rules.text, text, rules.file)


def _clauses(name: str, said: Mapping[str, str]) -> list[tuple[str, list[object]]]:
    """The clauses of an alteration: each as a list of words, and what it stands behind."""
    own, value = said["name"], said.get("value", "")
    if name == "role":
        return [
            ("role", ["role", own]),
            ("legal", ["legal", own, "noop"]),
            ("goal", ["goal", own, "0"]),
        ]
    if name == "relation":
        return [("", [own, value])]
    if name == "fact":
        state: list[object] = [own, "?x"]
        return [
            ("init", ["init", [own, value]]),
            ("next", ["<=", ["next", state], ["true", state]]),
        ]
    by = said["by"]
    return [
        ("legal", ["legal", by, own]),
        ("next", ["<=", ["next", ["done", by, own]], ["does", by, own]]),
    ]


def _behind(rules: RuleText, like: str, clause: list[object]) -> str:
    """A text with a clause behind the last that concludes the same, or at its end."""
    names = RuleNames(rules, {})
    text = rules.text
    last: Node | None = None
    for one in names.read.clauses:
        head, _ = parts_of(one)
        if head is not None and name_of(head) == like:
            last = one
    written = _infix(clause) if names.read.infix else _prefix(clause)
    if last is None:
        return f"{text.rstrip()}\n{written}\n"
    end = text.find("\n", last.end)
    end = len(text) if end < 0 else end
    return f"{text[:end]}\n{written}{text[end:]}"


def _prefix(clause: object) -> str:
    if isinstance(clause, list):
        return f"({' '.join(_prefix(one) for one in clause)})"
    return str(clause)


def _infix(clause: list[object]) -> str:
    if clause[0] == "<=":
        head, *body = (_term(one) for one in clause[1:])
        return f"{head} :- {' & '.join(body)}"
    return _term(clause)


def _term(one: object) -> str:
    if isinstance(one, list):
        return f"{one[0]}({', '.join(_term(inner) for inner in one[1:])})"
    text = str(one)
    return text[1:].capitalize() if text.startswith("?") else text


def _roles(names: RuleNames) -> list[str]:
    found = [
        str(name_of(clause.items[1]))
        for clause in names.read.clauses
        if isinstance(clause, Form) and name_of(clause) == "role" and len(clause.items) == 2
    ]
    return list(dict.fromkeys(one for one in found if not one.startswith("?")))


def _fresh(names: RuleNames, name: str) -> str:
    """A name that nothing has yet."""
    taken = {mention.symbol.partition(" ")[2].partition("/")[0] for mention in names.mentions}
    number = 1
    while (found := f"{name}{number}") in taken:
        number += 1
    return found


def _refuse_if_wrong(rules: RuleText, after: str) -> None:
    from spielwerk.languages.gdl.load import diagnose_text

    def errors(text: str) -> list[str]:
        found = diagnose_text(text, file=rules.file, folder=rules.folder)
        return [one.message for one in found if one.severity is Severity.ERROR]

    before, now = errors(rules.text), errors(after)
    if len(now) > len(before):
        new = next((one for one in now if one not in before), now[-1])
        raise SpielwerkError(f"The rules would be wrong after that: {new}")
