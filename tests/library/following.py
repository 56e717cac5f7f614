"""Following a match by what one seat is told, and nothing else.

:class:`FieldFollower` reads the fields of an account, as a program would; :class:`CitadelsReader`
and :class:`LoveLetterReader` read its English sentences, as a person would. They begin with the
seat's first view and never see another one, nor any state. What they believe is compared with the
truth in the tests.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Json = Any
Entry = Mapping[str, Json]


def key_of(place: Mapping[str, str] | None, name: str = "") -> str:
    """``anna.hand`` for a field or value of a player, ``deck`` for one of the table."""
    if place is None:
        return ""
    word = name or place["field"]
    return f"{place['of']}.{word}" if place.get("of") else word


class FieldFollower:
    """What a program believes that reads the fields."""

    def __init__(self, view: Mapping[str, Json]) -> None:
        self.values: dict[str, Json] = {}
        self.links: dict[str, Json] = {}
        self.known: dict[str, Counter[str]] = {}
        self.count: Counter[str] = Counter()
        self.open: set[str] = set()
        """The fields that show everything in them."""
        for owner, shown in [("", view["game"]), *view["players"].items()]:
            start = f"{owner}." if owner else ""
            for word, value in shown["attributes"].items():
                self.values[start + word] = value
            for word, named in shown["links"].items():
                self.links[start + word] = named
            for word, field in shown["fields"].items():
                things = field.get("objects", [])
                self.count[start + word] = field["count"]
                self.known[start + word] = Counter(filter(None, things))

    def hear(self, told: Sequence[Entry]) -> None:
        for entry in told:
            fields = entry.get("fields", {})
            match entry["kind"]:
                case "value" if "object" not in fields:
                    self.values[key_of({"of": fields.get("of", "")}, fields["what"])] = fields["to"]
                case "link":
                    self.links[key_of({"of": fields.get("of", "")}, fields["what"])] = fields["to"]
                case "things":
                    self._move(fields)
                case "phase":
                    self.values["phase"] = fields["to"]

    def _move(self, fields: Mapping[str, Json]) -> None:
        start, end = key_of(fields.get("from")), key_of(fields.get("to"))
        named = Counter(fields.get("what", []))
        if start:
            self.count[start] -= fields["count"]
            self.known[start] -= named
        if end:
            self.count[end] += fields["count"]
            self.known[end] += named


class Reader:
    """What a person believes who reads the sentences: each rule knows one of them."""

    rules: Sequence[tuple[str, Callable[..., None]]] = ()

    def __init__(self, view: Mapping[str, Json]) -> None:
        self.players = list(view["players"])
        self.view = view
        self._rules = [(re.compile(pattern), rule) for pattern, rule in self.rules]

    def hear(self, sentences: Sequence[str]) -> None:
        for sentence in sentences:
            for pattern, rule in self._rules:
                if found := pattern.fullmatch(sentence):
                    rule(self, *map(_word, found.groups()))
                    break

    def of_all(self, part: str, name: str) -> dict[str, Json]:
        return {one: self.view["players"][one][part][name] for one in self.players}


def _word(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


class CitadelsReader(Reader):
    """Gold, cities, characters and the crown."""

    def __init__(self, view: Mapping[str, Json]) -> None:
        super().__init__(view)
        self.gold: dict[str, int] = self.of_all("attributes", "gold")
        self.city = {one: Counter[str]() for one in self.players}
        self.revealed: dict[str, set[str]] = {one: set() for one in self.players}
        self.crown: str = view["game"]["links"]["crown"]
        self.murdered = self.robbed = "nothing"
        self.first = ""

    def _earn(self, who: str, gold: str) -> None:
        self.gold[who] += int(gold)

    def _build(self, who: str, district: str, cost: str) -> None:
        self.gold[who] -= int(cost)
        self.city[who][district] += 1

    def _rob(self, thief: str, _character: str, victim: str, gold: str) -> None:
        self.gold[thief] += int(gold)
        self.gold[victim] -= int(gold)

    def _destroy(self, who: str, district: str, owner: str, cost: str) -> None:
        self.gold[who] -= int(cost)
        self.city[owner] -= Counter([district])

    def _pay(self, who: str, gold: str) -> None:
        self.gold[who] -= int(gold)

    def _reveal(self, who: str, character: str) -> None:
        self.revealed[who].add(character)

    def _round(self, _number: str, crown: str) -> None:
        self.crown, self.murdered, self.robbed = crown, "nothing", "nothing"
        self.revealed = {one: set() for one in self.players}

    def _take_crown(self, who: str) -> None:
        self.crown = who

    def _murder(self, _who: str, character: str) -> None:
        self.murdered = character

    def _aim(self, _who: str, character: str) -> None:
        self.robbed = character

    def _complete(self, who: str) -> None:
        self.first = who

    rules = (
        (r"(\w+) takes (\d+) gold(?: for districts)?", _earn),
        (r"(\w+) gets (\d+) gold (?:as the merchant|for it \(laboratory\))", _earn),
        (r"(\w+) builds (.+) for (\d+) gold", _build),
        (r"(\w+) robs the (.+): (\w+) loses (\d+) gold", _rob),
        (r"(\w+) destroys (.+) of (\w+) for (\d+) gold", _destroy),
        (r"(\w+) pays (\d+) gold for two cards \(smithy\)", _pay),
        (r"(\w+) takes .+ back for (\d+) gold \(graveyard\)", _pay),
        (r"(\w+) is the first with a complete city.*", _complete),
        (r"(\w+) is the (.+)", _reveal),
        (r"Round (\d+): (\w+) has the crown and chooses first", _round),
        (r"(\w+) has the crown now", _take_crown),
        (r"(\w+) has the king and so the crown", _take_crown),
        (r"(\w+) murders the (.+)", _murder),
        (r"(\w+) is going to rob the (.+)", _aim),
    )

    def believes(self) -> dict[str, Json]:
        found: dict[str, Json] = {"crown": self.crown, "murdered": self.murdered}
        found["robbed"] = self.robbed
        for one in self.players:
            found[f"{one}.gold"] = str(self.gold[one])
            found[f"{one}.city"] = sorted(self.city[one].elements())
            found[f"{one}.revealed"] = sorted(self.revealed[one])
        return found


class LoveLetterReader(Reader):
    """Cards played, guesses, who is out, and the tokens."""

    def __init__(self, view: Mapping[str, Json]) -> None:
        super().__init__(view)
        self.tokens: dict[str, int] = self.of_all("attributes", "tokens")
        self.held: dict[str, list[str]] = {one: [] for one in self.players}
        self.number = 1
        self._begin("1")
        self.open: list[str] = list(view["game"]["fields"]["open"]["objects"])

    def _begin(self, number: str) -> None:
        self.number = int(number)
        self.discard = {one: Counter[str]() for one in self.players}
        self.out: set[str] = set()
        self.protected: set[str] = set()
        self.named: dict[str, list[str]] = {one: [] for one in self.players}
        self.drawing = ""
        self.counting = False
        self.open: list[str] = self.dealt if number != "1" else []

    def _play(self, who: str, card: str) -> None:
        self.discard[who][card] += 1

    def _guess(self, who: str, card: str) -> None:
        self.named[who] = [card]

    def _out(self, who: str, card: str) -> None:
        self.out.add(who)
        self.discard[who][card] += 1

    def _discards(self, who: str, card: str) -> None:
        self.discard[who][card] += 1
        self.drawing = who

    def _draw(self, who: str) -> None:
        if self.drawing != who:  # a turn begins, and nobody was just told to draw anew
            self.protected.discard(who)
            self.named[who] = []
        self.drawing = ""

    def _protect(self, who: str) -> None:
        self.protected.add(who)

    def _token(self, who: str, tokens: str) -> None:
        self.tokens[who] = int(tokens)
        if not self.counting:
            self.counting = True
            self.held = {one: [] for one in self.players}
            self.dealt: list[str] = []

    def _held(self, who: str, card: str) -> None:
        self.held[who] = [card]

    def _lies_open(self, card: str) -> None:
        self.dealt.append(card)

    rules = (
        (r"(\w+) plays: (\w+)", _play),
        (r"(\w+) guesses: (\w+)", _guess),
        (r"(\w+) is out of the round: (\w+)", _out),
        (r"(\w+) discards: (\w+)", _discards),
        (r"(\w+) draws .+", _draw),
        (r"(\w+) is protected until the next turn", _protect),
        (r"(\w+) wins the round. Tokens: (\d+)", _token),
        (r"(\w+) held: (\w+)", _held),
        (r"(\w+) lies open and is not in this round", _lies_open),
        (r"Round (\d+) begins", _begin),
    )

    def believes(self) -> dict[str, Json]:
        found: dict[str, Json] = {"round": str(self.number), "open": sorted(self.open)}
        for one in self.players:
            found[f"{one}.discard"] = sorted(self.discard[one].elements())
            found[f"{one}.in-the-round"] = "no" if one in self.out else "yes"
            found[f"{one}.protected"] = "yes" if one in self.protected else "no"
            found[f"{one}.named"] = self.named[one]
            found[f"{one}.last-hand"] = self.held[one]
            found[f"{one}.tokens"] = str(self.tokens[one])
        return found
