"""The conformance suite passes honest games and finds one planted bug for every promise."""

from __future__ import annotations

import itertools
import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

import pytest
from tiny_games import (
    ANN,
    BOB,
    TINY_GAMES,
    Draft,
    DraftState,
    HighCard,
    HighCardState,
    Nim,
    NimState,
    Pennies,
    PenniesState,
)

from spielwerk.core import (
    CHANCE,
    ConformanceError,
    Explanation,
    Game,
    Joint,
    Limit,
    Move,
    Outcome,
    Role,
    State,
    Turn,
    View,
    check_game,
)


@pytest.mark.parametrize("game", TINY_GAMES, ids=lambda game: game.name)
def test_honest_games_pass(game: Game) -> None:
    check_game(game, matches=25)


def broken(state: State, like: type[Game]) -> Game:
    """The game with another first state."""

    class Broken(like):  # type: ignore[valid-type,misc]
        def initial(self, seed: int = 0) -> State:
            return state

    return Broken()


def complaint(game: Game, **options: int) -> str:
    with pytest.raises(ConformanceError) as caught:
        check_game(game, **options)
    return str(caught.value)


@dataclass(frozen=True)
class SneakyNim(NimState):
    """Nim whose successors stay of the same kind, to be broken below."""

    def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> NimState:
        fair = super().after(moves, late)
        return replace(self, heap=fair.heap, mover=fair.mover)


def test_a_report_says_what_is_promised_what_was_seen_and_where() -> None:
    @dataclass(frozen=True)
    class Generous(SneakyNim):
        def outcome(self) -> Outcome:
            return {role: value + 1 for role, value in super().outcome().items()}

    report = complaint(broken(Generous(2), Nim))
    assert report.startswith("'nim' breaks a promise of the contract: There is an outcome exactly")
    assert "is 101, not a whole number 0..100" in report
    assert "where: seed 0, state " in report
    assert "ann: take" in report


@pytest.mark.parametrize("wrong", [0, 3, 4, 5])
def test_asked_now_and_then_the_first_each_third_and_the_last_state_are_asked(
    wrong: int,
) -> None:
    @dataclass(frozen=True)
    class Unsayable(SneakyNim):
        def view(self, role: Role | None) -> View:
            return {"odd": ()} if self.heap == 5 - wrong else super().view(role)

        def legal(self, role: Role) -> tuple[Move, ...]:
            return tuple(super().legal(role))[:1]

    game = broken(Unsayable(5), Nim)
    if wrong == 4:
        check_game(game, matches=1, every=3)
    else:
        assert f"state {wrong}, " in complaint(game, matches=1, every=3)


def test_a_turn_of_nobody_is_found() -> None:
    @dataclass(frozen=True)
    class Nobody(SneakyNim):
        @property
        def turn(self) -> Turn:
            return Joint(())

    assert "lists nobody" in complaint(broken(Nobody(3), Nim))


def test_a_role_listed_twice_is_found() -> None:
    @dataclass(frozen=True)
    class Twice(SneakyNim):
        @property
        def turn(self) -> Turn:
            return Joint((self.mover, self.mover))

    assert "lists a role twice" in complaint(broken(Twice(3), Nim))


def test_a_stranger_at_the_table_is_found() -> None:
    @dataclass(frozen=True)
    class Stranger(SneakyNim):
        @property
        def turn(self) -> Turn:
            return Joint((Role("zoe"),))

    assert "zoe" in complaint(broken(Stranger(3), Nim))


def test_a_role_that_must_choose_without_a_move_is_found() -> None:
    @dataclass(frozen=True)
    class Stuck(SneakyNim):
        def legal(self, role: Role) -> Sequence[Move]:
            return ()

    assert "ann must choose but has no legal move" in complaint(broken(Stuck(3), Nim))


def test_legal_moves_for_a_role_that_waits_are_found() -> None:
    @dataclass(frozen=True)
    class Eager(SneakyNim):
        def legal(self, role: Role) -> Sequence[Move]:
            return super().legal(self.mover)

    assert "bob does not choose now but has legal moves" in complaint(broken(Eager(3), Nim))


def test_a_move_listed_twice_is_found() -> None:
    @dataclass(frozen=True)
    class Stutter(SneakyNim):
        def legal(self, role: Role) -> Sequence[Move]:
            return [move for move in super().legal(role) for _ in range(2)]

    assert "lists a move twice" in complaint(broken(Stutter(3), Nim))


def test_a_move_text_that_does_not_parse_back_is_found() -> None:
    class Loud(Nim):
        def parse_move(self, text: str) -> Move:
            return Move(text.upper())

    assert "parse_move('take 1') gave 'TAKE 1'" in complaint(Loud())


def test_a_move_text_that_does_not_parse_at_all_is_found() -> None:
    class Strict(Nim):
        pattern = "take [12]"

    assert "MoveSyntaxError was raised: 'take 3'" in complaint(Strict())


@pytest.mark.parametrize(
    "odd", [(1, 2), {1: 2}, {3, 4}, float("nan"), object()], ids=lambda odd: type(odd).__name__
)
def test_a_view_that_json_cannot_carry_is_found(odd: object) -> None:
    @dataclass(frozen=True)
    class Odd(SneakyNim):
        def view(self, role: Role | None) -> View:
            return {"odd": odd}

    assert "Views come back from JSON unchanged" in complaint(broken(Odd(3), Nim))


def test_an_early_outcome_is_found() -> None:
    @dataclass(frozen=True)
    class Early(SneakyNim):
        def ended(self) -> None:
            pass

    assert "not over, but outcome() gave" in complaint(broken(Early(3), Nim))


def test_an_outcome_that_forgets_a_role_is_found() -> None:
    @dataclass(frozen=True)
    class Forgetful(SneakyNim):
        def outcome(self) -> Outcome:
            return {ANN: super().outcome()[ANN]}

    assert "outcome() names ['ann']" in complaint(broken(Forgetful(3), Nim))


def test_an_outcome_that_is_no_whole_number_is_found() -> None:
    @dataclass(frozen=True)
    class Half(SneakyNim):
        def outcome(self) -> Outcome:
            return dict.fromkeys(super().outcome(), 0.5)  # type: ignore[arg-type]

    assert "0.5" in complaint(broken(Half(3), Nim))


def test_a_die_with_an_impossible_side_is_found() -> None:
    @dataclass(frozen=True)
    class Loaded(HighCardState):
        def odds(self) -> Mapping[Move, int]:
            return dict.fromkeys(self.legal(CHANCE), 0)

    assert "not positive" in complaint(broken(Loaded(), HighCard))


def test_odds_for_moves_that_chance_does_not_have_are_found() -> None:
    @dataclass(frozen=True)
    class Unreal(HighCardState):
        def odds(self) -> Mapping[Move, int]:
            return {Move("deal a"): 1}

    assert "odds() names ['deal a']" in complaint(broken(Unreal(), HighCard))


def test_a_limit_for_a_role_that_waits_is_found() -> None:
    @dataclass(frozen=True)
    class Rushed(HighCardState):
        def limit(self, role: Role) -> Limit | None:
            return Limit("hurry", 1.0) if role == BOB else super().limit(role)

    assert "bob has a limit but does not choose" in complaint(broken(Rushed(), HighCard))


def test_a_limit_of_no_time_is_found() -> None:
    @dataclass(frozen=True)
    class Breathless(HighCardState):
        def limit(self, role: Role) -> Limit | None:
            return Limit("none", 0.0) if super().limit(role) else None

    assert "0.0 seconds" in complaint(broken(Breathless(), HighCard))


class Mutable(State):
    """Nim in which a move changes the state it is made in."""

    def __init__(self, heap: int) -> None:
        self.inner = NimState(heap)

    @property
    def turn(self) -> Turn:
        return self.inner.turn

    def legal(self, role: Role) -> Sequence[Move]:
        return self.inner.legal(role)

    def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> State:
        self.inner = self.inner.after(moves, late)
        return self.inner

    def outcome(self) -> Outcome:
        return self.inner.outcome()

    def view(self, role: Role | None) -> View:
        return self.inner.view(role)

    def why_not(self, role: Role, move: Move) -> Explanation:
        return self.inner.why_not(role, move)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


def test_a_state_that_a_move_changes_is_found() -> None:
    class Fresh(Nim):
        def __init__(self) -> None:
            self.only = Mutable(7)

        def initial(self, seed: int = 0) -> State:  # type: ignore[override]
            return self.only

    assert "States are values" in complaint(Fresh())


def test_a_view_that_changes_when_asked_again_is_found() -> None:
    clock = itertools.count()

    @dataclass(frozen=True)
    class Ticking(SneakyNim):
        def view(self, role: Role | None) -> View:
            return {**super().view(role), "now": next(clock)}

    assert "Asked again, views changed" in complaint(broken(Ticking(3), Nim))


def test_a_state_unequal_to_itself_is_found() -> None:
    class Restless(NimState):
        def __eq__(self, other: object) -> bool:
            return False

        __hash__ = NimState.__hash__

    assert "does not equal itself" in complaint(broken(Restless(3), Nim))


def test_a_state_equal_to_everything_is_found() -> None:
    class Agreeable(NimState):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = NimState.__hash__

    assert "equals a thing that is no state" in complaint(broken(Agreeable(3), Nim))


def test_equal_states_that_say_different_things_are_found() -> None:
    class Coarse(SneakyNim):
        """Forgets the heap when compared."""

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Coarse) and self.mover == other.mover

        def __hash__(self) -> int:
            return hash(self.mover)

    assert "Equal states say the same." in complaint(broken(Coarse(7), Nim))


def test_equal_states_with_different_hashes_are_found() -> None:
    class Rehashed(SneakyNim):
        def __eq__(self, other: object) -> bool:
            return isinstance(other, Rehashed) and (self.heap, self.mover) == (
                other.heap,
                other.mover,
            )

        def __hash__(self) -> int:
            return id(self)

    report = complaint(broken(Rehashed(3), Nim))
    assert "equal states, different hashes" in report


def test_a_secret_die_outside_the_contract_is_found() -> None:
    @dataclass(frozen=True)
    class Gambler(SneakyNim):
        def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> NimState:
            fair = super().after(moves, late)
            return replace(fair, heap=random.randint(0, 10**9))

    assert "gave two different states" in complaint(broken(Gambler(7), Nim))


def test_a_first_state_that_ignores_the_seed_is_found() -> None:
    class Moody(Nim):
        def initial(self, seed: int = 0) -> NimState:
            return NimState(random.randint(5, 15))

    assert "different state 0" in complaint(Moody(), matches=50)


def test_a_match_that_changes_when_replayed_is_found() -> None:
    class Ageing(Nim):
        """Starts anew with another heap after its first match was looked at."""

        def __init__(self) -> None:
            self.asked = 0

        def initial(self, seed: int = 0) -> NimState:
            self.asked += 1
            return NimState(7 if self.asked < 2 else 6)

    assert "Same seed, same moves, same match." in complaint(Ageing())


def test_a_legal_move_that_cannot_be_made_is_found() -> None:
    @dataclass(frozen=True)
    class Bluff(SneakyNim):
        def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> NimState:
            if "take 3" in moves.values():
                raise KeyError("take 3")
            return super().after(moves, late)

    assert "KeyError was raised: 'take 3'" in complaint(broken(Bluff(7), Nim))


def test_an_illegal_move_that_is_accepted_is_found() -> None:
    @dataclass(frozen=True)
    class Greedy(SneakyNim):
        def check(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> None:
            if self.mover not in moves or len(moves) > 1:
                super().check(moves, late)

    report = complaint(broken(Greedy(7), Nim))
    assert "was accepted instead of raising IllegalMove" in report


def test_an_illegal_move_refused_with_the_wrong_error_is_found() -> None:
    @dataclass(frozen=True)
    class Rude(SneakyNim):
        def check(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> None:
            try:
                super().check(moves, late)
            except Exception as problem:
                raise ValueError("no") from problem

    assert "raised ValueError('no') instead of" in complaint(broken(Rude(7), Nim))


def test_a_move_out_of_turn_that_is_accepted_is_found() -> None:
    @dataclass(frozen=True)
    class Lax(SneakyNim):
        def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> NimState:
            if late or not moves or self.mover in moves:
                return super().after(moves, late)
            return replace(self, heap=self.heap - 1)

    assert "accepted instead of raising NotYourTurn" in complaint(broken(Lax(7), Nim))


def test_a_joint_move_with_a_role_missing_that_is_accepted_is_found() -> None:
    @dataclass(frozen=True)
    class Impatient(PenniesState):
        def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> PenniesState:
            if not moves and not late and not self.shown:
                return PenniesState(("heads", "heads"))
            return super().after(moves, late)

    assert "after() was accepted" in complaint(broken(Impatient(), Pennies))


def test_two_answers_at_once_in_an_open_turn_that_are_accepted_are_found() -> None:
    @dataclass(frozen=True)
    class Crowd(DraftState):
        def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> DraftState:
            if len(moves) > 1:
                return self
            return Crowd(super().after(moves, late).taken)

    assert "Moves of a role that does not choose" in complaint(broken(Crowd(), Draft))


def test_a_move_after_the_end_that_is_accepted_is_found() -> None:
    @dataclass(frozen=True)
    class Undead(SneakyNim):
        def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> NimState:
            return super().after(moves, late) if self.heap else self

    report = complaint(broken(Undead(2), Nim))
    assert "accepted instead of raising NotYourTurn" in report


def test_a_role_that_is_late_without_a_limit_is_refused() -> None:
    @dataclass(frozen=True)
    class Patient(SneakyNim):
        def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> NimState:
            return self if late else super().after(moves, late)

    assert "ann late) was accepted instead of raising MoveError" in complaint(
        broken(Patient(7), Nim)
    )


def test_a_limit_that_the_rules_do_not_answer_is_found() -> None:
    @dataclass(frozen=True)
    class Deaf(HighCardState):
        def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> HighCardState:
            if late:
                raise RuntimeError("time is an illusion")
            return super().after(moves, late)

    report = complaint(broken(Deaf(), HighCard))
    assert "Rules that name a time limit answer a role that is late" in report
    assert "time is an illusion" in report


def test_an_explanation_that_denies_a_legal_move_is_found() -> None:
    @dataclass(frozen=True)
    class Denier(SneakyNim):
        def why_not(self, role: Role, move: Move) -> Explanation:
            return Explanation("never", False)

    assert "fails, but it is legal" in complaint(broken(Denier(7), Nim))


def test_an_explanation_that_allows_an_illegal_move_is_found() -> None:
    @dataclass(frozen=True)
    class YesMan(SneakyNim):
        def why_not(self, role: Role, move: Move) -> Explanation:
            return Explanation("sure", True)

    assert "explains that it is legal" in complaint(broken(YesMan(7), Nim))


def test_an_explanation_without_words_is_found() -> None:
    @dataclass(frozen=True)
    class Silent(SneakyNim):
        def why_not(self, role: Role, move: Move) -> Explanation:
            return replace(super().why_not(role, move), claim="")

    assert "why_not('ann'" in complaint(broken(Silent(7), Nim))


def test_a_guess_that_changes_what_its_role_sees_is_found() -> None:
    @dataclass(frozen=True)
    class Reshuffled(HighCardState):
        def determinize(self, role: Role, rng: Random) -> HighCardState:
            return self if len(self.cards) < 2 else replace(self, cards=self.cards[::-1])

    assert "changes what ann sees" in complaint(broken(Reshuffled(), HighCard))


def test_a_guess_that_ignores_its_generator_is_found() -> None:
    @dataclass(frozen=True)
    class Whimsical(HighCardState):
        def determinize(self, role: Role, rng: Random) -> HighCardState:
            return super().determinize(role, Random(random.random()))

    assert "differs for equal generators" in complaint(broken(Whimsical(), HighCard), matches=50)


def test_a_guess_where_nothing_is_hidden_is_found() -> None:
    @dataclass(frozen=True)
    class Dreamer(SneakyNim):
        def determinize(self, role: Role, rng: Random) -> NimState:
            return replace(self, heap=self.heap + 1)

    assert "Nothing is hidden" in complaint(broken(Dreamer(7), Nim))


def test_a_guess_at_another_moment_is_found() -> None:
    @dataclass(frozen=True)
    class TimeTraveller(HighCardState):
        def determinize(self, role: Role, rng: Random) -> HighCardState:
            return HighCardState(self.cards[:1])

    assert "has the turn" in complaint(broken(TimeTraveller(), HighCard))


def test_an_explanation_that_leaks_a_secret_is_found() -> None:
    @dataclass(frozen=True)
    class Gossip(HighCardState):
        def why_not(self, role: Role, move: Move) -> Explanation:
            told = super().why_not(role, move)
            return replace(told, facts=(f"bob holds {self.cards[1:]}",))

    report = complaint(broken(Gossip(), HighCard), matches=50)
    assert "tells ann more than its view does" in report


def test_a_match_without_an_end_is_found() -> None:
    @dataclass(frozen=True)
    class Endless(SneakyNim):
        def after(self, moves: Mapping[Role, Move], late: Collection[Role] = ()) -> NimState:
            super().after(moves, late)
            return replace(self, mover=BOB if self.mover == ANN else ANN)

    assert "not over after 30 steps" in complaint(broken(Endless(7), Nim), max_steps=30)


def test_a_game_with_chance_among_its_roles_is_found() -> None:
    class Casino(Nim):
        roles = (ANN, BOB, CHANCE)

    assert "Chance is among the roles" in complaint(Casino())


def test_a_game_with_a_name_that_is_no_id_is_found() -> None:
    class Shouting(Nim):
        name = "Nim 2000!"

    assert "'Nim 2000!'" in complaint(Shouting())


def test_a_view_that_cannot_be_drawn_is_found() -> None:
    class Blank(Nim):
        def draw(self, view: View) -> str:
            return None  # type: ignore[return-value]

    assert "draw gave None" in complaint(Blank())
