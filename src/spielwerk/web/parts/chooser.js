/** Several moves look the same on the board: which one is meant? A pawn becomes a queen here. */

import { html, useEffect, useRef } from "../vendor/preact-htm.js";
import { t, wordName } from "../words.js";
import { drawPiece } from "./pieces.js";

/**
 * @param {{
 *   found: import("../presented.js").Card[],
 *   role: string,
 *   glyphs: Record<string, string>,
 *   onMove: (move: string) => void,
 *   onClose: () => void,
 * }} props
 */
export function Chooser({ found, role, glyphs, onMove, onClose }) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => box.current?.showModal(), []);
  const order = ["queen", "rook", "bishop", "knight"];
  const named = found.map(({ move, short, choice = "" }) => ({ move, short, choice }));
  const sorted = named.sort((a, b) => order.indexOf(a.choice) - order.indexOf(b.choice));
  const promotes = named.every((one) => order.includes(one.choice));
  return html`<dialog ref=${box} onClose=${onClose} aria-labelledby="chooser-title">
    <h2 id="chooser-title">${t(promotes ? "table.promote" : "table.which")}</h2>
    <div class="promotion">
      ${sorted.map(
        ({ move, short, choice }) => html`<button
          type="button"
          class="button"
          data-move=${move}
          onClick=${() => onMove(move)}
        >
          ${glyphs[`${role}-${choice}`] && html`<svg viewBox="0 0 100 100" aria-hidden="true">
            ${drawPiece(`${role}-${choice}`, glyphs[`${role}-${choice}`])}
          </svg>`}
          ${wordName(choice || short)}
        </button>`,
      )}
    </div>
    <p class="row">
      <button type="button" class="button quiet" onClick=${onClose}>${t("table.cancel")}</button>
    </p>
  </dialog>`;
}
