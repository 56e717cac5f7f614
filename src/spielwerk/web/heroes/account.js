/**
 * Where the adventure points went: one line that is always in view, and all of it beside the step.
 */

import { FEATURES } from "./draft.js";
import { html } from "../vendor/preact-htm.js";
import { t } from "../words.js";

/** @typedef {import("./api.js").Verdict} Verdict */

/** @param {{draft: import("./draft.js").Draft, verdict: Verdict | null, fresh: boolean}} props */
export function AccountBar({ draft, verdict, fresh }) {
  const account = verdict?.account;
  const total = account?.total ?? null;
  const left = account?.left ?? null;
  const errors = verdict?.errors.filter((one) => one.follows_from === null).length ?? 0;
  const share = total ? Math.min(1, Math.max(0, (account?.spent ?? 0) / total)) : 0;
  return html`<div class="hero-bar" data-fresh=${fresh}>
    <b class="who">${draft.hero.name || t("hero.nameless")}</b>
    <div class=${`meter ${left !== null && left < 0 ? "over" : ""}`}>
      <span class="words">
        <b data-left>
          ${left === null
            ? t("hero.spent.open", { spent: account?.spent ?? 0 })
            : left < 0
              ? t("hero.over", { n: -left })
              : t("hero.left", { n: left })}
        </b>
        ${total !== null && html`<span class="muted small">
          ${t("hero.spent", { spent: account?.spent ?? 0, total })}
        </span>`}
      </span>
      <span class="track" aria-hidden="true">
        <span style=${`width: ${Math.round(100 * share)}%`}></span>
      </span>
    </div>
    <span role="status">
      <button
        type="button"
        class=${`hero-verdict ${errors ? "bad" : "good"}`}
        data-errors=${fresh ? errors : undefined}
        onClick=${() =>
          document
            .querySelector(".hero-findings")
            ?.scrollIntoView({ behavior: "smooth", block: "center" })}
      >
        ${!verdict
          ? t("hero.checking")
          : errors
            ? t(errors === 1 ? "hero.errors.1" : "hero.errors", { n: errors })
            : draft.hero.mode === "draft"
              ? t("hero.draft")
              : t("hero.valid")}
      </button>
    </span>
  </div>`;
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
          <dt>${FEATURES[feature] ? t(FEATURES[feature].title) : feature}</dt><dd>${points}</dd>
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
