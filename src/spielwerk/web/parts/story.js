/** A game with hidden information from one seat: what one did and saw, step by step, as a story. */

import { argumentsOf, headOf, parseTerm, termText } from "../terms.js";
import { html } from "../vendor/preact-htm.js";
import { roleName, t, wordName } from "../words.js";
import { kindOf, Token } from "./tokens.js";

/** @typedef {import("../terms.js").Term} Term */

/** @param {{view: {moves: string[], percepts: string[][]}, roles: string[]}} props */
export function Story({ view, roles }) {
  const steps = view.moves.map((move, place) => ({
    move,
    seen: view.percepts[place],
    number: place + 1,
  }));
  const told = steps.filter(({ move, seen }) => seen.length || !isWaiting(move));
  if (!told.length) return html`<p class="muted">${t("table.story.none")}</p>`;
  const held = steps
    .flatMap(({ seen }) => seen.map(parseTerm))
    .flatMap((percept) =>
      valuesOf(percept, roles).filter(({ relation, value }) => kindOf(relation, value) !== "word"),
    );
  return html`${held.length > 0 && html`<div class="cloth hand" role="group" aria-label=${t("table.hand")}>${held.map((one) => html`<${Token} ...${one} />`)}</div>`}<ol class="story" aria-label=${t("table.story")}>${told.map(
    ({ move, seen, number }) => html`<li key=${number}>
    <span class="muted small">${t("table.story.step", { n: number })}</span>
    ${!isWaiting(move) && html`<span>${t("table.did", { move: moveWords(parseTerm(move)) })}</span>`}
    <span class="seen">${seen.map((percept) => drawPercept(parseTerm(percept), roles))}</span>
  </li>`,
  )}</ol>`;
}

/** Whether a move only lets others move. @param {string} move */
const isWaiting = (move) => /^(noop|wait|pass)$/.test(move);

/** A move in words. @param {Term} term @returns {string} */
export function moveWords(term) {
  return [headOf(term), ...argumentsOf(term).map(termText)].map(wordName).join(" ");
}

/** @param {Term} percept @param {string[]} roles */
function drawPercept(percept, roles) {
  const relation = headOf(percept);
  const [first, ...rest] = argumentsOf(percept);
  if (relation === "said" && rest.length === 1)
    return html`<span class="percept">${t("table.said", { name: roleName(termText(first)), move: moveWords(rest[0]) })}</span>`;
  const owned = first !== undefined && roles.includes(termText(first));
  const name = owned ? `${roleName(termText(first))}: ${wordName(relation)}` : wordName(relation);
  return html`<span class="percept"><span class="muted">${name}</span>${valuesOf(percept, roles).map((one) => html`<${Token} ...${one} />`)}</span>`;
}

/** The values that a percept shows, and of what they are. Two numbers up to six that somebody shows are dice.
 * @param {Term} percept @param {string[]} roles
 */
function valuesOf(percept, roles) {
  const values = argumentsOf(percept).filter((value) => !roles.includes(termText(value)));
  const dice = values.length === 2 && values.every((value) => /^[1-6]$/.test(termText(value)));
  return values.map((value) => ({ relation: dice ? "dice" : headOf(percept), value }));
}
