/** What one does with a match that is tried: begin it anew, take back, let machines go on. */

import { html } from "../../vendor/preact-htm.js";
import { roleName, t } from "../../words.js";

/** @typedef {import("./match.js").Trial} Trial */

/** @param {{trial: Trial, stale: boolean}} props */
export function Bar({ trial, stale }) {
  const { turn, moment } = /** @type {import("./match.js").Shown} */ (trial.shown);
  return html`<section class="panel trial-bar" aria-label=${t("trial.title")}>
    <h2>${t("trial.title")}</h2>
    <p class="small trial-turn" role="status" data-turn=${turn.kind}>
      ${trial.busy && html`<span class="spinner"></span>`} ${turnText(turn, moment)}
    </p>
    <${Restart} trial=${trial} />
    <${Course} trial=${trial} />
    <div class="trial-row">
      <button
        type="button"
        class=${`button little ${stale ? "main" : ""}`}
        data-again
        onClick=${() => trial.open()}
      >
        ${t("trial.again")}
      </button>
      <button type="button" class="button quiet little" data-end onClick=${trial.close}>
        ${t("trial.close")}
      </button>
    </div>
    ${stale && html`<p class="small muted">${t("trial.stale")}</p>`}
  </section>`;
}

/** Begin anew, with a seed and, where it can be, others. @param {{trial: Trial}} props */
function Restart({ trial }) {
  const { settings, game } = /** @type {import("./match.js").Shown} */ (trial.shown);
  const restart = (/** @type {any} */ event) => {
    event.preventDefault();
    const { seed, players } = event.target.elements;
    const many = Number(players?.value);
    trial.act("restart", {
      seed: Math.max(0, Math.floor(Number(seed.value) || 0)),
      ...(many && many !== game.roles.length ? { players: many } : {}),
    });
  };
  const number = (
    /** @type {string} */ name,
    /** @type {string} */ label,
    /** @type {number} */ value,
  ) =>
    html`<label class="trial-number small">
      ${label}
      <input type="number" min="0" name=${name} key=${value} defaultValue=${value} />
    </label>`;
  return html`<form class="trial-row" onSubmit=${restart}>
    ${number("seed", t("trial.seed"), settings.seed)}
    ${"players" in game.options && number("players", t("trial.players"), game.roles.length)}
    <button class="button little" data-restart>${t("trial.restart")}</button>
  </form>`;
}

/** Take back, do again, let others go on. @param {{trial: Trial}} props */
function Course({ trial }) {
  const { settings, turn, moment } = /** @type {import("./match.js").Shown} */ (trial.shown);
  const draws = (/** @type {any} */ event) =>
    trial.act("settings", { draws: event.target.checked });
  return html`<div class="trial-row">
    <button
      type="button"
      class="button little"
      data-undo
      disabled=${moment.entries === 0}
      onClick=${() => trial.look("undo")}
    >
      ${t("trial.undo")}
    </button>
    <button
      type="button"
      class="button little"
      data-redo
      disabled=${moment.place === moment.count - 1}
      onClick=${() => trial.look("step", { by: "move" })}
    >
      ${t("trial.redo")}
    </button>
    ${(trial.running || turn.machines) && html`<button
      type="button"
      class="button little"
      data-pause
      onClick=${trial.pause}
    >
      ${t(trial.running && !trial.paused ? "trial.pause" : "trial.machines")}
    </button>`}
    <label class="trial-check small">
      <input type="checkbox" checked=${settings.draws} data-draws onChange=${draws} />
      ${t("trial.draws")}
    </label>
  </div>`;
}

/**
 * Whose turn it is, in words.
 * @param {import("./match.js").Shown["turn"]} turn @param {import("./match.js").Moment} moment
 */
function turnText({ kind, asked, outcome }, moment) {
  if (kind === "inside") return t("trial.inside");
  if (outcome) {
    const points = Object.entries(outcome).map(([role, n]) => `${roleName(role)} ${n}`);
    return `${t("trial.over")} ${points.join(", ")}`;
  }
  if (kind === "chance") return t("trial.decides", { who: t("trial.chance") });
  const who = asked.map(roleName).join(", ");
  const later = moment.place < moment.count - 1 ? ` ${t("trial.earlier")}` : "";
  return t(kind === "open" ? "trial.anyof" : "trial.decides", { who }) + later;
}
