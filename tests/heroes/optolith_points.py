"""What a hero of Optolith has spent, worked out from the file alone.

An independent calculator: it knows Optolith's ids, columns and prices by the few tables below, and
nothing of rulebooks. ``None`` comes back where a price stands neither here nor in the file.
"""

from __future__ import annotations

from typing import Any

TALENTS = "BABDBBBDADABCABBBBCCCBDCAABCCCABBBBCBAABBACBABBBBDBABACACAA"
TECHNIQUES = "BCBCCCBBBCBCCBCC"
SPELLS = "BCCBBBCACBCBACBBBBABCAAAAABCBABBBBBCABBBABCBB"
LITURGIES = "ABBABABABBAABBBBBCAABBAAABBACBACBBBBBBBC"
FACTOR = {"A": 1, "B": 2, "C": 3, "D": 4}
RACES = {"R_1": 0, "R_2": 18, "R_3": 0, "R_4": 61}
FREE = {"R_2": ("ADV_50", "ADV_52")}
PER_LEVEL = {
    "ADV_6": 10,
    "ADV_14": 30,
    "ADV_23": 6,
    "ADV_25": 6,
    "ADV_36": 1,
    "ADV_31": 10,
    "DISADV_1": 8,
    "DISADV_2": 1,
    "DISADV_31": 20,
    "DISADV_38": 10,
    "DISADV_39": 10,
    "SA_29": 2,
    "SA_5": 15,
}
ONCE = {
    "ADV_2": 5,
    "ADV_8": 10,
    "ADV_9": 8,
    "ADV_12": 25,
    "ADV_48": 5,
    "ADV_49": 20,
    "ADV_50": 25,
    "ADV_5": 15,
    "ADV_52": 5,
    "DISADV_17": 25,
    "DISADV_18": 25,
    "DISADV_22": 20,
    "DISADV_36": 2,
    "DISADV_43": 10,
    "DISADV_45": 10,
    "DISADV_55": 20,
    "DISADV_6": 10,
    "SA_18": 5,
    "SA_22": 2,
    "SA_27": 2,
    "SA_28": 2,
    "SA_40": 10,
    "SA_52": 10,
    "SA_57": 40,
    "SA_70": 155,
    "SA_76": 10,
    "SA_77": 5,
    "SA_78": 10,
    "SA_80": 30,
    "SA_81": 35,
    "SA_82": 10,
    "SA_83": 15,
    "SA_255": 135,
    "SA_345": 125,
    "SA_683": 130,
    "SA_684": 130,
    "SA_86": 130,
}
STEPS = {"SA_41": (20, 35), "SA_48": (15, 20, 25), "SA_67": (15, 20, 25), "SA_65": (10,)}
CHOICES = {
    "ADV_18": {1: 12, 2: 12, 3: 6, 4: 2},
    "DISADV_33": {1: 10, 2: 10, 3: 5, 4: 10, 5: 8, 6: 10, 7: 5, 8: 10},
    "DISADV_37": {1: 5, 2: 5, 3: 5, 4: 5, 5: 10, 6: 10, 7: 10, 8: 5, 9: 5, 10: 5, 11: 5},
}
PAID_TIMES = {("DISADV_33", 7): 1, ("DISADV_33", 8): 2}
KNOWLEDGE = {"SA_72": (10, 20, 40), "SA_87": (15, 25, 45)}


def left(body: dict[str, Any]) -> int | None:
    """The points that a hero has left."""
    points = spent(body)
    return None if points is None else int(body["ap"]["total"]) - points


def spent(body: dict[str, Any]) -> int | None:
    """All that a hero has paid for."""
    attr = body["attr"]
    values = [v[1] if isinstance(v, list) else v["value"] for v in attr["values"]]
    parts: list[int | None] = [sum(_steps(15, 14, 8, value) for value in values)]
    parts += [_raised("TAL", TALENTS, name, at, 0) for name, at in body["talents"].items()]
    parts += [_raised("CT", TECHNIQUES, name, at, 6) for name, at in body["ct"].items()]
    for key, start, columns in (
        ("spells", "SPELL", SPELLS),
        ("liturgies", "LITURGY", LITURGIES),
    ):
        for name, at in body[key].items():
            raised = _raised(start, columns, name, at, 0)
            opened = _raised(start, columns, name, 1, 0)
            parts.append(None if raised is None or opened is None else raised + opened)
    parts.append(len(body["cantrips"]) + len(body["blessings"]))
    parts += [_steps(4, 12, 0, attr[key]) for key in ("lp", "ae", "kp")]
    parts += [2 * attr.get(key, {}).get("redeemed", 0) for key in ("permanentAE", "permanentKP")]
    parts.append(RACES.get(body.get("r", ""), 0))
    for name, entries in body["activatable"].items():
        if name not in FREE.get(body.get("r", ""), ()):
            parts += _entries(name, entries, body["activatable"])
    if any(part is None for part in parts):
        return None
    return sum(part for part in parts if part is not None)


def _steps(price: int, cheap: int, start: int, level: int) -> int:
    """Up to a level every step has one price, then each is dearer by that price."""
    return sum(price * max(1, at - cheap + 1) for at in range(start + 1, level + 1))


def _raised(begin: str, columns: str, name: str, level: int, start: int) -> int | None:
    kind, _, number = name.partition("_")
    if kind != begin or not 0 < int(number) <= len(columns):
        return None
    return _steps(FACTOR[columns[int(number) - 1]], 12, start, level)


def _entries(
    name: str, entries: list[dict[str, Any]], everything: dict[str, Any]
) -> list[int | None]:
    sign = -1 if name.startswith("DISADV") else 1
    agreed = [sign * entry["cost"] for entry in entries if "cost" in entry]
    usual = [entry for entry in entries if "cost" not in entry]
    if name in ("DISADV_34", "DISADV_50"):
        return [*agreed, -10 * max((entry["tier"] for entry in usual), default=0)]
    if name == "DISADV_36":
        return [*agreed, -2 * min(3, len(usual))]
    if name in KNOWLEDGE:
        return [*agreed, *KNOWLEDGE[name][: len(usual)]]
    if name == "SA_9":
        skills = [entry["sid"] for entry in usual]
        factors = {skill: FACTOR[TALENTS[int(skill[4:]) - 1]] for skill in skills}
        many = {skill: skills.count(skill) for skill in skills}
        return [*agreed, *(f * many[s] * (many[s] + 1) // 2 for s, f in factors.items())]
    if name == "SA_255":
        gone = sum(bool(everything.get(other)) for other in ("DISADV_17", "DISADV_18"))
        return [*agreed, *(ONCE[name] - 10 * gone for _ in usual)]
    found: list[int | None] = [*agreed]
    for place, entry in enumerate(usual):
        times = PAID_TIMES.get((name, entry.get("sid", 0)))
        earlier = sum(other.get("sid") == entry.get("sid") for other in usual[:place])
        found.append(0 if times is not None and earlier >= times else _one(name, entry, sign))
    return found


def _one(name: str, entry: dict[str, Any], sign: int) -> int | None:
    tier = entry.get("tier", 1)
    if name == "SA_29" and tier == 4:
        return 0
    if name in STEPS:
        return sum(STEPS[name][:tier])
    if name in CHOICES:
        return sign * CHOICES[name][entry["sid"]]
    if name in PER_LEVEL:
        return sign * PER_LEVEL[name] * tier
    return sign * ONCE[name] if name in ONCE else None
