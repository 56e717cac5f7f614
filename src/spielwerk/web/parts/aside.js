/** What stands beside a table: how it goes, what can be done and asked there, and what is said. */

import { href, shareable } from "../router.js";
import { invitationsTo } from "../start.js";
import { statusText } from "../status.js";
import { html } from "../vendor/preact-htm.js";
import { gameTitle, roleName, t } from "../words.js";
import { Actions } from "./actions.js";
import { Choices } from "./choices.js";
import { CopyButton } from "./copy.js";
import { Facts } from "./facts.js";
import { Question } from "./question.js";
import { MoveRecord } from "./record.js";
import { Chat, Offers } from "./talk.js";

/** @typedef {import("../connection.js").Picture} Picture */
/** @typedef {import("../live.js").Seated} Seated */
/** @typedef {import("../attempts.js").Attempts} Attempts */

/**
 * @param {object} props
 * @param {string} props.match
 * @param {Seated} props.live
 * @param {Attempts} props.attempts
 * @param {boolean} props.listed whether legal moves are listed here, too
 * @param {() => void} props.flip
 */
export function Aside({ match, live, attempts, listed, flip }) {
  const { game, picture } = live;
  const { role, moves, scene } = picture;
  const beside = (scene?.kind === "board" && scene.facts) || {};
  return html`<div class="side">
    <${Standing} match=${match} live=${live} ask=${attempts.ask} />
    <${Actions} match=${match} live=${live} ask=${attempts.ask} flip=${flip} />
    ${role && picture.phase === "running" && html`<${Question}
      onAsk=${(/** @type {string} */ move) => attempts.wonder({ move })}
    />`}
    ${listed && html`<details class="panel">
      <summary>${t("table.moves.count", { n: moves.length })}</summary>
      <${Choices} moves=${moves} onMove=${attempts.play} />
    </details>`}
    ${Object.keys(beside).length > 0 && html`<details class="panel">
      <summary>${t("table.facts")}</summary><${Facts} facts=${beside} roles=${game.roles} />
    </details>`}
    <${Chat} picture=${picture} ask=${attempts.ask} />
  </div>`;
}

/**
 * How a match stands, and how it came here.
 * @param {{match: string, live: Seated, ask: Attempts["ask"]}} props
 */
function Standing({ match, live: { game, picture, link, steps }, ask }) {
  const { role, phase, asked } = picture;
  const waits = ["running", "opening"].includes(phase) && !(role && asked.includes(role));
  return html`<section class="panel stack">
    <p class="muted small">
      ${gameTitle(game)}${!role && ` · ${t("table.watching")}`}
      ${link.watching > (role ? 0 : 1) && ` · ${t("table.watchers", { n: link.watching })}`}
    </p>
    <p class="status" role="status">
      ${waits && html`<span class="spinner"></span>`}${statusText(picture)}
    </p>
    ${link.state === "lost" && html`<${Lost} link=${link} />`}
    ${phase === "waiting" && html`<${Invitations} match=${match} picture=${picture} />`}
    <${Offers} picture=${picture} ask=${ask} />
    ${!game.hidden && html`<${MoveRecord}
      game=${game}
      steps=${steps}
      at=${picture.step}
      to=${(/** @type {number} */ step) =>
        href(["replay", match], { step: String(step), ...(role ? { role } : {}) })}
    />`}
  </section>`;
}

/** @param {{link: import("../connection.js").Connection}} props */
export function Lost({ link }) {
  return html`<div class="notice warn" role="alert">
    <strong>${t("table.lost.title")}</strong><p>${t("table.lost.text")}</p>
    <p>
      <button type="button" class="button little" onClick=${() => link.retry()}>
        ${t("table.lost.retry")}
      </button>
    </p>
  </div>`;
}

/** @param {{match: string, picture: Picture}} props */
function Invitations({ match, picture }) {
  const free = Object.entries(invitationsTo(match)).filter(([role]) => !picture.seats[role]?.name);
  return html`<div class="notice">
    <p>${t("table.waiting.text")}</p>
    ${free.map(([role, secret]) => {
      const address = shareable(["join", match, secret]);
      return html`<div class="row" key=${role}>
        <b>${roleName(role)}</b>
        <input
          readonly
          aria-label=${roleName(role)}
          value=${address}
          onFocus=${(/** @type {any} */ event) => event.target.select()}
        />
        <${CopyButton} kind="little main" label=${t("table.share")} text=${() => address} />
      </div>`;
    })}
  </div>`;
}
