/**
 * What things are called in the reader's language. Heroes and rules know them by one name, which is
 * the German one.
 */

import { FEATURES } from "./draft.js";
import { showTable } from "./api.js";
import { useAnswer } from "./answer.js";
import { settings } from "../settings.js";

/** Stands for a feature: what things are used for. */
const USE = "use";

/**
 * @typedef {object} Names
 * @property {(feature: string, name: string) => string} of
 * @property {(name: string) => string} use what something is used for
 */

/** @param {string[]} rulebooks @returns {Names} */
export function useNames(rulebooks) {
  const { found } = useAnswer(() => allNames(rulebooks), [rulebooks.join()], 0);
  const of = (/** @type {string} */ feature, /** @type {string} */ name) =>
    found?.get(`${feature} ${name}`) ?? name;
  return { of, use: (name) => of(USE, name) };
}

/** @param {string[]} rulebooks @returns {Promise<Map<string, string>>} */
async function allNames(rulebooks) {
  const features = settings.language === "de" ? [] : Object.keys(FEATURES);
  const tables = await Promise.all(
    features.map(async (feature) =>
      (await showTable(rulebooks, feature)).map(({ name, label, uses = {} }) => [
        [`${feature} ${name}`, label],
        ...Object.entries(uses).map(([use, said]) => [`${USE} ${use}`, said]),
      ]),
    ),
  );
  return new Map(/** @type {[string, string][]} */ (tables.flat(2)));
}
