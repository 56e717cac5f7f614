"""What is settled before a match: the match configuration, the characters, and house rules.

:class:`MatchConfig` holds the values of a ``.match`` file, those of the later standard included.
:class:`Options` holds every decision that the standard leaves open, each with the reading that
most of its implementations and documents share; a server offers them as ``--x key value``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, TypeVar, cast
from uuid import NAMESPACE_URL, UUID, uuid5

from spielwerk.core import SpielwerkError
from spielwerk.games.spy.names import Gender, Property, bits

FEWEST_FIELDS = 10
"""Room for eight agents, the cat and the janitor."""
FEWEST_CHARACTERS = 8
"""With fewer an offer could be empty: one player may have 3 and be offered 3, the other have 1."""


class SettingError(SpielwerkError):
    """A setting does not exist or cannot have this value."""


@dataclass(frozen=True, slots=True)
class CharacterDescription:
    """A character as it stands in the character file."""

    name: str
    features: tuple[Property, ...] = ()
    description: str = ""
    gender: Gender | None = None

    @property
    def character_id(self) -> UUID:
        """The same in every match, so that files, logs and messages agree."""
        return uuid5(NAMESPACE_URL, f"spielwerk:spy:character:{self.name}")

    @property
    def properties(self) -> int:
        """The features as one number."""
        return bits(self.features)


@dataclass(frozen=True, slots=True)
class MatchConfig:
    """The match configuration. ``metadata`` holds a value's name in version 2 of the standard.

    Values without such a name came with the later standard; version 2 plays with their defaults.
    """

    moledie_range: int = field(metadata={"v2": "Moledie_Range"})
    bowler_blade_range: int = field(metadata={"v2": "BowlerBlade_Range"})
    bowler_blade_hit_chance: float = field(metadata={"v2": "BowlerBlade_HitChance"})
    bowler_blade_damage: int = field(metadata={"v2": "BowlerBlade_Damage"})
    laser_compact_hit_chance: float = field(metadata={"v2": "LaserCompact_HitChance"})
    rocket_pen_damage: int = field(metadata={"v2": "RocketPen_Damage"})
    gas_gloss_damage: int = field(metadata={"v2": "GasGloss_Damage"})
    mothball_pouch_range: int = field(metadata={"v2": "MothballPouch_Range"})
    mothball_pouch_damage: int = field(metadata={"v2": "MothballPouch_Damage"})
    fog_tin_range: int = field(metadata={"v2": "FogTin_Range"})
    grapple_range: int = field(metadata={"v2": "Grapple_Range"})
    grapple_hit_chance: float = field(metadata={"v2": "Grapple_HitChance"})
    wiretap_with_earplugs_fail_chance: float = field(
        metadata={"v2": "WiretapWithEarplugs_FailChance"}
    )
    mirror_swap_chance: float = field(metadata={"v2": "Mirror_SwapChance"})
    cocktail_dodge_chance: float = field(metadata={"v2": "Cocktail_DodgeChance"})
    cocktail_hp: int = field(metadata={"v2": "Cocktail_Hp"})
    spy_success_chance: float = field(metadata={"v2": "Spy_SuccessChance"})
    babysitter_success_chance: float = field(metadata={"v2": "Babysitter_SuccessChance"})
    honey_trap_success_chance: float = field(metadata={"v2": "HoneyTrap_SuccessChance"})
    observation_success_chance: float = field(metadata={"v2": "Observation_SuccessChance"})
    chips_to_ip_factor: int = field(metadata={"v2": "ChipsToIpFaktor"})
    round_limit: int = field(metadata={"v2": "RoundLimit"})
    turn_phase_limit: int = field(metadata={"v2": "TurnPhaseLimit"})
    cat_ip: int = field(metadata={"v2": "CatIp"})
    strike_maximum: int = field(metadata={"v2": "StrikeMaximum"})
    secret_to_ip_factor: int = 3
    min_chips_roulette: int = 10
    max_chips_roulette: int = 10
    pause_limit: int | None = None
    reconnect_limit: int | None = None

    @classmethod
    def names(cls, *, later: bool = False) -> dict[str, str]:
        """The name of each value here → its name in the dialect; v2 lacks the later ones."""
        if later:
            return {each.name: _later_name(each.name) for each in fields(cls)}
        return {each.name: each.metadata["v2"] for each in fields(cls) if "v2" in each.metadata}

    def to_json(self, *, later: bool = False) -> dict[str, int | float | None]:
        """The configuration in the words of a dialect."""
        return {there: getattr(self, here) for here, there in self.names(later=later).items()}


class Roulette(StrEnum):
    """How far the state of the player's clothes and tradecraft reach into roulette."""

    PLAIN = "plain"
    CLAMMY = "clammy"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Options:
    """Decisions that the standard leaves open, with the recommended ones as defaults."""

    fog_hides_target: bool = True
    """Fog on the target field itself blocks the line of sight, too."""
    roulette: Roulette = Roulette.PLAIN
    """``plain``: fixed chances; ``clammy``: wet clothes halve them; ``full``: tradecraft, too."""
    npcs: int = 3
    """How many neutral characters there are, if so many are left."""
    npc_gadgets: int = 6
    """The most gadgets that a neutral character may have at the start."""
    npc_key_chance: float = 0.65
    """How probably a neutral character's secret holds the lowest combination not yet known."""
    full_damage_counts: bool = False
    """Damage beyond the last health point counts as suffered, too."""
    exfiltration_ends_turn: bool = False
    """An exfiltrated character loses the rest of its turn, or its turn of this round."""
    exfiltration_delays_healing: bool = False
    """The seat does not heal an exfiltrated character at the next start of a round."""
    attacks_are_narrow: bool = True
    """Honey traps and babysitters do not answer thrown moledies and shots at a held cocktail."""
    choice_limit: int = 60
    """Seconds for each choice of the draft and for all of the equipment; 0 sets no limit."""
    late_choice_kicks: bool = False
    """Who is late in the draft loses; otherwise chance chooses and there is a strike."""

    @classmethod
    def from_text(cls, given: Mapping[str, str]) -> Options:
        """Options from ``--x key value`` pairs; hyphens and underscores are the same.

        :raises SettingError: there is no such option, or the value does not fit it
        """
        known = {each.name: each for each in fields(cls)}
        values: dict[str, Any] = {}
        for key, text in given.items():
            name = key.strip().lower().replace("-", "_")
            if name not in known:
                raise SettingError(f"There is no option '{key}'; there are {_listed(known)}.")
            values[name] = _value_of(key, text, type(known[name].default))
        return cls(**values)

    def __post_init__(self) -> None:
        for name, most in (("npcs", 30), ("npc_gadgets", 20), ("choice_limit", 86_400)):
            if not 0 <= getattr(self, name) <= most:
                raise SettingError(f"{name} is 0 to {most}, not {getattr(self, name)}.")
        if not 0 <= self.npc_key_chance <= 1:
            raise SettingError(f"npc_key_chance is 0 to 1, not {self.npc_key_chance}.")

    def to_json(self) -> dict[str, Any]:
        """The options by name."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {**values, "roulette": self.roulette.value}


_T = TypeVar("_T")
_YES, _NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


def _value_of(key: str, text: str, kind: type[_T]) -> _T:
    word = text.strip().lower()
    if kind is bool:
        if word not in (*_YES, *_NO):
            raise SettingError(f"'{key}' is yes or no, not '{text}'.")
        return cast(_T, word in _YES)
    make: Callable[[str], _T] = kind
    try:
        return make(word)
    except ValueError:
        hint = _listed(kind) if issubclass(kind, StrEnum) else "a number"
        raise SettingError(f"'{key}' is {hint}, not '{text}'.") from None


def _listed(words: Iterable[object]) -> str:
    return ", ".join(map(str, words))


def _later_name(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
