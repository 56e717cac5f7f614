/** Which legal moves need buttons of their own. */

import { onBoard } from "../presented.js";

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

/**
 * The moves that can be made on the table itself.
 * @param {import("./tabletop.js").TableShown} table
 * @returns {Set<string>}
 */
function movesOnTable(table) {
  const things = table.areas.flatMap((area) => [
    ...(area.cards ?? []),
    ...(area.top ? [area.top] : []),
    ...(area.squares ?? []).flatMap((square) => square.cards),
  ]);
  const onBoards = table.areas.flatMap((area) =>
    (area.moves ?? []).filter(([, squares]) => squares.length).map(([move]) => move),
  );
  return new Set([...things.flatMap((thing) => thing.moves ?? []), ...onBoards]);
}
