/**
 * Pieces as drawings in a box of 100 by 100: chess men drawn by us, discs, marks and letters for
 * everything else. The name of a piece and the glyph of its header go in. Colours of discs carry a
 * mark each, so that nobody has to tell them apart by colour.
 */

import { html } from "../vendor/preact-htm.js";

const CHESS_GLYPHS = "♔♕♖♗♘♙♚♛♜♝♞♟";
const CHESS_KINDS = ["king", "queen", "rook", "bishop", "knight", "pawn"];
const COLOURS = ["white", "black", "red", "yellow", "blue", "green"];

const FOOT = "M27 79h46q5 1 6 10q0 2-3 2H24q-3 0-3-2q1-9 6-10z";

/**
 * Outlines, and after the bar the lines drawn into them.
 * @type {Record<string, [string, string]>}
 */
const MEN = {
  pawn: [
    "M50 22a14 14 0 0 1 9 24.700q6 2 6 6h-8q1 17 10 26H33" +
      `q9-9 10-26h-8q0-4 6-6A14 14 0 0 1 50 22z${FOOT}`,
    "",
  ],
  rook: [
    `M28 18h11v8h6v-8h10v8h6v-8h11v17l-8 7v25l7 12H29l7-12V42l-8-7z${FOOT}`,
    "M36 42h28M36 67h28",
  ],
  knight: [
    "M33 79q-1-18 11-27l-1-4q-7 1-10 5l-7 8q-6 1-9-5q0-5 5-12l7-13" +
      `q1-6 6-9l-1-9 9 6q25-1 30 27q2 16-2 33z${FOOT}`,
    "M40 33l4-2M56 24q13 6 14 30",
  ],
  bishop: [
    "M50 9a5.500 5.500 0 0 1 3 10q15 12 15 25q0 9-8 14h-3l6 21H37l6-21h-3" +
      `q-8-5-8-14q0-13 15-25a5.500 5.500 0 0 1 3-10z${FOOT}`,
    "M50 30v16M42 38h16M40 58h20",
  ],
  queen: [
    "M50 12a5 5 0 0 1 2 9.600L59 44l10-17a5 5 0 1 1 5 1.500L67 64l4 15H29" +
      `l4-15-7-35.500A5 5 0 1 1 31 27l10 17 7-22.400A5 5 0 0 1 50 12z${FOOT}`,
    "M33 64q17-6 34 0",
  ],
  king: [
    "M47 8h6v7h7v6h-7v8q3 1 5 5q10-8 19-1q9 8 0 20q-6 8-8 12l3 14H28l3-14" +
      `q-2-4-8-12q-9-12 0-20q9-7 19 1q2-4 5-5v-8h-7v-6h7z${FOOT}`,
    "M31 65q19-6 38 0M50 44v17",
  ],
};

/** Marks inside discs, one a colour. @type {Record<string, string>} */
const MARKS = {
  red: "M50 32a18 18 0 1 0 .1 0z",
  yellow: "M50 33l5 12 13 1-10 8 3 13-11-7-11 7 3-13-10-8 13-1z",
  blue: "M36 36h28v28H36z",
  green: "M50 33l17 30H33z",
  white: "M50 30a20 20 0 1 0 .1 0z",
  black: "M36 50h28",
};

const CROWN = "M33 62V40l10 9 7-13 7 13 10-9v22z";

/** A piece as SVG content. @param {string} piece @param {string | undefined} glyph */
export function drawPiece(piece, glyph) {
  const words = piece.split("-");
  const place = glyph ? CHESS_GLYPHS.indexOf(glyph) : -1;
  if (place >= 0) return drawMan(CHESS_KINDS[place % 6], place < 6 ? "white" : "black");
  if (CHESS_KINDS.includes(piece)) return drawMan(piece, "black");
  const colour = words.find((word) => COLOURS.includes(word));
  if (colour) return drawDisc(colour, words.includes("king"));
  if (piece === "x") return html`<path class="stroke x" d="M26 26L74 74M74 26L26 74" />`;
  if (piece === "o") return html`<circle class="stroke o" cx="50" cy="50" r="26" />`;
  if (piece === "arrow")
    return html`
      <path class="block" d="M22 22h56v56H22z" />
      <path class="block-cross" d="M34 34l32 32M66 34L34 66" />
    `;
  if (piece === "visited") return html`<circle class="visited" cx="50" cy="50" r="14" />`;
  const text = glyph === undefined ? piece : glyph;
  return html`<text
    class="letter"
    x="50"
    y="52"
    style=${text.length > 2 ? `font-size:${Math.max(150 / text.length, 12)}px` : ""}
  >
    ${text}
  </text>`;
}

/** @param {string} kind @param {string} side */
function drawMan(kind, side) {
  const [outline, lines] = MEN[kind];
  return html`<g class=${`man ${side}`}>
    <path d=${outline} />${lines && html`<path class="lines" d=${lines} />`}
  </g>`;
}

/** @param {string} colour @param {boolean} crowned */
function drawDisc(colour, crowned) {
  return html`<g class=${`disc ${colour}`}>
    <circle cx="50" cy="50" r="39" />
    ${crowned
      ? html`<path class="crown" d=${CROWN} />`
      : html`<path class="mark" d=${MARKS[colour]} />`}
  </g>`;
}
