"""Plugins: extension elements that are written in a few words and stand for many.

A :class:`Plugin` has a namespace and, for each of its elements, a function that turns it into
elements of the language. A file names the plugins it uses in ``plugins``; their elements are
expanded before the schema looks at the file, so everything else (checks, debugger, diagrams) works
as if the author had written it all out. Packages offer plugins as entry points of the group
:data:`GROUP`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.metadata import entry_points

from lxml import etree

from spielwerk.core import Diagnostic, Severity, SourceError, Span, say
from spielwerk.languages.igold.model import kids
from spielwerk.languages.igold.source import NAMESPACE, Node, XmlDocument, tag

GROUP = "spielwerk.igold.plugins"
_LIMIT = 10_000
"""How many elements plugins may expand in one file."""

_MARK = "{http://spielwerk.example/igold/place}of"
"""An attribute that is there only while a plugin works: which element of the author's it was."""

Expand = Callable[[Node, XmlDocument], Sequence[Node]]


class PluginError(ValueError):
    """An extension element is used wrongly; the message says how it is meant."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """Extension elements: a namespace, and what each element stands for."""

    name: str
    namespace: str
    about: str
    elements: Mapping[str, Expand]


def plugins() -> dict[str, Plugin]:
    """All plugins there are: those that come along, and those of installed packages."""
    from spielwerk.languages.igold.extensions import BUILT_IN

    found = {one.name: one for one in BUILT_IN}
    for point in entry_points(group=GROUP):
        plugin = point.load()
        if isinstance(plugin, Plugin):
            found.setdefault(plugin.name, plugin)
    return found


def nodes(text: str) -> list[Node]:
    """Elements of the language from their text."""
    root = etree.fromstring(
        f'<lgold:some xmlns="{NAMESPACE}" xmlns:lgold="{NAMESPACE}">{text}</lgold:some>'
    )
    return list(root.iterchildren("{*}*"))


def text_of(node: Node, *names: str) -> str:
    """The children of these names as text, to be put into other text."""
    return "".join(
        etree.tostring(child, encoding="unicode", with_tail=False) for child in kids(node, *names)
    )


def expand_plugins(document: XmlDocument) -> None:
    """Put in place of every extension element what it stands for.

    :raises SourceError: a plugin is unknown, or an element of it is used wrongly
    """
    root = document.root
    named = [one for area in kids(root, "plugins") for one in kids(area, "plugin")]
    foreign = [n for n in root.iter("{*}*") if etree.QName(n).namespace != NAMESPACE]
    if not named and not foreign:
        return
    known = plugins()
    used: dict[str, Plugin] = {}
    for node in named:
        name = str(node.get("name"))
        if name not in known:
            near = get_close_matches(name, known, 1, 0.4)
            hint = (
                say("Did you mean '{near}'?", near=near[0])
                if near
                else say("There are {listed}.", listed=", ".join(known))
            )
            raise _wrong(document, node, say("There is no plugin '{name}'.", name=name), hint)
        used[known[name].namespace] = known[name]
    for _ in range(_LIMIT):
        strange = (n for n in root.iter("{*}*") if etree.QName(n).namespace != NAMESPACE)
        if (first := next(strange, None)) is None:
            return
        _replace(document, first, used)
    raise _wrong(
        document, root, say("Plugins expand to more than {limit:,} elements.", limit=_LIMIT), None
    )


def _replace(document: XmlDocument, node: Node, used: Mapping[str, Plugin]) -> None:
    namespace = str(etree.QName(node).namespace)
    plugin = used.get(namespace)
    if plugin is None or tag(node) not in plugin.elements:
        message = say(
            "'{tag}' of {listed} is no element of the language.",
            tag=tag(node),
            listed=namespace or "no namespace",
        )
        hint = "Name the plugin it belongs to: <plugins><plugin name=.../></plugins>."
        if plugin is not None:
            hint = say(
                "The plugin '{plugin_name}' has {listed}.",
                plugin_name=plugin.name,
                listed=", ".join(plugin.elements),
            )
        raise _wrong(document, node, message, hint)
    parent = node.getparent()
    if parent is None:
        raise _wrong(document, node, "The root must be an element of the language.", None)
    spans = _marked(document, node)
    try:
        made = plugin.elements[tag(node)](node, document)
    except PluginError as problem:
        raise _wrong(document, node, f"{problem}", None) from None
    span = document.span(node)
    for one in made:
        for inside in one.iter("{*}*"):
            mark = inside.attrib.pop(_MARK, "")
            document.places[inside] = spans[int(mark)] if mark else span
    place = parent.index(node)
    parent.remove(node)
    for offset, one in enumerate(made):
        parent.insert(place + offset, one)


def _marked(document: XmlDocument, node: Node) -> list[Span]:
    """Number everything inside an element, so that it is known again where a plugin copies it."""
    inside = list(node.iterdescendants("{*}*"))
    for number, one in enumerate(inside):
        one.set(_MARK, str(number))
    return [document.span(one) for one in inside]


def _wrong(document: XmlDocument, node: Node, message: str, hint: str | None) -> SourceError:
    place = document.span(node)
    return SourceError([Diagnostic("igold-plugin", Severity.ERROR, message, place, hint)])
