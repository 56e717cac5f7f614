"""Independent checkers: does an imagined world contradict what a role saw of a recorded match?

They know the rules of single games as people know them and read nothing but texts: the facts of
states and the views of the role, step by step. What they answer is the first contradiction, in
words, or nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spielwerk.core import Role, State

RANKS = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
HANDS = ["guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess"]


@dataclass(frozen=True)
class Moment:
    """One state of a recorded match, with the moves that led to it."""

    moves: Mapping[Role, str]
    state: State

    @property
    def facts(self) -> dict[str, list[str]]:
        return facts_of(self.state)


def facts_of(state: State) -> dict[str, list[str]]:
    """``{"anna.hand": ["castle", "market"], ...}``"""
    pairs = (fact.split(" = ") for fact in state.facts())
    return {name: [] if value == "nothing" else value.split(", ") for name, value in pairs}


class Record:
    """A recorded match; what is asked of a moment twice is worked out once."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self.facts: list[dict[str, list[str]]] = []
        self._known: dict[Any, Any] = {}
        self._views: dict[tuple[int, Role], Mapping[str, Any]] = {}

    def add(self, moves: Mapping[Role, str], state: State, *, texts: bool) -> None:
        self.moments.append(Moment(moves, state))
        self.facts.append(facts_of(state) if texts else {})

    def once(self, what: Callable[[Record, Role], Any], role: Role) -> Any:
        """What follows from the record up to now, worked out once."""
        key = (what, role, len(self.moments))
        if key not in self._known:
            self._known[key] = what(self, role)
        return self._known[key]

    def view(self, step: int, role: Role) -> Mapping[str, Any]:
        if (step, role) not in self._views:
            state = self.moments[step].state
            seen = getattr(state, "seen", None)
            self._views[step, role] = state.view(role) if seen is None else seen(role)
        return self._views[step, role]


Checker = Callable[[Record, Role, State], str | None]


def looks_the_same(record: Record, role: Role, world: State) -> str | None:
    truth = record.moments[-1].state
    if world.turn != truth.turn:
        return f"it is the turn of {world.turn}"
    if list(world.legal(role)) != list(truth.legal(role)):
        return "other moves are legal"
    return None if world.view(role) == truth.view(role) else "the view differs"


def _all_cards(facts: Mapping[str, list[str]], fields: Sequence[str]) -> Counter[str]:
    return Counter(
        card
        for name, cards in facts.items()
        if name in fields or name.partition(".")[2] in fields
        for card in cards
    )


# Citadels


def citadels(record: Record, role: Role, world: State) -> str | None:
    facts = facts_of(world)
    truth = record.facts[-1]
    for fields in (
        ("deck", "discard-pile", "ruins", "shuffling", "hand", "drawn", "city"),
        ("draft", "face-up", "face-down", "chosen", "revealed"),
    ):
        if _all_cards(facts, fields) != _all_cards(truth, fields):
            return f"the cards are not the same: {fields}"
    return (
        _against_the_draft(record, role, facts)
        or _against_the_calls(record, role, facts)
        or _against_the_deck(record, role, facts)
        or _against_the_swaps(record, role, facts)
    )


def _against_the_draft(record: Record, role: Role, facts: Mapping[str, list[str]]) -> str | None:
    """Who chose before me has none of the cards I could choose from; who chose later has one."""
    roles = [name.partition(".")[0] for name in facts if name.endswith(".chosen")]
    now = record.facts[-1]["round"]
    steps = [n for n, then in enumerate(record.facts) if then["round"] == now]
    (first,) = record.facts[steps[0]]["drafter"]
    for step in steps:
        view = record.view(step, role)
        passed = view["game"]["fields"]["draft"].get("objects")
        if passed is None or view["phase"] != "draft" or step + 1 >= len(record.facts):
            continue
        then, after = record.facts[step], record.facts[step + 1]
        taken = set(after[f"{role}.chosen"] + after["face-down"])
        left = set(passed) - {card for card in passed if card in taken and card in passed}
        for other in roles:
            if other == role or facts[f"{other}.revealed"]:
                continue
            before = len(then[f"{other}.chosen"])
            early, late = facts[f"{other}.chosen"][:before], facts[f"{other}.chosen"][before:]
            if wrong := set(early) & set(passed):
                return f"{other} cannot have {wrong}: I saw it in the draft of step {step}"
            last_of_seven = len(roles) == 7 and roles[roles.index(first) - 1] == other
            if not last_of_seven and (wrong := set(late) - left):
                return f"{other} cannot have {wrong}: I passed on {left} in step {step}"
        unseen = [card for card in facts["face-down"] if card not in passed]
        drafting = record.facts[-1]["phase"] == ["draft"]  # later those who do not answer are shown
        if len(roles) < 7 and drafting and len(unseen) != len(then["face-down"]):
            return f"{facts['face-down']} lie face down: I saw {passed} in step {step}"
    return None


def _against_the_calls(record: Record, role: Role, facts: Mapping[str, list[str]]) -> str | None:
    """Whoever was called and is neither murdered nor there is nobody's character."""
    view = record.view(len(record.moments) - 1, role)
    called = next((n for n, who in enumerate(RANKS) if view["phase"].startswith(who)), -1)
    murdered = view["game"]["links"].get("murdered")
    for name, cards in facts.items():
        if name.endswith(".chosen") and not name.startswith(f"{role}."):
            for card in cards:
                if RANKS.index(card) <= called and card != murdered:
                    return f"{name} is {card}, who was called and did not answer"
    return None


def _below_the_deck(record: Record, role: Role) -> list[str | None]:
    """The cards of the deck from the bottom, as far as I put them there."""
    known: list[str | None] = [None] * len(record.facts[0]["deck"])
    for step in range(1, len(record.facts)):
        before, after = record.facts[step - 1], record.facts[step]
        old, new = before["deck"], after["deck"]
        if len(after["discard-pile"]) < len(before["discard-pile"]):  # it was shuffled to a deck
            known = [None] * len(new)
            continue
        below = next(
            n for n in range(len(new) + 1) if new[n:] == old[: len(new) - n] or n == len(new)
        )
        mine = role in record.moments[step].moves and below == 1
        known = [*(new[:1] if mine else [None] * below), *known][: len(new)]
    return known


def _against_the_deck(record: Record, role: Role, facts: Mapping[str, list[str]]) -> str | None:
    """A card that I put below the deck lies there until it is drawn."""
    for place, card in enumerate(record.once(_below_the_deck, role)):
        if card is not None and facts["deck"][place] != card:
            return f"I put {card} below the deck, and there lies {facts['deck'][place]}"
    return None


def _given(record: Record, role: Role) -> dict[str, Counter[str]]:
    """Which of my cards others must still have; hands that are swapped go with all their cards."""
    given: dict[str, Counter[str]] = {}
    for step in range(1, len(record.facts)):
        old, new = record.facts[step - 1], record.facts[step]
        for one, move in record.moments[step].moves.items():
            word, _, other = move.partition(" ")
            if word == "swap-hands":
                had = {**given, role: Counter(old[f"{role}.hand"])}
                got = {one: had.get(other), other: had.get(one)}
                given = {
                    who: cards
                    for who, cards in {**given, **got}.items()
                    if cards is not None and who != role
                }
                break
        else:
            for other in [*given]:
                lost = Counter(old[f"{other}.hand"]) - Counter(new[f"{other}.hand"])
                built = Counter(new[f"{other}.city"]) - Counter(old[f"{other}.city"])
                given[other] -= built
                if lost - built:
                    del given[other]
    return given


def _against_the_swaps(record: Record, role: Role, facts: Mapping[str, list[str]]) -> str | None:
    """Whoever swapped hands with me has my cards as long as their hand only grows."""
    for other, cards in record.once(_given, role).items():
        if missing := cards - Counter(facts[f"{other}.hand"]):
            return f"I gave {missing} to {other}"
    return None


# Love Letter


def love_letter(record: Record, role: Role, world: State) -> str | None:
    facts = facts_of(world)
    fields = ("deck", "aside", "open", "hand", "discard")
    if _all_cards(facts, fields) != _all_cards(record.facts[-1], fields):
        return "the cards are not the same"
    for other, impossible in record.once(_not_held, role).items():
        held = facts[f"{other}.hand"]
        if other != role and len(held) == 1 and held[0] in impossible:
            return f"{other} holds {held[0]}, which cannot be"
    return None


def _not_held(record: Record, role: Role) -> dict[str, set[str]]:
    """What nobody can hold any more who has not drawn since."""
    roles = [name.partition(".")[0] for name in record.facts[0] if name.endswith(".hand")]
    not_held: dict[str, set[str]] = {name: set() for name in roles}
    last: dict[str, str] = {}
    for step in range(1, len(record.facts)):
        old, new = record.facts[step - 1], record.facts[step]
        if old["round"] != new["round"]:
            not_held = {name: set() for name in roles}
            continue
        if not record.moments[step].moves:
            continue
        ((mover, move),) = record.moments[step].moves.items()
        word, _, what = move.partition(" ")
        last[word] = what
        fallen = [r for r in roles if old[f"{r}.in-the-round"] > new[f"{r}.in-the-round"]]
        target = (new[f"{mover}.chose"] or old[f"{mover}.chose"] or [""])[0]
        if word == "name" and not fallen and target:
            not_held[target].add(what)
        if word != "name" and last["play"] == "baron" and len(fallen) == 1:
            (beaten,) = fallen
            low = HANDS.index(new[f"{beaten}.discard"][-1])
            winner = target if beaten == mover else str(mover)
            not_held[winner] |= set(HANDS[: low + 1])
        if word != "name" and last["play"] == "prince" and target not in (mover, ""):
            not_held[str(mover)].add("countess")
        for other in roles:
            gained = Counter(new[f"{other}.hand"]) - Counter(old[f"{other}.hand"])
            if gained or len(new[f"{other}.hand"]) > len(old[f"{other}.hand"]):
                not_held[other] = set()
    return not_held


# Cards and dice in GDL, prizes of blind bids


def one_deck(record: Record, role: Role, world: State) -> str | None:
    """Nothing was added or lost, and what I hold is what I was dealt."""
    facts, truth = world.facts(), record.moments[-1].state.facts()
    for mine in (f"(holds {role} ", f"(dice {role} "):
        if [f for f in facts if f.startswith(mine)] != [f for f in truth if f.startswith(mine)]:
            return f"{mine} differs"
    held = [fact.split()[2] for fact in facts if fact.startswith("(holds ")]
    return None if len(held) == len(set(held)) else f"a card is dealt twice: {held}"


def prizes(record: Record, role: Role, world: State) -> str | None:
    fields = ("crate", "block", "unsold", "won")
    facts, truth = facts_of(world), record.facts[-1]
    same = _all_cards(facts, fields) == _all_cards(truth, fields)
    return None if same else "the prizes are not the same"


# No Time to Spy


def spy(record: Record, role: Role, world: State) -> str | None:
    """Whom I saw working for somebody works for them; who was offered to me is not with others."""
    other = "player2" if role == "player1" else "player1"
    sides = {"player1": "PLAYER_ONE", "player2": "PLAYER_TWO"}
    told = world.view(None).get("characters")
    if told is None:
        return _against_my_hand(record, role, world)
    factions = {name: seen["faction"] for name, seen in told.items()}
    changed = {name for name, side in factions.items() if _bought(world, name)}
    seen: dict[str, str] = {}
    mine = 1 - ["player1", "player2"].index(role)
    for step, moment in enumerate(record.moments):
        view = record.view(step, role)
        if view["phase"] in ("draft", "equip"):
            if view["chosen"][mine] == 8:
                for name in view["offer"]["characters"]:
                    seen[name] = f"not {sides[other]}"
            continue
        for name, one in view.get("characters", {}).items():
            if "faction" in one:
                seen[name] = one["faction"]
        if moment.moves and other in moment.moves and step:
            before = record.view(step - 1, role)
            if before.get("active"):
                seen[before["active"]["name"]] = sides[other]
    for name, side in seen.items():
        found = factions.get(name, side)
        if name in changed:
            continue
        if found != side and (not side.startswith("not ") or found == side[4:]):
            return f"{name} works for {found}, but is {side}"
    return None


def _bought(world: State, name: str) -> bool:
    position: Any = world.position  # type: ignore[attr-defined]
    number = next(n for n in range(len(position.cast)) if position.name(n) == name)
    return bool(position.bought >> number & 1)


def _against_my_hand(record: Record, role: Role, world: State) -> str | None:
    """What I have, or am offered, the other cannot have."""
    view = record.view(len(record.moments) - 1, role)
    other = Role("player2" if role == "player1" else "player1")
    theirs = world.view(other)
    for kind in ("characters", "gadgets"):
        mine = {*view[kind], *view["offer"][kind]}
        if both := mine & {*theirs[kind], *theirs["offer"][kind]}:
            return f"{both} cannot be in both hands"
    return None
