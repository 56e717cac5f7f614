"""Sentences about violations, in German and English.

A violation's type and parameters go in, a sentence comes out. English sentences are the seed's
where it has one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LANGUAGES = ("de", "en")

FEATURE_WORDS: dict[str, tuple[str, str]] = {
    "experience_level": ("Erfahrungsgrad", "experience level"),
    "race": ("Spezies", "race"),
    "race_variant": ("Spezies-Variante", "race variant"),
    "attribute_choice": ("Wahl der Eigenschaft", "attribute choice"),
    "culture": ("Kultur", "culture"),
    "profession": ("Profession", "profession"),
    "attribute": ("Eigenschaft", "attribute"),
    "attribute_points": ("Eigenschaftspunkte", "attribute points"),
    "advantage": ("Vorteil", "advantage"),
    "disadvantage": ("Nachteil", "disadvantage"),
    "talent": ("Talent", "talent"),
    "combat_technique": ("Kampftechnik", "combat technique"),
    "special_ability": ("Sonderfertigkeit", "special ability"),
    "spell": ("Zauber", "spell"),
    "liturgy": ("Liturgie", "liturgy"),
    "spells_and_liturgies": ("Zauber und Liturgien", "spells and liturgies"),
    "foreign_spells": ("Fremdzauber", "foreign spells"),
    "cantrip": ("Zaubertrick", "cantrip"),
    "blessing": ("Segnung", "blessing"),
    "language": ("Sprache", "language"),
    "script": ("Schrift", "script"),
    "bought": ("Zukauf", "points bought"),
    "elsewhere": ("Unbekanntes", "unknown things"),
    "redeemed": ("Zurückgekauft", "points bought back"),
    "adventure_points": ("Abenteuerpunkte", "adventure points"),
}
"""German and English names of features."""

_SENTENCES: dict[str, tuple[str, str]] = {
    "unknown": ("{c} ist unbekannt.", "Heros {c} is not known."),
    "unusable_by": ("{c} verträgt sich nicht mit {r}.", "Heros {c} is unusable for heros {r}."),
    "missing": ("{c} verlangt {r}.", "Heros {c} is missing {r}."),
    "missing_level": (
        "{c} verlangt {r} mindestens auf {min_level}.",
        "Heros {c} is missing minimum level '{min_level}' for {r}.",
    ),
    "missing_level any_of": (
        "{c} verlangt mindestens {selection_min_choices} aus {options} mindestens auf {min_level}.",
        "Heros {c} is missing minimum level '{min_level}' for '{selection_min_choices}' of "
        "{options}.",
    ),
    "missing_min_lvl": (
        "{c} liegt unter dem Mindestwert {min_level}.",
        "Heros {c} is below minimum '{min_level}'.",
    ),
    "max_lvl_exceeded": (
        "{c} übersteigt den Höchstwert {max_level}.",
        "Heros {c} exceeds maximum level '{max_level}'.",
    ),
    "max_count_exceeded": (
        "Zu viel: {c}. Höchstens {max_count}.",
        "Hero has too many {c}. Maximum is '{max_count}'.",
    ),
    "ap_overdrawn": (
        "Es sind mehr als die {max_ap} Abenteuerpunkte ausgegeben.",
        "More than the {max_ap} adventure points are spent.",
    ),
    "ap_left_exceeded": (
        "Es sind mehr als {max_ap} Abenteuerpunkte übrig.",
        "More than {max_ap} adventure points are left.",
    ),
    "ap_limit_exceeded": (
        "{c}: zusammen mehr als {max_ap} Abenteuerpunkte.",
        "{c}: more than {max_ap} adventure points in all.",
    ),
    "missing_usual": (
        "{r} ist unüblich für {c}.",
        "For heros {c} is unusual: {r}.",
    ),
    "missing_typical": (
        "{c} hat typischerweise {r}.",
        "Heros {c} is missing typical {r}.",
    ),
    "atypical": ("{r} ist untypisch für {c}.", "For heros {c} is atypical: {r}."),
    "not_judged": (
        "{c} steht in einem Buch, das hier fehlt, und wird nicht beurteilt.",
        "{c} stands in a book that is not here and is not judged.",
    ),
    "not_judged adventure_points": (
        "Ob die Abenteuerpunkte reichen, ist ungewiss: von manchem ist der Preis unbekannt.",
        "Whether the adventure points suffice cannot be said: some prices are not known.",
    ),
    "not_decided": (
        "Ob {c} zu {r} passt, steht in einem Buch, das hier fehlt.",
        "Whether {c} goes with {r} stands in a book that is not here.",
    ),
    "house_rule": ("Hausregel {rule}: {c}.", "House rule {rule}: {c}."),
}


def sentence(
    type_: str,
    parameter: Mapping[str, Any],
    language: str,
    messages: Mapping[tuple[str, str], str] = {},
) -> str:
    """What a violation says. ``messages`` are the books' own texts by key and language."""
    if type_ == "house_rule":
        key = str(parameter.get("rule", ""))
        for tongue in (language, *LANGUAGES):
            if (key, tongue) in messages:
                return messages[key, tongue]
    column = 0 if language == "de" else 1
    kind = "missing_level any_of" if "selection" in parameter else type_
    special = f"{type_} {parameter.get('caused_feature', '')}"
    pattern = _SENTENCES[special if special in _SENTENCES else kind][column]
    words = {
        "c": _thing("caused", parameter, column),
        "r": _thing("referred", parameter, column),
        "options": ", ".join(parameter.get("selection", ())),
    }
    return pattern.format(**{**parameter, **words})


def _thing(role: str, parameter: Mapping[str, Any], column: int) -> str:
    feature = parameter.get(f"{role}_feature", "")
    word = FEATURE_WORDS.get(feature, (feature, feature))[column]
    value = parameter.get(f"{role}_feature_value")
    if not value:
        return word if column == 0 else f"'{feature}'"
    using = parameter.get(f"{role}_feature_using")
    level = parameter.get(f"{role}_feature_level")
    detail = f" ({using})" if using else ""
    grade = f" {level}" if level is not None else ""
    if column == 0:
        return f"{word} „{value}{detail}“{grade}"
    return f"'{feature}' of '{value}{detail}'{grade}"
