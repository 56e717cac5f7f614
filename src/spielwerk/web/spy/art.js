/**
 * The casino drawn: furniture, the cat and the janitor, and people in the shape of their side; each
 * in a square of 100.
 */

import { html } from "../vendor/preact-htm.js";
import { drawPortrait, initials } from "./portrait.js";
import { WET } from "./view.js";
import { linesOf } from "./symbols.js";

/** @typedef {import("./view.js").Side} Side */

const POCKETS = Array.from({ length: 12 }, (_, place) => (place * Math.PI) / 6);
const spot = (/** @type {number} */ angle, /** @type {number} */ far) =>
  `${(50 + far * Math.cos(angle)).toFixed(1)} ${(50 + far * Math.sin(angle)).toFixed(1)}`;

/** The outline of a pocket of the wheel that begins at an angle. @param {number} angle */
function pocket(angle) {
  const end = angle + Math.PI / 6;
  return `M${spot(angle, 20)}L${spot(angle, 38)}A38 38 0 0 1 ${spot(end, 38)}L${spot(end, 20)}Z`;
}

/** @param {any} special */
const drawRoulette = (special) => html`<g
  class=${`roulette ${special.destroyed ? "destroyed" : ""}`}
>
  <circle class="rim" cx="50" cy="50" r="44" />
  ${POCKETS.map(
    (angle, place) => html`<path class=${place % 2 ? "red" : "black"} d=${pocket(angle)} />`,
  )}
  <circle class="hub" cx="50" cy="50" r="20" /><text x="50" y="51">${special.chips}</text>
  ${special.inverted && html`<path
    class="turned"
    d="M20 22a40 40 0 0 1 60 0M80 22V10M80 22H68M80 78a40 40 0 0 1-60 0M20 78v12M20 78h12"
  />`}
  ${special.destroyed && html`<path class="crack" d="M14 18L44 44 36 58 86 84M80 16L58 40" />`}
</g>`;

/** @param {any} special @param {boolean} known */
const drawSafe = (special, known) => html`<g class="safe">
  <rect class="box" x="10" y="10" width="80" height="80" rx="9" />
  <rect class="door" x="19" y="19" width="62" height="62" rx="6" />
  <circle class="dial" cx="50" cy="50" r="22" /><text x="50" y="51">${special.safe}</text>
  <path class="hinge" d="M14 30v12M14 58v12" />
  ${known && html`<g class="key" transform="translate(60 60)">
    <circle class="ground" cx="18" cy="18" r="18" />
    <path d="M12 13a6 6 0 1 0 .01 0M17 21l9 9M22 26l4-4" />
  </g>`}
</g>`;

const STOOL = html`<g class="stool">
  <path d="M30 62L24 88M70 62L76 88M50 66v24M30 78h40" /><ellipse cx="50" cy="50" rx="34" ry="22" />
</g>`;
const BAR = html`<g class="bar-top">
  <ellipse cx="50" cy="56" rx="42" ry="36" />
  <ellipse class="shine" cx="50" cy="50" rx="42" ry="36" />
</g>`;
const HEARTH = html`<g class="hearth">
  <path class="stone" d="M4 8h92v86H80V46q0-20-30-20T20 46v48H4z" />
  <path
    class="flame"
    d="M50 92C24 92 26 66 40 56q0 10 6 12c-4-16 6-22 8-30 4 12 20 20 18 38-1 10-10 16-22 16z"
  />
  <path class="glow" d="M50 90c-12 0-12-14-4-20 0 6 4 6 6 2 6 4 10 18-2 18z" />
</g>`;

/**
 * The furniture of a field.
 * @param {string} glyph @param {any} special
 * @param {boolean} known whether its combination is known
 */
export function drawFurniture(glyph, special, known) {
  if (glyph === "s") return STOOL;
  if (glyph === "t") return BAR;
  if (glyph === "f") return HEARTH;
  if (glyph === "r") return drawRoulette(special);
  return glyph === "$" ? drawSafe(special, known) : null;
}

/** Something that lies or stands on a field. @param {string} gadget @param {boolean} poisoned */
export function drawThing(gadget, poisoned) {
  if (gadget === "COCKTAIL")
    return html`<g class=${`cocktail ${poisoned ? "poisoned" : ""}`}>
      <path class="drink" d="M31 32h38L50 54z" />
      <path class="glass" d="M24 24h52L50 55zM50 55v25M36 81h28M62 24l10-12" />
      ${poisoned && html`<path class="skull" d="M44 36l6 6M50 36l-6 6" />`}
    </g>`;
  return html`<g class="thing-lying">
    <circle cx="50" cy="50" r="31" />
    <g transform="translate(26 26) scale(2)"><path d=${linesOf(gadget)} /></g>
  </g>`;
}

export const CAT = html`<g class="cat">
  <path d="M22 88c-6-22 2-40 12-46L30 20l16 12h10l16-12-4 24c10 8 14 26 8 44z" />
  <path class="tail" d="M76 84q20-4 12-30" />
  <g class="eyes"><circle cx="44" cy="46" r="4.5" /><circle cx="60" cy="46" r="4.5" /></g>
  <path class="whiskers" d="M49 56l3 3 3-3M38 58l-16-2M38 62l-15 4M66 58l16-2M66 62l15 4" />
</g>`;
export const JANITOR = html`<g class="janitor">
  <rect x="16" y="16" width="68" height="68" rx="12" />
  <path d="M58 24L40 60M34 58l16 8-8 18-20-10zM64 40h10v30H58" />
</g>`;

/**
 * The shape that marks a side: it is told by its outline as well as by its colour.
 * @type {Record<Side, any>}
 */
const SHAPES = {
  mine: html`<circle cx="50" cy="50" r="45" />`,
  one: html`<circle cx="50" cy="50" r="45" />`,
  enemy: html`<path d="M50 1L99 50 50 99 1 50z" />`,
  two: html`<path d="M50 1L99 50 50 99 1 50z" />`,
  neutral: html`<rect x="8" y="8" width="84" height="84" rx="8" />`,
  unknown: html`<path d="M28 6h44l25 44-25 44H28L3 50z" />`,
};

/** The shape of a side by itself. @param {{side: Side}} props */
export const SideMark = ({ side }) =>
  html`<svg class=${`spy-mark side-${side}`} viewBox="0 0 100 100" aria-hidden="true">
    <g class="shape">${SHAPES[side]}</g>
  </svg>`;

/**
 * Somebody as a piece on the board.
 * @param {{name: string, person: import("./view.js").Person, side: Side, active?: boolean}} props
 */
export function Figure({ name, person, side, active = false }) {
  const wet = person.properties.some((property) => WET.includes(property));
  const drink = person.gadgets.includes("COCKTAIL");
  const collar = person.gadgets.includes("DIAMOND_COLLAR");
  return html`<svg
    class=${`spy-figure side-${side} ${active ? "active" : ""}`}
    viewBox="0 0 100 100"
    aria-hidden="true"
  >
    <g class="shape">${SHAPES[side]}</g>
    <g transform="translate(20 13) scale(0.6)">${drawPortrait(name)}</g>
    <g class="tag">
      <rect x="25" y="68" width="50" height="28" rx="9" />
      <text x="50" y="83">${initials(name)}</text>
    </g>
    ${person.hp < 100 && html`<g class="health">
      <rect x="12" y="0" width="76" height="10" rx="5" />
      <rect
        class=${`left ${person.hp <= 30 ? "low" : ""}`}
        x="12"
        y="0"
        width=${Math.max(4, 0.76 * person.hp)}
        height="10"
        rx="5"
      />
    </g>`}
    ${wet && html`<path
      class="drop"
      d="M14 22q11 15 0 23-12-8 0-23z"
      transform="translate(2 2)"
    />`}
    ${drink && html`<g class="cocktail held" transform="translate(68 12) scale(0.34)">
      <path class="drink" d="M31 32h38L50 54z" />
      <path class="glass" d="M24 24h52L50 55zM50 55v25M36 81h28" />
    </g>`}
    ${collar && html`<path class="gem" d="M84 52l9 11-9 13-9-13z" />`}
  </svg>`;
}
