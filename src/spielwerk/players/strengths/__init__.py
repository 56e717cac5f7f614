"""How strong players are at a game: who is best, and what each level is worth.

Files next to this one, made by ``spielwerk levels GAME --write``, are for games of the library;
what was measured here is kept in the cache and goes before. Both belong to rules by their
fingerprint.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from spielwerk.core import Game, digest, keep, recall

__all__ = [
    "LEVELS",
    "LevelRating",
    "Strengths",
    "keep_strengths",
    "known_strengths",
    "shipped_file",
    "shipped_strengths",
    "strengths_text",
]

LEVELS = ("easy", "medium", "strong", "expert")
"""The names of the levels, the weakest first."""
_FORMAT = "spielwerk strengths 1"
_KIND = "strengths"


@dataclass(frozen=True, slots=True)
class LevelRating:
    """What a level is worth in a game, by a tournament."""

    elo: int
    """Whoever moves at random has 0."""
    margin: int
    """Half of the 95 % interval of its lead over the level below."""
    offered: bool = True
    """Whether it is worth choosing."""


@dataclass(frozen=True, slots=True)
class Strengths:
    """What is known of players at a game."""

    best: str
    """The spec of the best player, without a thinking time."""
    contest: Mapping[str, float] = field(default_factory=dict)
    """The part of all points that each contender got."""
    levels: Mapping[str, LevelRating] = field(default_factory=dict)
    """Every level that was measured, by its name."""
    made: str = ""
    """How all this was found out."""

    @property
    def offered(self) -> tuple[str, ...]:
        """The levels worth choosing from; all of them where nothing was measured."""
        return tuple(n for n in LEVELS if n in self.levels and self.levels[n].offered) or LEVELS


def strengths_text(game: Game, strengths: Strengths) -> str:
    """What is known, as it is kept."""
    parts = {"format": _FORMAT, "game": game.name, "rules": game.fingerprint, **asdict(strengths)}
    return json.dumps(parts, indent=1, ensure_ascii=False) + "\n"


def keep_strengths(game: Game, strengths: Strengths) -> None:
    """Keep what was found out for the user, in place of what was kept before."""
    keep(_KIND, _key(game), strengths_text(game, strengths).encode())


def known_strengths(game: Game) -> Strengths | None:
    """What was found out here, or what the library comes with, if anything.

    Levels that were measured here go before everything, a contest beside some match before nothing.
    """
    kept = recall(_KIND, _key(game))
    found = _read(kept.decode(), game) if kept is not None else None
    return found if found is not None and found.levels else shipped_strengths(game) or found


def shipped_strengths(game: Game) -> Strengths | None:
    """What the library says of these rules, if it does."""
    file = files(__name__) / f"{_file_name(game)}"
    return _read(file.read_text(encoding="utf-8"), game) if file.is_file() else None


def shipped_file(game: Game) -> Path:
    """Where what the library says of a game stands in a tree of sources."""
    return Path(str(files(__name__))) / _file_name(game)


def _file_name(game: Game) -> str:
    return f"{game.name.partition(':')[0].replace('/', '-')}.json"


def _key(game: Game) -> str:
    return digest(game.language, game.fingerprint or game.name)


def _read(text: str, game: Game) -> Strengths | None:
    """What a text says of a game; nothing where it is damaged or of other rules."""
    try:
        parts: Any = json.loads(text)
        if parts["format"] != _FORMAT or parts["rules"] != game.fingerprint:
            return None
        levels = {str(name): LevelRating(**row) for name, row in parts["levels"].items()}
        contest = {str(spec): float(share) for spec, share in parts["contest"].items()}
        return Strengths(str(parts["best"]), contest, levels, str(parts["made"]))
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
