/** Which legal moves need buttons of their own. */

import { onBoard } from "../presented.js";
import { movesOnTable } from "./tabletop.js";

/**
 * The legal moves that one cannot make on the board or table itself.
 * @param {{scene: any, view: any, moves: import("../presented.js").Card[]}} shown
 */
export function besideTheBoard({ scene, view, moves }) {
  if (scene?.kind === "casino") return [];
  if (scene?.kind !== "table") return moves.filter((card) => !onBoard(card));
  const placed = movesOnTable(view.table);
  return moves.filter(({ move }) => !placed.has(move));
}
