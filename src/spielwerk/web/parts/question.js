/** "Why can't I …?": any move can be asked about, not only those that were tried. */

import { html, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";

/** @param {{onAsk: (move: string) => void}} props */
export function Question({ onAsk }) {
  const [move, setMove] = useState("");
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (move.trim()) onAsk(move.trim());
  };
  return html`<form class="ask" onSubmit=${submit}>
    <label class="field">
      <span>${t("table.questions")}</span>
      <input
        aria-label=${t("table.question")}
        placeholder=${t("table.question")}
        value=${move}
        onInput=${(/** @type {any} */ event) => setMove(event.target.value)}
      />
    </label>
    <button class="button">${t("table.question.ask")}</button>
  </form>`;
}
