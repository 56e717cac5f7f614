"""The first moment after the draft: neutral characters, places, safes and chips, from the seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from spielwerk.games.spy.board import fields_of
from spielwerk.games.spy.names import Gadget, bits
from spielwerk.games.spy.position import (
    NEUTRAL,
    NOBODY,
    NOWHERE,
    MatchSetting,
    PlayerTally,
    Position,
    Stage,
)

Team = Mapping[int, Sequence[Gadget]]
"""The characters of a player (numbers in the file) and what each of them carries."""

DRAFTED: tuple[Gadget, ...] = tuple(
    gadget
    for gadget in Gadget
    if gadget not in (Gadget.COCKTAIL, Gadget.DIAMOND_COLLAR, Gadget.ANTI_PLAGUE_MASK)
)
"""The gadgets that players choose among: all of version 2 but the cocktail and the collar."""

_CHIPS, _USES = 10, 5


def deal(setting: MatchSetting, teams: tuple[Team, Team], rng: Random) -> Position:
    """The position before the first round, with everybody on a random field."""
    neutral = _neutral_team(setting, teams, rng)
    crew = [
        (who, faction, bits(gadgets))
        for faction, team in enumerate((*teams, neutral))
        for who, gadgets in team.items()
    ]
    # Whoever looks at the list must not see from its order who works for whom.
    crew.sort()
    return place_crew(setting, crew, rng)


def place_crew(
    setting: MatchSetting, crew: Sequence[tuple[int, int, int]], rng: Random
) -> Position:
    """Characters (number in the file, faction, gadgets) on random fields; the cat as well."""
    board, config, n = setting.board, setting.config, len(crew)
    p = Position()
    p.setting = setting
    p.cast = tuple(who for who, _, _ in crew)
    p.faction = [faction for _, faction, _ in crew]
    p.gadgets = [gadgets for _, _, gadgets in crew]
    p.start_gadgets = tuple(gadgets.bit_count() for gadgets in p.gadgets)
    p.properties = [setting.characters[who].properties for who in p.cast]
    p.hp, p.ip, p.chips = [100] * n, [0] * n, [_CHIPS] * n
    p.mp, p.ap, p.wounds = [0] * n, [0] * n, [0] * n
    p.safe_numbers = tuple(rng.sample(range(1, len(board.safes) + 1), len(board.safes)))
    low, high = sorted((config.min_chips_roulette, config.max_chips_roulette))
    p.table_chips = [rng.randint(low, high) for _ in board.roulettes]
    p.drinks = [0] * len(board.bar_tables)
    p.at, p.crowd, p.place = [NOBODY] * board.size, 0, [NOWHERE] * n
    *fields, p.cat = rng.sample(fields_of(board.hall), n + 1)
    for who, field in enumerate(fields):
        p.put(who, field)
    _nothing_yet(p)
    return p


def _nothing_yet(p: Position) -> None:
    """Nobody did anything, knows anything, or has lost anything."""
    p.round, p.stage, p.active, p.waiting, p.happened = 0, Stage.NEXT, NOBODY, (), ()
    p.janitor, p.walls, p.fog, p.fog_layers = NOWHERE, p.board.walls, 0, ()
    p.poisoned = p.inverted = p.destroyed = 0
    p.blade = p.collar = NOWHERE
    p.pills = p.pouch = _USES
    p.tapped, p.tap_works, p.collar_taken = NOBODY, False, False
    p.keys, p.secrets, p.opened, p.known = [0, 0], [0, 0], [0, 0], [0, 0]
    p.acted, p.bought, p.hunts, p.dazed = 0, 0, (), 0
    p.strikes, p.tally = [0, 0], [0] * (2 * len(PlayerTally))
    p.winner, p.reason = NOBODY, None
    for who, faction in enumerate(p.faction):
        if faction != NEUTRAL:
            p.known[faction] |= 1 << who


def neutral_count(setting: MatchSetting, chosen: int) -> int:
    """How many neutral characters come: there must be some left, and room for them.

    One field is for the cat and one for the janitor, who must not meet a full house.
    """
    room = setting.board.hall.bit_count() - chosen - 2
    return max(0, min(setting.options.npcs, len(setting.characters) - chosen, room))


def _neutral_team(setting: MatchSetting, teams: tuple[Team, Team], rng: Random) -> Team:
    """Some of those whom nobody chose, with some of the gadgets that nobody chose."""
    chosen = {who for team in teams for who in team}
    taken = {gadget for team in teams for gadgets in team.values() for gadget in gadgets}
    spare = [who for who in range(len(setting.characters)) if who not in chosen]
    gadgets = [gadget for gadget in DRAFTED if gadget not in taken]
    rng.shuffle(gadgets)
    team: dict[int, list[Gadget]] = {}
    for who in rng.sample(spare, neutral_count(setting, len(chosen))):
        many = rng.randint(0, min(setting.options.npc_gadgets, len(gadgets)))
        team[who] = [gadgets.pop() for _ in range(many)]
    return team
