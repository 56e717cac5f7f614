"""Positions and drafts that look the same to one player: what it cannot know is drawn anew.

Factions are drawn among all assignments that fit what the player has seen: who was found out,
who acted for whom, how many neutral characters there are, and how many gadgets everybody had at
the start. The combinations that the opponent knows follow the hunt that everybody watched.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from random import Random

from spielwerk.games.spy.draft import ITEMS, DraftHands, Hand
from spielwerk.games.spy.position import NEUTRAL, PlayerTally, Position
from spielwerk.games.spy.setup import DRAFTED, neutral_count

_CHARACTERS = range(2, 5)
"""How many characters a player may have chosen."""


def guess_position(
    p: Position, viewer: int, rng: Random, sure: int = 0, free: Collection[int] = ()
) -> Position:
    """A position that fits all that ``viewer`` has seen; ``sure`` are characters to be kept.

    The ``free`` were never the enemy's: they were still on offer when it had made its choice.
    """
    twin = p.copy()
    fixed = p.known[viewer] | p.acted | sure
    if p.active >= 0:
        fixed |= 1 << p.active
    unknown = tuple(who for who in range(len(p.cast)) if not fixed >> who & 1)
    enemy = 1 - viewer
    if unknown:
        possible = _possible_enemies(p, viewer, unknown)
        left = [some for some in possible if not any(who in free for who in some)]
        _assign(twin, unknown, rng.choice(left or possible), enemy)
    twin.keys[enemy] = _guess_keys(p, enemy, rng)
    return twin


def _assign(p: Position, unknown: tuple[int, ...], enemies: tuple[int, ...], enemy: int) -> None:
    """Let exactly these of the unknown work for the enemy, and all that follows from it."""
    damage = enemy * len(PlayerTally) + PlayerTally.DAMAGE
    for who in unknown:
        if p.faction[who] == enemy:
            p.tally[damage] -= p.wounds[who]
        p.faction[who] = NEUTRAL
        p.known[enemy] &= ~(1 << who)
    for who in enemies:
        p.tally[damage] += p.wounds[who]
        p.faction[who] = enemy
        p.known[enemy] |= 1 << who


def _possible_enemies(
    p: Position, viewer: int, unknown: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    started = [NEUTRAL if p.bought >> who & 1 else faction for who, faction in enumerate(p.faction)]
    sure = [who for who in range(len(p.cast)) if who not in unknown]
    enemies = [who for who in sure if started[who] == 1 - viewer]
    mine = sum(started[who] == viewer for who in sure)
    others = len(p.cast) - mine
    found = _assignments(
        tuple((who, p.start_gadgets[who]) for who in unknown),
        (len(enemies), sum(p.start_gadgets[who] for who in enemies)),
        tuple(n for n in _CHARACTERS if n + neutral_count(p.setting, mine + n) == others),
    )
    return found or _any_assignments(unknown, _CHARACTERS[-1] - len(enemies))


@lru_cache(maxsize=1_024)
def _assignments(
    unknown: tuple[tuple[int, int], ...], sure: tuple[int, int], counts: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """Who of the unknown may be an enemy, if there are as many as one of the counts.

    Pairs are characters and how many gadgets they had at the start; ``sure`` are the known ones.
    """
    return tuple(
        tuple(who for who, _ in some)
        for enemies in counts
        if enemies >= sure[0]
        for some in combinations(unknown, enemies - sure[0])
        if sure[1] + sum(gadgets for _, gadgets in some) == ITEMS - enemies
    )


@lru_cache(maxsize=1_024)
def _any_assignments(unknown: tuple[int, ...], most: int) -> tuple[tuple[int, ...], ...]:
    """For houses that seat neutral characters in ways of their own: anybody may be an enemy."""
    sizes = range(min(max(most, 0), len(unknown)) + 1)
    return tuple(some for size in sizes for some in combinations(unknown, size))


def _guess_keys(p: Position, player: int, rng: Random) -> int:
    """The combinations a player may know, by the odds of all that fits what was seen."""
    chance = p.options.npc_key_chance
    safes = range(1, len(p.safe_numbers) + 1)
    worlds = {0: 1.0}
    for hunter, what, number in p.hunts:
        if hunter != player:
            continue
        if what == "secret":
            grown: dict[int, float] = {}
            for keys, weight in worlds.items():
                lowest = next((safe for safe in safes if not keys >> safe & 1), 0)
                learned = keys | 1 << lowest if lowest else keys
                for world, share in ((learned, chance), (keys, 1 - chance)):
                    grown[world] = grown.get(world, 0.0) + weight * share
            worlds = grown
        elif what == "opened":
            following = 1 << number + 1 if number < len(safes) else 0
            worlds = _merged(
                (keys | following, w) for keys, w in worlds.items() if keys >> number & 1
            )
        else:
            worlds = {keys: w for keys, w in worlds.items() if not keys >> number & 1}
    possible = {keys: weight for keys, weight in worlds.items() if weight > 0}
    return rng.choices(list(possible), list(possible.values()))[0] if possible else 0


def _merged(worlds: Iterable[tuple[int, float]]) -> dict[int, float]:
    total: dict[int, float] = {}
    for keys, weight in worlds:
        total[keys] = total.get(keys, 0.0) + weight
    return total


def guess_draft(draft: DraftHands, viewer: int, rng: Random) -> DraftHands:
    """A draft that fits all that ``viewer`` has seen: the other hand and the seed are new."""
    mine, theirs = draft.hands[viewer], draft.hands[1 - viewer]
    gone = {*mine.characters, *mine.offer.characters}
    lost = {*mine.gadgets, *mine.offer.gadgets}
    characters = [who for who in range(len(draft.setting.characters)) if who not in gone]
    gadgets = [gadget for gadget in DRAFTED if gadget not in lost]
    rng.shuffle(characters)
    rng.shuffle(gadgets)
    many = rng.choice(_splits(theirs.chosen, len(characters), len(gadgets)))
    hand = Hand(
        tuple(characters[:many]),
        tuple(gadgets[: theirs.chosen - many]),
        strikes=theirs.strikes,
    )
    if theirs.done:
        hand = replace(hand, bearers=tuple(rng.choices(hand.characters, k=len(hand.gadgets))))
    guessed = replace(draft, seed=f"{rng.getrandbits(64):x}")
    guessed = guessed.with_hand(1 - viewer, hand)
    offer = guessed.draw_offer(1 - viewer)
    return guessed.with_hand(1 - viewer, replace(hand, offer=offer))


def _splits(chosen: int, characters: int, gadgets: int) -> list[int]:
    """How many of so many chosen items may be characters."""
    return [
        many
        for many in range(min(4, chosen, characters) + 1)
        if chosen - many <= min(6, gadgets) and (chosen < ITEMS or many in _CHARACTERS)
    ]
