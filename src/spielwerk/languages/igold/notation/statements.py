"""Statements of the compact notation: operations of the language, read from lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from lxml import etree

from spielwerk.core import say
from spielwerk.languages.igold.notation.lines import SourceLine, wrong
from spielwerk.languages.igold.notation.meaning import Meaning, flat, group_of
from spielwerk.languages.igold.notation.terms import (
    Expression,
    Shorthand,
    TermError,
    TermReader,
    tokens_of,
    unquoted,
)
from spielwerk.languages.igold.source import Node, tag

CHANGES = {
    "=": ("setAttributeValue", "setTo"),
    "+=": ("increaseAttributeValue", "increaseBy"),
    "-=": ("decreaseAttributeValue", "decreaseBy"),
    "*=": ("multiplyAttributeValue", "multiplyBy"),
    "/=": ("divideAttributeValue", "divideBy"),
}
ENDS = {
    "state": "setCurrentPhaseStateExecutionFinished",
    "phase": "setCurrentPhaseExecutionFinished",
    "game": "finishGame",
    "action": "setActionExecutionFinished",
}
_SELECTED = {"actor": "Actors", "object": "Objects", "field": "Fields"}


def comment_node(text: str) -> Node:
    """A comment of XML."""
    return etree.Comment(f" {text.replace('--', '- -').rstrip('-')} ")


def joined_comments(lines: Sequence[SourceLine]) -> Iterator[SourceLine | str]:
    """Lines as they are, and comments that belong together as one text."""
    said: list[str] = []
    for line in lines:
        if not line.text and line.comment is not None:
            if said and line.comment.startswith("#") != said[-1].startswith("#"):
                yield "\n".join(said)
                said = []
            if line.comment:
                said.append(line.comment)
            elif said:
                yield "\n".join(said)
                said = []
            continue
        if line.comment:
            said.append(line.comment)
        if said:
            yield "\n".join(said)
            said = []
        yield line
    if said:
        yield "\n".join(said)


class Statements:
    """Reads statements; :class:`~.reading.NotationReader` adds declarations."""

    def __init__(self, file: str, meaning: Meaning) -> None:
        self.file = file
        self.meaning = meaning
        self.line = SourceLine(1, 1, "")
        self.shorthands: dict[str, Shorthand] = {}
        self._chains: set[Node] = set()
        """What stands behind an ``else if``."""

    # Lines

    def reader(self, line: SourceLine) -> TermReader:
        """The tokens of a line; from now on, places are those of this line."""
        self.line = line
        self.meaning.spot = lambda start, end: line.place(self.file, start, end)
        try:
            return TermReader(tokens_of(line.text), len(line.text), self.shorthands)
        except TermError as problem:
            raise self.located(problem, line) from None

    def located(self, problem: TermError, line: SourceLine) -> Exception:
        return wrong(
            problem.args[0], line.place(self.file, problem.start, problem.end), problem.hint
        )

    def within(self, line: SourceLine, read: Callable[[TermReader], None]) -> None:
        """Read a line; what is wrong with it is told with its place."""
        try:
            read(self.reader(line))
        except TermError as problem:
            raise self.located(problem, line) from None
        except RecursionError:
            raise wrong(say("This is nested too deeply."), line.place(self.file)) from None

    def all_read(self, r: TermReader) -> None:
        if not r.done():
            raise r.unexpected()

    def make(
        self,
        name: str,
        at: Expression | tuple[int, int] | None,
        /,
        *children: Node,
        **attributes: str,
    ) -> Node:
        return self.meaning.make(name, at or (0, len(self.line.text)), *children, **attributes)

    # Blocks of operations

    def block(self, parent: Node, lines: Sequence[SourceLine]) -> None:
        """The operations of lines, into an element."""
        for one in joined_comments(lines):
            if isinstance(one, str):
                parent.append(comment_node(one))
            else:
                line = one
                self.within(line, lambda r, line=line: self.statements(parent, r, line))  # type: ignore[misc]

    def body(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        """What stands behind a colon: on the same line, or below it."""
        if not r.take(":"):
            if line.children:
                raise r.unexpected(say("Before an indented block stands a colon."))
            return
        if not r.done():
            if line.children:
                message = say("A block stands behind the colon or below it, not both.")
                raise TermError(message, r.peek().start, r.peek().end)
            self.statements(parent, r, line)
        else:
            spot = self.meaning.spot
            self.block(parent, line.children)
            self.meaning.spot, self.line = spot, line

    def statements(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        """Statements with semicolons between them."""
        while True:
            self.statement(parent, r, line)
            if not r.take(";"):
                break
        self.all_read(r)

    def statement(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        """One statement."""
        token = r.peek()
        if token.kind == "name" and token.text == "else":
            self._otherwise(parent, r, line)
            return
        handler = STATEMENTS.get(token.text) if token.kind == "name" else None
        if handler is not None and not _is_term(r):
            r.next()
            handler(self, parent, r, line)
        elif token.kind == "raw" and _stands_alone(r):
            self.raw_line(parent, r, line)
        else:
            self._change(parent, r, line)
        if line.children and r.done() and not self._took(line):
            raise wrong(
                say("Nothing can be indented below this."), line.children[0].place(self.file)
            )

    def _took(self, line: SourceLine) -> bool:
        head = line.text.rstrip()
        return head.endswith((":", ">")) or head.startswith("<")

    def operation(
        self, parent: Node, inner: Node, at: Expression | tuple[int, int] | None = None
    ) -> None:
        """Add an operation in the group it belongs to."""
        group = group_of(tag(inner))
        parent.append(inner if group is None else self.make(group, at, inner))

    # Elements as in XML

    def raw_line(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        """``<element attribute="value">`` with what stands in it below."""
        start = r.peek()
        term = r.raw(r.next())
        node = self.meaning.raw(term)
        if r.peek().kind == "string":
            node.text = unquoted(r.next().text)
        parent.append(node)
        if r.done():
            spot = self.meaning.spot
            self.raw_block(node, line.children)
            self.meaning.spot, self.line = spot, line
        elif line.children:
            raise TermError(say("Nothing can be indented below this."), start.start, start.end)

    def raw_block(self, parent: Node, lines: Sequence[SourceLine]) -> None:
        """Lines below an element as in XML: further ones, statements, or ``= expression``."""
        for one in joined_comments(lines):
            if isinstance(one, str):
                parent.append(comment_node(one))
            else:
                line = one
                self.within(line, lambda r, line=line: self._raw_inner(parent, r, line))  # type: ignore[misc]

    def _raw_inner(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        if r.take("="):
            for node in self.meaning.rules(t) if (t := r.term()).op == "and" else [self._any(t)]:
                parent.append(node)
            self.all_read(r)
        elif r.peek().kind == "raw" and _stands_alone(r):
            self.raw_line(parent, r, line)
            self.all_read(r)
        else:
            self.statements(parent, r, line)

    def _any(self, term: Expression) -> Node:
        rules = ("compare", "relation", "quality", "kind", "holds", "has", "current", "progress",
                 "start", "not", "or", "and")  # fmt: skip
        known = term.op == "name" and self.meaning.symbols.types.get(term.text) == "rule"
        if term.op in rules or known:
            return self.meaning.rule(term)
        return self.meaning.element(term)

    # Changes

    def _change(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        target = r.term()
        mark = r.peek().text
        if mark not in CHANGES or r.peek().kind != "mark":
            raise r.unexpected(
                say("This is no statement."),
                say("Statements change something: x = 1, x += 1, move a to b, if ..., do ..."),
            )
        r.next()
        value = r.term()
        at = (target.start, value.end)
        entry = self.meaning._entry(target)
        if entry.startswith("link ") and entry != "link attribute" and mark == "=":
            kind = entry[5:]
            what = self.meaning.wrapped(f"{kind}ToLinkTo", value)
            self.operation(
                parent, self.make(f"set{kind.capitalize()}Link", at, what, self._slot(target)), at
            )
            return
        name, wrapper = CHANGES[mark]
        which = self.meaning.wrapped("whichAttribute", target)
        by = self.meaning.wrapped(wrapper, value)
        node = self.make(name, at, which, by)
        self._priority(node, r)
        if tag(parent) == "impact":
            parent.append(node)
        else:
            self.operation(parent, node, at)

    def _priority(self, node: Node, r: TermReader) -> None:
        if r.take("priority"):
            node.set("priority", r.next().text)

    def _slot(self, target: Expression) -> Node:
        host, name = self.meaning.link(target)
        by = self.make("byLinkId", target, linkIdReference=name)
        return self.make("linkToSet", target, *host, by)

    def clear(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        target = r.term()
        entry = self.meaning._entry(target) or ("link actor" if self.meaning.lenient else "")
        if not entry.startswith(("link ", "list ")):
            message = say("Only links and lists of links can be cleared.")
            raise TermError(message, target.start, target.end)
        many = "List" if entry.startswith("list") else ""
        name = f"clear{entry[5:].capitalize()}Link{many}"
        self.operation(parent, self.make(name, target, self._slot(target)), target)

    def add(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        self._collect(parent, r, "to", "addValueToSet", "add{}ToLinkList")

    def remove(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        self._collect(parent, r, "from", "removeValueFromSet", "remove{}FromLinkList")

    def _collect(self, parent: Node, r: TermReader, word: str, to_set: str, to_list: str) -> None:
        value = r.term()
        r.need(word)
        target = r.term()
        entry = self.meaning._entry(target)
        if entry.startswith("list "):
            kind = entry[5:]
            what = self.meaning.wrapped(f"{kind}ToLinkTo", value)
            node = self.make(to_list.format(kind.capitalize()), value, what, self._slot(target))
        else:
            which = self.meaning.wrapped("whichAttribute", target)
            node = self.make(to_set, value, which, self.meaning.element(value))
        self.operation(parent, node, (value.start, target.end))

    # Moving

    def move(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        self._moved(parent, r, owned=False)

    def give(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        self._moved(parent, r, owned=True)

    def _moved(self, parent: Node, r: TermReader, *, owned: bool) -> None:
        start = r.peek().start
        everything = r.sees("all", "from") and r.take("all")
        what = None if everything else r.term()
        if not r.take("from"):
            r.need("to")
            assert what is not None
            where = r.term()
            node = self.make(
                "moveObjectToField", (start, where.end),
                self.meaning.wrapped("whichObject", what),
                self.meaning.wrapped("toWhichField", where),
            )  # fmt: skip
        else:
            end = "fromBottom" if r.take("bottom", "of") else "fromTop"
            if end == "fromTop":
                r.take("top", "of")
            source = r.term()
            r.need("to")
            where = r.term()
            node = self.make(
                "moveObjectsFromFieldToField", (start, where.end),
                self.meaning.wrapped("fromField", source),
                self.meaning.wrapped("toField", where),
            )  # fmt: skip
            if what is not None:
                number = self.meaning.wrapped("numberOfObjects", what)
                node.append(self.make("objectsToMove", what, number, self.make(end, what)))
        if owned:
            node.set("setFieldOwnerAsObjectOwner", "true")
        for word, name in (("freely", "ignoreConnections"), ("below", "toBottom")):
            if r.take(word):
                node.set(name, "true")
        self.operation(parent, node, (start, where.end))

    def deal(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        """``deal 3 from deck to hand``: everybody gets three cards into a field of their own."""
        start = r.peek().start
        count = r.term()
        r.need("from")
        source = r.term()
        r.need("to")
        where = r.next()
        actor = Expression(
            "dot",
            where.text.strip("`"),
            (Expression("name", "eachActor", (), where.start, where.end),),
            where.start,
            where.end,
        )
        operations = self.make("operations", count)
        number = self.meaning.wrapped("numberOfObjects", count)
        node = self.make(
            "moveObjectsFromFieldToField", (start, where.end),
            self.meaning.wrapped("fromField", source), self.meaning.wrapped("toField", actor),
            self.make("objectsToMove", count, number, self.make("fromTop", count)),
            setFieldOwnerAsObjectOwner="true",
        )  # fmt: skip
        self.operation(operations, node)
        parent.append(
            self.make("repeatForEachActor", count, self.make("selectAllActors", count), operations)
        )

    def shuffle(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        field = r.term()
        self.operation(
            parent,
            self.make("shuffleField", field, self.meaning.wrapped("whichField", field)),
            field,
        )

    def swap(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        self._swapped(parent, r, owned=False)

    def trade(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        self._swapped(parent, r, owned=True)

    def _swapped(self, parent: Node, r: TermReader, *, owned: bool) -> None:
        one = r.term()
        r.need("with")
        other = r.term()
        node = self.make(
            "swapObjectsOfFields", (one.start, other.end),
            self.meaning.wrapped("fromField", one), self.meaning.wrapped("toField", other),
        )  # fmt: skip
        if owned:
            node.set("setFieldOwnerAsObjectOwner", "true")
        self.operation(parent, node, one)

    def assign(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        what = r.term()
        r.need("to")
        whom = r.term()
        kind = self.meaning.kind(what).capitalize()
        node = self.make(
            f"set{kind}Owner", (what.start, whom.end),
            self.meaning.wrapped(f"which{kind}", what), self.meaning.wrapped("byActor", whom),
        )  # fmt: skip
        self.operation(parent, node, what)

    def release(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        what = r.term()
        kind = self.meaning.kind(what).capitalize()
        node = self.make(f"clear{kind}Owner", what, self.meaning.wrapped(f"which{kind}", what))
        self.operation(parent, node, what)

    def show(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        """What an implication makes visible, and to whom."""
        what = r.term()
        r.need("to")
        whom = r.term()
        kind = self.meaning.kind(what).capitalize()
        node = self.make(
            f"setVisibilityOf{kind}", (what.start, whom.end),
            self.meaning.wrapped(f"which{kind}", what), self.meaning.wrapped("visibleTo", whom),
        )  # fmt: skip
        self._priority(node, r)
        parent.append(node)

    def tell(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        """``tell look "{who} looks" | "{who} sieht hin" with who=me to target``: a sentence."""
        token = r.peek()
        node = self.make("tell", (token.start, token.end), name=self.word(r))
        if r.peek().kind != "string":
            raise r.unexpected(say("Here stands the sentence, in quotes."))
        node.extend(self.labels(r))
        parts: list[Node] = []
        if r.take("with"):
            while True:
                bare = r.peek(1).text != "="  # `with target` is short for `with target=target`
                name = r.peek().text if bare else self.word(r)
                if not bare:
                    r.need("=")
                value = r.term()
                kind = self.meaning.kind(value)
                kind = kind if kind in ("actor", "object", "field") else "value"
                inner = self.meaning.element(value)
                parts.append(self.make(f"{kind}ToTell", value, inner, name=name))
                if not r.take(","):
                    break
        if r.take("to"):
            node.append(self.meaning.wrapped("visibleTo", r.term()))
        node.extend(parts)
        parent.append(node)

    def reveal(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        """``reveal card to actor``: the actor is added to those who know it (``knownTo``)."""
        what = r.term()
        r.need("to")
        whom = r.term()
        target = Expression("dot", "knownTo", (what,), what.start, what.end)
        adding = self.meaning.wrapped("actorToLinkTo", whom)
        node = self.make("addActorToLinkList", what, adding, self._slot(target))
        self.operation(parent, node, what)

    # Flow

    def do(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        token = r.peek()
        name = r.type_name()
        parent.append(self.make("operationReference", (token.start, token.end), typeReference=name))

    def end(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        token = r.next()
        if token.text not in ENDS:
            r.at -= 1
            raise r.unexpected(say("One can end the action, the state, the phase or the game."))
        at = (token.start, token.end)
        self.operation(parent, self.make(ENDS[token.text], at), at)

    def begin(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        r.need("phase")
        self.operation(parent, self.make("setCurrentPhaseExecutionStarted", None))

    def reset(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        self.operation(parent, self.make("resetChance", None, chanceReference=r.type_name()))

    def conditional(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        node = self.make("conditionalOperation", None)
        while True:
            test = r.term()
            node.append(self.make("precondition", test, *self.meaning.rules(test)))
            if not r.take("or", "if"):
                break
        inner = self.make("operations", None)
        node.append(inner)
        parent.append(node)
        self.body(inner, r, line)

    def _otherwise(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        r.next()
        before = next((one for one in reversed(parent) if isinstance(one.tag, str)), None)
        while before is not None and tag(before) == "conditionalOperation" and len(before):
            last = before[-1]
            if tag(last) != "otherwise":
                break
            before = last[-1] if last in self._chains and len(last) else None
        if before is None or tag(before) != "conditionalOperation":
            token = r.peek()
            raise TermError(say("There is no 'if' above this 'else'."), 0, token.start)
        node = self.make("otherwise", None)
        before.append(node)
        if r.take("if"):
            self._chains.add(node)
            self.conditional(node, r, line)
        else:
            self.body(node, r, line)

    def repeat(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        pool = r.term()
        kind = self.meaning.kind(pool)
        if kind not in _SELECTED:
            if not self.meaning.lenient:
                message = say("One goes through actors, objects or fields.")
                raise TermError(message, pool.start, pool.end)
            kind = "actor"
        node = self.make(f"repeatForEach{kind.capitalize()}", pool, self.meaning.element(pool))
        inner = self.make("operations", None)
        node.append(inner)
        parent.append(node)
        self.body(inner, r, line)

    # Selections

    def choose(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        token = r.next()
        kinds = {
            "actor": "actorSelection", "object": "objectSelection", "field": "fieldSelection",
            "number": "integerSelection", "value": "enumSelection", "yes": "booleanSelection",
        }  # fmt: skip
        if token.text not in kinds:
            r.at -= 1
            raise r.unexpected(say("One can choose an actor, object, field, number, value or yes."))
        node = self.make(kinds[token.text], None)
        parent.append(node)
        kind = token.text
        parts: list[Node] = []
        if kind in _SELECTED:
            self._how_many(parts, r)
            r.need("from")
            pool = r.term()
            parts.append(self.meaning.wrapped(f"{kind}sToSelectFrom", pool))
        elif kind == "number":
            low = r.term()
            r.need("to")
            high = r.term()
            parts.append(self.meaning.wrapped("lowestInteger", low))
            parts.append(self.meaning.wrapped("highestInteger", high))
        elif kind == "value":
            r.need("of")
            node.set("typeReference", r.type_name())
            if r.take("except"):
                left_out = [self.meaning.element(r.value())]
                while r.take(","):
                    left_out.append(self.meaning.element(r.value()))
                parts.append(self.make("exceptValues", None, *left_out))
        r.need("by")
        parts.append(self.meaning.wrapped("actorWhoSelects", r.term()))
        self._asked(node, r)
        if r.take("seconds"):
            timer = self.make("timer", None, self.meaning.wrapped("duration", r.term()))
            parts.append(timer)
        node.extend(parts)
        following = self.make("followingOperations", None)
        chosen = self.make(f"forSelected{_SELECTED.get(kind, 'Value')}", None)
        if r.sees(":"):
            self.body(chosen, r, line)
            following.append(chosen)
            node.append(following)

    def _how_many(self, parts: list[Node], r: TermReader) -> None:
        if r.sees("from"):
            return
        if r.take("any"):
            low = Expression("number", "0", (), r.peek().start, r.peek().start + 1)
            parts.append(self.meaning.wrapped("minimumNumberOfElements", low))
            return
        if r.take("up", "to"):
            parts.append(self.meaning.wrapped("maximumNumberOfElements", r.term()))
            return
        if r.take("at", "least"):
            parts.append(self.meaning.wrapped("minimumNumberOfElements", r.term()))
            return
        first = r.term()
        if r.take("to"):
            parts.append(self.meaning.wrapped("minimumNumberOfElements", first))
            parts.append(self.meaning.wrapped("maximumNumberOfElements", r.term()))
        else:
            parts.append(self.meaning.wrapped("numberOfElements", first))

    def _asked(self, node: Node, r: TermReader) -> None:
        """The question: its words, its name and the word that moves begin with."""
        named = None
        while True:
            if r.peek().kind == "string":
                for label in self.labels(r):
                    node.append(label)
                    if named is None and label.get("language") == "en":
                        named = label.get("text")
            elif r.take("named"):
                named = unquoted(r.next().text)
            elif r.take("unnamed"):
                node.attrib.pop("name", "")
                return
            elif r.sees("move", "="):
                r.at += 2
                node.set("move", self.word(r))
            else:
                break
        if named is not None:
            node.set("name", str(named))

    def word(self, r: TermReader) -> str:
        """A value of an attribute: in quotes, or a word."""
        token = r.next()
        if token.kind == "string":
            return unquoted(token.text)
        text, end = token.text.strip("`"), token.end
        while (r.peek().start == end and r.peek().text in (".", "-")) or (
            r.peek().start == end and r.peek().kind in ("name", "number")
        ):
            more = r.next()
            text, end = text + more.text, more.end
        return text

    def labels(self, r: TermReader, name: str = "label") -> list[Node]:
        """``"Deck" | "Stapel"``: the English and the German word."""
        found = []
        for language in ("en", "de"):
            token = r.peek()
            if token.kind == "string":
                r.next()
                text = unquoted(token.text)
                if text:
                    at = (token.start, token.end)
                    found.append(self.make(name, at, language=language, text=text))
            if not r.take("|"):
                break
        return found

    def others_of(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        """``unchosen:`` below a selection: what happens to what was not chosen."""
        before = next((one for one in reversed(parent) if isinstance(one.tag, str)), None)
        kinds = {
            "actorSelection": "Actors",
            "objectSelection": "Objects",
            "fieldSelection": "Fields",
        }
        if before is None or tag(before) not in kinds:
            raise r.unexpected(say("There is no selection above this."))
        following = next((one for one in before if tag(one) == "followingOperations"), None)
        if following is None:
            following = self.make("followingOperations", None)
            before.append(following)
        node = self.make(f"forOther{kinds[tag(before)]}", None)
        following.append(node)
        self.body(node, r, line)

    def bid(self, parent: Node, r: TermReader, line: SourceLine) -> None:
        """``bid 0 to actor.gold into bid by actors``: numbers chosen at the same time."""
        low = r.term()
        r.need("to")
        high = r.term()
        r.need("into")
        where = r.next()
        r.need("by")
        whom = r.term()
        node = self.make("integerSelection", None)
        parent.append(node)
        self._asked(node, r)
        chooser = Expression("name", "chooser", (), where.start, where.end)
        target = Expression("dot", where.text.strip("`"), (chooser,), where.start, where.end)
        which = self.meaning.wrapped("whichAttribute", target)
        setting = self.make("setTo", None, self.make("selectedValue", None))
        change = self.make("setAttributeValue", None, which, setting)
        chosen = self.make("forSelectedValue", None)
        self.operation(chosen, change)
        node.extend([
            self.meaning.wrapped("lowestInteger", low),
            self.meaning.wrapped("highestInteger", high),
            self.meaning.wrapped("actorWhoSelects", whom),
            self.make("followingOperations", None, chosen),
        ])  # fmt: skip


def _stands_alone(r: TermReader) -> bool:
    """Whether an element as in XML is all there is, and does not begin an expression."""
    here = r.at
    r.raw(r.next())
    alone = r.done() or r.sees(";") or r.peek().kind == "string"
    r.at = here
    return alone


def _is_term(r: TermReader) -> bool:
    """Whether a word that begins statements is a name here: behind it something is changed."""
    after = r.peek(1)
    return after.kind == "mark" and (after.text in CHANGES or after.text == ".")


Handler = Callable[[Statements, Node, TermReader, SourceLine], None]
STATEMENTS: dict[str, Handler] = {
    "add": Statements.add,
    "assign": Statements.assign,
    "begin": Statements.begin,
    "bid": Statements.bid,
    "choose": Statements.choose,
    "clear": Statements.clear,
    "deal": Statements.deal,
    "discard": Statements.give,
    "do": Statements.do,
    "draw": Statements.give,
    "end": Statements.end,
    "for": Statements.repeat,
    "give": Statements.give,
    "if": Statements.conditional,
    "move": Statements.move,
    "release": Statements.release,
    "remove": Statements.remove,
    "reset": Statements.reset,
    "reveal": Statements.reveal,
    "show": Statements.show,
    "shuffle": Statements.shuffle,
    "swap": Statements.swap,
    "tell": Statements.tell,
    "trade": Statements.trade,
    "unchosen": Statements.others_of,
}
__all__ = ["CHANGES", "ENDS", "Statements", "comment_node", "flat", "joined_comments"]
