/**
 * A view of No Time to Spy, read: which fields there are, who stands where and on whose side, what
 * the legal moves aim at, and what is within reach. Nothing here draws or speaks.
 */

/**
 * @typedef {object} Person
 * @property {string} at
 * @property {number} hp
 * @property {number} ip
 * @property {number} chips
 * @property {string[]} properties
 * @property {string[]} gadgets
 * @property {boolean} [poisoned]
 * @property {string} [faction]
 */

/**
 * @typedef {object} Operation
 * @property {string} type
 * @property {string} target
 * @property {boolean} successful
 * @property {string} [character]
 * @property {string} [from]
 * @property {string} [gadget]
 * @property {string} [used_property]
 * @property {number} [stake]
 * @property {number} [chance]
 * @property {boolean} [is_enemy]
 */

/**
 * @typedef {{chance?: number, damage?: number, honey_trap?: number, babysitter?: number}} Expected
 */

/**
 * @typedef {object} Tool
 * @property {number | null} range
 * @property {boolean} [sight]
 * @property {number} [damage]
 * @property {Record<string, Expected>} [targets]
 */

/** @typedef {{sight: string[], tools: Record<string, Tool>}} Forecast */
/**
 * @typedef {object} Casino
 * @property {string} phase
 * @property {number} round
 * @property {number} round_limit
 * @property {{name: string, mp: number, ap: number} | null} active
 * @property {string[]} map
 * @property {Record<string, any>} fields
 * @property {string[]} fog
 * @property {string} cat
 * @property {string | null} janitor
 * @property {Record<string, Person>} characters
 * @property {Record<string, number>} usages
 * @property {{on: string, working: boolean} | null} wiretap
 * @property {number[]} combinations
 * @property {Operation[]} operations
 * @property {number[]} strikes
 * @property {Forecast} [forecast]
 * @property {string} [you]
 * @property {string} [winner]
 * @property {string} [reason]
 * @property {any[]} [statistics]
 */

/** @typedef {"mine" | "enemy" | "neutral" | "unknown" | "one" | "two"} Side */
/**
 * @typedef {object} Option a legal move, taken apart
 * @property {string} text
 * @property {string} tool
 * @property {string} field
 * @property {number} stake
 */

/** @typedef {{name: string, x: number, y: number, glyph: string}} Field */

const FACTIONS = /** @type {Record<string, string>} */ ({
  player1: "PLAYER_ONE",
  player2: "PLAYER_TWO",
});
/** Gadgets that work by themselves. */
const PASSIVE = new Set(["MAGNETIC_WATCH", "POCKET_LITTER", "ANTI_PLAGUE_MASK", "DIAMOND_COLLAR"]);
/** What hurts or hides all around the field it is aimed at. */
export const AROUND = new Set(["ROCKET_PEN", "FOG_TIN"]);
export const WET = ["CLAMMY_CLOTHES", "CONSTANT_CLAMMY_CLOTHES"];

/** @param {Casino} view @returns {Field[]} */
export const fieldsOf = (view) =>
  view.map.flatMap((row, y) => [...row].map((glyph, x) => ({ name: `${x}/${y}`, x, y, glyph })));

/** Column and row of a field. @param {string} field @returns {[number, number]} */
export function placeOf(field) {
  const [x, y] = field.split("/").map(Number);
  return [x, y];
}

/** @param {string} here @param {string} there */
export function distance(here, there) {
  const [[x, y], [u, v]] = [placeOf(here), placeOf(there)];
  return Math.max(Math.abs(x - u), Math.abs(y - v));
}

/**
 * Who stands on a field.
 * @param {Casino | undefined} view @param {string} field @returns {string | null}
 */
export const personAt = (view, field) =>
  Object.entries(view?.characters ?? {}).find(([, person]) => person.at === field)?.[0] ?? null;

/**
 * On whose side somebody is, as far as it is known to who looks.
 * @param {{you?: string}} view @param {string | undefined} faction @returns {Side}
 */
export function sideOf({ you }, faction) {
  if (!faction) return "unknown";
  if (faction === "NEUTRAL") return "neutral";
  if (!you) return faction === FACTIONS.player1 ? "one" : "two";
  return faction === FACTIONS[you] ? "mine" : "enemy";
}

/** Legal moves, taken apart. @param {string[]} legal @returns {Option[]} */
export function optionsOf(legal) {
  return legal.map((text) => {
    const [verb, ...rest] = text.split(" ");
    const tool = verb === "use" ? rest[0] : verb;
    const [field = "", stake = "0"] = verb === "use" ? rest.slice(1) : rest;
    return { text, tool, field, stake: Number(stake) };
  });
}

/**
 * What the active character could do, whether or not there is a target now.
 * @param {Casino} view @param {Option[]} options
 */
export function toolsOf(view, options) {
  const held = Object.keys(view.forecast?.tools ?? {}).filter((tool) => !PASSIVE.has(tool));
  const usable = new Set(options.map((one) => one.tool));
  const carries = view.active && view.characters[view.active.name].gadgets.includes("COCKTAIL");
  return held
    .filter((tool) => tool !== "COCKTAIL" || carries || usable.has(tool))
    .map((tool) => ({ tool, usable: usable.has(tool) }));
}

/**
 * The fields that a tool reaches: near enough and, where that counts, in sight.
 * @param {Casino} view @param {string} tool @returns {Set<string>}
 */
export function reachOf(view, tool) {
  const { range, sight } = view.forecast?.tools[tool] ?? { range: 0 };
  const here = view.active && view.characters[view.active.name]?.at;
  if (!here || range === 0) return new Set();
  const seen = new Set(view.forecast?.sight);
  const near = fieldsOf(view).filter(
    ({ name, glyph }) =>
      (range === null || distance(here, name) <= range) &&
      (!sight || seen.has(name)) &&
      (sight || glyph !== "#"),
  );
  return new Set(near.map(({ name }) => name));
}

/**
 * The fields that suffer when a tool is aimed at a field.
 * @param {Casino} view @param {string} tool @param {string} field @returns {Set<string>}
 */
export function areaOf(view, tool, field) {
  const wide = AROUND.has(tool);
  if (!wide && tool !== "MOTHBALL_POUCH") return new Set();
  return new Set(
    fieldsOf(view)
      .map(({ name }) => name)
      .filter((name) => distance(field, name) === 1 || (wide && name === field)),
  );
}

/**
 * What is to be expected of a tool at a field.
 * @param {Casino} view @param {string} tool @param {string} field @returns {Expected}
 */
export const expectedOf = (view, tool, field) => view.forecast?.tools[tool]?.targets?.[field] ?? {};

/**
 * What changed in the numbers of people between two views.
 * @param {Casino | undefined} before @param {Casino} after
 */
export function changesOf(before, after) {
  return Object.entries(after.characters).flatMap(([name, now]) => {
    const then = before?.characters?.[name];
    if (!then) return [];
    const kinds = /** @type {("hp" | "ip" | "chips")[]} */ (["hp", "ip", "chips"]);
    return kinds
      .filter((kind) => now[kind] !== then[kind])
      .map((kind) => ({ name, kind, by: now[kind] - then[kind], at: now.at }));
  });
}
