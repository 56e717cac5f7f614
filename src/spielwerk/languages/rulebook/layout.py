"""Files of rulebooks in their usual layout: conditions that do not fit below the head, indented.

Statements stay on the lines that their author broke them into; blanks at both ends of lines, those
around ``:-`` and more than two empty lines in a row go. Where a comment stands in the middle of a
statement, that one is left as it is.
"""

from __future__ import annotations

import re

from spielwerk.languages.rulebook.wording import words_of

_ARROW = re.compile(r'("(?:\\.|[^"\\\n])*")|[ \t]*:-[ \t]*(?=\S)')


def laid_out(text: str, file: str) -> str:
    """The text in its usual layout."""
    pieces: list[str] = []
    behind = 0
    for statement in words_of(text, file).statements:
        pieces.append(_between(text[behind : statement.start]))
        raw = text[statement.start : statement.end]
        pieces.append(raw if statement.commented else _statement(raw))
        behind = statement.end
    pieces.append(_between(text[behind:]))
    return "".join(pieces).strip() + "\n"


def _between(text: str) -> str:
    """Comments and empty lines between statements."""
    bare = re.sub(r"[ \t]+(?=\n)", "", text)
    return re.sub(r"\n{4,}", "\n\n\n", bare)


def _statement(raw: str) -> str:
    first, *others = [_parted(line) for line in raw.split("\n")]
    return "\n".join([first, *(f"    {line}" for line in others if line)])


def _parted(line: str) -> str:
    """A line with a blank on either side of an arrow, and none at its ends."""
    return _ARROW.sub(lambda found: found[1] or " :- ", line.strip()).strip()
