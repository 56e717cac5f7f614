/** What was found in a text, each at its place and with its remedies, and what to do with it. */

import { Slow } from "../parts/slow.js";
import { settings } from "../settings.js";
import { html, useState } from "../vendor/preact-htm.js";
import { problemText, t } from "../words.js";

/**
 * A problem as it is shown: where it stands in the text, and what would mend it.
 * @typedef {object} Finding
 * @property {string} severity
 * @property {string} message
 * @property {string | null} hint
 * @property {Record<string, {message: string, hint: string | null}>} [wordings] in other languages
 * @property {string} code
 * @property {number} line
 * @property {number} from
 * @property {number} to
 * @property {{title: string, apply: () => void}[]} fixes
 */

/**
 * What is known about a text: `done` once it was read, and `problem` where it could not be.
 * @typedef {{findings: Finding[], done: boolean, problem: any}} Check
 */

/**
 * @param {object} props
 * @param {Check} props.check
 * @param {(finding: Finding) => void} props.show
 * @param {Record<string, () => Promise<void>>} props.ways what can be done, by its name
 */
export function Verdict({ check: { findings, done, problem }, show, ways }) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(/** @type {any} */ (null));
  const begin = (/** @type {() => Promise<void>} */ way) => () => {
    setBusy(true);
    setRefused(null);
    way().then(
      () => setBusy(false),
      (why) => (setRefused(why), setBusy(false)),
    );
  };
  const wrong = refused ?? problem;
  const count = t(findings.length === 1 ? "write.problem" : "write.problems", {
    n: findings.length,
  });
  const fine = isFine({ findings, done });
  return html`<div class="panel stack verdict">
    <p class="status" role="status">
      ${!done && !problem
        ? html`<span class="spinner"></span>${t("write.checking")}`
        : findings.length
          ? count
          : problem
            ? ""
            : t("write.fine")}
    </p>
    <${Slow} waits=${busy} says=${t("slow.rules")} />
    ${wrong && html`<p class="notice warn" role="alert">${problemText(wrong)}</p>`}
    ${findings.length > 0 && html`<ul class="findings">
      ${findings.map((one) => html`<${FindingShown} finding=${one} show=${show} />`)}
    </ul>`}
    ${Object.entries(ways).map(
      ([name, way], index) => html`<button
        type="button"
        class=${`button ${index === 0 ? "main" : ""}`}
        data-way=${name}
        data-play=${name === "play" ? "" : undefined}
        disabled=${!fine || busy}
        onClick=${begin(way)}
      >
        ${t(`write.${name}`)}
      </button>`,
    )}
  </div>`;
}

/**
 * Whether a text was read and can be played.
 * @param {{findings: Finding[], done: boolean}} check
 */
export const isFine = ({ findings, done }) =>
  done && !findings.some((one) => one.severity === "error");

/**
 * What a finding says in the language of the user, or in English where it is known in no other.
 * @param {Pick<Finding, "message" | "hint" | "wordings">} finding
 */
export function wordingOf({ message, hint, wordings }) {
  const own = wordings?.[settings.language];
  return own ? { ...own, lang: settings.language } : { message, hint, lang: "en" };
}

/** @param {{finding: Finding, show: (finding: Finding) => void}} props */
function FindingShown({ finding, show }) {
  const { severity, code, line, fixes } = finding;
  const { message, hint, lang } = wordingOf(finding);
  return html`<li class=${severity}>
    <button type="button" onClick=${() => show(finding)}>
      <b lang=${lang}>${message}</b>
      ${hint && html`<span class="small" lang=${lang}>${hint}</span>`}
      <span class="muted small">${t("write.at", { line })} · ${code}</span>
    </button>
    ${fixes.map(
      ({ title, apply }) => html`<button type="button" class="fix" onClick=${apply}>
        ${title}
      </button>`,
    )}
  </li>`;
}
