/** A game with hidden information from one seat: what one did and saw, step by step, as a story. */

import { textOf } from "../presented.js";
import { html } from "../vendor/preact-htm.js";
import { roleName, t, wordName } from "../words.js";
import { kindOf, Token } from "./tokens.js";

/** @typedef {import("../presented.js").Words} Words */

/** @param {{steps: import("../presented.js").Glimpse[], roles: string[]}} props */
export function Story({ steps, roles }) {
  const told = steps
    .map((step, place) => ({ ...step, number: place + 1 }))
    .filter(({ did, saw }) => saw.length || did);
  if (!told.length) return html`<p class="muted">${t("table.story.none")}</p>`;
  const held = steps
    .flatMap(({ saw }) => saw)
    .flatMap((percept) =>
      valuesOf(percept, roles).filter(({ relation, value }) => kindOf(relation, value) !== "word"),
    );
  return html`
    ${held.length > 0 && html`<div class="cloth hand" role="group" aria-label=${t("table.hand")}>
      ${held.map((one) => html`<${Token} ...${one} />`)}
    </div>`}
    <ol class="story" aria-label=${t("table.story")}>
      ${told.map(
        ({ did, saw, number }) => html`<li key=${number}>
          <span class="muted small">${t("table.story.step", { n: number })}</span>
          ${did && html`<span>${t("table.did", { move: inWords(did) })}</span>`}
          <span class="seen">${saw.map((percept) => drawPercept(percept, roles))}</span>
        </li>`,
      )}
    </ol>
  `;
}

/** What was done or said, in words. @param {Words} words @returns {string} */
const inWords = (words) =>
  [words]
    .flat()
    .map((word) => wordName(textOf(word)))
    .join(" ");

/** @param {Words[]} percept @param {string[]} roles */
function drawPercept(percept, roles) {
  const [relation, first, ...rest] = percept;
  const called = wordName(textOf(relation));
  if (relation === "said" && rest.length === 1)
    return html`<span class="percept">
      ${t("table.said", { name: roleName(textOf(first)), move: inWords(rest[0]) })}
    </span>`;
  const owned = first !== undefined && roles.includes(textOf(first));
  const name = owned ? `${roleName(textOf(first))}: ${called}` : called;
  return html`<span class="percept">
    <span class="muted">${name}</span>
    ${valuesOf(percept, roles).map((one) => html`<${Token} ...${one} />`)}
  </span>`;
}

/**
 * The values that a percept shows, and of what they are. Two numbers up to six that somebody shows
 * are dice.
 * @param {Words[]} percept @param {string[]} roles
 */
function valuesOf([relation, ...rest], roles) {
  const values = rest.filter((value) => !roles.includes(textOf(value)));
  const dice = values.length === 2 && values.every((value) => /^[1-6]$/.test(textOf(value)));
  return values.map((value) => ({ relation: dice ? "dice" : textOf(relation), value }));
}
