/**
 * What the studio asks the server beside checking and hosting: recipes, tutorials, tests, health.
 */

import { call } from "../api.js";

/** @typedef {Record<string, string>} Said the same words in several languages */
/** @typedef {{name: string, language: string, title: Said, shows: Said}} RecipeLine */
/** @typedef {RecipeLine & {source: string, test: string}} RecipePage */
/**
 * @typedef {{
 *   title: Said,
 *   text: Said,
 *   put: string,
 *   before: string,
 *   replaces: string,
 *   has: string[],
 *   lacks: string[],
 *   test: string,
 * }} TutorialStep
 */
/** @typedef {{language: string, title: Said, about: Said, steps: TutorialStep[]}} Tutorial */
/** @typedef {{least: number, mean: number, most: number}} Spread */
/**
 * @typedef {{
 *   player: string,
 *   matches: number,
 *   endless: number,
 *   length: Spread,
 *   branching: Spread,
 *   histogram: [number, number, number][],
 *   seats: Record<string, {mean: number, margin: number}>,
 *   kinds: Record<string, {offered: number, played: number, by_winners: number}>,
 * }} Series
 */
/**
 * @typedef {{
 *   series: Series[],
 *   parts: number,
 *   unused: string[],
 *   findings: {kind: string, said: Said, line: number | null}[],
 * }} Examined
 */
/** The recipes of the cookbook. @returns {Promise<RecipeLine[]>} */
export const listRecipes = () => call("GET", "/recipes");
/** @param {string} name @returns {Promise<RecipePage>} */
export const showRecipe = (name) => call("GET", `/recipes/${encodeURIComponent(name)}`);
/** @returns {Promise<Tutorial[]>} */
export const listTutorials = () => call("GET", "/tutorials");
/**
 * Play scenario tests of rules.
 * @param {string} source @param {string} language @param {string} test
 */
export const rehearseRules = (source, language, test) =>
  call("POST", "/rules/rehearse", { source, language, test });
/**
 * Play many matches of rules, and say what deserves a look.
 * @param {string} source @param {string} language
 * @returns {Promise<Examined>}
 */
export const examineRules = (source, language) =>
  call("POST", "/rules/health", { source, language });
