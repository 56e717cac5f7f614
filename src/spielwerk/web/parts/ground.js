/** What a board is made of, from how its game is played: squares to travel, fields to fill, or a rack to drop into. */

import { notationsOf } from "../layout.js";
import { argumentsOf } from "../terms.js";

const PLACES_OF_A_JOURNEY = 4;

/** Whether pieces go from square to square.
 * @param {import("../api.js").GamePage} game
 * @param {import("../intents.js").Intent[]} intents what the legal moves look like, where there are any
 */
export function travels(game, intents) {
  if (intents.length) return intents.some((one) => one.squares.length > 1);
  return sizes(game).some((size) => size >= PLACES_OF_A_JOURNEY);
}

/** @param {import("../api.js").GamePage} game @returns {"checked" | "plain" | "rack"} */
export function groundOf(game) {
  if (travels(game, [])) return "checked";
  return sizes(game).length > 0 && sizes(game).every((size) => size === 1) ? "rack" : "plain";
}

/** How many values the moves of a game name. @param {import("../api.js").GamePage} game */
const sizes = (game) => notationsOf(game.source).map(({ pattern }) => argumentsOf(pattern).length);
