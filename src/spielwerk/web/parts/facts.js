/**
 * The default picture of any position: its facts, one relation a line, with cards and piles where
 * they occur.
 */

import { textOf } from "../presented.js";
import { html } from "../vendor/preact-htm.js";
import { roleName, t, wordName } from "../words.js";
import { suitOf, Token } from "./tokens.js";

/** @typedef {import("../presented.js").Words} Words */

/** @param {{facts: import("../presented.js").Facts, roles: string[]}} props */
export function Facts({ facts, roles }) {
  return html`<dl class="facts" aria-label=${t("table.facts")}>
    ${Object.entries(facts).map(
      ([relation, found]) => html`<div>
        <dt>${wordName(relation)}</dt>
        <dd>
          ${entriesOf(found, roles).map(
            ({ name, suit, values }) => html`<span class="entry">
              ${name && html`<span class="muted">${name}</span>`}
              ${values.map(
                (value) => html`<${Token} relation=${relation} value=${value} suit=${suit} />`,
              )}
            </span>`,
          )}
        </dd>
      </div>`,
    )}
  </dl>`;
}

/**
 * Facts that begin alike stand together: all the cards of one hand.
 * @param {Words[][]} facts @param {string[]} roles
 */
function entriesOf(facts, roles) {
  /** @type {Map<string, {name: string, suit?: string, values: Words[]}>} */
  const entries = new Map();
  for (const [first, ...rest] of facts) {
    if (first === undefined) continue;
    const name = rest.length > 0 ? nameOf(first, roles) : "";
    const alone = roles.includes(textOf(first)) ? roleName(textOf(first)) : first;
    const before = entries.get(name)?.values ?? [];
    const values = [...before, ...(rest.length ? rest : [alone])];
    entries.set(name, { name, suit: suitOf(first), values });
  }
  return [...entries.values()];
}

/** @param {Words} words @param {string[]} roles */
const nameOf = (words, roles) =>
  roles.includes(textOf(words)) ? roleName(textOf(words)) : wordName(textOf(words));
