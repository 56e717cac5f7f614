/**
 * The three kinds of files of No Time to Spy: how each is read and written, and what the server
 * knows of them. A text goes in, a value to edit comes out, and the other way round; the server
 * says what is wrong with it.
 */

import { ApiError } from "../../api.js";
import { scenarioOf, scenarioText, freshCasino } from "./scenario.js";

/** @typedef {"scenario" | "match" | "characters"} KindName */
/**
 * @typedef {object} Finding
 * @property {string} code
 * @property {"error" | "warning" | "hint"} severity
 * @property {string} message
 * @property {string | null} hint
 * @property {number} line
 * @property {number} column
 * @property {(string | number)[] | null} part
 */

/** @typedef {{playable: boolean, diagnostics: Finding[]}} Findings */
/** @typedef {{name: string, description?: string, gender?: string, features: string[]}} Person */
/** @typedef {Record<string, any>} Match */

/**
 * `read` gives null for what is of another shape altogether; `fresh` is null where one begins with
 * a ready set.
 * @typedef {object} Kind
 * @property {KindName} name
 * @property {string} suffix
 * @property {string} standard
 * @property {(value: any) => any} read
 * @property {(value: any) => string} write
 * @property {() => any} fresh
 */

const ROOT = "api/v1/spy";
const plainText = (/** @type {unknown} */ value) => `${JSON.stringify(value, null, 2)}\n`;
const isObject = (/** @type {any} */ value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isPerson = (/** @type {any} */ value) =>
  isObject(value) && typeof value.name === "string" && Array.isArray(value.features);

/** @type {Record<KindName, Kind>} */
export const KINDS = {
  scenario: {
    name: "scenario",
    suffix: ".scenario",
    standard: "grand-casino",
    read: scenarioOf,
    write: scenarioText,
    fresh: freshCasino,
  },
  match: {
    name: "match",
    suffix: ".match",
    standard: "standard",
    read: (value) => (isObject(value) ? value : null),
    write: plainText,
    fresh: () => null,
  },
  characters: {
    name: "characters",
    suffix: ".json",
    standard: "agents",
    read: (value) => (Array.isArray(value) && value.every(isPerson) ? value : null),
    write: plainText,
    fresh: () => [],
  },
};

/** @param {string} path @param {unknown} [body] @returns {Promise<any>} */
async function ask(path, body) {
  const sent =
    body === undefined
      ? {}
      : {
          method: "POST",
          body: JSON.stringify(body),
          headers: { "Content-Type": "application/json" },
        };
  let answer;
  try {
    answer = await fetch(`${ROOT}${path}`, sent);
  } catch {
    throw new ApiError(0, null);
  }
  if (answer.ok) return answer.json();
  throw new ApiError(answer.status, await answer.json().catch(() => null));
}

/** The names of the ready sets. @returns {Promise<Record<KindName, string[]>>} */
export const listSets = () => ask("/sets");
/** @param {KindName} kind @param {string} name */
export const readSet = (kind, name) => ask(`/sets/${kind}/${encodeURIComponent(name)}`);
/** @param {string} name */
export const readSchema = (name) => ask(`/schemas/${name}`);
/** @param {KindName} kind @param {string} text @returns {Promise<Findings>} */
export const checkFile = (kind, text) => ask("/check", { kind, text });

/** Hand a text to whoever sits here, as a file. @param {string} name @param {string} text */
export function saveFile(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
