/** A board that lies on a table among other things, with moves that are made on it. */

import { travels } from "../presented.js";
import { html } from "../vendor/preact-htm.js";
import { labelText } from "../words.js";
import { Board } from "./board.js";

/**
 * @param {{
 *   area: import("./tabletop.js").Area,
 *   still: boolean,
 *   lit: Set<string>,
 *   onMove: import("./tabletop.js").OnMove,
 *   labels: Record<string, import("../words.js").Label>,
 * }} props
 */
export function BoardShown({ area, still, lit, onMove, labels }) {
  const { columns = [], rows = [], squares = [], colors = [], moves = [] } = area;
  /** @type {Record<string, string>} */
  const glyphs = {};
  const piece = (
    /** @type {import("./tabletop.js").Thing} */ { label = "", color = "", corner = "" },
  ) => {
    const name = [color, labelText(label).toLowerCase().replaceAll(" ", "-")]
      .filter(Boolean)
      .join("-");
    if (!color) glyphs[name] = corner || labelText(label);
    return name;
  };
  const pieces = new Map(squares.map(({ at, cards }) => [nameOf(at), cards.map(piece)]));
  const cards = moves.map(([move, at]) => ({
    move,
    short: move,
    squares: at.map(nameOf),
    choice: labelText(labels[move] ?? move),
  }));
  const tints = new Map(colors.map(([column, row, color]) => [nameOf([column, row]), color]));
  const names = rows.map((row) => columns.map((column) => nameOf([column, row])));
  const ground = tints.size ? "plain" : "checkered";
  const layout = { board: "square", ground, columns, rows, squares: names, glyphs };
  const long = columns.length > 3 * rows.length;
  return html`<div
    class=${`board-area ${long ? "long" : ""}`}
    style=${`--ratio:${columns.length / rows.length}`}
  >
    <${Board}
      layout=${layout}
      ground=${ground}
      pieces=${pieces}
      moves=${cards}
      travels=${travels(layout, cards)}
      flipped=${false}
      last=${new Set()}
      lit=${lit}
      alarmed=${new Set()}
      tints=${tints}
      still=${still}
      onMove=${onMove}
      onAttempt=${() => {}}
    />
  </div>`;
}

/** What a square is called on such a board. @param {[string, string]} at its column and row */
const nameOf = ([column, row]) => `${column}${/\d$/.test(column) ? "·" : ""}${row}`;
