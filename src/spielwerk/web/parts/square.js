/**
 * One square of a board: what lies on it, how it is marked, and what it is called for listeners.
 */

import { html } from "../vendor/preact-htm.js";
import { t, wordName } from "../words.js";
import { drawPiece } from "./pieces.js";

/** @typedef {Record<string, boolean>} Marks what is to be seen of a square beside its pieces */

/**
 * @param {object} props
 * @param {import("./board.js").Square} props.square
 * @param {import("./board.js").BoardProps} props.board
 * @param {Marks} props.marks
 * @param {string} props.place
 * @param {boolean} props.first whether the keyboard comes here first
 */
export function SquareShown({ square: { name }, board, marks, place, first, ...on }) {
  const men = board.pieces.get(name) ?? [];
  const shown = Object.keys(marks).filter((mark) => marks[mark]);
  return html`<button
    type="button"
    class=${`square ${shown.join(" ")}`}
    style=${place}
    data-square=${name}
    aria-label=${describe(name, men, board.layout.glyphs, marks)}
    aria-pressed=${marks.selected}
    disabled=${board.still}
    tabindex=${first ? 0 : -1}
    ...${on}
  >
    <span class=${`ground ${board.tints?.get(name) ?? ""}`}></span>
    ${men.map(
      (piece) =>
        html`<svg class="piece" viewBox="0 0 100 100" aria-hidden="true">
          ${drawPiece(piece, board.layout.glyphs[piece])}
        </svg>`,
    )}
    <span class="hint"></span>
  </button>`;
}

/**
 * @param {string} name @param {string[]} men @param {Record<string, string>} glyphs
 * @param {Marks} marks
 */
function describe(name, men, glyphs, marks) {
  const seen = men.filter((piece) => glyphs[piece] !== "").map(wordName);
  const notes = [
    (marks.target || marks.drop) && t("square.target"),
    marks.movable && t("square.movable"),
    marks.last && t("square.last"),
    marks.lit && t("square.lit"),
    marks.alarmed && t("table.check"),
    marks.planned && t("square.planned"),
  ];
  return [name, seen.join(", ") || t("square.empty"), ...notes.filter(Boolean)].join(", ");
}
