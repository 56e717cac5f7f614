"""What can happen in No Time to Spy as sentences, and why somebody won, in every language.

The account of a match is made from them, and the page asks for them to tell of replay files.
"""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, Mapping[str, str]] = {
    "move": {"en": "{name} goes to {field}", "de": "{name} geht nach {field}"},
    "retire": {"en": "{name} ends the turn", "de": "{name} beendet den Zug"},
    "exfiltration": {
        "en": "{name} collapses and comes to at the bar",
        "de": "{name} bricht zusammen und kommt an der Bar zu sich",
    },
    "cat": {"en": "The cat strolls to {field}", "de": "Die Katze schlendert nach {field}"},
    "janitor": {
        "en": "The janitor shows {other} out",
        "de": "Der Hausmeister setzt {other} vor die Tür",
    },
    "spy.yes": {"en": "{name} makes {other} talk", "de": "{name} bringt {other} zum Reden"},
    "spy.no": {
        "en": "{name} questions {other} in vain",
        "de": "{name} horcht {other} vergeblich aus",
    },
    "safe.yes": {"en": "{name} opens {other}", "de": "{name} öffnet {other}"},
    "safe.no": {
        "en": "{name} tries {other} without the combination",
        "de": "{name} versucht {other} ohne die Kombination",
    },
    "gamble.yes": {
        "en": "{name} wins at roulette (stake {stake})",
        "de": "{name} gewinnt beim Roulette (Einsatz {stake})",
    },
    "gamble.no": {
        "en": "{name} loses at roulette (stake {stake})",
        "de": "{name} verliert beim Roulette (Einsatz {stake})",
    },
    "OBSERVATION.yes": {"en": "{name} sees through {other}", "de": "{name} durchschaut {other}"},
    "OBSERVATION.enemy": {
        "en": "{name} sees through {other}: an enemy",
        "de": "{name} durchschaut {other}: gehört zum Gegner",
    },
    "OBSERVATION.friend": {
        "en": "{name} sees through {other}: no enemy, it seems",
        "de": "{name} durchschaut {other}: wohl kein Gegner",
    },
    "OBSERVATION.no": {
        "en": "{name} watches {other} and learns nothing",
        "de": "{name} beobachtet {other} und erfährt nichts",
    },
    "BANG_AND_BURN.yes": {
        "en": "{name} smashes the roulette table on {field}",
        "de": "{name} zertrümmert den Roulettetisch auf {field}",
    },
    "HAIRDRYER.yes": {"en": "{name} blow-dries {other}", "de": "{name} föhnt {other} trocken"},
    "MOLEDIE.yes": {
        "en": "{name} throws the Moledie at {other}",
        "de": "{name} wirft die Moledie auf {other}",
    },
    "MOLEDIE.no": {
        "en": "{name} throws the Moledie at {other}, but it is warded off",
        "de": "{name} wirft die Moledie auf {other}, doch sie wird abgewehrt",
    },
    "TECHNICOLOUR_PRISM.yes": {
        "en": "{name} turns the luck of the roulette table on {field}",
        "de": "{name} kehrt das Glück am Roulettetisch auf {field} um",
    },
    "BOWLER_BLADE.yes": {
        "en": "{name} hits {other} with the bowler hat",
        "de": "{name} trifft {other} mit dem Klingenhut",
    },
    "BOWLER_BLADE.no": {
        "en": "{name} throws the bowler hat at {other} and misses",
        "de": "{name} wirft den Klingenhut nach {other} und verfehlt",
    },
    "POISON_PILLS.yes": {
        "en": "{name} poisons a cocktail: {other}",
        "de": "{name} vergiftet einen Cocktail: {other}",
    },
    "LASER_COMPACT.yes": {
        "en": "{name} vaporises a cocktail: {other}",
        "de": "{name} verdampft einen Cocktail: {other}",
    },
    "LASER_COMPACT.no": {
        "en": "{name} shoots at a cocktail and misses: {other}",
        "de": "{name} schießt auf einen Cocktail und verfehlt: {other}",
    },
    "ROCKET_PEN.yes": {
        "en": "{name} fires the rocket pen at {field}",
        "de": "{name} feuert den Raketenstift auf {field}",
    },
    "GAS_GLOSS.yes": {
        "en": "{name} sprays gas at {other}",
        "de": "{name} sprüht {other} Gas ins Gesicht",
    },
    "GAS_GLOSS.no": {
        "en": "{name} sprays gas at {other}, but it is warded off",
        "de": "{name} sprüht Gas auf {other}, doch es wird abgewehrt",
    },
    "MOTHBALL_POUCH.yes": {
        "en": "{name} throws mothballs into the fire on {field}",
        "de": "{name} wirft Mottenkugeln ins Feuer auf {field}",
    },
    "FOG_TIN.yes": {
        "en": "{name} opens a tin of fog on {field}",
        "de": "{name} öffnet eine Nebeldose auf {field}",
    },
    "GRAPPLE.yes": {
        "en": "{name} fetches something from {field} with the grapple",
        "de": "{name} holt mit dem Wurfhaken etwas von {field}",
    },
    "GRAPPLE.no": {
        "en": "{name} casts the grapple at {field} and misses",
        "de": "{name} wirft den Wurfhaken nach {field} und verfehlt",
    },
    "WIRETAP_WITH_EARPLUGS.yes": {
        "en": "{name} puts a wiretap on {other}",
        "de": "{name} verwanzt {other}",
    },
    "JETPACK.yes": {"en": "{name} flies to {field}", "de": "{name} fliegt nach {field}"},
    "CHICKEN_FEED.yes": {
        "en": "{name} trades worthless news with {other}",
        "de": "{name} handelt mit {other} Belangloses",
    },
    "CHICKEN_FEED.no": {
        "en": "{name} wastes the chicken feed on {other}",
        "de": "{name} verschwendet das Hühnerfutter an {other}",
    },
    "NUGGET.yes": {
        "en": "{name} buys {other}, who changes sides",
        "de": "{name} kauft {other}, und die Seite wechselt",
    },
    "NUGGET.no": {
        "en": "{name} offers {other} the nugget, who keeps it",
        "de": "{name} bietet {other} das Nugget an, und es bleibt dort",
    },
    "MIRROR_OF_WILDERNESS.yes": {
        "en": "{name} swaps secrets with {other}",
        "de": "{name} tauscht die Geheimnisse mit {other}",
    },
    "MIRROR_OF_WILDERNESS.no": {
        "en": "{name} holds the mirror up to {other} in vain",
        "de": "{name} hält {other} vergeblich den Spiegel vor",
    },
    "COCKTAIL.yes": {
        "en": "{name} pours a cocktail over {other}",
        "de": "{name} schüttet {other} einen Cocktail über",
    },
    "COCKTAIL.no": {
        "en": "{name} pours a cocktail at {other}, who stays dry",
        "de": "{name} schüttet nach {other}, doch alles bleibt trocken",
    },
    "COCKTAIL.take": {
        "en": "{name} takes a cocktail from {field}",
        "de": "{name} nimmt einen Cocktail von {field}",
    },
    "COCKTAIL.drink": {"en": "{name} drinks a cocktail", "de": "{name} trinkt einen Cocktail"},
}
"""What happened, by operation or tool and by how it ended."""

REASONS: Mapping[str, Mapping[str, str]] = {
    "VICTORY_BY_IP": {"en": "More intelligence was gathered.", "de": "Mehr Geheimnisse gesammelt."},
    "VICTORY_BY_COLLAR": {
        "en": "Both gathered the same, but the cat got her collar from the winner.",
        "de": "Beide sammelten gleich viel, doch die Katze bekam ihr Halsband vom Sieger.",
    },
    "VICTORY_BY_DRINKING": {
        "en": "All was equal but the cocktails drunk.",
        "de": "Alles war gleich, nur getrunken wurde mehr.",
    },
    "VICTORY_BY_SPILLING": {
        "en": "All was equal but the cocktails poured.",
        "de": "Alles war gleich, nur verschüttet wurde mehr.",
    },
    "VICTORY_BY_HP": {
        "en": "All was equal but the damage: the winner suffered less.",
        "de": "Alles war gleich, nur der Schaden war kleiner.",
    },
    "VICTORY_BY_RANDOMNESS": {
        "en": "All was equal. A coin decided.",
        "de": "Alles war gleich. Die Münze entschied.",
    },
    "VICTORY_BY_LEAVE": {"en": "The other side left.", "de": "Die andere Seite ging."},
    "VICTORY_BY_KICK": {
        "en": "The other side was too slow too often.",
        "de": "Die andere Seite war zu oft zu langsam.",
    },
}
"""What decided a match."""

COUNTS: Mapping[str, Mapping[str, str]] = {
    "Intelligence gained": {"en": "Intelligence gained", "de": "Gewonnene Geheimnisse"},
    "Fields moved": {"en": "Steps", "de": "Schritte"},
    "Cocktails drunk": {"en": "Cocktails drunk", "de": "Getrunkene Cocktails"},
    "Poison drunk": {"en": "Poisoned ones among them", "de": "Davon vergiftet"},
    "Cocktails poured": {
        "en": "Cocktails poured over the other side",
        "de": "Über die andere Seite geschüttet",
    },
    "Damage suffered": {"en": "Damage suffered", "de": "Erlittener Schaden"},
    "Roulette won": {"en": "Won at roulette", "de": "Beim Roulette gewonnen"},
    "Meetings with the cat": {"en": "Met the cat", "de": "Der Katze begegnet"},
    "Collar handed over": {"en": "Gave the cat her collar", "de": "Der Katze das Halsband gegeben"},
}
"""What is counted, by the titles of the standard's messages."""

SAFE: Mapping[str, str] = {"en": "safe {n}", "de": "Tresor {n}"}
CHANGED: Mapping[str, Mapping[str, str]] = {
    "hp": {"en": "HP {n}", "de": "HP {n}"},
    "ip": {"en": "IP {n}", "de": "IP {n}"},
    "chips": {"en": "chips {n}", "de": "Chips {n}"},
}
"""Numbers of a character that went up or down."""
