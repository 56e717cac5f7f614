/**
 * Why something is not possible: the sentence first, the rule one click away, all reasons below.
 */

import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
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
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [rule, showRule] = useState(false);
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [title, text]);
  const place = explanation && deciding(explanation).source;
  const line = Number(/:(\d+):\d+$/.exec(place ?? "")?.[1]);
  const readable = game.file !== null && place?.startsWith(`${game.file}:`);
  return html`<section class="why" role="alert" ref=${box} aria-label=${t("why.title")}>
    <button
      type="button"
      class="button quiet little close"
      aria-label=${t("why.close")}
      onClick=${onClose}
    >
      ✕
    </button>
    <p class="muted small">${title}</p>
    <p class="claim">
      ${explanation?.denies ? t("why.nottrue", { claim: explanation.denies }) : text}
    </p>
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
    ${rule && readable && html`<${Loaded}
      load=${loadSource}
      show=${(/** @type {any} */ Source) =>
        html`<${Source} text=${game.source} keywords=${game.keywords} line=${line} />`}
    />`}
    ${explanation && explanation.reasons.length > 0 && html`<details>
      <summary>${t("why.more")}</summary><${Tree} explanation=${explanation} />
    </details>`}
  </section>`;
}

/** Rules come to a table only when somebody reads them. */
const loadSource = async () => (await import("./source.js")).Source;

/**
 * The rule that decided: where the sentence at the top comes from.
 * @param {Explanation} explanation
 * @returns {Explanation}
 */
function deciding(explanation) {
  const below = explanation.reasons
    .map(deciding)
    .find((reason) => reason.claim === explanation.claim);
  return below ?? explanation;
}

/** @param {{explanation: Explanation}} props */
function Tree({ explanation: { claim, holds, source, facts, reasons } }) {
  return html`<div class="tree">
    <p>
      <span class="chip">${t(holds ? "why.yes" : "why.no")}</span> ${claim}${" "}
      ${source && html`<span class="muted small">${source}</span>`}
    </p>
    ${facts.map((fact) => html`<p class="small"><code>${fact}</code></p>`)}
    ${reasons.map((reason) => html`<${Tree} explanation=${reason} />`)}
  </div>`;
}
