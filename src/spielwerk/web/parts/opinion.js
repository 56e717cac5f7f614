/**
 * What a computer thinks of a position, and why: what it expects, how it goes on, and what the two
 * next best moves lack. Lines are shown on the board, as arrows.
 */

import { analyse } from "../api.js";
import { html, useState } from "../vendor/preact-htm.js";
import { labelText, problemText, roleName, t, wordName } from "../words.js";
import { moveText } from "./record.js";
import { Slow } from "./slow.js";

const ADVISER = "strong";
const SHOWN_ARROWS = 4;

/** @typedef {import("../presented.js").Card} Card */
/** @typedef {{role: string, move: string, card: Card}} LineMove */
/**
 * @typedef {object} Way a move with what is to be said about it
 * @property {string} move
 * @property {number | null} value
 * @property {boolean} proven
 * @property {{en: string, de: string, piece: string, square: string}} says
 * @property {LineMove[]} line
 */
/**
 * @typedef {object} Found
 * @property {string} role
 * @property {{move: string, card: Card}[]} moves
 * @property {{best: Way, alternatives: Way[]}} why
 */

/**
 * @param {object} props
 * @param {string} props.match
 * @param {import("../api.js").GamePage} props.game
 * @param {import("../presented.js").Step} props.step
 * @param {(arrows: string[][]) => void} props.point shows ways over the board as arrows
 */
export function Opinion({ match, game, step, point }) {
  const [state, setState] = useState(
    /** @type {{thinks?: boolean, found?: Found, problem?: any}} */ ({}),
  );
  const ask = () => {
    setState({ thinks: true });
    analyse(match, { step: step.step, player: ADVISER }).then(
      (found) => (setState({ found }), point(arrowsOf(found.why.best))),
      (problem) => setState({ problem }),
    );
  };
  return html`<section class="stack opinion" aria-label=${t("replay.opinion")}>
    ${!step.asked.length
      ? html`<p class="muted">${t("replay.opinion.none")}</p>`
      : !state.found &&
        html`<button type="button" class="button" disabled=${state.thinks} onClick=${ask}>
          ${state.thinks ? t("replay.opinion.thinking") : t("replay.opinion.ask")}
        </button>`}
    <${Slow} waits=${Boolean(state.thinks)} says=${t("slow.analysis")} />
    ${state.problem && html`<p class="notice warn" role="alert">${problemText(state.problem)}</p>`}
    ${state.found && html`<${Ways}
      game=${game}
      step=${step}
      found=${state.found}
      point=${point}
    />`}
  </section>`;
}

/**
 * @param {object} props
 * @param {import("../api.js").GamePage} props.game
 * @param {import("../presented.js").Step} props.step
 * @param {Found} props.found
 * @param {(arrows: string[][]) => void} props.point
 */
function Ways({ game, step, found, point }) {
  const [chosen, choose] = useState(found.why.best.move);
  const cards = new Map(found.moves.map(({ move, card }) => [move, card]));
  const written = (/** @type {Way} */ way) => {
    const card = way.line[0]?.card ?? cards.get(way.move);
    return card ? moveText(game, step.scene, card) : way.move;
  };
  const show = (/** @type {Way} */ way) => () => {
    choose(way.move);
    point(arrowsOf(way));
  };
  return html`
    <p class="muted small">${t("opinion.for", { role: roleName(found.role) })}</p>
    <ol class="bars" role="status">
      ${[found.why.best, ...found.why.alternatives].map(
        (way, place) =>
          html`<li class=${place ? "" : "best"}>
            <button
              type="button"
              class="way-line"
              aria-pressed=${chosen === way.move}
              onClick=${show(way)}
            >
              <b>${written(way)}</b>
              <span class="bar-box" aria-hidden="true">
                <i style=${`width:${way.value ?? 0}%`}></i>
              </span>
              <span>${way.value === null ? "?" : Math.round(way.value)}</span>
            </button>
            <p class="small">${place ? `${written(way)} ` : ""}${sentence(game, way)}</p>
            ${chosen === way.move && way.line.length > 1 && html`<p class="small muted">
              ${t("replay.opinion.line")} ${lineText(way)}
            </p>`}
          </li>`,
      )}
    </ol>
  `;
}

/** What is said about a move. @param {import("../api.js").GamePage} game @param {Way} way */
function sentence(game, { says, line }) {
  const reply = line[1] ? moveText(game, null, line[1].card) : "";
  /** @type {Record<string, string>} */
  const meant = { reply, piece: wordName(says.piece), square: says.square };
  return labelText({ en: says.en, de: says.de }).replace(
    /\{(\w+)\}/g,
    (_, key) => meant[key] ?? "",
  );
}

/** @param {Way} way */
const lineText = ({ line }) =>
  line.map(({ card }) => labelText(card.label || card.short)).join(" ");

/** The first moves of a line as ways over the board. @param {Way} way */
const arrowsOf = ({ line }) =>
  line
    .slice(0, SHOWN_ARROWS)
    .map(({ card }) => card.squares ?? (card.column ? [card.column] : []))
    .filter((squares) => squares.length > 0);
