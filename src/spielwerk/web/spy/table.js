/**
 * No Time to Spy at the table: the draft, the casino, or how it ended. Brings its own styles along.
 */

import { dress } from "../dress.js";
import { html } from "../vendor/preact-htm.js";
import { SpyCasino } from "./casino.js";
import { SpyDraft } from "./draft.js";
import { Outcome } from "./outcome.js";
import { loadSentences } from "./sentences.js";

/**
 * @typedef {{view: any, account?: import("../presented.js").AccountEntry[]}} Told a step; one of a
 *   match at a table comes with what happened in it
 */
/**
 * @typedef {object} SpyProps
 * @property {any} view
 * @property {string[]} legal
 * @property {number} step how far the match is
 * @property {Told[]} steps how it came here, as far as that is known
 * @property {boolean} still whether nobody plays here
 * @property {any} note what is to be said beside the board
 * @property {(found: import("../presented.js").Card[]) => void} onMove
 * @property {(attempt: {move: string}, name: string) => void} onWonder asks why a move is not
 *   possible, and says what it is called
 */

/** @param {SpyProps} props */
export function SpyTable(props) {
  const { view, legal, still, note, onMove } = props;
  if (view.map) return html`<${SpyCasino} ...${props} />`;
  if (view.phase === "over") return html`<div class="spy"><${Outcome} view=${view} /></div>`;
  return html`
    ${note}
    <${SpyDraft}
      view=${view}
      legal=${still ? [] : legal}
      play=${(/** @type {string} */ move) => onMove([{ move, short: move }])}
    />
  `;
}

/** The table once its styles and words are there: nothing is shown undressed. */
export async function loadSpyTable() {
  await Promise.all([dress("spy"), loadSentences()]);
  return SpyTable;
}
