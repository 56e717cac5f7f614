/** The moves of a match so far, each leading to its position. */

import { isChess, sanOf } from "../chess.js";
import { cardText } from "../presented.js";
import { html, useEffect, useRef } from "../vendor/preact-htm.js";
import { t } from "../words.js";

/** @typedef {import("../presented.js").Step} Step */

/**
 * @param {{
 *   game: import("../api.js").GamePage,
 *   steps: Step[],
 *   at: number,
 *   to: (step: number) => string,
 *   mistakes?: Map<number, import("../analysis.js").Mistake>,
 * }} props
 */
export function MoveRecord({ game, steps, at, to, mistakes = new Map() }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const here = /** @type {HTMLElement | null} */ (box.current?.querySelector("[aria-current]"));
    if (here && box.current)
      box.current.scrollTop = here.offsetTop - box.current.offsetTop - box.current.clientHeight / 2;
  }, [at, steps.length]);
  if (steps.length < 2) return html`<p class="muted">${t("table.nomoves")}</p>`;
  const pairs =
    game.roles.length === 2 && steps.slice(1).every((step) => Object.keys(step.moves).length === 1);
  const made = steps.slice(1).map(
    (step, place) => html`
      ${(!pairs || place % 2 === 0) && html`<span class="n">
        ${pairs ? place / 2 + 1 : place + 1}.
      </span>`}
      <a
        href=${to(step.step)}
        class=${mistakes.get(step.step)?.kind}
        aria-current=${step.step === at ? "step" : undefined}
      >
        ${movesText(game, steps[place], step) || "…"}${mistakes.get(step.step)?.sign}
      </a>
    `,
  );
  return html`<div
    class="scroll"
    ref=${box}
    tabindex="0"
    role="region"
    aria-label=${t("table.moves")}
  >
    <div class=${`record ${pairs ? "" : "single"}`}>${made}</div>
  </div>`;
}

/**
 * What was played in a step.
 * @param {import("../api.js").GamePage} game @param {Step} before @param {Step} step
 */
export function movesText(game, before, step) {
  return Object.values(step.made)
    .map((card) => moveText(game, before.scene, card, step))
    .join(" · ");
}

/** A move of chess with the letters that pieces have in the user's language. @param {string} san */
const inOwnLetters = (san) =>
  san.replace(/[KQRBN]/g, (letter) => t("chess.letters")["KQRBN".indexOf(letter)]);

/** A move as players of the game write it.
 * @param {import("../api.js").GamePage} game
 * @param {import("../presented.js").SceneShown | null} scene where it was made
 * @param {import("../presented.js").Card} card
 * @param {Step} [after] what it led to
 */
export function moveText(game, scene, card, after) {
  if (isChess(game) && game.layout && scene && card.squares?.length === 2)
    return inOwnLetters(sanOf(game.layout, scene, card, after));
  return cardText(card);
}
