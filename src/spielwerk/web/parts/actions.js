/** What one can do at a table beside moving, as far as it makes sense now. */

import { isChess } from "../chess.js";
import { href, shareable } from "../router.js";
import { change, settings } from "../settings.js";
import { html, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { ChessCopies } from "./chess-copies.js";
import { CopyButton } from "./copy.js";

/** @typedef {import("../live.js").Seated} Seated */
/** @typedef {(message: Record<string, unknown>) => Promise<any>} Ask */

/** @param {{match: string, live: Seated, ask: Ask, flip: () => void}} props */
export function Actions({ match, live, ask, flip }) {
  const [sure, setSure] = useState(false);
  const resign = () => (setSure(false), ask({ type: "resign" }));
  if (sure) return html`<${Sure} yes=${resign} no=${() => setSure(false)} />`;
  const { game, picture } = live;
  return html`<div class="toolbar" role="toolbar" aria-label=${t("table.actions")}>
    <${Deeds} match=${match} live=${live} ask=${ask} resign=${() => setSure(true)} />
    <span class="tools">
      ${game.layout && html`<${Tool} sign="turn" name=${t("table.flip")} act=${flip} />`}
      <${Tool}
        sign=${settings.sound ? "loud" : "mute"}
        name=${t(settings.sound ? "table.sound.off" : "table.sound.on")}
        pressed=${settings.sound}
        act=${() => change({ sound: !settings.sound })}
      />
      <details class="menu">
        <summary class="button little quiet tool" aria-label=${t("table.more")}>
          <${Sign} name="more" />
        </summary>
        <div class="menu-list">
          <${Rarer} match=${match} live=${live} ask=${ask} />
          ${picture.phase !== "waiting" && html`<${CopyButton}
            kind="little quiet"
            label=${t("table.share")}
            text=${() => shareable(["match", match])}
          />`}
          ${isChess(game) && picture.scene && html`<${ChessCopies}
            layout=${game.layout}
            scene=${picture.scene}
            step=${picture.step}
            steps=${live.steps}
            names=${namesOf(picture)}
            outcome=${picture.outcome}
          />`}
        </div>
      </details>
    </span>
  </div>`;
}

/** Signs of tools, as lines in a box of 24 by 24. @type {Record<string, string>} */
const SIGNS = {
  turn: "M5 9a8 8 0 0 1 14-1M19 4v4h-4M19 15a8 8 0 0 1-14 1M5 20v-4h4",
  loud: "M4 10v4h4l5 4V6L8 10zM16.500 9a4 4 0 0 1 0 6M19 6.500a8 8 0 0 1 0 11",
  mute: "M4 10v4h4l5 4V6L8 10zM17 10l4 4M21 10l-4 4",
  more: "M5 12h.01M12 12h.01M19 12h.01",
};

/** @param {{name: string}} props */
const Sign = ({ name }) =>
  html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d=${SIGNS[name]} /></svg>`;

/**
 * A tool that is known by its sign.
 * @param {{sign: string, name: string, act: () => void, pressed?: boolean}} props
 */
function Tool({ sign, name, act, pressed }) {
  return html`<button
    type="button"
    class="button little quiet tool"
    aria-label=${name}
    title=${name}
    aria-pressed=${pressed}
    onClick=${act}
  >
    <${Sign} name=${sign} />
  </button>`;
}

/** Whether one really gives up. @param {{yes: () => void, no: () => void}} props */
function Sure({ yes, no }) {
  return html`<div class="notice warn" role="alertdialog" aria-label=${t("table.resign.sure")}>
    <p>${t("table.resign.sure")}</p>
    <p class="row">
      <button type="button" class="button warn" onClick=${yes}>${t("table.resign.yes")}</button>
      <button type="button" class="button" onClick=${no}>${t("table.no")}</button>
    </p>
  </div>`;
}

/**
 * What changes the match.
 * @param {{match: string, live: Seated, ask: Ask, resign: () => void}} props
 */
function Deeds({ match, live: { game, picture }, ask, resign }) {
  const { role, phase, fault } = picture;
  const playing = role && (fault || ["running", "opening"].includes(phase));
  const offer = (/** @type {string} */ what, /** @type {string} */ kind = "") =>
    html`<${Offer} what=${what} kind=${kind} ask=${ask} />`;
  return html`
    ${playing && offersOf(game, picture).map((what) => offer(what))}
    ${role && phase === "paused" && !fault && offer("resume", "main")}
    <${Dump} match=${match} picture=${picture} />
    ${playing && html`<button type="button" class="button little warn" onClick=${resign}>
      ${t("table.resign")}
    </button>`}
  `;
}

/** @param {{what: string, kind?: string, ask: Ask}} props */
function Offer({ what, kind = "", ask }) {
  return html`<button
    type="button"
    class=${`button little ${kind}`}
    data-offer=${what}
    onClick=${() => ask({ type: "offer", offer: what })}
  >
    ${t(`table.${what}`)}
  </button>`;
}

/**
 * What is done less often. @param {{match: string, live: Seated, ask: Ask}} props
 */
function Rarer({ match, live: { picture }, ask }) {
  const { role, phase, step } = picture;
  const back = href(["replay", match], role ? { role } : {});
  return html`
    ${role && phase === "running" && html`<${Offer} what="pause" kind="quiet" ask=${ask} />`}
    ${step > 0 && html`<a class="button little quiet" href=${back}>${t("end.replay")}</a>`}
  `;
}

/**
 * The match for whoever wrote its rules, where these went wrong.
 * @param {{match: string, picture: import("../connection.js").Picture}} props
 */
function Dump({ match, picture: { role, fault } }) {
  if (!role || !fault) return null;
  return html`<a
    class="button little main"
    href=${`api/v1/matches/${match}/dump?role=${encodeURIComponent(role)}`}
    download=${`${match}.dump.json`}
  >
    ${t("table.dump")}
  </a>`;
}

/**
 * What a player can offer the others.
 * @param {import("../api.js").GamePage} game @param {import("../connection.js").Picture} picture
 */
function offersOf(game, { step, seats }) {
  const machines = Object.values(seats).some((seat) => seat.bot);
  return [
    ...(step > 0 && !game.hidden ? ["undo"] : []),
    ...(machines || game.hidden || game.roles.length < 2 ? [] : ["draw"]),
  ];
}

/** @param {import("../connection.js").Picture} picture */
const namesOf = (picture) =>
  Object.fromEntries(Object.entries(picture.seats).map(([role, seat]) => [role, seat.name]));
