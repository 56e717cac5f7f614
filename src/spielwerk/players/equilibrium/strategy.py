"""A strategy that mixes, as a value and as a file: in every situation how likely each move is.

Situations are told apart by :mod:`.keys`. A file belongs to rules by their fingerprint.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from spielwerk.core import Game, Move, SpielwerkError, digest, keep, recall

_FORMAT = "spielwerk strategy 1"
_KIND = "strategies"
_DIGITS = 5
_LARGEST = 64 << 20


class StrategyError(SpielwerkError):
    """A file holds no strategy for these rules; the message says what to do."""


class TooLarge(SpielwerkError):
    """A game cannot be solved: it is too large, for more than two, or has no fixed sum."""


@dataclass(frozen=True)
class MixedStrategy:
    """How likely each move is, by the key of the situation."""

    chances: Mapping[str, Mapping[Move, float]]
    exploitability: float | None = None
    """What who knows it wins by that on average, from -1 to 1; none where nobody knows."""
    made: str = ""
    """How it was found."""

    def draw(self, key: str, rng: Random) -> Move | None:
        """A move for a situation; none where it is not known."""
        found = self.chances.get(key)
        if not found:
            return None
        return rng.choices(list(found), list(found.values()))[0]


def strategy_text(game: Game, strategy: MixedStrategy) -> str:
    """The strategy as a file; moves that are never made are left out."""
    chances = {
        key: {move: round(p, _DIGITS) for move, p in moves.items() if p >= 0.1**_DIGITS}
        for key, moves in strategy.chances.items()
    }
    parts = {
        "format": _FORMAT,
        "game": game.name,
        "rules": game.fingerprint,
        "options": dict(game.options),
        "exploitability": strategy.exploitability,
        "made": strategy.made,
        "chances": chances,
    }
    return json.dumps(parts, ensure_ascii=False) + "\n"


def read_strategy(game: Game, text: str) -> MixedStrategy:
    """The strategy that a file holds.

    :raises StrategyError: it is none, or one for other rules
    """
    try:
        parts = json.loads(text if len(text) <= _LARGEST else "null")
        fine = parts["format"] == _FORMAT
        rules, options = parts["rules"], parts["options"]
        chances = {
            str(key): {Move(str(move)): float(p) for move, p in moves.items()}
            for key, moves in parts["chances"].items()
        }
        known = parts["exploitability"]
        found = MixedStrategy(chances, None if known is None else float(known), str(parts["made"]))
        sound = all(p >= 0 for moves in chances.values() for p in moves.values())
        sound = sound and all(sum(moves.values()) > 0 for moves in chances.values())
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        fine = sound = False
    if not fine or not sound:
        raise StrategyError(
            "This file holds no strategy. Make one with: spielwerk solve GAME --out FILE"
        )
    if rules != game.fingerprint or options != dict(game.options):
        raise StrategyError(
            f"This strategy was made for other rules than those of '{game.name}', or for other "
            "options. Make one for these with: spielwerk solve GAME --out FILE"
        )
    return found


def keep_strategy(game: Game, strategy: MixedStrategy) -> None:
    """Keep a strategy for the user, in place of what was kept before."""
    keep(_KIND, _key(game), strategy_text(game, strategy).encode())


def known_strategy(game: Game) -> MixedStrategy | None:
    """The strategy that was kept for these rules, if there is one."""
    kept = recall(_KIND, _key(game))
    try:
        return None if kept is None else read_strategy(game, kept.decode())
    except StrategyError:
        return None


def _key(game: Game) -> str:
    return digest(_FORMAT, game.name, game.fingerprint, json.dumps(dict(game.options)))
