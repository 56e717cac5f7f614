/** Pictures of games without a board: their facts as cards, dice and piles on a cloth. */

import { argumentsOf, headOf, parseTerm } from "../terms.js";
import { html } from "../vendor/preact-htm.js";
import { CardBack, Die, kindOf, Token } from "./tokens.js";

const SHOWN = 6;

/** @param {import("../api.js").GamePage} game @param {string[]} facts */
export function drawStill(game, facts) {
  const tokens = facts.map(parseTerm).flatMap((fact) =>
    argumentsOf(fact)
      .filter((value) => ["card", "die", "pile"].includes(kindOf(headOf(fact), value)))
      .map((value) => html`<${Token} relation=${headOf(fact)} value=${value} />`),
  );
  const dice = /\bdice|rolled\b/.test(game.source ?? "");
  const secret = dice
    ? [2, 5, 3, 6].map((face) => html`<${Die} face=${face} />`)
    : [1, 2, 3].map(() => html`<${CardBack} />`);
  return html`<div class="cloth" aria-hidden="true">${tokens.length ? tokens.slice(0, SHOWN) : secret}</div>`;
}
