/**
 * Faces for the people of the casino: drawn from the name alone, so that everybody looks the same
 * everywhere.
 */

import { html } from "../vendor/preact-htm.js";

const SKINS = ["#f4d0ae", "#e0ac75", "#b57b49", "#80502f", "#f8ddc6"];
const HAIRS = ["#2b2320", "#5c3a22", "#b0702f", "#d9b65c", "#8d9194", "#86301f"];
const SUITS = ["#27343f", "#5d2a3d", "#2d4b3a", "#6c5626", "#3f3763", "#8b3d2d", "#1f4b63"];

/**
 * What is drawn behind and before the head, for each way of wearing one's hair.
 * @type {((colour: string, suit: string) => {behind?: any, before?: any})[]}
 */
const STYLES = [
  (hair) => ({
    before: html`<path
      fill=${hair}
      d="M30 46C26 14 74 14 70 46 68 33 60 28 48 30 40 31 32 36 30 46Z"
    />`,
  }),
  (hair) => ({
    behind: html`<path fill=${hair} d="M27 80C16 44 26 15 50 15S84 44 73 80Z" />`,
    before: html`<path
      fill=${hair}
      d="M31 44C30 20 70 20 69 44 62 40 56 34 54 28 49 36 40 40 31 44Z"
    />`,
  }),
  (hair) => ({
    behind: html`<circle fill=${hair} cx="50" cy="14" r="10" />`,
    before: html`<path fill=${hair} d="M30 46C27 16 73 16 70 46 66 34 58 30 50 30S34 34 30 46Z" />`,
  }),
  (hair) => ({
    before: html`<path
      fill=${hair}
      d="M30 50C29 44 30 38 32 35L33 50ZM70 50C71 44 70 38 68 35L67 50Z"
    />`,
  }),
  (hair) => ({
    behind: html`<g fill=${hair}>
      <circle cx="34" cy="30" r="12" /><circle cx="50" cy="22" r="13" />
      <circle cx="66" cy="30" r="12" /><circle cx="29" cy="46" r="9" />
      <circle cx="71" cy="46" r="9" />
    </g>`,
    before: html`<path fill=${hair} d="M31 40C36 24 64 24 69 40 60 33 40 33 31 40Z" />`,
  }),
  (hair, suit) => ({
    behind: html`<path fill=${hair} d="M29 58C27 38 34 28 50 28S73 38 71 58Z" />`,
    before: html`
      <path fill=${suit} d="M33 31C33 10 39 11 50 14 61 11 67 10 67 31Z" />
      <ellipse fill=${suit} cx="50" cy="32" rx="31" ry="6" />
      <path fill="#fff" opacity="0.5" d="M33 25C42 29 58 29 67 25L67 29C58 33 42 33 33 29Z" />
    `,
  }),
];
const GLASSES = [
  null,
  null,
  html`<g fill="none" stroke="#26221f" stroke-width="2">
    <circle cx="42" cy="47" r="6.5" /><circle cx="58" cy="47" r="6.5" /><path d="M48.5 46h3" />
  </g>`,
  html`<g fill="#1c1a19">
    <path d="M34 43h14v5a6 6 0 0 1-13 0zM52 43h14l-1 5a6 6 0 0 1-13 0zM47 43h6v2h-6z" />
  </g>`,
];

/** A number for a name, the same every time. @param {string} name */
function hash(name) {
  let found = 2166136261;
  for (const letter of name)
    found = Math.imul(found ^ /** @type {number} */ (letter.codePointAt(0)), 16777619) >>> 0;
  return found;
}

/** @template T @param {T[]} list @param {number} number @returns {T} */
const pick = (list, number) => list[number % list.length];

/** The face and shoulders of somebody, in a square of 100. @param {string} name */
export function drawPortrait(name) {
  const seed = hash(name);
  const [skin, hair, suit] = [pick(SKINS, seed), pick(HAIRS, seed >>> 3), pick(SUITS, seed >>> 7)];
  const { behind, before } = pick(STYLES, seed >>> 11)(hair, suit);
  return html`<g>
    ${behind}
    <path fill=${suit} d="M10 100C12 78 30 72 50 72S88 78 90 100Z" />
    <path fill="#f7f4ec" d="M39 72L50 88 61 72Z" />
    <path fill="#00000038" d="M50 80l4 4-2 16h-4l-2-16z" />
    <path fill=${skin} d="M42 62h16v10l-8 8-8-8z" />
    <ellipse fill=${skin} cx="50" cy="46" rx="19" ry="22" />
    <g fill="#26221f"><circle cx="42" cy="47" r="2.3" /><circle cx="58" cy="47" r="2.3" /></g>
    <path
      fill="none"
      stroke="#26221f99"
      stroke-width="2"
      stroke-linecap="round"
      d="M44 58q6 4 12 0"
    />
    ${before}${pick(GLASSES, seed >>> 17)}
  </g>`;
}

/** Initials, for where faces are too small. @param {string} name */
export const initials = (name) =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .join("")
    .slice(0, 2)
    .toUpperCase();

/** @param {{name: string}} props */
export function Portrait({ name }) {
  return html`<svg class="spy-portrait" viewBox="0 0 100 100" aria-hidden="true">
    <rect class="paper" width="100" height="100" rx="14" />${drawPortrait(name)}
  </svg>`;
}
