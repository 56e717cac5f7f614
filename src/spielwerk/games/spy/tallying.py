"""The statistics that everybody gets at the end of a match, and how its points were counted."""

from __future__ import annotations

from dataclasses import dataclass

from spielwerk.core import Label
from spielwerk.games.spy.names import VictoryReason
from spielwerk.games.spy.position import PlayerTally, Position

_BY_COUNT = (
    VictoryReason.VICTORY_BY_IP,
    VictoryReason.VICTORY_BY_COLLAR,
    VictoryReason.VICTORY_BY_DRINKING,
    VictoryReason.VICTORY_BY_SPILLING,
    VictoryReason.VICTORY_BY_HP,
    VictoryReason.VICTORY_BY_RANDOMNESS,
)
"""Reasons for which all points were counted; otherwise somebody left."""

_ENTRIES = {
    PlayerTally.IP: (
        "Intelligence gained",
        "Intelligence points that the faction came by in play.",
    ),
    PlayerTally.STEPS: ("Fields moved", "Steps that the faction took."),
    PlayerTally.DRUNK: (
        "Cocktails drunk",
        "Cocktails that the faction drank, poisoned ones included.",
    ),
    PlayerTally.POISONED: ("Poison drunk", "Poisoned cocktails that the faction drank."),
    PlayerTally.POURED: ("Cocktails poured", "Cocktails poured over members of the other faction."),
    PlayerTally.DAMAGE: ("Damage suffered", "Health points that the faction lost."),
    PlayerTally.WON: ("Roulette won", "How often the faction won at roulette."),
    PlayerTally.CAT: (
        "Meetings with the cat",
        "How often the faction stepped onto the cat's field.",
    ),
    PlayerTally.COLLAR: ("Collar handed over", "Whether the faction gave the cat her collar."),
}


@dataclass(frozen=True, slots=True)
class StatisticsEntry:
    """One line of the statistics, in the words of the standard."""

    title: str
    description: str
    value_player1: str
    value_player2: str

    def to_json(self) -> dict[str, str]:
        """The entry as messages carry it."""
        return {
            "title": self.title,
            "description": self.description,
            "valuePlayer1": self.value_player1,
            "valuePlayer2": self.value_player2,
        }


def statistics(p: Position) -> list[StatisticsEntry]:
    """What was counted so far, for both players."""
    return [
        StatisticsEntry(title, about, str(p.tally[what]), str(p.tally[len(PlayerTally) + what]))
        for what, (title, about) in _ENTRIES.items()
    ]


def final_points(p: Position) -> list[tuple[Label, tuple[int, int], str]]:
    """What the points of both players are made of at the end, where they were counted."""
    if p.reason not in _BY_COUNT:
        return []
    total, chips = [0, 0, 0], [0, 0, 0]
    for who, faction in enumerate(p.faction):
        total[faction] += p.ip[who]
        chips[faction] += p.chips[who]
    factor = p.config.chips_to_ip_factor
    played = (total[0] - factor * chips[0], total[1] - factor * chips[1])
    changed = f"Chips × {factor}"
    return [
        ({"en": "Intelligence", "de": "Informationen"}, played, "part"),
        (changed, (factor * chips[0], factor * chips[1]), "part"),
        ({"en": "Total", "de": "Summe"}, (total[0], total[1]), "score"),
    ]
