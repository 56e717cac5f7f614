/** What was bought when, with the adventure points, and the way back. */

import { undone } from "./draft.js";
import { html } from "../vendor/preact-htm.js";
import { t } from "../words.js";

/** Changes that are shown. */
const MOST = 12;

/**
 * @param {object} props
 * @param {import("./draft.js").Draft} props.draft
 * @param {(draft: import("./draft.js").Draft) => void} props.put
 * @param {number} props.spent
 */
export function Past({ draft, put, spent }) {
  const past = draft.past ?? [];
  if (!past.length) return null;
  const lines = past.map((one, place) => ({
    ...one,
    ap: (past[place + 1]?.spent ?? spent) - one.spent,
  }));
  return html`<section class="panel stack hero-past">
    <header class="row">
      <h2>${t("hero.past")}</h2>
      <button type="button" class="button little" data-undo onClick=${() => put(undone(draft))}>
        ${t("hero.undo")}
      </button>
    </header>
    <ol class="small">
      ${lines
        .slice(-MOST)
        .reverse()
        .map(
          (one) => html`<li key=${one.when}>
            <span>${one.what}</span>
            <span class="muted">${t("hero.ap", { n: one.ap })}</span>
          </li>`,
        )}
    </ol>
  </section>`;
}
