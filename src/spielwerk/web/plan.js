/** A move made in advance: while the other side thinks, a piece is told where to go next. */

import { travels } from "./presented.js";
import { useEffect, useState } from "./vendor/preact-htm.js";

/** @typedef {import("./presented.js").Card} Card */
/**
 * @typedef {object} Plan
 * @property {string[] | null} planned from where to where
 * @property {((squares: string[] | null) => void) | null} onPlan nothing where it is one's turn
 */

/**
 * @param {object} table
 * @param {import("./api.js").GamePage} table.game
 * @param {import("./connection.js").Picture} table.picture
 * @param {(found: Card[]) => void} table.choose
 * @returns {Plan}
 */
export function usePlan({ game, picture: { role, phase, asked, moves, step }, choose }) {
  const [planned, setPlan] = useState(/** @type {string[] | null} */ (null));
  const turn = role !== null && asked.includes(role);
  const ahead =
    role !== null &&
    !turn &&
    phase === "running" &&
    game.roles.length === 2 &&
    !game.hidden &&
    travels(game.layout);
  useEffect(() => {
    if (!planned || ahead) return;
    setPlan(null);
    const [from, to] = planned;
    const found = moves.filter(({ squares = [] }) => squares[0] === from && squares.at(-1) === to);
    const best = found.find(({ choice }) => choice === "queen") ?? found[0];
    if (turn && best) choose([best]); // what has become impossible is forgotten
  }, [ahead, step]);
  return { planned, onPlan: ahead ? setPlan : null };
}
