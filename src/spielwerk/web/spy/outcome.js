/** The end of a match: who won, why, and what was counted. */

import { html } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { SideMark } from "./art.js";
import { countText, reasonText } from "./sentences.js";
import { sideOf } from "./view.js";
import { sideName } from "./words.js";

/** @typedef {{title: string, valuePlayer1: string, valuePlayer2: string}} Count */

/** @param {{view: {you?: string, winner?: string, reason?: string, statistics?: Count[]}}} props */
export function Outcome({ view }) {
  const side = sideOf(view, view.winner);
  const title = view.you
    ? t(side === "mine" ? "spy.over.won" : "spy.over.lost")
    : t("spy.over.side", { side: sideName(side) });
  const sides = ["PLAYER_ONE", "PLAYER_TWO"].map((faction) => sideOf(view, faction));
  return html`<section class=${`panel spy-outcome side-${side}`}>
    <div class="verdict">
      <${SideMark} side=${side} /><div><h2>${title}</h2><p>${reasonText(view.reason)}</p></div>
    </div>
    ${view.statistics && html`<table>
      <caption class="hidden-text">${t("spy.over.counts")}</caption>
      <thead>
        <tr>
          <th scope="col">${t("spy.over.counts")}</th>
          ${sides.map(
            (one) => html`<th scope="col"><${SideMark} side=${one} /> ${sideName(one)}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${view.statistics.map(
          (count) => html`<tr key=${count.title}>
            <th scope="row">${countText(count.title)}</th><td>${count.valuePlayer1}</td>
            <td>${count.valuePlayer2}</td>
          </tr>`,
        )}
      </tbody>
    </table>`}
  </section>`;
}
