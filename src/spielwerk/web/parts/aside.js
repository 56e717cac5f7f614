/**
 * What stands beside a table: how it goes, and in tabs how it came here, what can be asked, and
 * what is said; below them one toolbar. On a phone the first stays at the lower edge.
 */

import { href } from "../router.js";
import { statusText } from "../status.js";
import { html, useState } from "../vendor/preact-htm.js";
import { gameTitle, t } from "../words.js";
import { Actions } from "./actions.js";
import { Choices } from "./choices.js";
import { Loaded, later } from "./loaded.js";
import { Question } from "./question.js";
import { MoveRecord } from "./record.js";
import { isComplete } from "./scene.js";
import { SlowMachine } from "./slow.js";
import { Tabs } from "./tabs.js";
import { Chat, Offers } from "./talk.js";

const AccountLog = later(async () => (await import("./account.js")).AccountLog);
const Ending = later(async () => (await import("./ending.js")).Ending);
const Guide = later(async () => (await import("./guide.js")).Guide);
const Facts = later(async () => (await import("./facts.js")).Facts);

/** @typedef {import("../connection.js").Picture} Picture */
/** @typedef {import("../live.js").Seated} Seated */
/** @typedef {import("../attempts.js").Attempts} Attempts */
/** @typedef {import("../ended.js").Decision} Decision */

/**
 * @param {object} props
 * @param {string} props.match
 * @param {Seated} props.live
 * @param {Attempts} props.attempts
 * @param {Decision} props.decision
 * @param {boolean} props.listed whether legal moves are listed here, too
 * @param {any} props.note what is to be said about an attempt
 * @param {boolean} props.guided whether somebody plays this for the first time
 * @param {() => void} props.flip
 */
export function Aside({ match, live, attempts, decision, listed, note, guided, flip }) {
  return html`<div class="side">
    <${Standing} ...${{ match, live, attempts, decision, note, guided }} />
    <section class="panel beside">
      <${Beside} match=${match} live=${live} attempts=${attempts} listed=${listed} />
      <${Actions} match=${match} live=${live} ask=${attempts.ask} flip=${flip} />
    </section>
  </div>`;
}

/**
 * How a match stands, what is offered, and what became of an attempt.
 * @param {object} props
 * @param {string} props.match
 * @param {Seated} props.live
 * @param {Attempts} props.attempts
 * @param {Decision} props.decision
 * @param {any} props.note
 * @param {boolean} props.guided
 */
function Standing({ match, live, attempts, decision, note, guided }) {
  const { game, picture, link } = live;
  const { role, phase, asked } = picture;
  const waits = ["running", "opening"].includes(phase) && !(role && asked.includes(role));
  const over = ["ended", "abandoned"].includes(phase);
  return html`<section class="panel standing">
    <p class="muted small about">
      ${gameTitle(game)}${!role && ` · ${t("table.watching")}`}
      ${link.watching > (role ? 0 : 1) && ` · ${t("table.watchers", { n: link.watching })}`}
    </p>
    ${over
      ? html`<${Ending} ...${{ match, live, decision }} again=${attempts.again} />`
      : html`<p class="status" role="status">
          ${waits && html`<span class="spinner"></span>`}${statusText(picture)}
        </p>`}
    ${link.state === "lost" && html`<${Lost} link=${link} />`}
    ${phase === "waiting" && html`<${Loaded}
      load=${loadInviting}
      show=${(/** @type {any} */ Inviting) =>
        html`<${Inviting} match=${match} picture=${picture} />`}
    />`}
    ${guided && html`<${Guide} match=${match} live=${live} />`}
    <${SlowMachine} picture=${picture} />
    <${Offers} picture=${picture} ask=${attempts.ask} again=${attempts.again} />
    ${note}
  </section>`;
}

/**
 * How it came here, what can be asked, what is said.
 * @param {{match: string, live: Seated, attempts: Attempts, listed: boolean}} props
 */
function Beside({ match, live: { game, picture, steps }, attempts, listed }) {
  const { role, moves, scene, chat } = picture;
  const [heard, hear] = useState(chat.length);
  const facts = (scene?.kind === "board" && scene.facts) || {};
  const told = game.hidden || scene.kind === "table"; // moves alone say little there
  const soFar = () =>
    html`<${told ? AccountLog : MoveRecord}
      game=${game}
      steps=${steps}
      at=${picture.step}
      to=${(/** @type {number} */ step) =>
        href(["replay", match], { step: String(step), ...(role ? { role } : {}) })}
    />`;
  const questions = () => html`<div class="stack">
    ${role && picture.phase === "running" && html`<${Question}
      onAsk=${(/** @type {string} */ move) => attempts.wonder({ move })}
    />`}
    ${listed && html`<details>
      <summary>${t("table.moves.count", { n: moves.length })}</summary>
      <${Choices} moves=${moves} onMove=${attempts.play} />
    </details>`}
    ${Object.keys(facts).length > 0 && html`<details>
      <summary>${t("table.facts")}</summary><${Facts} facts=${facts} roles=${game.roles} />
    </details>`}
    <p><a href=${href(["game", game.name])}>${t("table.rules")}</a></p>
  </div>`;
  const tabs = [
    ...(isComplete(scene) // such a scene tells by itself what happened
      ? []
      : [
          {
            name: told ? "account" : "moves",
            label: t(told ? "account.title" : "table.moves"),
            content: soFar(),
          },
        ]),
    { name: "ask", label: t("table.ask"), content: questions() },
    {
      name: "chat",
      label: t("table.chat"),
      news: Math.max(0, chat.length - heard),
      content: html`<${Chat} picture=${picture} ask=${attempts.ask} />`,
    },
  ];
  return html`<${Tabs}
    label=${t("table.beside")}
    tabs=${tabs}
    opened=${() => hear(chat.length)}
  />`;
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

/** Only tables that wait need it. */
const loadInviting = async () => (await import("./inviting.js")).Inviting;
