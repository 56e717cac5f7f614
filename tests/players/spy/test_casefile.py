"""What a client can know from messages alone: all that is legal, and nothing that is secret."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

from spielwerk.core import CHANCE, Chance, Knowledge, Over, draw_chance
from spielwerk.games.spy import ROLES, PlayState, Position, Spy, choices
from spielwerk.games.spy.library import open_spy
from spielwerk.games.spy.names import Gadget
from spielwerk.games.spy.position import NEUTRAL
from spielwerk.games.spy.standard import standard_operations, standard_state
from spielwerk.players import parse_player
from spielwerk.players.spy.casefile import ME, CaseError, Casefile


class Witness:
    """Follows a match of two players from the messages that one of them would get."""

    def __init__(self, game: Spy, seat: int, seed: int, players: str = "random") -> None:
        self.game = game
        self.role = ROLES[seat]
        self.seat = seat
        self.ids = {each.name: each.character_id for each in game.setting.characters}
        self.rng = Random(seed)
        self.state: Any = game.initial(seed)
        player = parse_player(players)
        self.minds = {role: player.sit(game, role, seed=seed) for role in ROLES}
        self.case: Casefile | None = None

    def step(self) -> bool:
        """One step of the match; whether it goes on."""
        if isinstance(self.state.turn, Over):
            return False
        if isinstance(self.state.turn, Chance):
            self.state = self.state.after({CHANCE: draw_chance(self.state, self.rng)})
        else:
            role = self.state.turn.roles[0]
            move = self.minds[role].choose(Knowledge(self.game, self.state, role)).move
            self.state = self.state.after({role: move})
        if isinstance(self.state, PlayState) and self.state.position.round:
            self._look()
        return True

    def _look(self) -> None:
        if self.case is None:
            p = self.state.position
            mine = [p.name(who) for who, of in enumerate(p.faction) if of == self.seat]
            ids = [str(each) for each in self.ids.values()]
            self.case = Casefile(self.game.setting, ids, [str(self.ids[name]) for name in mine])
        view = self.state.view(self.role)
        self.case.update(standard_state(view, self.ids), standard_operations(view, self.ids))

    def asked(self) -> str | None:
        """The character that the witness's side must act with now."""
        if self.case is None or self.role not in getattr(self.state.turn, "roles", ()):
            return None
        return str(self.ids[self.state.position.name(self.state.position.active)])


def both(witness: Witness, character: str) -> tuple[Position, Position]:
    """The true position, and what the messages say of it."""
    assert witness.case is not None
    return witness.state.position, witness.case.position(character)


@pytest.mark.parametrize(("scenario", "seat"), [("grand-casino", 0), ("riverboat", 1)])
def test_whatever_is_legal_follows_from_the_messages(scenario: str, seat: int) -> None:
    asked = 0
    for seed in range(2):
        witness = Witness(open_spy(scenario), seat, seed)
        while witness.step():
            if (character := witness.asked()) is None:
                continue
            asked += 1
            true, told = both(witness, character)
            assert set(choices(told)) == set(choices(true))
            world = witness.case.world(told, Random(asked))  # type: ignore[union-attr]
            assert set(choices(world)) == set(choices(true))
    assert asked > 100


def test_what_matters_is_told_as_it_is() -> None:
    witness = Witness(open_spy(), 0, 4, players="spy-middle")
    while witness.step():
        if (character := witness.asked()) is None:
            continue
        true, told = both(witness, character)
        for name in ("place", "hp", "ip", "chips", "gadgets", "table_chips", "drinks", "cat"):
            assert getattr(told, name) == getattr(true, name), name
        assert told.keys[ME] == true.keys[0]
        assert told.secrets[ME] == true.secrets[0]
        assert told.opened == true.opened
        assert told.collar_taken == true.collar_taken


def test_nobody_is_taken_for_what_it_is_not() -> None:
    """Messages do not say who works for whom; what follows from them is never wrong."""
    sure = 0
    for seed in range(3):
        witness = Witness(open_spy("back-room", "quick"), 0, seed)
        while witness.step():
            if (character := witness.asked()) is None:
                continue
            true, told = both(witness, character)
            for who, faction in enumerate(told.faction):
                if told.known[ME] >> who & 1:
                    sure += faction != ME
                    assert faction == true.faction[who]
                elif faction == NEUTRAL:
                    assert true.faction[who] != ME
    assert sure > 50


def test_strange_messages_are_refused_or_understood_but_never_a_crash() -> None:
    witness = Witness(open_spy("back-room", "quick"), 0, 1)
    while witness.asked() is None:
        witness.step()
    view = witness.state.view(ROLES[0])
    good = standard_state(view, witness.ids)
    rng, refused, character = Random(7), 0, witness.asked()
    assert character is not None
    for _ in range(300):
        case, bad = copy.deepcopy(witness.case), copy.deepcopy(good)
        assert case is not None
        for _ in range(rng.randint(1, 3)):
            _spoil(bad, rng)
        try:
            case.update(bad, [{"type": "SPY_ACTION"}, rng.choice([{}, {"type": None}])])
            case.position(character)
        except CaseError:
            refused += 1
    assert 50 < refused < 300


def _spoil(message: Any, rng: Random) -> None:
    """Something in a JSON value is gone or is something else."""
    inner = message
    while True:
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        if not keys:
            return
        key = rng.choice(keys)
        if isinstance(inner[key], dict | list) and rng.random() < 0.8:
            inner = inner[key]
            continue
        inner[key] = rng.choice([None, -1, 10**9, "nonsense", [], {}, 1.5, True])
        return


def test_a_bribed_guest_is_ours_from_then_on() -> None:
    for seed in range(40):
        witness = Witness(open_spy("back-room", "quick"), 0, seed, players="spy-strong")
        while witness.step():
            character = witness.asked()
            if character and witness.state.position.bought:
                true, told = both(witness, character)
                assert [f == ME for f in told.faction] == [f == 0 for f in true.faction]
                return
    raise AssertionError(f"nobody ever used the {Gadget.NUGGET}")
