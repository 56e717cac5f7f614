/** What can be done with rules that are fine: play, host, judge. */

import { checkRules, hostRules, showGame } from "../api.js";
import { keepBook } from "../heroes/own-books.js";
import { patiently } from "../patience.js";
import { go } from "../router.js";
import { playComputer } from "../start.js";

/**
 * @param {string} text @param {import("../api.js").RuleLanguage} language
 * @returns {Record<string, () => Promise<void>>}
 */
export const waysWith = (text, { name, plays }) =>
  plays
    ? { play: () => playRules(text, name), host: () => openTable(text, name) }
    : { judge: () => judgeBy(text, name) };

/** @param {string} text @param {string} language @returns {Promise<{game: string}>} */
const hosted = (text, language) => patiently(() => hostRules(text, language));

/** Have rules hosted and play them. @param {string} text @param {string} language */
async function playRules(text, language) {
  const game = await showGame((await hosted(text, language)).game);
  await playComputer(game, game.roles[0], "medium", "untimed");
}

/**
 * Have rules hosted, and go where a table can be opened.
 * @param {string} text @param {string} language
 */
async function openTable(text, language) {
  go(["game", (await hosted(text, language)).game]);
}

/** Have a rulebook kept, and judge heroes by it. @param {string} text @param {string} language */
async function judgeBy(text, language) {
  const { title, needs } = await patiently(() => checkRules(text, language));
  const { game } = await hosted(text, language);
  keepBook({ name: game, title: title ?? game, version: null, notice: null, needs });
  go(["heroes"]);
}
