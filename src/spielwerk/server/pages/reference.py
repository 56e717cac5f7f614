"""The interface's documentation as one plain page, from its OpenAPI document.

No scripts, and nothing from other hosts: it is read where the server has no way to the network,
and the policy of all other pages suits it as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from spielwerk.core import Json

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #1c1c1c; background: #fff }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em }
pre { background: #f3f3f3; padding: 0.6rem; overflow-x: auto }
details { border: 1px solid #ccc; border-radius: 4px; margin: 0.4rem 0; padding: 0.4rem 0.8rem }
summary { cursor: pointer }
table { border-collapse: collapse } td { padding: 0.1rem 0.8rem 0.1rem 0; vertical-align: top }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #181818 }
  pre { background: #2a2a2a } details { border-color: #555 } a { color: #8bf } }
"""


def reference(document: Mapping[str, Json], source: str = "openapi.json") -> str:
    """The page for an OpenAPI document, which itself is at ``source``."""
    title = escape(f"{document['info']['title']} {document['info']['version']}: HTTP interface")
    groups: dict[str, list[str]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            group = operation.get("tags", ["other"])[0]
            groups.setdefault(group, []).append(_operation(path, method, operation))
    body = "".join(
        f"<section><h2>{escape(name)}</h2>{''.join(parts)}</section>"
        for name, parts in groups.items()
    )
    schemas = document.get("components", {}).get("schemas", {})
    shapes = "".join(
        f'<details id="{escape(name)}"><summary><code>{escape(name)}</code></summary>'
        f"{_code(schema)}</details>"
        for name, schema in schemas.items()
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>'
        f"<body><main><h1>{title}</h1>"
        f'<p>For programs: <a href="{source}">the OpenAPI document</a>.</p>'
        f"{body}<section><h2>Shapes</h2>{shapes}</section></main></body></html>"
    )


def _operation(path: str, method: str, operation: Mapping[str, Any]) -> str:
    parts = "".join(_parts(operation))
    return (
        f"<details><summary><code><b>{method.upper()}</b> {escape(path)}</code> "
        f"{escape(operation.get('summary', ''))}</summary>{parts}</details>"
    )


def _parts(operation: Mapping[str, Any]) -> Iterator[str]:
    yield f"<p>{escape(operation.get('description', ''))}</p>"
    if parameters := operation.get("parameters"):
        rows = "".join(
            f"<tr><td><code>{escape(one['name'])}</code><td>{escape(one['in'])}"
            f"<td>{escape(one.get('description', ''))}</tr>"
            for one in parameters
        )
        yield f"<table>{rows}</table>"
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        yield f"<p>Body ({escape(kind)}): {_shape(content.get('schema', {}))}</p>"
    for status, answer in operation.get("responses", {}).items():
        for kind, content in answer.get("content", {}).items():
            shape = _shape(content.get("schema", {}))
            yield f"<p>{escape(status)} ({escape(kind)}): {shape}</p>"


def _shape(schema: Mapping[str, Any]) -> str:
    """A schema, or where it stands."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if "$ref" in schema.get("items", {}):
        return f"a list of {_shape(schema['items'])}"
    return _code(schema) if schema else "text"


def _code(schema: Mapping[str, Any]) -> str:
    return f"<pre>{escape(json.dumps(schema, indent=2))}</pre>"
