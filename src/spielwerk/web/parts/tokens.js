/**
 * Cards, dice, piles and plain words: how single values of facts and percepts look.
 * Which values are cards or dice follows from the words authors use, listed here and nowhere else.
 */

import { textOf } from "../presented.js";
import { html } from "../vendor/preact-htm.js";
import { wordName } from "../words.js";

const CARD_WORDS = new Set(["card", "cards", "hand", "holds", "prize", "deck", "bid-card"]);
const DICE_WORDS = new Set(["rolled", "dice", "die"]);
const PILE_WORDS = new Set(["heap", "pile", "stack"]);
const COURT = new Map([
  ["jack", "J"],
  ["queen", "Q"],
  ["king", "K"],
  ["ace", "A"],
]);
const SUITS = new Map([
  ["clubs", "♣"],
  ["diamonds", "♦"],
  ["hearts", "♥"],
  ["spades", "♠"],
]);
const PIPS = [[], [5], [1, 9], [1, 5, 9], [1, 3, 7, 9], [1, 3, 5, 7, 9], [1, 3, 4, 6, 7, 9]];

/** @typedef {import("../presented.js").Words} Words */

/** Whether facts of a relation are about dice. @param {string} relation */
export const isDice = (relation) => DICE_WORDS.has(relation);

/** What a value of a relation is drawn as. @param {string} relation @param {Words} value */
export function kindOf(relation, value) {
  const text = textOf(value);
  if (COURT.has(text) || (CARD_WORDS.has(relation) && /^\d+$/.test(text))) return "card";
  if (DICE_WORDS.has(relation) && /^[1-6]$/.test(text)) return "die";
  return PILE_WORDS.has(relation) && /^\d+$/.test(text) ? "pile" : "word";
}

/** The sign of a suit, if a word is one. @param {Words} word */
export const suitOf = (word) => SUITS.get(textOf(word));

/**
 * A value as something to look at.
 * @param {{relation: string, value: Words, suit?: string}} props
 */
export function Token({ relation, value, suit }) {
  const text = textOf(value);
  const kind = kindOf(relation, value);
  if (kind === "card")
    return html`<${Card} face=${COURT.get(text) ?? text} name=${wordName(text)} suit=${suit} />`;
  if (kind === "die") return html`<${Die} face=${Number(text)} />`;
  if (kind === "pile") return html`<${Pile} size=${Number(text)} />`;
  return html`<span class="word">${wordName(text)}</span>`;
}

/** @param {{face: string, name: string, suit?: string}} props */
export function Card({ face, name, suit }) {
  const red = suit === "♥" || suit === "♦";
  return html`<svg class="card" viewBox="0 0 60 84" role="img" aria-label=${name}>
    <rect x="1.500" y="1.500" width="57" height="81" rx="8" />
    <text class="corner" x="12" y="20">${face}</text>
    <text class="centre" x="30" y="46">${face}</text>
    ${suit
      ? html`<text class=${`suit ${red ? "red" : ""}`} x="30" y="69">${suit}</text>`
      : html`<path d="M30 62l7 8-7 8-7-8z" />`}
  </svg>`;
}

/** The back of a card. */
export function CardBack() {
  return html`<svg class="card back" viewBox="0 0 60 84" aria-hidden="true">
    <rect x="1.500" y="1.500" width="57" height="81" rx="8" />
    <rect class="inner" x="8" y="8" width="44" height="68" rx="4" />
    <path d="M30 26l12 16-12 16-12-16z" />
  </svg>`;
}

/** @param {{face: number}} props */
export function Die({ face }) {
  return html`<svg class="die" viewBox="0 0 60 60" role="img" aria-label=${String(face)}>
    <rect x="2" y="2" width="56" height="56" rx="12" />
    ${PIPS[face].map(
      (place) =>
        html`<circle
          cx=${15 + 15 * ((place - 1) % 3)}
          cy=${15 + 15 * Math.floor((place - 1) / 3)}
          r="5"
        />`,
    )}
  </svg>`;
}

/** @param {{size: number}} props */
function Pile({ size }) {
  return html`<span class="pile" role="img" aria-label=${String(size)}>
    ${Array.from({ length: size }, () => html`<i></i>`)}<b aria-hidden="true">${size}</b>
  </span>`;
}
