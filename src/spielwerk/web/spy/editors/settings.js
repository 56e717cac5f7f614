/**
 * The match settings for people. Files name them in two dialects, `BowlerBlade_HitChance` and
 * `bowlerBladeHitChance`; both mean the same setting here, with a name, a unit, and a German
 * explanation beside the schema's English one.
 */

import { gadgetName } from "../gadgets.js";
import { settings as own } from "../../settings.js";
import { propertyName } from "./vocabulary.js";
import { labelText } from "../../words.js";

/**
 * @typedef {object} Setting
 * @property {string} group
 * @property {string} word
 * @property {string} thing
 * @property {string} name
 * @property {string} unit
 * @property {boolean} chance
 * @property {string} about
 */

/**
 * What settings belong to, in the order of the form: how names begin, the part of the form, the
 * word for it.
 * @type {[string, string, string][]}
 */
const THINGS = [
  ["bowlerblade", "gadgets", "BOWLER_BLADE"],
  ["moledie", "gadgets", "MOLEDIE"],
  ["lasercompact", "gadgets", "LASER_COMPACT"],
  ["rocketpen", "gadgets", "ROCKET_PEN"],
  ["gasgloss", "gadgets", "GAS_GLOSS"],
  ["mothballpouch", "gadgets", "MOTHBALL_POUCH"],
  ["fogtin", "gadgets", "FOG_TIN"],
  ["grapple", "gadgets", "GRAPPLE"],
  ["wiretapwithearplugs", "gadgets", "WIRETAP_WITH_EARPLUGS"],
  ["mirror", "gadgets", "MIRROR_OF_WILDERNESS"],
  ["cocktail", "gadgets", "COCKTAIL"],
  ["spy", "people", "spy"],
  ["observation", "people", "OBSERVATION"],
  ["babysitter", "people", "BABYSITTER"],
  ["honeytrap", "people", "HONEY_TRAP"],
];

/**
 * What of a thing is set: how names end, the name, and the unit.
 * @type {[string, string, string, string][]}
 */
const TRAITS = [
  ["range", "Range", "Reichweite", "fields"],
  ["hitchance", "Hits", "Trifft", "%"],
  ["failchance", "Fails", "Fällt aus", "%"],
  ["swapchance", "Works", "Gelingt", "%"],
  ["dodgechance", "Is dodged", "Wird ausgewichen", "%"],
  ["successchance", "Succeeds", "Gelingt", "%"],
  ["damage", "Damage", "Schaden", "hp"],
  ["hp", "Effect", "Wirkung", "hp"],
];

/** Settings of the whole match: name, unit. @type {Record<string, [string, string, string]>} */
const COURSE = {
  roundlimit: ["Closing time from round", "Sperrstunde ab Runde", ""],
  turnphaselimit: ["Time for an operation", "Zeit je Operation", "seconds"],
  strikemaximum: ["Strikes that lose", "Strikes zum Ausschluss", "strikes"],
  catip: ["For the collar", "Für das Halsband", "ip"],
  chipstoipfactor: ["For a chip", "Für einen Chip", "ip"],
  secrettoipfactor: ["For a secret", "Für ein Geheimnis", "ip"],
  minchipsroulette: ["Fewest chips on a table", "Wenigste Chips am Tisch", "chips"],
  maxchipsroulette: ["Most chips on a table", "Meiste Chips am Tisch", "chips"],
  pauselimit: ["Longest pause", "Längste Pause", "seconds"],
  reconnectlimit: ["Time to come back", "Zeit zum Wiederkommen", "seconds"],
};

/** @type {Record<string, string>} */
const GERMAN = {
  moledierange: "Wie weit eine Moledie geworfen wird.",
  bowlerbladerange: "Wie weit der Klingenhut fliegt.",
  bowlerbladehitchance: "Wie wahrscheinlich der Klingenhut trifft.",
  bowlerbladedamage: "Gesundheitspunkte, die ein Treffer kostet.",
  lasercompacthitchance: "Wie wahrscheinlich der Laser einen Cocktail trifft.",
  rocketpendamage: "Gesundheitspunkte, die die Rakete alle ringsum kostet.",
  gasglossdamage: "Gesundheitspunkte, die das Gas kostet.",
  mothballpouchrange: "Wie weit Mottenkugeln geworfen werden.",
  mothballpouchdamage: "Gesundheitspunkte, die sie alle am Kamin kosten.",
  fogtinrange: "Wie weit die Nebeldose geworfen wird.",
  grapplerange: "Wie weit der Wurfhaken reicht.",
  grapplehitchance: "Wie wahrscheinlich der Haken etwas fängt.",
  wiretapwithearplugsfailchance: "Wie wahrscheinlich die Wanze zu Rundenbeginn ausfällt.",
  mirrorswapchance: "Wie wahrscheinlich der Spiegel bei Feinden wirkt.",
  cocktaildodgechance: "Wie wahrscheinlich man einem Cocktail ausweicht.",
  cocktailhp: "Gesundheitspunkte, die ein Cocktail bringt oder vergiftet kostet.",
  spysuccesschance: "Wie wahrscheinlich es gelingt, jemanden auszuspionieren.",
  babysittersuccesschance: "Wie wahrscheinlich ein Babysitter einen Angriff abwehrt.",
  honeytrapsuccesschance: "Wie wahrscheinlich eine Honigfalle einen Angriff umlenkt.",
  observationsuccesschance: "Wie wahrscheinlich eine Observation gelingt.",
  chipstoipfactor: "Intelligence Points für jeden Chip am Ende.",
  roundlimit: "Die Runde, mit der die Sperrstunde beginnt.",
  turnphaselimit: "Sekunden für jede Operation.",
  catip: "Intelligence Points für das Halsband.",
  strikemaximum: "So viele Strikes in Folge verlieren die Partie.",
  secrettoipfactor: "Intelligence Points für ein Geheimnis.",
  minchipsroulette: "Die wenigsten Chips an einem Roulettetisch.",
  maxchipsroulette: "Die meisten Chips an einem Roulettetisch.",
  pauselimit: "Sekunden, die eine Pause dauern darf.",
  reconnectlimit: "Sekunden, um nach einem Abbruch wiederzukommen.",
};

/** The same for both dialects. @param {string} key */
export const plainKey = (key) => key.replaceAll("_", "").toLowerCase().replace("faktor", "factor");

/** @param {string} key @param {{description?: string}} schema @returns {Setting} */
export function settingOf(key, schema) {
  const plain = plainKey(key);
  const about = (own.language === "de" && GERMAN[plain]) || schema.description || "";
  const thing = THINGS.find(([start]) => plain.startsWith(start));
  const trait = thing && TRAITS.find(([end]) => plain === thing[0] + end);
  if (thing && trait) {
    return {
      group: thing[1],
      word: thing[2],
      thing: thingName(thing[1], thing[2]),
      name: labelText({ en: trait[1], de: trait[2] }),
      unit: trait[3],
      chance: trait[3] === "%",
      about,
    };
  }
  const [en, de, unit] = COURSE[plain] ?? [key, key, ""];
  return {
    group: "course",
    word: "",
    thing: "",
    name: labelText({ en, de }),
    unit,
    chance: false,
    about,
  };
}

/** @param {string} group @param {string} word */
function thingName(group, word) {
  if (word === "spy") return labelText({ en: "Spying", de: "Spionage" });
  return group === "gadgets" ? gadgetName(word) : propertyName(word);
}

/** In which order things stand. @param {string} key */
export function orderOf(key) {
  const at = THINGS.findIndex(([start]) => plainKey(key).startsWith(start));
  return at < 0 ? THINGS.length + Object.keys(COURSE).indexOf(plainKey(key)) : at;
}
