/**
 * From fingers to moves: which squares a legal move names, and which move an attempt on the board
 * was meant to be. Games say nothing about this; it follows from their layout and their moves.
 */

import { squareName } from "./layout.js";
import { argumentsOf, fillTerm, headOf, parseTerm, termText } from "./terms.js";

/** @typedef {import("./terms.js").Term} Term */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {{text: string, squares: string[], column: string | null, choice: string}} Intent */

/** What a legal move looks like on the board.
 *
 * Pairs of a column and a row are squares; a column that stands alone is a column to drop into;
 * whatever is left tells moves apart that look the same, such as the piece a pawn becomes.
 * @param {Layout} layout @param {string} move @returns {Intent}
 */
export function intentOf(layout, move) {
  const words = argumentsOf(parseTerm(move)).map(termText);
  /** @type {string[]} */
  const squares = [];
  const rest = [];
  for (let at = 0; at < words.length; at++) {
    const [column, row] = [words[at], words[at + 1]];
    if (layout.columns.includes(column) && layout.rows.includes(row)) {
      squares.push(squareName(column, row));
      at++;
    } else rest.push(column);
  }
  const lone = !squares.length && rest.length === 1 && layout.columns.includes(rest[0]);
  return { text: move, squares, column: lone ? rest[0] : null, choice: lone ? "" : rest.join(" ") };
}

/** Moves that an attempt with these squares may have been meant to be, the likeliest first.
 * @param {Layout} layout
 * @param {{pattern: Term}[]} notations
 * @param {string[]} legal
 * @param {{column: string, row: string}[]} squares
 * @returns {string[]}
 */
export function meantMoves(layout, notations, legal, squares) {
  const shapes = new Map();
  for (const { pattern } of notations) shapes.set(shapeOf(pattern), pattern);
  for (const move of legal) {
    const term = parseTerm(move);
    if (!shapes.has(shapeOf(term))) shapes.set(shapeOf(term), term);
  }
  const words = squares.flatMap(({ column, row }) => [column, row]);
  const found = [];
  for (const pattern of shapes.values()) {
    const wanted = argumentsOf(pattern).length;
    if (wanted === words.length) found.push(termText([headOf(pattern), ...words]));
    else if (
      wanted === 1 &&
      squares.length === 1 &&
      layout.columns.length > 1 &&
      dropsIn(pattern, legal, layout)
    )
      found.push(termText(fillTerm([headOf(pattern), "?x"], { "?x": squares[0].column })));
  }
  return found;
}

/** @param {Term} term */
const shapeOf = (term) => `${headOf(term)}/${argumentsOf(term).length}`;

/** @param {Term} pattern @param {string[]} legal @param {Layout} layout */
function dropsIn(pattern, legal, layout) {
  const alike = legal.filter((move) => shapeOf(parseTerm(move)) === shapeOf(pattern));
  return !legal.length || alike.some((move) => intentOf(layout, move).column !== null);
}

/** The squares that an explanation speaks of, to be lit on the board.
 * @param {Layout} layout
 * @param {import("./api.js").Explanation} explanation
 * @returns {string[]}
 */
export function squaresIn(layout, explanation) {
  const texts = [explanation.claim, ...factsOf(explanation)];
  const found = new Set();
  for (const column of layout.columns)
    for (const row of layout.rows) {
      const name = squareName(column, row);
      const spoken = new RegExp(`(^|[^\\w-])${column}[ ·]?${row}(?![\\w-])`);
      if (texts.some((text) => spoken.test(text))) found.add(name);
    }
  return [...found];
}

/** @param {import("./api.js").Explanation} explanation @returns {string[]} */
function factsOf(explanation) {
  return [...explanation.facts, ...explanation.reasons.flatMap(factsOf)];
}

/** How good an explanation is for a player: a sentence, a denied sentence, or a literal.
 * @param {import("./api.js").Explanation} explanation
 */
export function clarity(explanation) {
  if (explanation.claim.includes("(")) return 0;
  return /^Not true/.test(explanation.claim) ? 1 : 2;
}
