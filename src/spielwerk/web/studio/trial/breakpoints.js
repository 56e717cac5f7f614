/** Where a match that is tried stops: a list, and a form for further places. */

import { html, useState } from "../../vendor/preact-htm.js";
import { t } from "../../words.js";

/** @param {{trial: import("./match.js").Trial, show: (line: number) => void}} props */
export function Breakpoints({ trial, show }) {
  const { breakpoints, can, moment } = /** @type {import("./match.js").Shown} */ (trial.shown);
  const kinds = Object.keys(can.stops);
  const [kind, setKind] = useState(kinds[0]);
  const chosen = kinds.includes(kind) ? kind : kinds[0];
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    const field = event.target.querySelector("input");
    if (await trial.stopAt([{ kind: chosen, where: field.value.trim() }])) field.value = "";
  };
  return html`<div class="trial-breaks">
    <form class="trial-row" onSubmit=${submit}>
      <select
        value=${chosen}
        aria-label=${t("trial.break.kind")}
        data-break-kind
        onChange=${(/** @type {any} */ event) => setKind(event.target.value)}
      >
        ${kinds.map((one) => html`<option value=${one}>${t(`trial.break.${one}`)}</option>`)}
      </select>
      <label class="field">
        <span class="hidden-text">${t("trial.break.where")}</span>
        <input
          required
          data-break-where
          placeholder=${t(`trial.break.${chosen}.hint`)}
          autocomplete="off"
          spellcheck=${false}
        />
      </label>
      <button class="button little" data-break-add>${t("trial.break.add")}</button>
    </form>
    <p class="small muted">${t("trial.break.none")}</p>
    <ul>
      ${breakpoints.map(
        (one) => html`<${Break}
          key=${one.number}
          one=${one}
          hit=${one.number === moment.stopped}
          drop=${() => trial.look("clear", { number: one.number })}
          show=${show}
        />`,
      )}
    </ul>
  </div>`;
}

/**
 * @param {object} props
 * @param {import("./match.js").Break} props.one
 * @param {boolean} props.hit
 * @param {() => void} props.drop
 * @param {(line: number) => void} props.show
 */
function Break({ one: { number, kind, where }, hit, drop, show }) {
  return html`<li class=${hit ? "hit" : ""} data-break=${number}>
    <span>${number}. ${t(`trial.break.${kind}`)} <code>${where}</code></span>
    ${/^\d+$/.test(where) && html`<button
      type="button"
      class="button quiet little"
      onClick=${() => show(Number(where))}
    >
      ${t("trial.show")}
    </button>`}
    <button
      type="button"
      class="button quiet little"
      aria-label=${t("trial.break.drop", { n: number })}
      onClick=${drop}
    >
      ✕
    </button>
  </li>`;
}
