/**
 * What the rules say about the hero as it is, and the smallest repair, shown before it is applied.
 */

import { FEATURES } from "./draft.js";
import { repair } from "./api.js";
import { Problem } from "../parts/notices.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";

/** @typedef {import("./api.js").Line} FoundLine */
/** @typedef {import("./api.js").Repair} Repair */

/** Problems that are shown at once. */
const MOST = 3;

/** @param {import("./workshop.js").Making & {verdict: import("./api.js").Verdict | null}} props */
export function Findings({ draft, change, verdict }) {
  const { plan, pins, busy, problem, search, close } = useRepair(draft);
  if (!verdict) return null;
  const errors = verdict.lines.filter((one) => one.severity === "error");
  const warnings = verdict.lines.filter((one) => one.severity !== "error");
  const shown = errors.length > MOST + 1 ? MOST : MOST + 1;
  const [first, more] = [errors.slice(0, shown), errors.slice(shown)];
  const all = [...verdict.errors, ...verdict.warnings];
  const waive = (/** @type {FoundLine} */ { members }) => {
    const accepted = members.map((place) => all[place]);
    const waivers = accepted.map(({ type, parameter }) => ({ type, parameter }));
    change({
      ...draft,
      hero: { ...draft.hero, waivers: [...(draft.hero.waivers ?? []), ...waivers] },
    });
  };
  return html`<section class="panel stack hero-findings">
    <h2>${t("hero.findings")}</h2>
    ${draft.notes.length > 0 && html`<p class="notice small">
      ${t("hero.import.unknown", { what: draft.notes.join(", ") })}
    </p>`}
    ${verdict.lines.length === 0 && html`<p class="muted">
      ${t("hero.findings.none")}
    </p>`}
    ${first.length > 0 && html`<ul class="stack">
      ${first.map((one) => html`<${Line} one=${one} />`)}
    </ul>`}
    ${more.length > 0 && html`<details>
      <summary>${t("hero.errors.more", { n: more.length })}</summary>
      <ul class="stack">${more.map((one) => html`<${Line} one=${one} />`)}</ul>
    </details>`}
    ${problem && html`<${Problem} problem=${problem} />`}
    ${errors.length > 0 && !plan && html`<button
      type="button"
      class="button main"
      data-repair
      disabled=${busy}
      onClick=${() => search(pins)}
    >
      ${busy && html`<span class="spinner"></span>`}${t("hero.repair")}
    </button>`}
    ${plan && html`<${Plan}
      plan=${plan}
      keep=${(/** @type {string} */ pin) => search([...pins, pin])}
      take=${() => change({ ...draft, hero: plan.hero })}
      close=${close}
    />`}
    ${warnings.length > 0 && html`<details open=${errors.length === 0 && warnings.length < 4}>
      <summary>${t("hero.hints", { n: warnings.length })}</summary>
      <ul class="stack">
        ${warnings.map((one) => html`<${Line} one=${one} waive=${() => waive(one)} />`)}
      </ul>
    </details>`}
  </section>`;
}

/**
 * The search for the smallest repair; `pins` are the parts that are to be left alone.
 * @param {import("./draft.js").Draft} draft
 */
function useRepair(draft) {
  const [plan, setPlan] = useState(/** @type {Repair | null} */ (null));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  const [pins, setPins] = useState(/** @type {string[]} */ ([]));
  useEffect(() => (setPlan(null), setProblem(null), setPins([])), [draft.hero]);
  const search = async (/** @type {string[]} */ pinned) => {
    setBusy(true);
    try {
      setPlan(await repair(draft.rulebooks, draft.hero, pinned));
      setPins(pinned);
      setProblem(null);
    } catch (why) {
      setProblem(why);
    }
    setBusy(false);
  };
  return { plan, pins, busy, problem, search, close: () => setPlan(null) };
}

/** @param {{one: FoundLine, waive?: () => void}} props */
function Line({ one, waive }) {
  return html`<li class=${`finding ${one.severity} ${one.follows ? "follows" : ""}`}>
    <p>${one.text}</p>
    <p class="muted small">
      ${[one.follows && t("hero.follows"), one.source].filter(Boolean).join(" · ")}
    </p>
    ${waive && html`<button type="button" class="button quiet little" onClick=${waive}>
      ${t("hero.waive")}
    </button>`}
  </li>`;
}

/**
 * @param {{plan: Repair, keep: (pin: string) => void, take: () => void, close: () => void}} props
 */
function Plan({ plan, keep, take, close }) {
  return html`<div class="notice hero-plan" data-plan>
    <strong>${t("hero.repair.title")}</strong>
    <ol>
      ${plan.steps.map(
        (step) => html`<li>
          <b>${step.says}</b>
          ${step.because.map((why) => html`<span class="muted small">${why}</span>`)}
          <button type="button" class="button quiet little" onClick=${() => keep(pinOf(step))}>
            ${t("hero.repair.keep")}
          </button>
        </li>`,
      )}
    </ol>
    ${plan.alternatives.length > 0 && html`<details>
      <summary class="small">${t("hero.repair.others", { n: plan.alternatives.length })}</summary>
      ${plan.alternatives.map(
        (steps) => html`<p class="small">
          ${t("hero.repair.or", { what: steps.map((step) => step.says).join("; ") })}
        </p>`,
      )}
    </details>`}
    <p class="row">
      <button type="button" class="button main little" data-take onClick=${take}>
        ${t("hero.repair.take")}
      </button>
      <button type="button" class="button quiet little" onClick=${close}>
        ${t("hero.cancel")}
      </button>
    </p>
  </div>`;
}

/**
 * What a step changes, as the server is asked to leave it alone.
 * @param {import("./api.js").Step} step
 */
const pinOf = ({ feature, value, using }) =>
  FEATURES[feature].shape === "single" ? feature : `${feature}:${value}${using ? `:${using}` : ""}`;
