"""The same rules written otherwise: as XML, with everything written out, or in the notation."""

from __future__ import annotations

from lxml import etree

from spielwerk.languages.igold.notation import write_notation
from spielwerk.languages.igold.plugins import expand_plugins
from spielwerk.languages.igold.source import XmlDocument, parse, read_tree


def expanded(text: str, file: str = "<text>") -> str:
    """What a text stands for: short forms and plugins written out, as XML.

    :raises SourceError: something is wrong with the text
    """
    return _xml(parse(text, file, expand_plugins))


def rewritten(text: str, file: str = "<text>", *, xml: bool = False) -> str:
    """The same rules in the compact notation, or as XML; comments and plugins stay.

    :raises SourceError: something is wrong with the text
    """
    parse(text, file, expand_plugins)
    document = read_tree(text, file)
    return _xml(document) if xml else write_notation(document.root)


def _xml(document: XmlDocument) -> str:
    root = document.root
    etree.cleanup_namespaces(root)
    etree.indent(root, "  ")
    said = []
    before = root.getprevious()
    while before is not None:
        said.append(etree.tostring(before, encoding="unicode", with_tail=False))
        before = before.getprevious()
    body = etree.tostring(root, encoding="unicode", with_tail=False)
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    return "\n".join([head, *reversed(said), body]) + "\n"
