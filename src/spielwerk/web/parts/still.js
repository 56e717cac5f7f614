/** Pictures of games without a board: their facts as cards, dice and piles on a cloth. */

import { html } from "../vendor/preact-htm.js";
import { CardBack, Die, isDice, kindOf, Token } from "./tokens.js";

const SHOWN = 6;

/** @param {import("../presented.js").SceneShown} scene */
export function drawStill({ facts = {} }) {
  const tokens = Object.entries(facts).flatMap(([relation, found]) =>
    found
      .flat()
      .filter((value) => ["card", "die", "pile"].includes(kindOf(relation, value)))
      .map((value) => html`<${Token} relation=${relation} value=${value} />`),
  );
  const secret = Object.keys(facts).some(isDice)
    ? [2, 5, 3, 6].map((face) => html`<${Die} face=${face} />`)
    : [1, 2, 3].map(() => html`<${CardBack} />`);
  return html`<div class="cloth" aria-hidden="true">
    ${tokens.length ? tokens.slice(0, SHOWN) : secret}
  </div>`;
}
