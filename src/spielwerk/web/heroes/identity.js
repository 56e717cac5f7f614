/** Who a hero is: one value of each feature, with a reason at every one that cannot be chosen. */

import { FEATURES, levelOf, withLevel } from "./draft.js";
import { complete, showTable } from "./api.js";
import { Problem, Waiting } from "../parts/notices.js";
import { html, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { useAnswer } from "./answer.js";
import { reasonOf } from "./options.js";
import { PackagePanel } from "./package.js";

/** @typedef {import("./api.js").Option} Option */
/** @typedef {import("./api.js").Row} Row */
/** @typedef {import("./workshop.js").Making} Making */

const MANY = 12;
const RANK = { possible: 0, nearly: 0, impossible: 1 };

/**
 * The cards of a feature stay where they are while answers arrive: what a choice brings comes
 * beneath its card, or below all that is still to be chosen here.
 * @param {Making & {features: string[]}} props
 */
export function Identity({ features, ...making }) {
  const [main, ...more] = features;
  const chosen = making.draft.hero[main];
  const packed = chosen && ["race", "culture", "profession"].includes(main);
  const brought =
    packed && html`<${PackagePanel} key=${chosen} feature=${main} name=${chosen} ...${making} />`;
  return html`
    <${Choices} features=${[main]} beneath=${more.length ? null : brought} ...${making} />
    ${chosen && more.length > 0 && html`<${Choices} features=${more} titled ...${making} />`}
    ${more.length > 0 && brought}
  `;
}

/**
 * Features of which one value each is chosen; they are asked for and come together.
 * @param {Making & {features: string[], titled?: boolean, beneath?: any}} props
 */
function Choices({ features, titled, beneath, draft, change }) {
  const ask = () =>
    Promise.all(
      features.map(async (feature) => ({
        options: await complete(draft.rulebooks, draft.hero, feature),
        rows: await showTable(draft.rulebooks, feature),
      })),
    );
  const { found, fresh, problem } = useAnswer(ask, [draft.hero, features.join()], 100);
  if (problem) return html`<${Problem} problem=${problem} />`;
  if (!found) return html`<${Waiting} />`;
  return features.map(
    (feature, place) => html`<${Choice}
      key=${feature}
      feature=${feature}
      found=${found[place]}
      fresh=${fresh}
      titled=${titled}
      beneath=${beneath}
      draft=${draft}
      change=${change}
    />`,
  );
}

/**
 * @param {object} props
 * @param {string} props.feature
 * @param {{options: Option[], rows: Row[]}} props.found
 * @param {boolean} props.fresh whether that is about the hero as it is
 * @param {boolean} [props.titled]
 * @param {any} [props.beneath] what is shown beneath the card that is chosen
 * @param {Making["draft"]} props.draft
 * @param {Making["change"]} props.change
 */
function Choice({ feature, found, fresh, titled, beneath, draft, change }) {
  const [search, setSearch] = useState("");
  const [only, setOnly] = useState(false);
  if (titled && !found.options.some((one) => one.status !== "impossible")) return null;
  const rows = new Map(found.rows.map((row) => [row.name, row]));
  const shown = found.options
    .filter(
      (one) =>
        one.label.toLowerCase().includes(search.trim().toLowerCase()) &&
        (!only || one.status !== "impossible"),
    )
    .sort((a, b) => RANK[a.status] - RANK[b.status]);
  return html`<section class="stack" aria-busy=${!fresh}>
    ${titled && html`<h2>${t(FEATURES[feature].title)}</h2>`}
    ${found.options.length > MANY && html`<div class="hero-filter">
      <label class="field">
        <span>${t("hero.search")}</span>
        <input
          type="search"
          value=${search}
          onInput=${(/** @type {any} */ event) => setSearch(event.target.value)}
        />
      </label>
      <label class="row small">
        <input
          type="checkbox"
          checked=${only}
          onChange=${(/** @type {any} */ event) => setOnly(event.target.checked)}
        />${" "}
        ${t("hero.only")}
      </label>
    </div>`}
    <ul class="hero-cards">
      ${shown.flatMap((one) => {
        const chosen = levelOf(draft.hero, one) > 0;
        const card = html`<${Card}
          key=${one.value}
          one=${one}
          row=${rows.get(one.value)}
          chosen=${chosen}
          choose=${() => change({ ...draft, hero: withLevel(draft.hero, one, 1) })}
        />`;
        return chosen && beneath
          ? [card, html`<li key="beneath" class="beneath">${beneath}</li>`]
          : card;
      })}
    </ul>
    ${!shown.some((one) => levelOf(draft.hero, one) > 0) && beneath}
    ${shown.length === 0 && html`<p class="muted">${t("hero.nothing")}</p>`}
  </section>`;
}

/** @param {{one: Option, row?: Row, chosen: boolean, choose: () => void}} props */
function Card({ one, row, chosen, choose }) {
  const locked = one.status === "impossible" && !chosen;
  // What a profession asks for comes with its package, which is offered as soon as it is chosen.
  const told = !chosen && (one.feature === "profession" ? locked : one.status !== "possible");
  const points = row?.ap ?? (one.ap || null);
  return html`<li>
    <button
      type="button"
      class=${`hero-card ${locked ? "locked" : ""}`}
      data-value=${one.value}
      aria-pressed=${chosen}
      aria-disabled=${locked}
      onClick=${() => locked || choose()}
    >
      <span class="name">
        ${one.label}${chosen && html`<span class="tick" aria-label=${t("hero.chosen")}>✓</span>`}
      </span>
      <span class="muted small">
        ${[row?.group, points !== null && t("hero.ap", { n: points })].filter(Boolean).join(" · ")}
      </span>
      ${row?.caps && html`<span class="small">
        ${t("hero.experience.about", {
          attribute: row.caps.attribute,
          talent: row.caps.talent,
          fight: row.caps.combat_technique,
        })}
      </span>`}
      ${told && html`<span class="why small" title=${reasonOf(one)}>${reasonOf(one)}</span>`}
    </button>
  </li>`;
}
