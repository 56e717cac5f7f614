"""Judgements that were learnt before: as text, as shipped with the library, as kept for the user.

A judgement as text names facts as the rules write them, so it does not depend on how rules are
compiled; it names the rules it belongs to by their fingerprint. Files next to this one, made by
``spielwerk train GAME --out FILE``, are for games of the library. What the user has trained is
kept in the cache and goes before.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from spielwerk.core import Freedom, Game, Judgement, SpielwerkError, keep, recall

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "JudgementError",
    "judgement_text",
    "keep_judgement",
    "known_judgement",
    "known_note",
    "named_judgement",
    "read_judgement",
    "shipped_games",
    "shipped_judgement",
]

_FORMAT = "spielwerk judgement 2"
_KIND = "judgements"
_LARGEST = 30_000
"""Weights beyond this, in thousandths of a logit, are no judgement any more."""


class JudgementError(SpielwerkError):
    """A text is no judgement, or not one for these rules."""


def judgement_text(game: Game, facts: Sequence[str], judgement: Judgement, note: str) -> str:
    """A judgement as it is kept.

    :param facts: the texts of the facts that the judgement numbers
    :param note: how it was made
    """
    free = judgement.freedom
    pairs = [[facts[one], facts[other], weight] for one, other, weight in judgement.pairs.tolist()]
    parts: dict[str, object] = {
        "format": _FORMAT,
        "game": game.name,
        "rules": game.fingerprint,
        "made": note,
        "bias": judgement.bias,
        "facts": _named(facts, judgement.facts),
        "late": {} if judgement.late is None else _named(facts, judgement.late),
        "course": judgement.course,
        "freedom": free and [free.usual, *free.some, *free.more],
        "pairs": pairs,
    }
    return json.dumps(parts, indent=0, ensure_ascii=False) + "\n"


def read_judgement(text: str, game: Game, facts: Sequence[str]) -> Judgement:
    """The judgement that a text is, for a game with these facts.

    :raises JudgementError: it is none, or was made for other rules
    """
    import numpy as np

    try:
        parts: Any = json.loads(text)
    except ValueError:
        parts = None
    if not isinstance(parts, dict) or parts.get("format") != _FORMAT:
        raise JudgementError("This is no judgement; 'spielwerk train GAME --out FILE' writes one.")
    if parts.get("rules") != game.fingerprint:
        raise JudgementError(
            f"This judgement was made for {parts.get('game')} by other rules than today's: "
            f"train it again with 'spielwerk train {game.name}'."
        )
    numbers = {fact: number for number, fact in enumerate(facts)}
    weights, late = np.zeros((2, len(facts)), np.int32)
    try:
        for part, into in (("facts", weights), ("late", late)):
            for fact, weight in parts[part].items():
                into[numbers[fact]] = _weight(weight)
        begin, change = map(_weight, parts["course"])
        freedom = None
        if parts["freedom"] is not None:
            usual, *worth = map(_weight, parts["freedom"])
            some_1, some_2, more_1, more_2 = worth
            freedom = Freedom(usual, (some_1, some_2), (more_1, more_2))
        if change == 0 or (freedom is not None and freedom.usual < 1):
            raise ValueError("a number that others are divided by is 0")
        pairs = [
            (numbers[one], numbers[other], _weight(weight)) for one, other, weight in parts["pairs"]
        ]
        bias = _weight(parts["bias"])
    except (KeyError, ValueError, TypeError, AttributeError) as problem:
        raise JudgementError(
            f"This judgement is damaged ({problem}): train it again with "
            f"'spielwerk train {game.name}'."
        ) from None
    paired = np.array(pairs, np.int32).reshape(-1, 3)
    return Judgement(bias, weights, paired, late, (begin, change), freedom)


def _named(facts: Sequence[str], weights: NDArray[np.int32]) -> dict[str, int]:
    return {fact: weight for fact, weight in zip(facts, weights.tolist(), strict=True) if weight}


def _weight(value: object) -> int:
    if not isinstance(value, int) or abs(value) > _LARGEST:
        raise ValueError(f"{value} is no weight")
    return value


def keep_judgement(game: Game, text: str) -> None:
    """Keep a judgement for the user, in place of an older one."""
    keep(_KIND, game.fingerprint, text.encode())


def known_judgement(game: Game, facts: Sequence[str]) -> Judgement | None:
    """The judgement that the user has trained, or else that of the library, if there is one."""
    text = _known_text(game)
    return None if text is None else read_judgement(text, game, facts)


def known_note(game: Game) -> str | None:
    """How the judgement was made that is known of a game, if there is one."""
    text = _known_text(game)
    return None if text is None else str(json.loads(text)["made"])


def named_judgement(game: Game) -> tuple[Sequence[str], Judgement] | None:
    """The same for whoever has no numbers of facts: the texts of those that weigh, as it numbers
    them."""
    text = _known_text(game)
    if text is None:
        return None
    parts = json.loads(text)
    paired = [fact for one, other, _ in parts["pairs"] for fact in (one, other)]
    facts = list(dict.fromkeys([*parts["facts"], *parts["late"], *paired]))
    return facts, read_judgement(text, game, facts)


def _known_text(game: Game) -> str | None:
    if not game.fingerprint:
        return None
    if kept := recall(_KIND, game.fingerprint):
        return kept.decode()
    return _shipped_text(game)


def _shipped_text(game: Game) -> str | None:
    if game.name not in shipped_games():
        return None
    text = (files(__name__) / f"{game.name}.json").read_text(encoding="utf-8")
    # Somebody else's rules may have that name.
    return text if json.loads(text)["rules"] == game.fingerprint else None


def shipped_judgement(game: Game, facts: Sequence[str]) -> Judgement | None:
    """The judgement that the library has for these rules, if it has one."""
    text = _shipped_text(game)
    return None if text is None else read_judgement(text, game, facts)


def shipped_games() -> list[str]:
    """The games that the library has a judgement for."""
    names = (file.name for file in files(__name__).iterdir())
    return sorted(name.removesuffix(".json") for name in names if name.endswith(".json"))
