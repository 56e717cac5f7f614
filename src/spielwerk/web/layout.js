/**
 * A board as the headers of its rules describe it: which facts are cells, and where they lie.
 * The server's description and a view go in; squares with pieces, and the facts beside them, come out.
 */

import { matchTerm, parseTerm, termText } from "./terms.js";

/** @typedef {import("./terms.js").Term} Term */
/** @typedef {{board: string, columns: string[], rows: string[], grids: string[], glyphs: Record<string, string>, edges?: Record<string, string>}} Layout */
/** @typedef {{pieces: Map<string, string[]>, others: Term[]}} Position */

/** The name of a square, as moves and explanations of most games write it.
 * @param {string} column @param {string} row */
export const squareName = (column, row) => `${column}${/\d$/.test(column) ? "·" : ""}${row}`;

/** What lies where. @param {Layout | null} layout @param {string[]} facts @returns {Position} */
export function placeFacts(layout, facts) {
  /** @type {Map<string, string[]>} */
  const pieces = new Map();
  /** @type {Term[]} */
  const others = [];
  const grids = (layout?.grids ?? []).map(parseTerm);
  for (const fact of facts) {
    const term = parseTerm(fact);
    const found = layout && placeOf(layout, grids, term);
    if (!found) others.push(term);
    else pieces.set(found.square, [...(pieces.get(found.square) ?? []), found.piece]);
  }
  return { pieces, others };
}

/** @param {Layout} layout @param {Term[]} grids @param {Term} fact */
function placeOf(layout, grids, fact) {
  for (const grid of grids) {
    const found = matchTerm(grid, fact);
    if (!found) continue;
    const column = termText(found["?column"]);
    const row = termText(found["?row"]);
    if (!layout.columns.includes(column) || !layout.rows.includes(row)) continue;
    return { square: squareName(column, row), piece: termText(found["?piece"] ?? grid[0]) };
  }
  return null;
}

/** All squares of a layout in reading order. @param {Layout} layout */
export function squaresOf(layout) {
  return layout.rows.flatMap((row, y) =>
    layout.columns.map((column, x) => ({ name: squareName(column, row), column, row, x, y })),
  );
}

/** @typedef {{short: string, pattern: Term}} Notation */

/** What sources were read for already: every move shown asks anew. @type {Map<string | null, Notation[]>} */
const read = new Map();

/** Short forms of moves that the headers of a source give: `?a?b-?c?d` for `(move ?a ?b ?c ?d)`.
 * @param {string | null} source
 * @returns {Notation[]}
 */
export function notationsOf(source) {
  const known = read.get(source) ?? readNotations(source ?? "");
  read.set(source, known);
  return known;
}

/** @param {string} source @returns {Notation[]} */
function readNotations(source) {
  const found = source.matchAll(
    /^[ \t]*(?:;|\/\/|%)![ \t]*notation[ \t]+(.+?)[ \t]*(\([^\r\n]*\))[ \t]*$/gm,
  );
  return [...found].map(([, short, pattern]) => ({ short, pattern: parseTerm(pattern) }));
}

/** A move as people write it. @param {string} move @param {Notation[]} notations */
export function shortMove(move, notations) {
  const term = parseTerm(move);
  for (const { short, pattern } of notations) {
    const values = matchTerm(pattern, term);
    if (values)
      return short.replace(/\?[\w-]+?(?=\?|\W|$)/g, (name) =>
        name in values ? termText(values[name]) : name,
      );
  }
  return move.replace(/^\(|\)$/g, "");
}
