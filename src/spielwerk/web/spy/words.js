/**
 * No Time to Spy in words: what things are called, what a field holds, what is to be expected, what
 * happened.
 */

import { fieldName, propertyAbout, propertyName, PROPERTY_NAMES } from "./editors/vocabulary.js";
import { capital, t } from "../words.js";
import { gadgetAbout, gadgetName } from "./gadgets.js";
import { sentence } from "./sentences.js";
import { areaOf, expectedOf, personAt } from "./view.js";

/** @typedef {import("./view.js").Casino} Casino */
/** @typedef {import("./view.js").Operation} Operation */

/** What one can do without a gadget or a property. */
const ACTS = ["move", "spy", "gamble", "retire"];

/** @param {string} side */
export const sideName = (side) => t(`spy.side.${side}`);

/** What something one can do is called. @param {string} tool */
export function toolName(tool) {
  if (ACTS.includes(tool)) return t(`spy.act.${tool}`);
  return PROPERTY_NAMES.includes(tool) ? propertyName(tool) : gadgetName(tool);
}

/** What it does. @param {string} tool */
export function toolAbout(tool) {
  if (ACTS.includes(tool)) return t(`spy.act.${tool}.about`);
  return PROPERTY_NAMES.includes(tool) ? `${capital(propertyAbout(tool))}.` : gadgetAbout(tool);
}

/** How far a tool reaches. @param {import("./view.js").Tool | undefined} tool */
export function rangeText(tool) {
  if (!tool) return "";
  const { range, sight } = tool;
  if (range === null) return t(sight ? "spy.range.far" : "spy.range.any");
  if (range === 1) return t("spy.range.1");
  return t(sight ? "spy.range.sight" : "spy.range.n", { n: range });
}

/** Why there is nothing to aim a tool at. @param {Casino} view @param {string} tool */
export function idleText(view, tool) {
  const { name, mp, ap } = view.active ?? { name: "", mp: 0, ap: 0 };
  if (tool === "move") return t(mp ? "spy.idle.none" : "spy.idle.mp");
  if (!ap) return t("spy.idle.ap");
  return t(view.fog.includes(view.characters[name]?.at) ? "spy.idle.fog" : "spy.idle.none");
}

/** A chance as people say it. @param {number} chance */
export const percent = (chance) => Math.round(chance * 100);

/** @param {number} chance */
function chanceText(chance) {
  if (chance === 1) return t("spy.odds.sure");
  return chance === 0 ? t("spy.odds.never") : t("spy.odds.chance", { n: percent(chance) });
}

/**
 * What is to be expected of a tool at a field, as phrases.
 * @param {Casino} view @param {string} tool @param {string} field @returns {string[]}
 */
export function expectedTexts(view, tool, field) {
  const { chance, damage, honey_trap: trap, babysitter: sitter } = expectedOf(view, tool, field);
  const around = view.forecast?.tools[tool]?.damage;
  const names = [...areaOf(view, tool, field)]
    .map((one) => personAt(view, one))
    .filter(Boolean)
    .join(", ");
  const phrases = [
    chance !== undefined && chanceText(chance),
    damage !== undefined && t("spy.odds.damage", { n: damage }),
    Boolean(around && names) && t("spy.odds.around", { n: around ?? 0, names }),
    trap && t("spy.odds.trap", { n: percent(trap) }),
    sitter && t("spy.odds.sitter", { n: percent(sitter) }),
  ];
  return phrases.filter((phrase) => typeof phrase === "string");
}

const GROUNDS = /** @type {Record<string, string>} */ ({
  ".": "FREE",
  "#": "WALL",
  "s": "BAR_SEAT",
  "t": "BAR_TABLE",
  "r": "ROULETTE_TABLE",
  "f": "FIREPLACE",
  "$": "SAFE",
});

/**
 * What stands and lies on a field, people aside.
 * @param {Casino} view @param {string} field @param {string} glyph @returns {string[]}
 */
export function fieldTexts(view, field, glyph) {
  const special = view.fields[field] ?? {};
  return [
    special.safe ? t("spy.field.safe", { n: special.safe }) : fieldName(GROUNDS[glyph]),
    special.safe && view.combinations.includes(special.safe) && t("spy.field.known"),
    special.chips !== undefined && t("spy.field.chips", { n: special.chips }),
    special.inverted && t("spy.field.inverted"),
    special.destroyed && t("spy.field.destroyed"),
    special.gadget && gadgetName(special.gadget),
    special.poisoned && t("spy.poisoned"),
    view.fog.includes(field) && t("spy.field.fog"),
    view.cat === field && t("spy.field.cat"),
    view.janitor === field && t("spy.field.janitor"),
  ].filter(Boolean);
}

const PLAIN = /** @type {Record<string, string>} */ ({
  MOVEMENT: "move",
  RETIRE: "retire",
  EXFILTRATION: "exfiltration",
  CAT_ACTION: "cat",
  JANITOR_ACTION: "janitor",
});

/**
 * An operation as a sentence.
 * @param {Operation} one @param {Casino | undefined} before the casino in which it was begun
 */
export function operationText(one, before) {
  const name = one.character ?? "";
  const safe = safeAt(before, one.target);
  const other =
    personAt(before, one.target) ?? (safe ? t("spy.field.safe", { n: safe }) : one.target);
  const told = sentence(sentenceOf(one, before), {
    name,
    other,
    field: one.target,
    stake: one.stake,
  });
  return told ?? `${name}: ${toolName(one.gadget ?? one.used_property ?? one.type)}`;
}

/** The number of the safe at a field. @param {Casino | undefined} view @param {string} field */
const safeAt = (view, field) => view?.fields?.[field]?.safe;

/**
 * Which sentence tells of an operation.
 * @param {Operation} one @param {Casino | undefined} before
 */
function sentenceOf(one, before) {
  const end = one.successful ? "yes" : "no";
  if (one.type in PLAIN) return PLAIN[one.type];
  if (one.type === "SPY_ACTION") return `${safeAt(before, one.target) ? "safe" : "spy"}.${end}`;
  if (one.type === "GAMBLE_ACTION") return `gamble.${end}`;
  if (one.is_enemy !== undefined) return `OBSERVATION.${one.is_enemy ? "enemy" : "friend"}`;
  const who = before?.characters?.[one.character ?? ""];
  return (
    (one.gadget === "COCKTAIL" && cocktailOf(one, who)) ||
    `${one.gadget ?? one.used_property}.${end}`
  );
}

/**
 * What somebody does with a cocktail that is not simply used.
 * @param {Operation} one @param {import("./view.js").Person | undefined} who
 */
function cocktailOf(one, who) {
  if (!who?.gadgets.includes("COCKTAIL")) return "COCKTAIL.take";
  return who.at === one.target && "COCKTAIL.drink";
}

/** A number that changed, with its sign. @param {{kind: string, by: number}} change */
export const changeText = ({ kind, by }) =>
  t(`spy.log.${kind}`, { n: by > 0 ? `+${by}` : `−${-by}` });
