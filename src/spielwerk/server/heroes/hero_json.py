"""Heroes as JSON over HTTP: bodies read strictly, answers written plainly, and their schema.

Bodies are read here rather than by models, because a hero's own reader says more about what is
wrong; the schema in the contract is made from the same table of features.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fastapi import Request, Response

from spielwerk.languages.rulebook import FEATURES, MODES, SEED_FEATURES, Shape
from spielwerk.server.json_text import holds_more
from spielwerk.server.problems import Problem

_MOST_DEEP = 40
_MOST_VALUES = 20_000
"""Of a hero of Optolith with all that it owns some thousand are needed."""


async def read_body(request: Request) -> Any:
    """The JSON of a request's body, without what other programs could not read again.

    It is long where there is a picture in it, so it is read in a thread.

    :raises Problem: it is no JSON, has too many values, or is nested too deeply
    """
    return await asyncio.to_thread(_read, await request.body())


def _read(text: bytes) -> Any:
    if holds_more(text, _MOST_VALUES):
        raise Problem(422, "too-many-values", f"A body has at most {_MOST_VALUES:,} values.")
    try:
        body = json.loads(text.decode(), parse_constant=_refuse)
        json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        raise Problem(422, "invalid", "The body is no JSON text in UTF-8.") from None
    if _too_deep(body, _MOST_DEEP):
        raise Problem(422, "invalid", f"The body is nested more than {_MOST_DEEP} levels deep.")
    return body


async def answered(body: object) -> Response:
    """An answer as JSON, written in a thread: there may be a picture in it."""
    return Response(await asyncio.to_thread(_written, body), media_type="application/json")


def _written(body: object) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _too_deep(value: object, left: int) -> bool:
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return left == 0 or any(_too_deep(item, left - 1) for item in inner)


def _schema(shape: Shape) -> dict[str, Any]:
    text, level = {"type": "string"}, {"type": "integer", "minimum": 0}
    match shape:
        case Shape.SINGLE:
            return text
        case Shape.LEVELLED:
            return {"type": "object", "additionalProperties": level}
        case Shape.NAMED:
            return {"type": "array", "items": text}
    triple = {"type": "array", "minItems": 3, "maxItems": 3, "items": {"anyOf": [text, level]}}
    return {"type": "array", "items": triple}


def _hero_schema() -> dict[str, Any]:
    features = {feature.key: _schema(feature.shape) for feature in FEATURES.values()}
    return {
        "title": "Hero",
        "type": "object",
        "required": ["name", *(FEATURES[name].key for name in SEED_FEATURES)],
        "properties": {
            "name": {"type": "string"},
            **features,
            "adventure_points": {"type": "integer", "minimum": 0},
            "mode": {"enum": list(MODES), "description": "In a draft, keys may be missing."},
            "waivers": {"type": "array", "items": {"type": "object"}},
            "history": {"type": "array", "items": {"type": "object"}},
            "details": {"type": "object", "additionalProperties": {"type": "string"}},
            "foreign": {"type": "object"},
            "format": {"type": "integer"},
        },
        "additionalProperties": False,
    }


def _body(schema: dict[str, Any]) -> dict[str, Any]:
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


HERO_BODY = _body(_hero_schema())
"""What the contract says about requests with a hero."""
OPTOLITH_BODY = _body({"title": "Hero of Optolith", "type": "object"})
