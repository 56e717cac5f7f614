/**
 * The words of No Time to Spy for people: what files call `BAR_SEAT` or `BowlerBlade_HitChance`
 * gets a name, an explanation and a unit in each language. English explanations of settings are
 * those of the schemas.
 */

import { capital, labelText } from "../../words.js";

/** @typedef {import("../../words.js").Label} Label */

/** @type {Record<string, {name: Label, about: Label}>} */
const FIELDS = {
  FREE: {
    name: { en: "Floor", de: "Boden" },
    about: { en: "One can walk here.", de: "Hier kann man gehen." },
  },
  WALL: {
    name: { en: "Wall", de: "Wand" },
    about: {
      en: "Blocks way and sight; a rocket opens it.",
      de: "Versperrt Weg und Sicht; eine Rakete öffnet sie.",
    },
  },
  BAR_SEAT: {
    name: { en: "Bar seat", de: "Barhocker" },
    about: {
      en: "Who sits here when a round begins is healed.",
      de: "Wer zu Rundenbeginn hier sitzt, wird geheilt.",
    },
  },
  BAR_TABLE: {
    name: { en: "Bar table", de: "Bartisch" },
    about: {
      en: "A cocktail stands here when a round begins.",
      de: "Zu Rundenbeginn steht hier ein Cocktail.",
    },
  },
  ROULETTE_TABLE: {
    name: { en: "Roulette", de: "Roulette" },
    about: {
      en: "Chips are won and lost beside it.",
      de: "Daneben werden Chips gewonnen und verloren.",
    },
  },
  SAFE: {
    name: { en: "Safe", de: "Tresor" },
    about: {
      en: "Holds secrets; one of them holds the collar.",
      de: "Birgt Geheimnisse; in einem liegt das Halsband.",
    },
  },
  FIREPLACE: {
    name: { en: "Fireplace", de: "Kamin" },
    about: {
      en: "Dries who stands beside it; blocks sight.",
      de: "Trocknet, wer daneben steht; versperrt die Sicht.",
    },
  },
};

/** @type {Record<string, {name: Label, about: Label}>} */
const PROPERTIES = {
  NIMBLENESS: {
    name: { en: "Nimble", de: "Flink" },
    about: { en: "3 movement points a turn", de: "3 Bewegungspunkte je Zug" },
  },
  SLUGGISHNESS: {
    name: { en: "Sluggish", de: "Schwerfällig" },
    about: { en: "1 movement point a turn", de: "1 Bewegungspunkt je Zug" },
  },
  SPRYNESS: {
    name: { en: "Spry", de: "Rüstig" },
    about: { en: "2 action points a turn", de: "2 Aktionspunkte je Zug" },
  },
  AGILITY: {
    name: { en: "Agile", de: "Agil" },
    about: { en: "a random point more each turn", de: "je Zug ein zufälliger Punkt mehr" },
  },
  PONDEROUSNESS: {
    name: { en: "Ponderous", de: "Behäbig" },
    about: { en: "a random point less each turn", de: "je Zug ein zufälliger Punkt weniger" },
  },
  LUCKY_DEVIL: {
    name: { en: "Lucky devil", de: "Glückspilz" },
    about: { en: "wins 23 of 37 at roulette", de: "gewinnt 23 von 37 beim Roulette" },
  },
  JINX: {
    name: { en: "Jinx", de: "Pechvogel" },
    about: { en: "wins 13 of 37 at roulette", de: "gewinnt 13 von 37 beim Roulette" },
  },
  CLAMMY_CLOTHES: {
    name: { en: "Clammy clothes", de: "Klamme Klamotten" },
    about: {
      en: "wet at the start: every chance is halved",
      de: "anfangs nass: jede Chance halbiert",
    },
  },
  CONSTANT_CLAMMY_CLOTHES: {
    name: { en: "Always clammy", de: "Immer klamm" },
    about: {
      en: "wet for good: every chance is halved",
      de: "für immer nass: jede Chance halbiert",
    },
  },
  ROBUST_STOMACH: {
    name: { en: "Robust stomach", de: "Robuster Magen" },
    about: {
      en: "cocktails heal twice, poison harms half",
      de: "Cocktails heilen doppelt, Gift schadet halb",
    },
  },
  TOUGHNESS: {
    name: { en: "Tough", de: "Zäh" },
    about: { en: "half the damage, except from poison", de: "halber Schaden, außer durch Gift" },
  },
  BABYSITTER: {
    name: { en: "Babysitter", de: "Babysitter" },
    about: {
      en: "may ward off attacks on friends beside",
      de: "wehrt Angriffe auf Freunde daneben ab",
    },
  },
  HONEY_TRAP: {
    name: { en: "Honey trap", de: "Honigfalle" },
    about: { en: "may divert attacks to somebody else", de: "lenkt Angriffe auf andere um" },
  },
  BANG_AND_BURN: {
    name: { en: "Bang and burn", de: "Bang and Burn" },
    about: { en: "destroys a roulette table beside", de: "zerstört einen Roulettetisch daneben" },
  },
  FLAPS_AND_SEALS: {
    name: { en: "Flaps and seals", de: "Flaps and Seals" },
    about: {
      en: "opens safes from two fields away",
      de: "öffnet Tresore aus zwei Feldern Abstand",
    },
  },
  TRADECRAFT: {
    name: { en: "Tradecraft", de: "Tradecraft" },
    about: { en: "tries failed tests once more", de: "wiederholt misslungene Proben einmal" },
  },
  OBSERVATION: {
    name: { en: "Observation", de: "Observation" },
    about: {
      en: "finds out whether somebody in sight is an enemy",
      de: "findet heraus, ob jemand in Sicht ein Feind ist",
    },
  },
};

/** @type {Record<string, Label>} */
const GENDERS = {
  MALE: { en: "male", de: "männlich" },
  FEMALE: { en: "female", de: "weiblich" },
  DIVERSE: { en: "diverse", de: "divers" },
};

export const PROPERTY_NAMES = Object.keys(PROPERTIES);
export const GENDER_NAMES = Object.keys(GENDERS);

/** @param {string} field */
export const fieldName = (field) => nameIn(FIELDS, field);
/** @param {string} field */
export const fieldAbout = (field) => labelText(FIELDS[field]?.about ?? "");
/** @param {string} property */
export const propertyName = (property) => nameIn(PROPERTIES, property);
/** @param {string} property */
export const propertyAbout = (property) => labelText(PROPERTIES[property]?.about ?? "");
/** @param {string} gender */
export const genderName = (gender) => labelText(GENDERS[gender] ?? gender);

/** @param {Record<string, {name: Label}>} words @param {string} word */
const nameIn = (words, word) =>
  labelText(words[word]?.name ?? capital(word.toLowerCase().replaceAll("_", " ")));
