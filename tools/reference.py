"""Writes the reference of the rule languages into ``docs/reference``, from what the checkers know.

Meanings, children and attributes come from the schema and the tables of words; examples are cut out
of shipped rules and those of the tests, or stand in a table. ``make reference`` runs it, and a
test fails where the pages are not what it writes, or something is missing in them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import clingo
from clingo import ast
from lxml import etree

from spielwerk.languages.gdl import keywords, read_any, write_infix
from spielwerk.languages.gdl.presentation import HEADERS
from spielwerk.languages.igold import rewritten
from spielwerk.languages.igold.markup import Tag, read_markup
from spielwerk.languages.igold.schema import SchemaElement, parents_of, schema_elements
from spielwerk.languages.igold.source import NAMESPACE, schema
from spielwerk.languages.rulebook.meanings import RULE_WORDS, SUB_PROGRAMS, RuleWord

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "reference"
SHIPPED = (
    "blind-bids.igold.xml",
    "citadels.igold",
    "draughts.igold.xml",
    "round-the-bay.igold.xml",
)
"""The games whose pieces are examples; a further game does not change the pages."""
SOURCES = (
    *(ROOT / "src" / "spielwerk" / "library" / "igold" / name for name in SHIPPED),
    *sorted((ROOT / "tests" / "languages" / "igold" / "fixtures").glob("*.igold.xml")),
)
_USUAL = 500
"""Characters of an example that shows much and is still short."""
_PARENTS = 12
"""How many of the elements are named that an element may stand in."""

PAGES = {
    "igold-game": ("The game, its types and its course", (
        "The game", "Attributes", "Instances", "Links", "Layouts", "Phases", "Actions",
        "Implications", "Chance", "Named pieces", "Content types",
    )),
    "igold-selectors": ("Selecting actors, objects, fields and what they have", (
        "The group 'actor'", "The group 'actors'", "The group 'object'", "The group 'objects'",
        "The group 'field'", "The group 'fields'", "The group 'space'", "The group 'spaces'",
        "The group 'attribute'", "The group 'action'", "The group 'implication'",
        "The group 'from'",
    )),
    "igold-values": ("Values", ("The group 'literal'", "The group 'value'")),
    "igold-rules": ("Rules", ("The group 'rule'",)),
    "igold-operations": ("Operations and choices of players", (
        "The group 'operation'", "The group 'interactive'",
    )),
    "igold-impacts": ("Impacts", ("The group 'impact'",)),
}  # fmt: skip
"""The pages of IGold: title, and the chapters of the schema that stand on it."""

OUR_OWN = {
    "twoDimensionalLayout": (
        '<twoDimensionalLayout howToConnectAdjacentFields="verticalAndHorizontal">\n'
        "  <column>\n"
        '    <row><fieldInstanceReference instanceIdReference="a1"/>'
        '<fieldInstanceReference instanceIdReference="b1"/></row>\n'
        '    <row><fieldInstanceReference instanceIdReference="a2"/>'
        '<fieldInstanceReference instanceIdReference="b2"/></row>\n'
        "  </column>\n"
        "</twoDimensionalLayout>"
    )
}
"""Examples of elements that games get from plugins only."""


@dataclass(frozen=True)
class Example:
    """A piece of a game."""

    text: str
    file: str


def pages() -> dict[str, str]:
    """Every page by its name."""
    found = {f"{name}.md": _igold_page(name) for name in PAGES}
    found["gdl.md"] = _gdl_page()
    found["rulebook.md"] = _rulebook_page()
    return found


# IGold


def examples() -> dict[str, Example]:
    """The best example of each element: short, and with as many attributes as it can have."""
    best: dict[str, tuple[tuple[bool, bool, int, int], Example]] = {}
    for path in SOURCES:
        text = path.read_text("utf-8")
        if path.suffix == ".igold":
            text = rewritten(text, path.name, xml=True)
        for tag in read_markup(text).walk():
            plain = all(":" not in one.name for one in tag.walk())  # without plugins
            if tag.name in schema_elements() and plain:
                piece = _cut(text, tag)
                rank = (len(piece) > _USUAL, -_shown(tag, len(piece)), len(piece))
                known = best.get(tag.name)
                if known is None or known[0][0] or rank < known[0][1:]:
                    # Some names mean something else in another place.
                    whole = (not _stands_alone(tag.name, piece), *rank)
                    if known is None or whole < known[0]:
                        best[tag.name] = whole, Example(piece, path.name)
    found = {name: example for name, (_, example) in best.items()}
    return {**found, **{name: Example(text, "") for name, text in OUR_OWN.items()}}


def _stands_alone(name: str, piece: str) -> bool:
    """Whether the schema accepts a piece by itself."""
    bare = piece.replace(f"<{name}", f'<{name} xmlns="{NAMESPACE}"', 1)
    try:
        return schema().validate(etree.fromstring(bare))
    except etree.XMLSyntaxError:
        return False


def _shown(tag: Tag, length: int) -> int:
    """How much an example shows; of long ones any is as good as the shortest."""
    if length > _USUAL:
        return 0
    kinds = {child.name for child in tag.children} - {"label", "note"}
    return len(tag.attributes) + min(len(kinds), 3)


def _cut(text: str, tag: Tag) -> str:
    """The text of an element, with its first line at the margin."""
    start = text.rfind("\n", 0, tag.start) + 1
    indent = len(text[start : tag.start]) - len(text[start : tag.start].lstrip())
    first, *others = text[tag.start : tag.end].split("\n")
    return "\n".join([first, *(re.sub(f"^ {{0,{indent}}}", "", line) for line in others)])


def _igold_page(name: str) -> str:
    title, chapters = PAGES[name]
    shown = examples()
    lines = [f"# IGold: {title}", "", _MADE, ""]
    for chapter in chapters:
        elements = [one for one in schema_elements().values() if one.chapter == chapter]
        heading = re.sub(r"The group '(\w+)'", r"\1", f"Chapter: {chapter}")
        lines += [f"## {heading}", ""]
        for element in elements:
            lines += [*_element(element, shown[element.name], name), ""]
    return "\n".join(lines)


_MADE = (
    "Made from the schema by `make reference`; do not edit. "
    "[How IGold works](../igold.md) is told elsewhere."
)


def _element(element: SchemaElement, example: Example, page: str) -> Iterator[str]:
    yield f"### {element.name}"
    yield ""
    yield element.meaning
    yield ""
    if element.attributes:
        yield "| attribute | value | meaning |"
        yield "|---|---|---|"
        for one in element.attributes.values():
            words = ", ".join(f"`{value}`" for value in one.values) or one.type
            need = " (required)" if one.required else ""
            yield f"| `{one.name}`{need} | {words} | {one.meaning} |"
    else:
        yield "It has no attributes."
    yield ""
    if element.children:
        yield f"Children: {_linked((child.name for child in element.children), page)}."
    else:
        yield "Words stand in it." if element.text else "Nothing stands in it."
    yield ""
    parents = parents_of(element.name)
    if parents:
        more = f" and {len(parents) - _PARENTS} more" if len(parents) > _PARENTS else ""
        yield f"Stands in {_linked(parents[:_PARENTS], page)}{more}."
    else:
        yield "It is the root of a file."
    yield ""
    yield "```xml"
    yield example.text
    yield "```"


def _linked(names: Iterable[str], page: str) -> str:
    return ", ".join(f"[{name}]({_address(name, page)})" for name in names)


def _address(name: str, page: str) -> str:
    chapter = schema_elements()[name].chapter
    other = next(key for key, (_, chapters) in PAGES.items() if chapter in chapters)
    return f"{'' if other == page else f'{other}.md'}#{name.lower()}"


# GDL

_PLACES = {
    "fact": "by itself",
    "head": "as what a rule concludes",
    "body": "as a condition",
    "term": "in a term",
}
_DIALECTS = {"ggp": "everywhere", "gdl-ii": "in GDL-II", "seed": "in the seed dialect"}


def gdl_rule(word: dict[str, str | list[str]]) -> str:
    """The example of a word as a fact or rule that can be read."""
    example, places = str(word["example"]), word["places"]
    if word["kind"] == "connective" and word["word"] == "<=":
        return example
    if "fact" in places and "?" not in example:
        return example
    variables = list(dict.fromkeys(re.findall(r"\?[a-z]+", example)))
    if "head" in places:
        return f"(<= {example} {' '.join(f'(some {one})' for one in variables) or '(over)'})"
    if word["kind"] == "role":
        return example
    bound = " ".join(f"(some {one})" for one in variables)
    head = f"(found {' '.join(variables)})" if variables else "found"
    return f"(<= {head} {bound} {example})".replace("  ", " ")


def _gdl_page() -> str:
    lines = [
        "# GDL: its words",
        "",
        "Made from the table of words by `make reference`; do not edit. "
        "[How GDL works](../gdl.md) is told elsewhere.",
        "",
    ]
    titles = {"relation": "Relations", "connective": "Connectives", "role": "Roles"}
    for kind in dict.fromkeys(str(word["kind"]) for word in keywords()):
        lines += [f"## {titles.get(kind, kind.capitalize())}", ""]
        for word in keywords():
            if word["kind"] == kind:
                lines += [*_word(word), ""]
    lines += ["## Headers", "", "Lines for people, which say how to show a game.", ""]
    for header in HEADERS.values():
        lines += [f"### ;! {header.key}", "", f"{header.meaning.capitalize()}.", ""]
        lines += ["```gdl", str(header), "```", ""]
    return "\n".join(lines)


def _word(word: dict[str, str | list[str]]) -> Iterator[str]:
    meaning = str(word["meaning"])
    rule = gdl_rule(word)
    yield f"### {str(word['word']).replace('<', '&lt;')}"
    yield ""
    yield f"`{word['form']}`: {meaning}."
    yield ""
    yield f"Stands {' or '.join(_PLACES[place] for place in word['places'])}."
    yield f"Known {_DIALECTS.get(str(word['dialect']), 'in ' + str(word['dialect']))}."
    yield ""
    yield "```gdl"
    yield rule
    yield "```"
    yield ""
    yield "In infix notation:"
    yield ""
    yield "```prolog"
    yield write_infix(read_any(rule, file="example.gdl").program).rstrip()
    yield "```"


# Rulebooks

BOOKS = (
    *(
        path
        for path in sorted((ROOT / "src" / "spielwerk" / "library" / "rulebooks").rglob("*.lp"))
        if path.name not in ("_entrypoint.lp", "optolith.lp")  # templates; thousands of ids
    ),
    ROOT / "src" / "spielwerk" / "languages" / "rulebook" / "common.lp",
)
OUR_OWN_FACTS = {
    "known_language(L)": "unknown(language(L)) :- language(L,_), not known_language(L).",
    "known_experience_level(E)": (
        "unknown(experience_level(E)) :- experience_level(E), not known_experience_level(E)."
    ),
    "known_race_variant(V)": (
        "unknown(race_variant(V)) :- race_variant(V), not known_race_variant(V)."
    ),
    "known_bought(V)": "unknown(bought(V)) :- bought(V,_), not known_bought(V).",
    "known_attribute_choice(A)": 'known_attribute_choice(("KL";"KK")).',
    "rulebook_conflicts(NAME,BOOK)": 'rulebook_conflicts("mine","grenzmark").',
    "rulebook_depends(NAME,BOOK)": 'rulebook_depends("mine","dsa5").',
    "optolith(F,ID)": 'optolith(race("Elfen"),"R_2").',
    "optolith(F,ID,CHOICE)": 'optolith(script("Chrmk"),"SA_27",3).',
    "optolith_variant(F,ID,VARIANT)": 'optolith_variant(profession("Skalde"),"P_1","PV_3").',
    "optolith_further(F,N,G)": (
        'optolith_further(special_ability("Merkmalskenntnis"),2,'
        'special_ability("Zweite Merkmalskenntnis")).'
    ),
    "optolith_gratis(F,G)": (
        'optolith_gratis(special_ability("Ortskenntnis (weitere)"),'
        'special_ability("Ortskenntnis")).'
    ),
    "optolith_side(F,G)": (
        'optolith_side(special_ability("Tradition (Gildenmagier)"),'
        'special_ability("Zauber fremder Tradition")).'
    ),
    "optolith_repeats(F,N)": (
        'optolith_repeats(disadvantage("Persönlichkeitsschwäche","Weltfremd"),2).'
    ),
    "optolith_counted(F)": ('optolith_counted(special_ability("Fertigkeitsspezialisierung")).'),
    "lost(V,N)": 'house_rule("spent",bought("AsP",N)) :- lost("AsP",N), N > 10.',
    "house_rule(KEY,F)": 'house_rule("sober",talent("Zechen",L)) :- talent("Zechen",L), L > 8.',
}
"""Examples of words that shipped books get by without."""
_CHAPTERS = (
    ("The world", "What a book says there is, and how it hangs.", "known_experience_level"),
    ("The book", "What a book says of itself.", "rulebook"),
    ("The hero", "What the engine says of the hero, for rules to ask.", "experience_level"),
    ("Violations", "What rules find; each becomes a sentence.", "unknown"),
)
"""The chapters of the page: title, a sentence, and the word that each begins with."""


class _Words(ast.Transformer):
    """The names with their numbers of arguments that stand in a statement."""

    def __init__(self) -> None:
        self.found: set[tuple[str, int]] = set()

    def visit_Function(self, node: ast.AST) -> ast.AST:  # noqa: N802
        self.found.add((node.name, len(node.arguments)))
        self.visit_children(node)
        return node

    def visit_SymbolicTerm(self, node: ast.AST) -> ast.AST:  # noqa: N802
        waiting = [node.symbol]
        while waiting:
            symbol = waiting.pop()
            if symbol.type is clingo.SymbolType.Function:
                self.found.add((symbol.name, len(symbol.arguments)))
                waiting += symbol.arguments
        return node


def rule_words_in(statement: ast.AST) -> set[tuple[str, int]]:
    """The words of rulebooks that a statement uses."""
    words = _Words()
    words.visit(statement)
    return words.found & RULE_WORDS.keys()


def rulebook_examples() -> dict[tuple[str, int], str]:
    """The best example of each word: a fact about it before a rule that asks for it, and short."""
    best: dict[tuple[str, int], tuple[tuple[bool, int, str], str]] = {}
    for path in BOOKS:
        text = path.read_text("utf-8")
        lines = text.splitlines()
        statements: list[ast.AST] = []
        ast.parse_string(text, statements.append)
        for one in (one for one in statements if one.ast_type is ast.ASTType.Rule):
            here = one.location
            piece = "\n".join(lines[here.begin.line - 1 : here.end.line]).strip()
            for name, arity in rule_words_in(one):
                rank = not piece.startswith(f"{name}("), len(piece), piece
                if (name, arity) not in best or rank < best[name, arity][0]:
                    best[name, arity] = rank, piece
    found = {key: piece for key, (_, piece) in best.items()}
    own = {key: OUR_OWN_FACTS[w.form] for key, w in RULE_WORDS.items() if w.form in OUR_OWN_FACTS}
    return found | own


def _rulebook_page() -> str:
    shown = rulebook_examples()
    lines = [
        "# Rulebooks: their words",
        "",
        "Made from the table of words by `make reference`; do not edit. "
        "[How rulebooks work](../rulebooks.md) is told elsewhere.",
        "",
    ]
    starts = {start: (title, about) for title, about, start in _CHAPTERS}
    for key, word in RULE_WORDS.items():
        if word.name in starts:
            title, about = starts.pop(word.name)
            lines += [f"## {title}", "", about, ""]
        lines += [*_rule_word(word, shown[key]), ""]
    lines += ["## Sub-programs", "", "| `#program` | what stands in it |", "|---|---|"]
    lines += [f"| `{name}` | {meaning} |" for name, meaning in SUB_PROGRAMS.items()]
    return "\n".join([*lines, ""])


def _rule_word(word: RuleWord, example: str) -> Iterator[str]:
    yield f"### {word.name}/{word.arity}"
    yield ""
    yield f"`{word.form}`: {word.meaning}."
    yield ""
    yield "```prolog"
    yield example
    yield "```"


def main() -> None:
    """Write all pages."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    sys.stdout.write(f"{len(pages())} pages in {FOLDER.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
