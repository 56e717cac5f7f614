"""What a text means: rules as values, and the plain form of them that engines run.

A program comes in from :mod:`..text` as its author wrote it; the same game without ``or``, nested
``not`` and roles that nobody named goes out to the engines. In the order things happen:

=====================  ============================================================================
:mod:`.rules`          terms, literals, rules and the program they make up; read this first
:mod:`.words`          the words of the language, one row each
:mod:`.needs`          which relation needs which
:mod:`.bindings`       which variables a condition gives a value
:mod:`.substitution`   terms made equal
:mod:`.simplifying`    negations stand at atoms, and roles are named
:mod:`.unfold`         relations that cannot be listed, written out where they are used
:mod:`.layers`         relations told apart, so that each ``not`` asks for what is settled
:mod:`.asking`         in which ways relations can be asked
:mod:`.demand`         relations that cannot be listed, asked with values
:mod:`.auxiliary`      names for relations that the plain form adds
:mod:`.plain`          all these steps in a row: the plain form
=====================  ============================================================================
"""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.languages.gdl.program.asking import Asking, Mode, Stuck
    from spielwerk.languages.gdl.program.auxiliary import (
        given_places,
        is_auxiliary,
        is_demand,
        mode_of_version,
        written_name,
    )
    from spielwerk.languages.gdl.program.bindings import Loose, is_safe, loose
    from spielwerk.languages.gdl.program.demand import Demanded, without_demand
    from spielwerk.languages.gdl.program.layers import layered
    from spielwerk.languages.gdl.program.needs import (
        Dependencies,
        Edge,
        Signature,
        atoms,
        components,
        dependencies,
    )
    from spielwerk.languages.gdl.program.plain import asked, normalise, spoken
    from spielwerk.languages.gdl.program.rules import (
        MAX_DEPTH,
        Atom,
        Dialect,
        Distinct,
        Literal,
        Not,
        Or,
        Program,
        Rule,
        Term,
        Var,
        hides,
        is_secret,
        role_facts,
        term_text,
        variables,
    )
    from spielwerk.languages.gdl.program.simplifying import simplify
    from spielwerk.languages.gdl.program.substitution import Substitution, unify
    from spielwerk.languages.gdl.program.words import (
        CONNECTIVES,
        RELATIONS,
        WORDS,
        Argument,
        ArgumentShape,
        Part,
        WordPlace,
        completions,
        keywords,
        relations_about,
    )
else:
    lazily(__name__)

__all__ = [
    "CONNECTIVES",
    "MAX_DEPTH",
    "RELATIONS",
    "WORDS",
    "Argument",
    "ArgumentShape",
    "Asking",
    "Atom",
    "Demanded",
    "Dependencies",
    "Dialect",
    "Distinct",
    "Edge",
    "Literal",
    "Loose",
    "Mode",
    "Not",
    "Or",
    "Part",
    "Program",
    "Rule",
    "Signature",
    "Stuck",
    "Substitution",
    "Term",
    "Var",
    "WordPlace",
    "asked",
    "atoms",
    "completions",
    "components",
    "dependencies",
    "given_places",
    "hides",
    "is_auxiliary",
    "is_demand",
    "is_safe",
    "is_secret",
    "keywords",
    "layered",
    "loose",
    "mode_of_version",
    "normalise",
    "relations_about",
    "role_facts",
    "simplify",
    "spoken",
    "term_text",
    "unify",
    "variables",
    "without_demand",
    "written_name",
]
