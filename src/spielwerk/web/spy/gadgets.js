/**
 * The gadgets of No Time to Spy for people: a name and one sentence for each, in every language.
 */

import { capital, labelText } from "../words.js";

/** @typedef {{en: string, de: string}} Said */

/** @type {Record<string, {name: Said, about: Said}>} */
const GADGETS = {
  HAIRDRYER: {
    name: { en: "Hairdryer", de: "Föhn" },
    about: {
      en: "Dries wet clothes, its bearer's or those of somebody beside.",
      de: "Trocknet nasse Kleidung: die eigene oder die von jemandem nebenan.",
    },
  },
  MOLEDIE: {
    name: { en: "Moledie", de: "Moledie" },
    about: {
      en: "A nuisance to throw at others: blocks tradecraft, lock picking and observation.",
      de: "Ein Störer zum Weiterwerfen: blockiert Handwerk, Schlösserknacken und Beobachtung.",
    },
  },
  TECHNICOLOUR_PRISM: {
    name: { en: "Technicolour prism", de: "Farbprisma" },
    about: {
      en: "Turns the luck of a roulette table beside: wins become losses. Works once.",
      de: "Kehrt das Glück eines Roulettetischs nebenan um. Einmal.",
    },
  },
  BOWLER_BLADE: {
    name: { en: "Bowler blade", de: "Klingenhut" },
    about: {
      en:
        "A hat to throw at somebody in range, with nobody in between. It then lies there for " +
        "whoever picks it up.",
      de:
        "Ein Hut mit Klinge, den man auf jemanden in Reichweite wirft. Danach liegt er dort " +
        "für den Nächsten.",
    },
  },
  MAGNETIC_WATCH: {
    name: { en: "Magnetic watch", de: "Magnetuhr" },
    about: {
      en: "No bowler blade ever hits its bearer.",
      de: "Kein Klingenhut trifft, wer sie trägt.",
    },
  },
  POISON_PILLS: {
    name: { en: "Poison pills", de: "Giftpillen" },
    about: {
      en: "Poison a cocktail on a table beside, or in a hand beside. Five pills.",
      de: "Vergiften einen Cocktail auf dem Tisch oder in der Hand nebenan. Fünf Stück.",
    },
  },
  LASER_COMPACT: {
    name: { en: "Laser compact", de: "Laser-Puderdose" },
    about: {
      en: "Vaporises a cocktail anywhere in sight.",
      de: "Verdampft einen Cocktail, so weit die Sicht frei ist.",
    },
  },
  ROCKET_PEN: {
    name: { en: "Rocket pen", de: "Raketenstift" },
    about: {
      en: "Blows up walls and hurts everybody around a field in sight. Works once.",
      de: "Sprengt Wände und verletzt alle um ein Feld in Sicht. Einmal.",
    },
  },
  GAS_GLOSS: {
    name: { en: "Gas gloss", de: "Gas-Lipgloss" },
    about: {
      en: "Hurts somebody beside badly. Works once.",
      de: "Verletzt jemanden nebenan schwer. Einmal.",
    },
  },
  MOTHBALL_POUCH: {
    name: { en: "Mothball pouch", de: "Mottenkugelbeutel" },
    about: {
      en: "Thrown into a fireplace, hurts everybody beside it. Five throws.",
      de: "In einen Kamin geworfen verletzt es alle daneben. Fünfmal.",
    },
  },
  FOG_TIN: {
    name: { en: "Tin of fog", de: "Nebeldose" },
    about: {
      en:
        "Fog around a field in sight for three rounds: nobody in it can act or be seen. Works " +
        "once.",
      de:
        "Drei Runden Nebel um ein Feld in Sicht: Wer darin steht, kann nicht handeln und ist " +
        "nicht zu sehen. Einmal.",
    },
  },
  GRAPPLE: {
    name: { en: "Grapple", de: "Wurfhaken" },
    about: {
      en: "Fetches a thing or a cocktail in range and sight.",
      de: "Holt einen Gegenstand oder Cocktail in Reichweite und Sicht.",
    },
  },
  WIRETAP_WITH_EARPLUGS: {
    name: { en: "Wiretap with earplugs", de: "Wanze mit Ohrstöpseln" },
    about: {
      en: "Whatever intelligence the tapped person gains is gained here, too, until it fails.",
      de:
        "Was die verwanzte Person an Geheimnissen gewinnt, gewinnst du mit, bis die Wanze " +
        "ausfällt.",
    },
  },
  DIAMOND_COLLAR: {
    name: { en: "Diamond collar", de: "Diamanthalsband" },
    about: {
      en: "Step onto the cat with it: she is happy, and the match is over.",
      de: "Damit auf die Katze treten: Sie ist glücklich, und die Partie ist vorbei.",
    },
  },
  JETPACK: {
    name: { en: "Jetpack", de: "Jetpack" },
    about: {
      en: "Flies to any free field. Works once.",
      de: "Fliegt auf ein beliebiges freies Feld. Einmal.",
    },
  },
  CHICKEN_FEED: {
    name: { en: "Chicken feed", de: "Hühnerfutter" },
    about: {
      en:
        "An enemy beside who knows less brings you the difference; one who knows more costs " +
        "it. Works once.",
      de:
        "Ein Gegner nebenan, der weniger weiß, bringt dir den Unterschied; einer, der mehr " +
        "weiß, kostet ihn. Einmal.",
    },
  },
  NUGGET: {
    name: { en: "Nugget", de: "Nugget" },
    about: {
      en: "Buys a neutral guest beside for your side; an enemy keeps it. Works once.",
      de: "Kauft einen neutralen Gast nebenan für deine Seite; ein Gegner behält es. Einmal.",
    },
  },
  MIRROR_OF_WILDERNESS: {
    name: { en: "Mirror of wilderness", de: "Spiegel der Wildnis" },
    about: {
      en: "Swaps intelligence with somebody beside: surely among friends, by luck with enemies.",
      de:
        "Tauscht die Geheimnisse mit jemandem nebenan: unter Freunden sicher, bei Gegnern mit " +
        "Glück.",
    },
  },
  POCKET_LITTER: {
    name: { en: "Pocket litter", de: "Tascheninhalt" },
    about: {
      en: "Its bearer looks neutral to observers.",
      de: "Wer ihn trägt, wirkt auf Beobachter neutral.",
    },
  },
  COCKTAIL: {
    name: { en: "Cocktail", de: "Cocktail" },
    about: {
      en: "Take one from a table beside; drink it to heal, or pour it over somebody beside.",
      de: "Von einem Tisch nebenan nehmen; trinken heilt, oder jemandem nebenan überschütten.",
    },
  },
  ANTI_PLAGUE_MASK: {
    name: { en: "Plague mask", de: "Pestmaske" },
    about: { en: "Heals its bearer a little each turn.", de: "Heilt jeden Zug ein wenig." },
  },
};

/** @param {string} gadget */
export const gadgetName = (gadget) =>
  labelText(GADGETS[gadget]?.name ?? capital(gadget.toLowerCase().replaceAll("_", " ")));
/** @param {string} gadget */
export const gadgetAbout = (gadget) => labelText(GADGETS[gadget]?.about ?? "");
