/**
 * What can happen in No Time to Spy as sentences, and why somebody won: the game's own words, which
 * the server has.
 */

import { call } from "../api.js";
import { labelText } from "../words.js";

/** @typedef {Record<string, Record<string, string>>} Said by name, each in every language */

/** @type {{sentences: Said, reasons: Said, counts: Said}} */
let known = { sentences: {}, reasons: {}, counts: {} };

/** Ask for them, once. */
export async function loadSentences() {
  if (!Object.keys(known.sentences).length) known = await call("GET", "/spy/sentences");
}

/**
 * A sentence with its names filled in; null where there is none for it.
 * @param {string} which @param {Record<string, string | number | undefined>} values
 */
export function sentence(which, values) {
  const found = known.sentences[which];
  return found
    ? labelText(found).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""))
    : null;
}

/** @param {string | undefined} reason */
export const reasonText = (reason) => labelText(known.reasons[reason ?? ""] ?? "");

/** @param {string} title */
export const countText = (title) => labelText(known.counts[title] ?? title);
