/**
 * The server's interface for heroes as functions, and what a hero is made of.
 * Names of rulebooks and a hero go out; verdicts, options, repairs and sheets come back in the
 * user's language.
 */

import { ApiError, beSomebody, whoAmI } from "../api.js";
import { settings } from "../settings.js";
import { ownName } from "../start.js";

/** @typedef {Record<string, any>} Hero as the server's JSON describes it */
/**
 * @typedef {object} Finding
 * @property {string} type
 * @property {string} message
 * @property {Record<string, any>} parameter
 * @property {"error" | "strong" | "hint"} severity
 * @property {string | null} file
 * @property {number | null} line
 * @property {string[]} pages
 * @property {number | null} follows_from
 */

/**
 * @typedef {object} Account
 * @property {number | null} total
 * @property {number} spent
 * @property {number | null} left
 * @property {Record<string, number>} by_feature
 */

/**
 * @typedef {object} Verdict
 * @property {boolean} valid
 * @property {Finding[]} errors
 * @property {Finding[]} warnings
 * @property {Line[]} lines
 * @property {Finding[]} waived
 * @property {Outfit} outfit
 * @property {Account} account
 * @property {Record<string, number>} derived
 */

/**
 * @typedef {object} Line what belongs together of what was found
 * @property {"error" | "strong" | "hint"} severity
 * @property {string} text
 * @property {string} source
 * @property {number[]} members places among errors and then warnings
 * @property {boolean} follows
 */

/**
 * @typedef {object} Outfit what follows from what is carried
 * @property {{name: string, technique: string, damage: string, values: Record<string, number>,
 *   ranges: string[]}[]} weapons
 * @property {number} RS
 * @property {number} BE
 * @property {Record<string, number>} values
 * @property {number} weight
 * @property {number} capacity
 * @property {number} money
 */

/**
 * @typedef {object} Option
 * @property {string} feature
 * @property {string} value
 * @property {string} [using]
 * @property {number} [level]
 * @property {string} label
 * @property {"possible" | "nearly" | "impossible"} status
 * @property {number} ap
 * @property {boolean} chosen
 * @property {string} says
 */

/**
 * @typedef {{feature: string, value: string, using?: string, level?: number, label: string}} Part
 */

/**
 * @typedef {object} Package
 * @property {number | null} ap
 * @property {Part[]} parts
 * @property {{many: number, options: Part[]}[]} choices
 * @property {{label: string, ap: number}[]} before what must be there before and is paid besides
 * @property {number | null} total
 * @property {Record<string, number>} placed points that the player places
 * @property {string[]} mother_tongues
 */

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {string} label
 * @property {string} [group]
 * @property {string[]} [check]
 * @property {string} [column]
 * @property {number} [ap]
 * @property {Record<string, number>} [caps]
 * @property {boolean} [free_text]
 * @property {Record<string, string>} [uses] what it can be used for, in the reader's language
 */

/**
 * @typedef {{feature: string, value: string, using?: string, says: string, because: string[]}} Step
 */

/** @typedef {{hero: Hero, steps: Step[], optimal: boolean, alternatives: Step[][]}} Repair */
/**
 * @typedef {object} Book
 * @property {string} name
 * @property {string} title
 * @property {string | null} version
 * @property {string | null} notice
 * @property {string[]} needs
 */

const ROOT = "heroes/api";

/**
 * @param {string} method @param {string} path @param {Record<string, string | string[]>} query
 * @param {unknown} [body] @param {Record<string, string>} [headers]
 */
async function call(method, path, query, body, headers = {}) {
  const search = new URLSearchParams({ language: settings.language });
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) search.append(name, one);
  const sent =
    body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { ...headers, "Content-Type": "application/json" } };
  let answer;
  try {
    answer = await fetch(`${ROOT}/${path}?${search}`, { method, headers, ...sent });
  } catch {
    throw new ApiError(0, null);
  }
  if (answer.ok) return answer;
  throw new ApiError(answer.status, await answer.json().catch(() => null));
}

/** @param {Parameters<typeof call>} asked @returns {Promise<any>} */
const read = async (...asked) => (await call(...asked)).json();

/** What never changes while the page is open, asked for once. @type {Map<string, Promise<any>>} */
const known = new Map();

/** @param {string} path @param {Record<string, string | string[]>} query */
function once(path, query) {
  const key = JSON.stringify([settings.language, path, query]);
  const asked = known.get(key) ?? read("GET", path, query);
  known.set(key, asked);
  asked.catch(() => known.delete(key));
  return asked;
}

/** @returns {Promise<Book[]>} */
export const listBooks = () => once("meta/rulebook/titles", {});
/** @param {string[]} rulebooks @param {string} feature @returns {Promise<Row[]>} */
export const showTable = (rulebooks, feature) => once("meta/feature/table", { rulebooks, feature });
/**
 * @param {string[]} rulebooks @param {string} feature @param {string} value
 * @returns {Promise<Package>}
 */
export const showPackage = (rulebooks, feature, value) =>
  once("meta/feature/package", { rulebooks, feature, value });
/** @param {string[]} rulebooks @param {Hero} hero @returns {Promise<Verdict>} */
export const validate = (rulebooks, hero) =>
  read("POST", "hero/validate", { rulebooks, details: "true" }, hero);
/**
 * @param {string[]} rulebooks @param {Hero} hero @param {string} feature
 * @returns {Promise<Option[]>}
 */
export const complete = async (rulebooks, hero, feature) =>
  (await read("POST", "hero/complete", { rulebooks, feature }, hero)).options;
/**
 * @param {string[]} rulebooks @param {Hero} hero @param {string[]} pin what stays as it is
 * @returns {Promise<Repair>}
 */
export const repair = (rulebooks, hero, pin) =>
  read("POST", "hero/repair", { rulebooks, pin }, hero);
/**
 * @param {string[]} rulebooks @param {unknown} body
 * @returns {Promise<{hero: Hero, unknown: string[]}>}
 */
export const importHero = (rulebooks, body) => read("POST", "hero/import", { rulebooks }, body);
/** @param {string[]} rulebooks @param {Hero} hero */
export const toOptolith = async (rulebooks, hero) =>
  (await call("POST", "hero/optolith", { rulebooks }, hero)).blob();
/**
 * @param {string[]} rulebooks @param {Hero} hero @param {Hero} other
 * @returns {Promise<{changes: {says: string}[], derived: Record<string, [number, number]>,
 *   spent: [number, number]}>}
 */
export const compareHeroes = (rulebooks, hero, other) =>
  read("POST", "hero/compare", { rulebooks }, [hero, other]);
/**
 * @param {string[]} rulebooks
 * @returns {Promise<{name: string, kind: string, price: number, weight: number}[]>}
 */
export const listItems = (rulebooks) => once("meta/item/table", { rulebooks });
/** @param {string[]} rulebooks @param {Hero} hero */
export const printSheet = async (rulebooks, hero) =>
  (await call("POST", "hero/sheet", { rulebooks }, hero)).blob();

/**
 * @returns {Promise<{name: string, profession: string | null, culture: string | null,
 *   race: string | null, experience_level: string | null}[]>}
 */
export const myHeroes = async () => ((await whoAmI()) ? read("GET", "hero/list", {}) : []);
/** @param {string} name @returns {Promise<{hero: Hero, rulebooks: string[]}>} */
export const loadHero = (name) => read("GET", "hero/load", { hero_name: name });
/** Keep a hero; strangers become guests first. @param {string[]} rulebooks @param {Hero} hero */
export async function saveHero(rulebooks, hero) {
  const { csrf } = await beSomebody(ownName());
  await call("PUT", "hero/save", { rulebooks }, hero, { "X-CSRF-Token": csrf });
}
/** @param {string} name */
export async function deleteHero(name) {
  const { csrf } = await beSomebody(ownName());
  await call("DELETE", "hero/delete", { hero_name: name }, undefined, { "X-CSRF-Token": csrf });
}

/** Hand a file to the user. @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
