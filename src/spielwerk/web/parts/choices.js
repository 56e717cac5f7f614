/**
 * Legal moves as buttons: grouped by their first word, searched by typing. Works for every game.
 */

import { textOf } from "../presented.js";
import { settings } from "../settings.js";
import { html, useState } from "../vendor/preact-htm.js";
import { labelText, t, tOr, withNames, wordName } from "../words.js";

const SEARCHED_FROM = 12;
const ARROWS = new Map([
  ["north", "↑"],
  ["south", "↓"],
  ["east", "→"],
  ["west", "←"],
]);

/** @typedef {import("../presented.js").Card} Card */

/** @param {{moves: Card[], onMove: (move: string) => void}} props */
export function Choices({ moves, onMove }) {
  const [text, setText] = useState("");
  /** @type {Map<string, Card[]>} */
  const groups = new Map();
  for (const card of moves) {
    const verb = verbOf(card);
    const said = `${card.move} ${labelOf(card)} ${wordName(verb)}`.toLowerCase();
    if (said.includes(text.trim().toLowerCase()))
      groups.set(verb, [...(groups.get(verb) ?? []), card]);
  }
  const alone = (/** @type {[string, Card[]]} */ [verb, found]) =>
    found.length === 1 && found[0].move === verb;
  const button = (/** @type {Card} */ card) =>
    html`<button
      type="button"
      class="button"
      data-move=${card.move}
      onClick=${() => onMove(card.move)}
    >
      ${ARROWS.has(card.move) && html`<span aria-hidden="true">${ARROWS.get(card.move)}</span>`}
      ${labelOf(card)}
    </button>`;
  const words = [...groups].filter(alone);
  const others = [...groups].filter((group) => !alone(group));
  return html`<div class="moves">
    ${moves.length > SEARCHED_FROM && html`<label class="field">
      <span>${t("table.moves.find")}</span>
      <input
        type="search"
        value=${text}
        onInput=${(/** @type {any} */ event) => setText(event.target.value)}
      />
    </label>`}
    ${!groups.size && html`<p class="muted">${t("table.moves.none")}</p>`}
    ${words.length > 0 && html`<div class="group">${words.map(([, [card]]) => button(card))}</div>`}
    ${others.map(
      ([verb, found]) =>
        html`<div class="stack">
          ${headOf(verb, found) && html`<h3>${headOf(verb, found)}</h3>`}
          <div class="group">${found.map(button)}</div>
        </div>`,
    )}
  </div>`;
}

/** What is done; nothing for moves on a board, which say it by their squares. @param {Card} card */
const verbOf = ({ words = [] }) => (words.length ? textOf(words[0]) : "");

/**
 * What a group does, unless the author's own words on its buttons say it.
 * @param {string} verb @param {Card[]} found
 */
function headOf(verb, [{ label }]) {
  if (!verb) return "";
  if (!label || settings.language === "en")
    return label && labelText(label).startsWith(wordName(verb)) ? "" : wordName(verb);
  return tOr(`word.${verb}`, "");
}

/** With what it is done, or the move as a whole. @param {Card} card */
function labelOf({ move, short, words = [], label }) {
  if (label) return withNames(labelText(label), words.slice(1).map(textOf));
  if (!words.length) return short;
  const rest = words.slice(1).map((word) => wordName(textOf(word)));
  return rest.join(" ") || wordName(move);
}
