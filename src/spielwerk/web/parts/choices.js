/** Legal moves as buttons: grouped by their first word, searched by typing. Works for every game. */

import { argumentsOf, headOf, parseTerm, termText } from "../terms.js";
import { html, useState } from "../vendor/preact-htm.js";
import { labelText, t, wordName } from "../words.js";

const SEARCHED_FROM = 12;
const ARROWS = new Map([
  ["north", "↑"],
  ["south", "↓"],
  ["east", "→"],
  ["west", "←"],
]);

/** @param {{moves: string[], labels?: Record<string, import("../words.js").Label>, onMove: (move: string) => void}} props */
export function Choices({ moves, labels = {}, onMove }) {
  const [text, setText] = useState("");
  /** @type {Map<string, {move: string, label: string}[]>} */
  const groups = new Map();
  for (const move of moves) {
    const term = parseTerm(move);
    const label =
      move in labels
        ? labelText(labels[move])
        : argumentsOf(term)
            .map((part) => wordName(termText(part)))
            .join(" ") || wordName(move);
    if (
      `${move} ${label} ${wordName(headOf(term))}`.toLowerCase().includes(text.trim().toLowerCase())
    )
      groups.set(headOf(term), [...(groups.get(headOf(term)) ?? []), { move, label }]);
  }
  const words = [...groups].filter(([head, found]) => found.length === 1 && found[0].move === head);
  const others = [...groups].filter(([head, found]) => found.length > 1 || found[0].move !== head);
  const button = (/** @type {{move: string, label: string}} */ { move, label }) =>
    html`<button type="button" class="button" data-move=${move} onClick=${() => onMove(move)}>${ARROWS.has(move) && html`<span aria-hidden="true">${ARROWS.get(move)}</span>`}${label}</button>`;
  return html`<div class="moves">
    ${moves.length > SEARCHED_FROM && html`<label class="field"><span>${t("table.moves.find")}</span><input type="search" value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)} /></label>`}
    ${!groups.size && html`<p class="muted">${t("table.moves.none")}</p>`}
    ${words.length > 0 && html`<div class="group">${words.map(([, [found]]) => button(found))}</div>`}
    ${others.map(([head, found]) => html`<div class="stack"><h3>${wordName(head)}</h3><div class="group">${found.map(button)}</div></div>`)}
  </div>`;
}
