/** The whole position of a match that is tried: all that is so, hidden or not, to be changed. */

import { html, useState } from "../../vendor/preact-htm.js";
import { roleName, t } from "../../words.js";

/** @typedef {import("./match.js").Trial} Trial */

/**
 * @param {object} props
 * @param {Trial} props.trial
 * @param {Set<string>} props.wanted what a test is to expect
 * @param {(fact: string) => void} props.want adds or takes away one of these
 */
export function Position({ trial, wanted, want }) {
  const { facts, coming, moment, game } = /** @type {import("./match.js").Shown} */ (trial.shown);
  const [search, setSearch] = useState("");
  const still = !moment.deciding;
  const found = facts.filter((fact) => fact.toLowerCase().includes(search.trim().toLowerCase()));
  const named = facts.some((fact) => fact.includes(" = "));
  if (!facts.length && !named)
    return html`
      <p class="small muted">${t("trial.nofacts")}</p>
      <${NewFact} trial=${trial} still=${still} />
    `;
  const row = (/** @type {string} */ fact) => html`<${Fact}
    key=${fact.split(" = ")[0]}
    fact=${fact}
    trial=${trial}
    still=${still}
    wanted=${wanted.has(fact)}
    want=${want}
  />`;
  return html`<div class="trial-position">
    <p class="small muted">${t(still ? "trial.position.still" : "trial.position.text")}</p>
    ${facts.length > 12 && html`<label class="field">
      <span class="hidden-text">${t("trial.find")}</span>
      <input
        type="search"
        placeholder=${t("trial.find")}
        value=${search}
        onInput=${(/** @type {any} */ event) => setSearch(event.target.value)}
      />
    </label>`}
    ${groupsOf(found, game.roles).map(
      ([name, own]) => html`<details open key=${name}>
        <summary>${name ? roleName(name) : t("trial.table")}</summary>
        <ul class="trial-facts">${own.map(row)}</ul>
      </details>`,
    )}
    ${!named && html`<${NewFact} trial=${trial} still=${still} />`}
    ${coming.length > 0 && html`<details open>
      <summary>${t("trial.coming")}</summary>
      <ul class="trial-facts">${coming.map((fact) => html`<li><code>${fact}</code></li>`)}</ul>
    </details>`}
  </div>`;
}

/**
 * Facts by the player they belong to; what belongs to nobody comes first.
 * @param {string[]} facts @param {string[]} roles @returns {[string, string[]][]}
 */
function groupsOf(facts, roles) {
  const owner = (/** @type {string} */ fact) =>
    roles.find((role) => fact.startsWith(`${role}.`)) ?? "";
  const named = ["", ...roles];
  return /** @type {[string, string[]][]} */ (
    named.map((name) => [name, facts.filter((fact) => owner(fact) === name)])
  ).filter(([, own]) => own.length);
}

/**
 * @param {object} props
 * @param {string} props.fact
 * @param {Trial} props.trial
 * @param {boolean} props.still
 * @param {boolean} props.wanted
 * @param {(fact: string) => void} props.want
 */
function Fact({ fact, trial, still, wanted, want }) {
  const [name, value] = fact.split(/ = (.*)/s);
  const change = (/** @type {any} */ event) => {
    const now = event.target.value.trim();
    if (now !== value) trial.act("arrange", { facts: [`${name} = ${now}`] });
  };
  const short = name.includes(".") ? name.slice(name.indexOf(".") + 1) : name;
  const fixed = name === "phase" || name === "state";
  return html`<li class=${trial.news.has(fact) ? "new" : ""}>
    <button
      type="button"
      class="pin"
      aria-pressed=${String(wanted)}
      title=${t("trial.expect")}
      aria-label=${`${t("trial.expect")}: ${fact}`}
      onClick=${() => want(fact)}
    >
      ${wanted ? "◆" : "◇"}
    </button>
    ${value === undefined
      ? html`
          <code>${fact}</code>
          <button
            type="button"
            class="button quiet little"
            aria-label=${t("trial.remove", { fact })}
            disabled=${still}
            onClick=${() => trial.act("arrange", { facts: [`not ${fact}`] })}
          >
            ✕
          </button>
        `
      : html`<label title=${name}>
          <span>${short}</span>
          <input
            key=${value}
            defaultValue=${value}
            data-fact=${name}
            disabled=${still || fixed}
            autocomplete="off"
            spellcheck=${false}
            onChange=${change}
          />
        </label>`}
  </li>`;
}

/** @param {{trial: Trial, still: boolean}} props */
function NewFact({ trial, still }) {
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    const [field] = event.target.elements;
    if (field.value.trim()) trial.act("arrange", { facts: [field.value.trim()] });
    field.value = "";
  };
  return html`<form class="trial-row" onSubmit=${submit}>
    <label class="field">
      <span class="hidden-text">${t("trial.newfact")}</span>
      <input placeholder=${t("trial.newfact")} data-new-fact disabled=${still} autocomplete="off" />
    </label>
    <button class="button little" disabled=${still}>${t("trial.add")}</button>
  </form>`;
}
