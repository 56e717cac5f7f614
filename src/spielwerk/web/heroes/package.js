/**
 * What a culture or profession brings: taken as a whole, with a choice where the books leave one.
 */

import { dropPackage, levelOf, takePackage } from "./draft.js";
import { showPackage } from "./api.js";
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { Loaded } from "../parts/loaded.js";

/** @typedef {import("./api.js").Package} Package */
/** @typedef {import("./workshop.js").Making} Making */

/** @param {Making & {feature: string, name: string}} props */
export function PackagePanel({ feature, name, draft, change }) {
  const show = (/** @type {Package} */ found) => html`<${Brought}
    found=${found}
    feature=${feature}
    name=${name}
    draft=${draft}
    change=${change}
  />`;
  return html`<${Loaded}
    load=${() => showPackage(draft.rulebooks, feature, name)}
    inputs=${[feature, name]}
    show=${show}
  />`;
}

/** @param {Making & {found: Package, feature: string, name: string}} props */
function Brought({ found, feature, name, draft, change }) {
  const [picks, setPicks] = useState(
    /** @type {string[][]} */ (
      found.choices.map(({ many, options }) => options.slice(0, many).map(keyOf))
    ),
  );
  const taken = draft.taken[feature];
  const own = taken?.name === name;
  const has = (/** @type {import("./api.js").Part} */ part) =>
    levelOf(draft.hero, part) >= (part.level ?? 1);
  const met =
    !own &&
    found.parts.every(has) &&
    found.choices.every(({ many, options }) => options.filter(has).length >= many);
  const panel = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(
    () =>
      void (own || met || panel.current?.scrollIntoView({ behavior: "smooth", block: "nearest" })),
    [],
  );
  if (!found.parts.length && !found.choices.length) return null;
  const take = () => {
    const chosen = found.choices.flatMap(({ options }, place) =>
      options.filter((one) => picks[place].includes(keyOf(one))),
    );
    change(
      takePackage(taken ? dropPackage(draft, feature) : draft, feature, name, [
        ...found.parts,
        ...chosen,
      ]),
    );
  };
  const pick = (
    /** @type {number} */ place,
    /** @type {number} */ slot,
    /** @type {string} */ key,
  ) =>
    setPicks(
      picks.map((old, at) =>
        at === place ? old.map((one, here) => (here === slot ? key : one)) : old,
      ),
    );
  return html`<section
    ref=${panel}
    class=${`panel stack hero-package ${own ? "own" : ""}`}
    data-package=${feature}
  >
    <header class="row">
      <h2>${t("hero.package", { name })}</h2>
      ${found.ap !== null && html`<span class="chip">${t("hero.ap", { n: found.ap })}</span>`}
      ${(own || met) && html`<span class="chip on">
        ${t(own ? "hero.package.taken" : "hero.package.met")}
      </span>`}
    </header>
    <p class="row hero-chips">
      ${found.parts.map((part) => html`<span class="chip">${part.label}</span>`)}
    </p>
    ${!own &&
    !met &&
    found.choices.map(
      ({ many, options }, place) => html`<div class="field">
        <span>${t("hero.package.choose", { n: many })}</span>
        ${picks[place].map(
          (picked, slot) => html`<select
            value=${picked}
            aria-label=${t("hero.package.choose", { n: many })}
            onChange=${(/** @type {any} */ event) => pick(place, slot, event.target.value)}
          >
            ${options.map((one) => html`<option value=${keyOf(one)}>${one.label}</option>`)}
          </select>`,
        )}
      </div>`,
    )}
    ${!met && html`<p class="row">
      ${own
        ? html`<button
            type="button"
            class="button little"
            onClick=${() => change(dropPackage(draft, feature))}
          >
            ${t("hero.package.drop")}
          </button>`
        : html`<button type="button" class="button main little" data-take-package onClick=${take}>
            ${t("hero.package.take")}
          </button>`}
    </p>`}
  </section>`;
}

/** @param {import("./api.js").Part} part */
const keyOf = (part) => `${part.feature} ${part.value} ${part.using ?? ""}`;
