/** The health of what is written: many matches are played, and what they say is drawn. */

import { examineRules } from "./api.js";
import { goTo, offset } from "../parts/editor.js";
import { settings } from "../settings.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { labelText, problemText, roleName, t, tOr } from "../words.js";

const MOST_KINDS = 12;

/** @typedef {import("./api.js").Series} Series */

/**
 * @param {object} props
 * @param {string} props.text
 * @param {import("../api.js").RuleLanguage} props.language
 * @param {boolean} props.fine whether the rules can be played
 * @param {{current: any}} props.view
 */
export function Health({ text, language, fine, view }) {
  const [found, setFound] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  useEffect(() => setFound(null), [text]);
  const examine = () => {
    setBusy(true);
    examineRules(text, language.name)
      .catch((problem) => ({ problem }))
      .then((told) => (setFound(told), setBusy(false)));
  };
  return html`
    <p class="small">${t("health.lead")}</p>
    <button type="button" class="button" data-examine disabled=${!fine || busy} onClick=${examine}>
      ${busy ? html`<span class="spinner"></span>` : ""} ${t("health.examine")}
    </button>
    ${found?.problem && html`<p class="notice warn" role="alert">${problemText(found.problem)}</p>`}
    ${found?.findings && html`<${Found} found=${found} view=${view} />`}
  `;
}

/** @param {{found: import("./api.js").Examined, view: {current: any}}} props */
function Found({ found, view }) {
  const { series, parts, unused, findings } = found;
  const show = (/** @type {number} */ line) =>
    goTo(view.current, offset(view.current.state.doc, line, 1));
  return html`<div class="health" role="status">
    ${findings.length
      ? html`<ul class="health-findings" tabindex="0">
          ${findings.map(
            ({ said, line }) => html`<li>
              ${labelText(said)}
              ${line !== null && html` <button
                type="button"
                class="button quiet"
                onClick=${() => show(line)}
              >
                ${t("write.at", { line })}
              </button>`}
            </li>`,
          )}
        </ul>`
      : html`<p>${t("health.nothing")}</p>`}
    ${parts > 0 && html`<p class="small muted">
      ${t("health.parts", { used: parts - unused.length, parts })}
    </p>`}
    <div class="health-charts">${series.map((one) => html`<${SeriesShown} series=${one} />`)}</div>
  </div>`;
}

/** @param {{series: Series}} props */
function SeriesShown({ series }) {
  const { player, matches, length, branching, seats, histogram, kinds } = series;
  const who = tOr(`health.player.${player}`, player);
  if (!matches)
    return html`<section><h3>${who}</h3><p class="small">${t("health.none")}</p></section>`;
  return html`<section>
    <h3>${t("health.series", { n: matches, who })}</h3>
    <p class="small muted">
      ${t("health.course", {
        steps: number(length.mean),
        least: length.least,
        most: length.most,
        choices: number(branching.mean),
      })}
    </p>
    <h4>${t("health.seats")}</h4>
    <${Seats} seats=${Object.entries(seats)} />
    <h4>${t("health.lengths")}</h4>
    <${Lengths} histogram=${histogram} />
    <h4>${t("health.moves")}</h4>
    <${Kinds} kinds=${Object.entries(kinds)} />
  </section>`;
}

/** @param {number} value */
const number = (value) => value.toLocaleString(settings.language);

/** What each seat got, of 100, and how sure that is. @param {{seats: [string, any][]}} props */
function Seats({ seats }) {
  return html`<ul class="bars">
    ${seats.map(([role, { mean, margin }]) => {
      const low = Math.max(0, mean - margin);
      const high = Math.min(100, mean + margin);
      return html`<li>
        <span>${roleName(role)}</span>
        <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
          <rect class="bar" x="0" y="2" width=${mean} height="8" />
          <rect class="sure" x=${low} y="5" width=${high - low} height="2" />
        </svg>
        <span class="figure">${Math.round(mean)} ± ${Math.round(margin)}</span>
      </li>`;
    })}
  </ul>`;
}

/** How many matches were how long. @param {{histogram: [number, number, number][]}} props */
function Lengths({ histogram }) {
  const most = Math.max(...histogram.map(([, , count]) => count), 1);
  return html`<ul class="bars">
    ${histogram.map(
      ([first, last, count]) => html`<li>
        <span>${first === last ? first : `${first}–${last}`}</span>
        <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
          <rect class="bar" x="0" y="2" width=${(100 * count) / most} height="8" />
        </svg>
        <span class="figure">${count}</span>
      </li>`,
    )}
  </ul>`;
}

/** How often each kind of move was made, and by winners. @param {{kinds: [string, any][]}} props */
function Kinds({ kinds }) {
  const shown = [...kinds]
    .sort(([, one], [, other]) => other.played - one.played)
    .slice(0, MOST_KINDS);
  const most = Math.max(...shown.map(([, { played }]) => played), 1);
  return html`
    <ul class="bars">
      ${shown.map(
        ([kind, { offered, played, by_winners: winners }]) => html`<li
          title=${t("health.kind", { offered, played, winners })}
        >
          <span>${kind}</span>
          <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
            <rect class="bar" x="0" y="2" width=${(100 * played) / most} height="8" />
            <rect class="won" x="0" y="2" width=${(100 * winners) / most} height="8" />
          </svg>
          <span class="figure">${played}</span>
        </li>`,
      )}
    </ul>
    <p class="small muted">${t("health.legend")}</p>
  `;
}
