/**
 * What a hero has of each feature: levels to raise and lower, or things to take, each with its
 * price or its reason.
 */

import { FEATURES, levelOf, withLevel } from "./draft.js";
import { complete, showTable } from "./api.js";
import { Problem, Waiting } from "../parts/notices.js";
import { html, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { useAnswer } from "./answer.js";
import { grouped, reasonOf } from "./options.js";
import { Things } from "./things.js";

/** @typedef {import("./api.js").Option} Option */
/** @typedef {import("./api.js").Row} Row */
/** @typedef {import("./workshop.js").Making} Making */

/** @param {Making & {features: string[]}} props */
export function Picking({ features, draft, change, names }) {
  const [feature, setFeature] = useState(features[0]);
  const count = (/** @type {string} */ name) =>
    Object.keys(draft.hero[FEATURES[name].key] ?? {}).length;
  return html`
    ${features.length > 1 && html`<div class="hero-tabs" role="tablist">
      ${features.map(
        (name) => html`<button
          type="button"
          role="tab"
          key=${name}
          aria-selected=${name === feature}
          onClick=${() => setFeature(name)}
        >
          ${t(FEATURES[name].title)}
          ${count(name) > 0 && html` <span class="muted">${count(name)}</span>`}
        </button>`,
      )}
    </div>`}
    <${Feature} key=${feature} feature=${feature} draft=${draft} change=${change} names=${names} />
  `;
}

/** @param {Making & {feature: string}} props */
function Feature({ feature, draft, change, names }) {
  const [search, setSearch] = useState("");
  const ask = async () => ({
    options: await complete(draft.rulebooks, draft.hero, feature),
    rows: await showTable(draft.rulebooks, feature),
  });
  const { found, fresh, problem } = useAnswer(ask, [draft.hero, feature], 250);
  if (problem) return html`<${Problem} problem=${problem} />`;
  if (!found) return html`<${Waiting} />`;
  const labels = new Map(found.rows.map((row) => [row.name, row.label]));
  const wanted = search.trim().toLowerCase();
  const options = found.options.filter((one) =>
    (labels.get(one.value) ?? one.value).toLowerCase().includes(wanted),
  );
  const shown = { ...found, options };
  return html`<section class="stack">
    ${found.rows.length > 15 && html`<label class="field hero-filter">
      <span>${t("hero.search")}</span>
      <input
        type="search"
        value=${search}
        onInput=${(/** @type {any} */ event) => setSearch(event.target.value)}
      />
    </label>`}
    ${FEATURES[feature].shape === "levelled"
      ? html`<${Levels}
          ...${shown}
          feature=${feature}
          fresh=${fresh}
          draft=${draft}
          change=${change}
        />`
      : html`<${Things}
          ...${shown}
          feature=${feature}
          draft=${draft}
          change=${change}
          names=${names}
        />`}
    ${options.length === 0 && html`<p class="muted">${t("hero.nothing")}</p>`}
  </section>`;
}

/**
 * @param {Omit<Making, "names"> & {feature: string, options: Option[], rows: Row[],
 *   fresh: boolean}} props
 */
function Levels({ feature, options, rows, fresh, draft, change }) {
  const about = new Map(rows.map((row) => [row.name, row]));
  const set = (/** @type {Option} */ one, /** @type {number} */ level) =>
    change({ ...draft, hero: withLevel(draft.hero, one, level) });
  return html`${grouped(options, rows).map(
    ([group, found]) => html`<section key=${group} class="stack hero-group">
      ${group && html`<h2>${group}</h2>`}
      <ul class=${`hero-levels ${feature}`}>
        ${found.map(
          (one) => html`<${Level}
            key=${one.value}
            one=${one}
            row=${about.get(one.value)}
            draft=${draft}
            fresh=${fresh}
            set=${set}
          />`,
        )}
      </ul>
    </section>`,
  )}`;
}

/** What everybody can do without having learned it. @type {Record<string, number>} */
const LEAST = { attribute: 8, combat_technique: 6 };

/**
 * @param {object} props
 * @param {Option} props.one
 * @param {Row} [props.row]
 * @param {import("./draft.js").Draft} props.draft
 * @param {boolean} props.fresh
 * @param {(one: Option, level: number) => void} props.set
 */
function Level({ one, row, draft, fresh, set }) {
  const has = one.value in (draft.hero[FEATURES[one.feature].key] ?? {});
  const least = LEAST[one.feature] ?? 0;
  const now = has ? levelOf(draft.hero, one) : least;
  const name = row?.label ?? one.value;
  const locked = fresh && one.status !== "possible";
  return html`<li class=${now > least ? "own" : ""} data-value=${one.value}>
    <span class="words">
      <b>${name}</b>
      <span class="muted small">
        ${[one.feature === "attribute" ? one.value : null, row?.check?.join("/"), row?.column]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </span>
    <span class="steps">
      <button
        type="button"
        aria-label=${t("hero.lower", { name })}
        disabled=${now <= least}
        onClick=${() => set(one, now - 1 > least || one.feature === "attribute" ? now - 1 : 0)}
      >
        −
      </button>
      <output>${now}</output>
      <button
        type="button"
        aria-label=${t("hero.raise", { name })}
        aria-disabled=${locked}
        onClick=${() => locked || set(one, now + 1)}
      >
        +
      </button>
    </span>
    <span class="price muted small">${fresh && !locked ? t("hero.ap", { n: one.ap }) : ""}</span>
    ${locked && html`<span class="why small">${reasonOf(one)}</span>`}
  </li>`;
}
