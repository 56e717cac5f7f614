"""Whole matches: they end by themselves, lose nothing on the way, and keep the contract."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest

from spielwerk.core import CHANCE, Over, check_game
from spielwerk.core.playout import random_event
from spielwerk.games.spy import (
    Dice,
    DraftState,
    Options,
    PlayState,
    Position,
    Spy,
    choices,
    operate,
    player_to_act,
    run_on,
)
from spielwerk.games.spy.choosing import refusal
from spielwerk.games.spy.files import SCENARIO
from spielwerk.games.spy.gadgets import TOOLS
from spielwerk.games.spy.library import library_names, open_spy
from spielwerk.games.spy.names import Gadget, OperationType, Property
from spielwerk.games.spy.operations import PossibleOperation
from spielwerk.games.spy.position import NOBODY, NOWHERE, Stage

SOAK = bool(os.environ.get("SPIELWERK_SOAK"))
MATCHES = 1_000 if SOAK else 100
SETS = [
    ("grand-casino", "standard", "agents"),
    ("mountain-lodge", "deadly", "agents"),
    ("riverboat", "quick", "academy"),
    ("back-room", "deadly", "academy"),
]
HARSH = Options(
    exfiltration_ends_turn=True,
    exfiltration_delays_healing=True,
    attacks_are_narrow=False,
    full_damage_counts=True,
    fog_hides_target=False,
    npcs=5,
)


def first_position(game: Spy, rng: Random) -> Position:
    """Where a match begins after a random draft."""
    state = game.initial(rng.getrandbits(32))
    while isinstance(state, DraftState):
        state = state.after(random_event(state, rng).moves)
    return state.position


@pytest.mark.parametrize("sets", SETS, ids=lambda sets: sets[0])
def test_random_matches_end_with_a_reason_and_lose_nothing(sets: tuple[str, str, str]) -> None:
    for number in range(MATCHES // len(SETS)):
        game = open_spy(*sets, options=HARSH if number % 2 else None)
        rng = Random(f"{sets}/{number}")
        p = first_position(game, rng)
        chips = sum(p.chips) + sum(p.table_chips)
        for _ in range(5_000):
            if p.stage is Stage.OVER:
                break
            p, before = p.copy(), p
            p.happened = ()
            if player_to_act(p) is None:
                run_on(p, Dice(rng))
            else:
                operate(p, rng.choice(choices(p)), Dice(rng))
            if p.stage is not Stage.OVER:
                check_invariants(p, chips)
                check_step(before, p)
        assert p.stage is Stage.OVER, f"match {number} does not end"
        assert p.reason is not None
        assert p.winner in (0, 1)


def check_invariants(p: Position, chips: int) -> None:
    """What holds in every position."""
    assert sum(p.chips) + sum(p.table_chips) == chips
    assert min(p.chips) >= 0
    assert min(p.table_chips, default=0) >= 0
    assert all(0 < hp <= 100 for hp in p.hp)
    assert min(p.ip) >= 0
    assert min(p.mp) >= 0
    assert min(p.ap) >= 0
    _check_gadgets(p)
    _check_places(p)


def _check_gadgets(p: Position) -> None:
    carried = Counter(g for g in Gadget for owned in p.gadgets if owned & g.bit)
    lying = {Gadget.BOWLER_BLADE: p.blade, Gadget.DIAMOND_COLLAR: p.collar}
    for gadget in Gadget:
        if gadget is not Gadget.COCKTAIL:
            assert carried[gadget] + (lying.get(gadget, NOWHERE) != NOWHERE) <= 1
    assert all(p.holds(who, Gadget.COCKTAIL) for who in range(len(p.cast)) if p.poisoned >> who & 1)
    if p.tapped != NOBODY:
        assert carried[Gadget.WIRETAP_WITH_EARPLUGS] == 1


def _check_places(p: Position) -> None:
    fields = [p.place[who] for who in p.present()] + [p.cat]
    fields += [p.janitor] if p.janitor != NOWHERE else []
    assert len(set(fields)) == len(fields), "one figure a field"
    assert all(p.floor() >> field & 1 for field in fields)
    assert p.crowd == sum(1 << p.place[who] for who in p.present())
    for field, who in enumerate(p.at):
        assert who == NOBODY or p.place[who] == field


def check_step(before: Position, p: Position) -> None:
    """What holds from one position to the next."""
    assert p.round in (before.round, before.round + 1)
    if before.round < p.config.round_limit:
        assert p.round >= p.config.round_limit or len(p.present()) == len(before.present())
    done = [each.type for each in p.happened]
    if OperationType.EXFILTRATION in done:
        assert done.index(OperationType.EXFILTRATION) > 0, "something has caused it"


@pytest.mark.parametrize("scenario", library_names(SCENARIO))
def test_the_contract_is_kept(scenario: str) -> None:
    check_game(open_spy(scenario, "quick"), matches=3 if SOAK else 1)


def test_the_contract_is_kept_with_other_options() -> None:
    check_game(open_spy("back-room", "quick", options=HARSH), matches=3 if SOAK else 1, seed=7)


def test_what_is_refused_has_words_and_what_is_a_target_is_allowed() -> None:
    """Targets decide and refusals explain: for no field do they contradict each other."""
    rng = Random(5)
    for number in range(60 if SOAK else 12):
        game = open_spy(*SETS[number % len(SETS)])
        p = first_position(game, rng)
        for _ in range(rng.randrange(200)):
            if p.stage is Stage.OVER:
                break
            if player_to_act(p) is None:
                run_on(p, Dice(rng))
            else:
                operate(p, rng.choice(choices(p)), Dice(rng))
        if player_to_act(p) is not None:
            _compare(p)


def _compare(p: Position) -> None:
    p.ap[p.active], p.mp[p.active] = 1, 1
    allowed = set(choices(p))
    for field in range(p.board.size):
        for choice in _all_choices(field):
            said = refusal(p, choice) if choice not in allowed else ""
            assert bool(said) != (choice in allowed), choice
        for gadget, tool in TOOLS.items():
            if not tool.targets(p, p.active) >> field & 1:
                assert tool.refusal(p, p.active, field), (gadget, p.board.name(field))


def _all_choices(field: int) -> list[PossibleOperation]:
    kinds = OperationType
    return [
        PossibleOperation(kinds.MOVEMENT, field),
        PossibleOperation(kinds.SPY_ACTION, field),
        PossibleOperation(kinds.GAMBLE_ACTION, field, stake=1),
        PossibleOperation(kinds.GAMBLE_ACTION, field, stake=10_000),
        *(PossibleOperation(kinds.GADGET_ACTION, field, gadget) for gadget in Gadget),
        *(PossibleOperation(kinds.PROPERTY_ACTION, field, used_property=used) for used in Property),
    ]


def test_dice_and_recorded_chance_play_the_same_game() -> None:
    """Whether chance answers at once or is asked: the same answers lead to the same operations."""
    rng, compared = Random(11), 0
    state = open_spy("back-room", "deadly").initial(3)
    while not isinstance(state.turn, Over):
        event = random_event(state, rng)
        if isinstance(state, PlayState) and CHANCE not in event.moves:
            (move,) = event.moves.values()
            chosen = next(c for c in choices(state.position) if state.game.text(c) == move)
            direct = state.position.copy()
            direct.happened = ()
            operate(direct, chosen, _First())
            asked = state.after(event.moves)
            while asked.choice:
                asked = asked.after({CHANCE: asked.legal(CHANCE)[0]})
            assert asked.happened[: len(direct.happened)] == direct.happened
            compared += 1
        state = state.after(event.moves)
    assert compared > 100


class _First:
    """Chance that always takes the first answer."""

    def test(self, chance: tuple[int, int]) -> bool:
        return chance[0] > 0

    def pick(self, ask: object, options: list[int]) -> int:
        return options[0]
