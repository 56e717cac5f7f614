/** The rules about an action or relation, holding or failing now, with values and their lines. */

import { html, useEffect, useState } from "../../vendor/preact-htm.js";
import { roleName, t, wordName } from "../../words.js";

/** @typedef {import("./match.js").Trial} Trial */
/**
 * @typedef {object} RuleShown
 * @property {string} claim
 * @property {boolean} holds
 * @property {string[]} facts
 * @property {RuleShown[]} reasons
 * @property {number | null} line
 */

/** @param {{trial: Trial, show: (line: number) => void}} props */
export function Inspector({ trial, show }) {
  const { can, game, moment } = /** @type {import("./match.js").Shown} */ (trial.shown);
  const [subject, setSubject] = useState("");
  const [role, setRole] = useState("");
  const [words, setWords] = useState("");
  const [failing, setFailing] = useState(false);
  const about = can.subjects.includes(subject) ? subject : (can.subjects[0] ?? "");
  const { rules, problem } = useRules(trial, about, role, words);
  if (!can.subjects.length) return html`<p class="small muted">${t("trial.norules")}</p>`;
  const shown = rules?.filter((one) => !failing || !one.holds) ?? [];
  const pick = (/** @type {(value: any) => void} */ set) => (/** @type {any} */ event) =>
    set(event.target.value);
  return html`<div class="trial-inspector" data-at=${moment.place} aria-busy=${!rules}>
    <div class="trial-row">
      <select
        value=${about}
        aria-label=${t("trial.subject")}
        data-subject
        onChange=${pick(setSubject)}
      >
        ${can.subjects.map((one) => html`<option value=${one}>${subjectName(one)}</option>`)}
      </select>
      <select value=${role} aria-label=${t("trial.role")} data-rule-role onChange=${pick(setRole)}>
        <option value="">${t("trial.everybody")}</option>
        ${game.roles.map(
          (/** @type {string} */ one) => html`<option value=${one}>${roleName(one)}</option>`,
        )}
      </select>
      <label class="field">
        <span class="hidden-text">${t("trial.words")}</span>
        <input
          type="search"
          placeholder=${t("trial.words")}
          data-rule-words
          onChange=${pick(setWords)}
        />
      </label>
      <label class="trial-check small">
        <input
          type="checkbox"
          checked=${failing}
          onChange=${(/** @type {any} */ event) => setFailing(event.target.checked)}
        />
        ${t("trial.failing")}
      </label>
    </div>
    ${problem && html`<p class="notice warn">${problem}</p>`}
    ${rules && !problem && !shown.length && html`<p class="small muted">
      ${t("trial.noruleshere")}
    </p>`}
    <ul class="trial-rules">
      ${shown.map((one) => html`<${Rule} rule=${one} show=${show} open=${shown.length < 6} />`)}
    </ul>
  </div>`;
}

/**
 * The rules, asked for again whenever time moves.
 * @param {Trial} trial @param {string} subject @param {string} role @param {string} words
 */
function useRules(trial, subject, role, words) {
  const [found, setFound] = useState({
    rules: /** @type {RuleShown[] | null} */ (null), // until there is an answer
    problem: "",
  });
  const moment = trial.shown?.moment;
  useEffect(() => {
    let wanted = true;
    if (subject)
      trial.ask("rules", { subject, role, words }).then(
        ({ rules }) => wanted && setFound({ rules, problem: "" }),
        (problem) => wanted && setFound({ rules: [], problem: problem.message }),
      );
    return () => void (wanted = false);
  }, [subject, role, words, moment?.place, moment?.mark, trial.text]);
  return found;
}

/** @param {{rule: RuleShown, show: (line: number) => void, open: boolean}} props */
export function Rule({ rule, show, open }) {
  const { claim, holds, facts, reasons, line } = rule;
  const head = html`
    <span class=${`verdict-mark ${holds ? "yes" : "no"}`}>
      ${holds ? "✓" : "✗"}<span class="hidden-text">${t(holds ? "why.yes" : "why.no")}</span>
    </span>
    <span class="claim">${claim}</span>
  `;
  const place =
    line !== null &&
    html`<button
      type="button"
      class="button quiet little"
      data-rule-line=${line}
      onClick=${() => show(line)}
    >
      ${t("write.at", { line })}
    </button>`;
  const values = facts.map((fact) => html`<li class="value"><code>${fact}</code></li>`);
  const inside = reasons.map((one) => html`<${Rule} rule=${one} show=${show} open=${true} />`);
  return html`<li class=${holds ? "holds" : "fails"}>
    ${reasons.length
      ? html`
          <details open=${open || !holds}>
            <summary>${head}</summary>
            <ul>${values}${inside}</ul>
          </details>
          ${place}
        `
      : html`
          <div class="leaf">${head}${place}</div>
          ${values.length > 0 && html`<ul>${values}</ul>`}
        `}
  </li>`;
}

/** @param {string} subject */
const subjectName = (subject) =>
  subject === "(what follows)" ? t("trial.follows") : wordName(subject);
