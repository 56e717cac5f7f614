/**
 * Why something is not possible: the sentence first, the rule one click away, all reasons below.
 */

import { showRules } from "../api.js";
import { html, useState } from "../vendor/preact-htm.js";
import { claimText, t } from "../words.js";
import { Loaded } from "./loaded.js";

/** @typedef {import("../api.js").Explanation} Explanation */

/**
 * @param {{
 *   title: string,
 *   explanation: Explanation | null,
 *   text: string,
 *   game: import("../api.js").GamePage,
 *   onClose: () => void,
 * }} props
 */
export function Why({ title, explanation, text, game, onClose }) {
  const [rule, showRule] = useState(false);
  const place = explanation && failing(deciding(explanation)).source;
  const line = Number(/:(\d+):\d+$/.exec(place ?? "")?.[1]);
  const readable = game.file !== null && place?.startsWith(`${game.file}:`);
  return html`<section class="why" role="alert" aria-label=${t("why.title")}>
    <button
      type="button"
      class="button quiet little close"
      aria-label=${t("why.close")}
      onClick=${onClose}
    >
      ✕
    </button>
    <p class="muted small">${title}</p>
    <p class="claim">${text}</p>
    ${readable && html`<p>
      <button
        type="button"
        class="button little"
        aria-expanded=${rule}
        onClick=${() => showRule(!rule)}
      >
        ${t("why.rule")} <span class="muted">${t("write.at", { line })}</span>
      </button>
    </p>`}
    ${/* rules come to a table only when somebody reads them */ ""}
    ${rule && readable && html`<${Loaded}
      load=${() => Promise.all([import("./source.js"), showRules(game.name)])}
      show=${(/** @type {any} */ [{ Source }, { source, keywords }]) =>
        html`<${Source} text=${source} keywords=${keywords} line=${line} />`}
    />`}
    ${explanation && explanation.reasons.length > 0 && html`<details>
      <summary>${t("why.more")}</summary><${Tree} explanation=${explanation} />
    </details>`}
  </section>`;
}

/**
 * The rule that decided: where the sentence at the top comes from.
 * @param {Explanation} explanation
 * @returns {Explanation}
 */
function deciding(explanation) {
  /** @type {(of: Explanation) => Explanation[]} */
  const below = ({ reasons }) => reasons.flatMap((reason) => [reason, ...below(reason)]);
  return below(explanation).find(({ claim }) => claim === explanation.claim) ?? explanation;
}

/**
 * The condition of a rule that was not met, where it stands in the text of the rules.
 * @param {Explanation} explanation
 */
const failing = (explanation) =>
  (!explanation.holds && explanation.reasons.find(({ source }) => source)) || explanation;

/** @param {{explanation: Explanation}} props */
function Tree({ explanation }) {
  const { holds, source, facts, reasons } = explanation;
  return html`<div class="tree">
    <p>
      <span class="chip">${t(holds ? "why.yes" : "why.no")}</span> ${claimText(explanation)}${" "}
      ${source && html`<span class="muted small">${source}</span>`}
    </p>
    ${facts.map((fact) => html`<p class="small"><code>${fact}</code></p>`)}
    ${reasons.map((reason) => html`<${Tree} explanation=${reason} />`)}
  </div>`;
}
