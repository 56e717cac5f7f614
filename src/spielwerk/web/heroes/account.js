/**
 * Where the adventure points went: one line that is always in view, and all of it beside the step.
 */

import { FEATURES } from "./draft.js";
import { html } from "../vendor/preact-htm.js";
import { t } from "../words.js";

/** @typedef {import("./api.js").Verdict} Verdict */

/** @param {{draft: import("./draft.js").Draft, verdict: Verdict | null, fresh: boolean}} props */
export function AccountBar({ draft, verdict, fresh }) {
  const errors =
    verdict?.lines.filter((one) => one.severity === "error" && !one.follows).length ?? 0;
  return html`<div class="hero-bar" data-fresh=${fresh}>
    <b class="who">${draft.hero.name || t("hero.nameless")}</b>
    <${Meter} ...${verdict?.account ?? NOTHING_SPENT} />
    <span role="status">
      <button
        type="button"
        class=${`hero-verdict ${errors ? "bad" : "good"}`}
        data-errors=${fresh ? errors : undefined}
        onClick=${showFindings}
      >
        ${verdict ? verdictText(draft, errors) : t("hero.checking")}
      </button>
    </span>
  </div>`;
}

const NOTHING_SPENT = { total: null, left: null, spent: 0 };

/** @param {Pick<Verdict["account"], "total" | "left" | "spent">} props */
function Meter({ total, left, spent }) {
  const share = total ? Math.min(1, Math.max(0, spent / total)) : 0;
  return html`<div class=${`meter ${left !== null && left < 0 ? "over" : ""}`}>
    <span class="words">
      <b data-left>${leftText(left, spent)}</b>
      ${total !== null && html`<span class="muted small">
        ${t("hero.spent", { spent, total })}
      </span>`}
    </span>
    <span class="track" aria-hidden="true">
      <span style=${`width: ${Math.round(100 * share)}%`}></span>
    </span>
  </div>`;
}

/** @param {number | null} left @param {number} spent */
function leftText(left, spent) {
  if (left === null) return t("hero.spent.open", { spent });
  return left < 0 ? t("hero.over", { n: -left }) : t("hero.left", { n: left });
}

/** @param {import("./draft.js").Draft} draft @param {number} errors */
function verdictText(draft, errors) {
  if (errors) return t(errors === 1 ? "hero.errors.1" : "hero.errors", { n: errors });
  return t(draft.hero.mode === "draft" ? "hero.draft" : "hero.valid");
}

function showFindings() {
  const findings = document.querySelector(".hero-findings");
  findings?.scrollIntoView({ behavior: "smooth", block: "center" });
}

/** @param {{verdict: Verdict | null}} props */
export function AccountPanel({ verdict }) {
  if (!verdict) return null;
  const spent = Object.entries(verdict.account.by_feature).filter(([, points]) => points !== 0);
  const derived = Object.entries(verdict.derived);
  return html`<section class="panel stack hero-account">
    <h2>${t("hero.account")}</h2>
    <dl>
      ${spent.map(
        ([feature, points]) => html`<div key=${feature}>
          <dt>${t(FEATURES[feature]?.title ?? `hero.${feature}`)}</dt><dd>${points}</dd>
        </div>`,
      )}
      <div class="sum">
        <dt>
          ${t("hero.spent", { spent: verdict.account.spent, total: verdict.account.total ?? "–" })}
        </dt>
      </div>
    </dl>
    ${derived.length > 0 && html`
      <h2>${t("hero.derived")}</h2>
      <ul class="hero-derived">
        ${derived.map(
          ([name, value]) =>
            html`<li key=${name}><span class="muted small">${name}</span><b>${value}</b></li>`,
        )}
      </ul>
    `}
  </section>`;
}
