/**
 * The workshop: one step of a hero's creation at a time, with the account and the rules always in
 * view.
 */

import { freshDraft, rememberedDraft, rememberDraft, withPast } from "./draft.js";
import { Past } from "./past.js";
import { validate } from "./api.js";
import { AccountBar, AccountPanel } from "./account.js";
import { useAnswer } from "./answer.js";
import { Findings } from "./findings.js";
import { Identity } from "./identity.js";
import { useNames } from "./names.js";
import { Picking } from "./picking.js";
import { Sheet } from "./sheet.js";
import { href, replace } from "../router.js";
import { Problem } from "../parts/notices.js";
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";

/** @typedef {import("./draft.js").Draft} Draft */
/**
 * @typedef {object} Making a hero in the making, and how to change it
 * @property {Draft} draft
 * @property {(draft: Draft) => void} change
 * @property {import("./names.js").Names} names
 */

/** The steps: their name in the address, their title, and the features they are about. */
const STEPS = [
  {
    name: "experience",
    title: "hero.experience",
    lead: "hero.experience.lead",
    features: ["experience_level"],
  },
  {
    name: "species",
    title: "hero.race",
    lead: "hero.race.lead",
    features: ["race", "race_variant", "attribute_choice"],
  },
  { name: "culture", title: "hero.culture", lead: "hero.culture.lead", features: ["culture"] },
  {
    name: "profession",
    title: "hero.profession",
    lead: "hero.profession.lead",
    features: ["profession"],
  },
  {
    name: "attributes",
    title: "hero.attributes",
    lead: "hero.attributes.lead",
    features: ["attribute"],
  },
  {
    name: "skills",
    title: "hero.skills",
    lead: "hero.skills.lead",
    features: ["talent", "combat_technique"],
  },
  {
    name: "traits",
    title: "hero.traits",
    lead: "hero.traits.lead",
    features: ["advantage", "disadvantage"],
  },
  {
    name: "abilities",
    title: "hero.special",
    lead: "hero.special.lead",
    features: ["special_ability", "language", "script", "spell", "cantrip", "liturgy", "blessing"],
  },
  { name: "sheet", title: "hero.sheet", lead: "hero.sheet.lead", features: [] },
];

/**
 * The last verdict: each step is a page of its own, and the account stays in view between them.
 * @type {import("./api.js").Verdict | null}
 */
let last = null;

/** @param {{step?: string}} props */
export function Workshop({ step }) {
  const [draft, setDraft] = useState(() => rememberedDraft() ?? freshDraft());
  const names = useNames(draft.rulebooks);
  const put = (/** @type {Draft} */ next) => (rememberDraft(next), setDraft(next));
  const change = (/** @type {Draft} */ next) =>
    put(withPast(draft, next, last?.account.spent ?? 0, names));
  const place = Math.max(
    0,
    STEPS.findIndex((one) => one.name === step),
  );
  const here = STEPS[place];
  useEffect(() => {
    if (step !== here.name) replace(["heroes", "workshop", here.name]);
  }, [step]);
  const {
    found: verdict,
    fresh,
    problem,
  } = useAnswer(() => validate(draft.rulebooks, draft.hero), [draft.hero], 250, last);
  last = verdict;
  const making = { draft, change, names };
  return html`<div class="hero-workshop">
    <${AccountBar} draft=${draft} verdict=${verdict} fresh=${fresh} />
    <${StepList} place=${place} draft=${draft} names=${names} />
    <section class="hero-step stack" data-step=${here.name}>
      <header>
        <p class="muted small">${t("hero.step", { n: place + 1, all: STEPS.length })}</p>
        <h1>${t(here.title)}</h1><p class="muted">${t(here.lead)}</p>
      </header>
      ${place < 4 && html`<${Identity} key=${here.name} features=${here.features} ...${making} />`}
      ${place >= 4 && here.features.length > 0 && html`<${Picking}
        key=${here.name}
        features=${here.features}
        ...${making}
      />`}
      ${here.name === "sheet" && html`<${Sheet} verdict=${verdict} ...${making} />`}
      <${Ways} place=${place} />
    </section>
    <aside class="hero-side stack" aria-live="polite">
      ${problem && html`<${Problem} problem=${problem} />`}
      <${Findings} verdict=${verdict} ...${making} />
      <${AccountPanel} verdict=${verdict} />
      <${Past} draft=${draft} put=${put} spent=${verdict?.account.spent ?? 0} />
    </aside>
  </div>`;
}

/** @param {{place: number, draft: Draft, names: import("./names.js").Names}} props */
function StepList({ place, draft, names }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(
    () =>
      list.current
        ?.querySelector("[aria-current]")
        ?.scrollIntoView({ inline: "center", block: "nearest" }),
    [place],
  );
  const chosen = (/** @type {typeof STEPS[0]} */ { features: [feature] }) =>
    draft.hero[feature] && names.of(feature, draft.hero[feature]);
  return html`<nav class="hero-steps" ref=${list} aria-label=${t("hero.steps")}>
    <ol>
      ${STEPS.map(
        (one, number) => html`<li key=${one.name}>
          <a
            href=${href(["heroes", "workshop", one.name])}
            aria-current=${number === place ? "step" : undefined}
          >
            <span class="number">${number + 1}</span>
            <span class="words">
              ${t(one.title)}${number < 4 && chosen(one) && html`<small>${chosen(one)}</small>`}
            </span>
          </a>
        </li>`,
      )}
    </ol>
  </nav>`;
}

/** @param {{place: number}} props */
function Ways({ place }) {
  const next = STEPS[place + 1];
  const back = STEPS[place - 1];
  return html`<p class="row hero-ways">
    ${next && html`<a class="button main" data-next href=${href(["heroes", "workshop", next.name])}>
      ${t("hero.next", { step: t(next.title) })}
    </a>`}
    ${back && html`<a class="button quiet" href=${href(["heroes", "workshop", back.name])}>
      ${t("hero.back")}
    </a>`}
  </p>`;
}
