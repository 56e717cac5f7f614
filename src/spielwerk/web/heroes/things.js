/**
 * Things a hero takes or leaves: advantages, abilities and the like, with their uses and levels.
 */

import { FEATURES, withLevel } from "./draft.js";
import { html, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { grouped, reasonOf } from "./options.js";

/** @typedef {import("./api.js").Option} Option */
/** @typedef {import("./api.js").Row} Row */
/** @typedef {import("./workshop.js").Making} Making */

/** @param {Making & {feature: string, options: Option[], rows: Row[]}} props */
export function Things({ feature, options, rows, draft, change, names }) {
  const { key, shape } = FEATURES[feature];
  const labels = new Map(rows.map((row) => [row.name, row.label]));
  const own = (draft.hero[key] ?? []).map((/** @type {any} */ one) =>
    shape === "named"
      ? { feature, value: one, using: "", level: 1 }
      : { feature, value: one[0], using: one[1], level: one[2] },
  );
  const put = (/** @type {any} */ thing, /** @type {number} */ level) =>
    change({ ...draft, hero: withLevel(draft.hero, thing, level) });
  const offered = [...new Set(options.filter((one) => !one.chosen).map((one) => one.value))]
    .map((value) => ({ value, uses: options.filter((one) => one.value === value && !one.chosen) }))
    .sort((a, b) => Number(isOpen(b.uses)) - Number(isOpen(a.uses)));
  return html`
    ${own.length > 0 && html`<ul class="hero-own">
      ${own.map(
        (/** @type {any} */ one) => html`<li
          key=${`${one.value} ${one.using}`}
          data-own=${one.value}
        >
          <b>
            ${labels.get(one.value) ?? one.value}${one.using && ` (${names.use(one.using)})`}
            ${one.level > 1 ? ` ${roman(one.level)}` : ""}
          </b>
          <button
            type="button"
            aria-label=${t("hero.remove", { name: labels.get(one.value) ?? one.value })}
            onClick=${() => put(one, 0)}
          >
            ✕
          </button>
        </li>`,
      )}
    </ul>`}
    ${grouped(offered, rows).map(
      ([group, found]) => html`<section key=${group} class="stack hero-group">
        ${group && html`<h2>${group}</h2>`}
        <ul class="hero-levels things">
          ${found.map(
            (one) => html`<${Thing}
              key=${one.value}
              name=${labels.get(one.value) ?? one.value}
              uses=${one.uses}
              names=${names}
              take=${(/** @type {Option} */ option) => put(option, option.level ?? 1)}
            />`,
          )}
        </ul>
      </section>`,
    )}
  `;
}

/**
 * @param {{name: string, uses: Option[], names: import("./names.js").Names,
 *   take: (option: Option) => void}} props
 */
function Thing({ name, uses, names, take }) {
  const [wanted, setWanted] = useState("");
  const one =
    uses.find((use) => use.using === wanted) ??
    uses.find((use) => use.status === "possible") ??
    uses[0];
  const locked = one.status !== "possible";
  const level = (one.level ?? 1) > 1 ? ` ${roman(one.level ?? 1)}` : "";
  return html`<li class=${locked ? "locked" : ""} data-value=${one.value}>
    <span class="words">
      <b>${name}${level}</b>
      ${uses.length > 1 && html`<select
        aria-label=${name}
        value=${one.using}
        onChange=${(/** @type {any} */ event) => setWanted(event.target.value)}
      >
        ${uses.map(
          (use) => html`<option value=${use.using}>
            ${names.use(use.using ?? "")}${use.status === "possible" ? "" : " ·"}
          </option>`,
        )}
      </select>`}
    </span>
    <span class="steps">
      <button
        type="button"
        aria-label=${t("hero.choose", { name })}
        aria-disabled=${locked}
        onClick=${() => locked || take(one)}
      >
        +
      </button>
    </span>
    <span class="price muted small">${t("hero.ap", { n: one.ap })}</span>
    ${locked && html`<span class="why small" title=${reasonOf(one)}>${reasonOf(one)}</span>`}
  </li>`;
}

/** Whether something can be taken now. @param {Option[]} uses */
const isOpen = (uses) => uses.some((one) => one.status === "possible");

/** @param {number} level */
const roman = (level) => ["", "I", "II", "III", "IV", "V", "VI", "VII"][level] ?? String(level);
