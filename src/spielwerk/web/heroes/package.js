/**
 * What a culture or profession brings: taken as a whole, with a choice where the books leave one.
 */

import { dropPackage, levelOf, takePackage } from "./draft.js";
import { showPackage } from "./api.js";
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { Loaded } from "../parts/loaded.js";
import { href } from "../router.js";

/** @typedef {import("./api.js").Package} Package */
/** @typedef {import("./workshop.js").Making} Making */

/** @param {Making & {feature: string, name: string}} props */
export function PackagePanel({ feature, name, draft, change, names }) {
  const show = (/** @type {Package} */ found) => html`<${Brought}
    found=${found}
    feature=${feature}
    name=${name}
    draft=${draft}
    change=${change}
    names=${names}
  />`;
  return html`<${Loaded}
    load=${() => showPackage(draft.rulebooks, feature, name)}
    inputs=${[feature, name]}
    show=${show}
  />`;
}

/** @param {Making & {found: Package, feature: string, name: string}} props */
function Brought({ found, feature, name, draft, change, names }) {
  const [picks, setPicks] = useState(
    /** @type {string[][]} */ (
      found.choices.map(({ many, options }) => options.slice(0, many).map(keyOf))
    ),
  );
  const taken = draft.taken[feature];
  const own = taken?.name === name;
  const met = !own && isMet(found, draft.hero);
  // A species leaves more to choose above its package: nothing is moved there.
  const open = !own && !met;
  const panel = useInView(open && feature !== "race");
  if (found.parts.length + found.choices.length === 0) return null;
  const drop = html`<${Drop} onClick=${() => change(dropPackage(draft, feature))} />`;
  const take = html`<button
    type="button"
    class="button main little"
    data-take-package
    onClick=${() => {
      const before = taken ? dropPackage(draft, feature) : draft;
      change(takePackage(before, feature, name, [...found.parts, ...chosenOf(found, picks)]));
    }}
  >
    ${t("hero.package.take")}
  </button>`;
  return html`<section
    ref=${panel}
    class=${`panel stack hero-package ${own ? "own" : ""}`}
    data-package=${feature}
  >
    <header class="row">
      <h2>${t("hero.package", { name: names.of(feature, name) })}</h2>
      ${found.ap !== null && html`<span class="chip">${t("hero.ap", { n: found.ap })}</span>`}
      ${(own || met) && html`<span class="chip on">
        ${t(own ? "hero.package.taken" : "hero.package.met")}
      </span>`}
    </header>
    <p class="row hero-chips">
      ${found.parts.map((part) => html`<span class="chip">${part.label}</span>`)}
    </p>
    <${Price} found=${found} />
    ${feature === "culture" && html`<${MotherTongue}
      tongues=${found.mother_tongues}
      draft=${draft}
      change=${change}
      names=${names}
    />`}
    ${open && html`<${Choices} choices=${found.choices} picks=${picks} onPick=${setPicks} />`}
    ${!met && html`<p class="row">${own ? drop : take}</p>`}
  </section>`;
}

/** A part of the page that is brought into view when it comes. @param {boolean} wanted */
function useInView(wanted) {
  const part = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (wanted) part.current?.scrollIntoView({ behavior: "smooth", block: "nearest" });
  }, []);
  return part;
}

/** @param {{onClick: () => void}} props */
const Drop = ({ onClick }) => html`<button type="button" class="button little" onClick=${onClick}>
  ${t("hero.package.drop")}
</button>`;

/**
 * Why a package books more than its price: what must be there before.
 * @param {{found: Package}} props
 */
function Price({ found }) {
  const { before, placed, total } = found;
  const sum = before.reduce((all, one) => all + one.ap, 0);
  return html`
    ${before.length > 0 && found.ap !== null && html`<p class="small muted" data-price>
      ${t("hero.package.why", {
        price: found.ap,
        before: sum,
        total: total ?? 0,
        what: before.map((one) => `${one.label} (${one.ap})`).join(", "),
      })}
    </p>`}
    ${placed.languages && html`<p class="small muted">
      ${t("hero.package.languages", { n: placed.languages })}${" "}
      <a href=${href(["heroes", "workshop", "abilities"])}>${t("hero.package.languages.where")}</a>
    </p>`}
    ${placed.curses && html`<p class="small muted">
      ${t("hero.package.curses", { n: placed.curses })}
    </p>`}
  `;
}

/** @param {Making & {tongues: string[]}} props */
function MotherTongue({ tongues, draft, change, names }) {
  const spoken = Object.entries(draft.hero.languages ?? {});
  const now = spoken.find(([, level]) => level === 4)?.[0] ?? "";
  const speak = (/** @type {string} */ tongue) => {
    const others = Object.fromEntries(spoken.filter(([, level]) => level !== 4));
    const languages = tongue ? { ...others, [tongue]: 4 } : others;
    change({ ...draft, hero: { ...draft.hero, languages } });
  };
  useEffect(() => {
    if (!tongues.includes(now) && tongues.length) speak(tongues[0]);
  }, [tongues.join()]);
  if (!tongues.length) return null;
  return html`<label class="field">
    <span>${t("hero.mother.tongue")}</span>
    <select
      data-mother-tongue
      value=${now}
      onChange=${(/** @type {any} */ event) => speak(event.target.value)}
    >
      ${[...new Set([...tongues, ...(now ? [now] : [])])].map(
        (one) => html`<option value=${one}>${names.of("language", one)}</option>`,
      )}
    </select>
  </label>`;
}

/**
 * What the books leave to choose: `picks` are the keys of what is chosen, choice by choice.
 * @param {object} props
 * @param {Package["choices"]} props.choices
 * @param {string[][]} props.picks
 * @param {(picks: string[][]) => void} props.onPick
 */
function Choices({ choices, picks, onPick }) {
  const pick = (
    /** @type {number} */ place,
    /** @type {number} */ slot,
    /** @type {string} */ key,
  ) => onPick(picks.with(place, picks[place].with(slot, key)));
  return choices.map(
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
  );
}

/**
 * Whether a hero has all of it anyway.
 * @param {Package} found @param {import("./api.js").Hero} hero
 */
function isMet({ parts, choices }, hero) {
  const has = (/** @type {import("./api.js").Part} */ part) =>
    levelOf(hero, part) >= (part.level ?? 1);
  return (
    parts.every(has) && choices.every(({ many, options }) => options.filter(has).length >= many)
  );
}

/** @param {Package} found @param {string[][]} picks */
const chosenOf = (found, picks) =>
  found.choices.flatMap(({ options }, place) =>
    options.filter((one) => picks[place].includes(keyOf(one))),
  );

/** @param {import("./api.js").Part} part */
const keyOf = (part) => `${part.feature} ${part.value} ${part.using ?? ""}`;
