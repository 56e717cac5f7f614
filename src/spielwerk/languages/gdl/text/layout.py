"""A program as text: its rules one below the other, and what its author wrote beside them.

Whoever writes a notation hands in how it writes a rule, line by line: what the rule concludes on
the first line, then a condition each. Comments that a text was read with stay before the rule or
condition, or at the end of the line, where they stood, and a gap between rules stays a gap.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from spielwerk.core import Span
from spielwerk.languages.gdl.program import Program, Rule
from spielwerk.languages.gdl.text.places import Comment

_MARKS = (";", "%")
"""What begins comments: the mark of another notation must not lengthen ours."""
_SENTENCE, _HEADER = ":", "!"
"""What makes more of a comment than a comment, right behind the mark."""
_INDENT = "    "

RuleLines: TypeAlias = Callable[[Rule], Iterable[str]]


def written(
    program: Program, mark: str, lines_of: RuleLines, comments: Sequence[Comment] | None = None
) -> str:
    """A program's text in a notation: ``mark`` starts comments, ``lines_of`` writes one rule.

    ``comments`` are those of the text that the program was read from; without any its headers and
    sentences are written, which is all that a program knows of them.
    """
    if comments is None:
        lines = _plain(program, mark, lines_of)
    else:
        lines = _Placing(mark, lines_of).lines(program.rules, comments)
    return "".join(f"{line}\n" for line in lines)


def _plain(program: Program, mark: str, lines_of: RuleLines) -> Iterator[str]:
    for key, values in program.headers.items():
        yield from (f"{mark}! {key} {value}".rstrip() for value in values)
    for rule in program.rules:
        if rule.text:
            yield f"{mark}: {rule.text}"
        yield from lines_of(rule)


_Position: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Placing:
    """Writes rules with their comments."""

    mark: str
    lines_of: RuleLines

    def lines(self, rules: Sequence[Rule], comments: Sequence[Comment]) -> Iterator[str]:
        todo = list(reversed(comments))
        above: int | None = None
        """The last line, in the source, of what was written so far."""

        def gap(line: int) -> Iterator[str]:
            if above is not None and line - above > 1:
                yield ""

        for index, rule in enumerate(rules):
            span = _known(rule.span)
            while todo and _start(todo[-1].place) < _start(span):
                comment = todo.pop()
                yield from (*gap(comment.place.line), self.text(comment))
                above = comment.place.line
            inside: list[Comment] = []
            while todo and _start(todo[-1].place) < _end(span):
                inside.append(todo.pop())
            following = _start(_known(rules[index + 1].span)) if rules[index + 1 :] else None
            behind = [todo.pop()] if todo and _is_behind(todo[-1], span, following) else []
            yield from (*gap(span.line), *self.rule(rule, inside, behind))
            above = span.end_line
        while todo:
            comment = todo.pop()
            yield from (*gap(comment.place.line), self.text(comment))
            above = comment.place.line

    def rule(
        self, rule: Rule, inside: Sequence[Comment], behind: Sequence[Comment]
    ) -> Iterator[str]:
        """A rule's lines with the comments inside it, and the one behind it on its last line."""
        lines = list(self.lines_of(rule))
        parts = [_known(part.span) for part in (rule.head, *rule.body)]
        starts = list(map(_start, parts))
        before: list[list[Comment]] = [[] for _ in lines]
        at_end: list[list[Comment]] = [[] for _ in lines]
        below: list[Comment] = []
        for comment in inside:
            at = _start(comment.place)
            part = bisect_right(starts, at) - 1
            if part < 0 or _is_header(comment):
                before[0].append(comment)
            elif not comment.alone:
                at_end[part].append(comment)
            elif at < _end(parts[part]):
                before[part].append(comment)
            elif part + 1 < len(lines):
                before[part + 1].append(comment)
            else:
                below.append(comment)
        for part, found in enumerate(at_end):
            if len(found) > 1:  # a line has but one end
                before[part] = sorted([*before[part], *found], key=lambda c: _start(c.place))
                found.clear()
        (below if at_end[-1] else at_end[-1]).extend(behind)
        for part, line in enumerate(lines):
            indent = _INDENT if part else ""
            yield from (indent + self.text(comment, inside=True) for comment in before[part])
            ends = [self.text(c, inside=c not in behind) for c in at_end[part]]
            yield " ".join([line, *ends])
        yield from (self.text(comment, inside=comment not in behind) for comment in below)

    def text(self, comment: Comment, *, inside: bool = False) -> str:
        """A comment that says to a reader of the notation what it said to its own."""
        text = comment.text
        says = comment.said and (not inside or _is_header(comment))
        seems_to_say = comment.marks == 1 and text.startswith((_SENTENCE, _HEADER)) and not says
        blank = " " if seems_to_say or text.startswith(_MARKS) else ""
        return f"{self.mark * comment.marks}{blank}{text}"


def _is_header(comment: Comment) -> bool:
    return comment.said and comment.text.startswith(_HEADER)


def _is_behind(comment: Comment, span: Span, following: _Position | None) -> bool:
    """Whether the comment stands on the line on which a rule ends, and no rule comes between."""
    if comment.alone or comment.place.line != span.end_line:
        return False
    return following is None or _start(comment.place) < following


def _start(span: Span) -> _Position:
    return span.line, span.column


def _end(span: Span) -> _Position:
    return span.end_line, span.end_column


def _known(span: Span | None) -> Span:
    assert span is not None, "what was read from a text knows its place"
    return span
