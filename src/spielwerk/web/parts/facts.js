/** The default picture of any position: its facts, one relation a line, with cards and piles where they occur. */

import { argumentsOf, headOf, termText } from "../terms.js";
import { html } from "../vendor/preact-htm.js";
import { roleName, t, wordName } from "../words.js";
import { Token } from "./tokens.js";

/** @typedef {import("../terms.js").Term} Term */

/** @param {{facts: Term[], roles: string[]}} props */
export function Facts({ facts, roles }) {
  /** @type {Map<string, Term[]>} */
  const groups = new Map();
  for (const fact of facts) groups.set(headOf(fact), [...(groups.get(headOf(fact)) ?? []), fact]);
  return html`<dl class="facts" aria-label=${t("table.facts")}>${[...groups].map(
    ([relation, found]) => html`<div>
    <dt>${wordName(relation)}</dt>
    <dd>${entriesOf(found, roles).map(
      ({ name, values }) => html`<span class="entry">
      ${name && html`<span class="muted">${name}</span>`}${values.map((value) => html`<${Token} relation=${relation} value=${value} />`)}
    </span>`,
    )}</dd>
  </div>`,
  )}</dl>`;
}

/** Facts that begin alike stand together: all the cards of one hand. @param {Term[]} facts @param {string[]} roles */
function entriesOf(facts, roles) {
  /** @type {Map<string, Term[]>} */
  const entries = new Map();
  for (const fact of facts) {
    const [first, ...rest] = argumentsOf(fact);
    if (first === undefined) continue;
    const named = rest.length > 0 ? nameOf(first, roles) : "";
    entries.set(named, [
      ...(entries.get(named) ?? []),
      ...(rest.length
        ? rest
        : [roles.includes(termText(first)) ? roleName(termText(first)) : first]),
    ]);
  }
  return [...entries].map(([name, values]) => ({ name, values }));
}

/** @param {Term} term @param {string[]} roles */
const nameOf = (term, roles) =>
  roles.includes(termText(term)) ? roleName(termText(term)) : wordName(termText(term));
