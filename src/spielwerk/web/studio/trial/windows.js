/** One window for each player: what that player sees and can do, and who sits there. */

import { besideTheBoard } from "../../parts/beside.js";
import { Choices } from "../../parts/choices.js";
import { Chooser } from "../../parts/chooser.js";
import { Scene } from "../../parts/scene.js";
import { html, useState } from "../../vendor/preact-htm.js";
import { labelText, roleName, t } from "../../words.js";

/** Who can sit at a seat beside the author. */
const MACHINES = ["random", "mcts:200ms"];

/** @typedef {import("./match.js").Trial} Trial */

/** @param {{trial: Trial}} props */
export function Windows({ trial }) {
  const shown = /** @type {import("./match.js").Shown} */ (trial.shown);
  const { roles } = shown.game;
  return html`<div class="trial-windows" data-count=${roles.length}>
    ${shown.turn.odds.length > 0 && html`<${ChanceWindow} trial=${trial} />`}
    ${roles.map(
      (/** @type {string} */ role) => html`<${PlayerWindow}
        key=${role}
        trial=${trial}
        role=${role}
      />`,
    )}
  </div>`;
}

/** @param {{trial: Trial, role: string}} props */
function PlayerWindow({ trial, role }) {
  const shown = /** @type {any} */ (trial.shown);
  const { view, scene, moves, count } = shown[`window ${role}`];
  const [choice, setChoice] = useState(/** @type {any[] | null} */ (null));
  const { asked, chosen, outcome } = shown.turn;
  const mine = asked.includes(role);
  const play = (/** @type {string} */ move) => {
    setChoice(null);
    trial.act("move", { role, move });
  };
  const choose = (/** @type {any[]} */ found) =>
    found.length === 1 ? play(found[0].move) : setChoice(found);
  const direct = besideTheBoard({ scene, view, moves });
  const question = view?.asked;
  return html`<section
    class=${`panel trial-window ${mine ? "asked" : ""}`}
    data-window=${role}
    role="group"
    aria-label=${roleName(role)}
  >
    <header>
      <h3>${roleName(role)}</h3>
      ${mine && html`<span class="chip on">
        ${t(chosen[role] ? "trial.chosen" : "trial.asked")}
      </span>`}
      ${outcome && html`<span class="chip">${t("trial.points", { n: outcome[role] })}</span>`}
      <${Seat} trial=${trial} role=${role} />
    </header>
    ${mine && question && html`<p class="small">${labelText(question)}</p>`}
    <div class="trial-scene" tabindex="0" role="group" aria-label=${t("trial.seen")}>
      <${Scene}
        game=${shown.game}
        view=${view}
        scene=${scene}
        moves=${moves}
        made=${{}}
        flipped=${shown.game.layout && role !== shown.game.roles[0] && role === "black"}
        role=${role}
        asked=${asked}
        still=${!mine}
        onMove=${choose}
      />
    </div>
    ${direct.length > 0 && html`<${Choices} moves=${direct} onMove=${play} />`}
    ${count > moves.length && html`<p class="small muted">
      ${t("trial.moremoves", { n: count - moves.length })}
    </p>`}
    ${choice && html`<${Chooser}
      found=${choice}
      role=${role}
      glyphs=${shown.game.layout?.glyphs ?? {}}
      onMove=${play}
      onClose=${() => setChoice(null)}
    />`}
  </section>`;
}

/** Who sits at a seat. @param {{trial: Trial, role: string}} props */
function Seat({ trial, role }) {
  const player = /** @type {any} */ (trial.shown).seats[role] ?? "";
  return html`<label class="trial-seat">
    <span class="hidden-text">${t("trial.seat", { role: roleName(role) })}</span>
    <select
      value=${player}
      data-seat=${role}
      onChange=${(/** @type {any} */ event) =>
        trial.act("seat", { role, player: event.target.value })}
    >
      <option value="">${t("trial.seat.me")}</option>
      ${MACHINES.map(
        (one) => html`<option value=${one}>${t(`trial.seat.${one.split(":")[0]}`)}</option>`,
      )}
    </select>
  </label>`;
}

/** What chance can draw, for authors who say it themselves. @param {{trial: Trial}} props */
function ChanceWindow({ trial }) {
  const { odds } = /** @type {any} */ (trial.shown).turn;
  const all = odds.reduce((/** @type {number} */ sum, [, weight] = ["", 0]) => sum + weight, 0);
  return html`<section class="panel trial-window asked" data-window="random">
    <header>
      <h3>${t("trial.chance")}</h3>
      <button type="button" class="button little" onClick=${() => trial.act("draw")}>
        ${t("trial.draw")}
      </button>
    </header>
    <div class="moves">
      <div class="group">
        ${odds.map(
          ([move = "", weight = 0]) => html`<button
            type="button"
            class="button"
            data-move=${move}
            onClick=${() => trial.act("move", { role: "random", move })}
          >
            ${move} <span class="muted small">${Math.round((100 * weight) / all)} %</span>
          </button>`,
        )}
      </div>
    </div>
  </section>`;
}
