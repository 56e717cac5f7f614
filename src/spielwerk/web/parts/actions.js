/** What one can do at a table beside moving, as far as it makes sense now. */

import { isChess } from "../chess.js";
import { go, href, shareable } from "../router.js";
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
  return html`<section class="panel stack">
    <h2>${t("table.actions")}</h2>
    <${Deeds} match=${match} live=${live} ask=${ask} resign=${() => setSure(true)} />
    <div class="row">
      ${live.game.layout && html`<button type="button" class="button little quiet" onClick=${flip}>
        ${t("table.flip")}
      </button>`}
      <button
        type="button"
        class="button little quiet"
        aria-pressed=${settings.sound}
        onClick=${() => change({ sound: !settings.sound })}
      >
        ${t(settings.sound ? "table.sound.off" : "table.sound.on")}
      </button>
      <${CopyButton}
        kind="little quiet"
        label=${t("table.share")}
        text=${() => shareable(["match", match])}
      />
      ${isChess(live.game) && live.picture.scene && html`<${ChessCopies}
        layout=${live.game.layout}
        scene=${live.picture.scene}
        step=${live.picture.step}
        steps=${live.steps}
        names=${namesOf(live.picture)}
        outcome=${live.picture.outcome}
      />`}
    </div>
  </section>`;
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
 * What changes the match, and ways to others.
 * @param {{match: string, live: Seated, ask: Ask, resign: () => void}} props
 */
function Deeds({ match, live: { game, picture }, ask, resign }) {
  const { role, phase, rematch, step } = picture;
  const playing = role && ["running", "opening"].includes(phase);
  const offer = (/** @type {string} */ what, /** @type {string} */ kind = "") => html`<button
    type="button"
    class=${`button little ${kind}`}
    data-offer=${what}
    onClick=${() => ask({ type: "offer", offer: what })}
  >
    ${t(`table.${what}`)}
  </button>`;
  const ways = playing ? offersOf(game, picture) : [];
  const back = href(["replay", match], role ? { role } : {});
  return html`<div class="row">
    ${ways.map((what) => offer(what))}
    ${role && phase === "paused" && offer("resume", "main")}
    ${playing && html`<button type="button" class="button little warn" onClick=${resign}>
      ${t("table.resign")}
    </button>`}
    ${role && phase === "ended" && !rematch && offer("rematch", "main")}
    ${rematch && html`<button
      type="button"
      class="button little main"
      onClick=${() => go(["match", rematch])}
    >
      ${t("table.rematch.go")}
    </button>`}
    ${step > 0 && html`<a class="button little" href=${back}>${t("table.replay")}</a>`}
  </div>`;
}

/**
 * What a player can offer the others.
 * @param {import("../api.js").GamePage} game @param {import("../connection.js").Picture} picture
 */
function offersOf(game, { step, seats }) {
  const people = Object.values(seats).filter((seat) => !seat.bot).length;
  return [...(step > 0 && !game.hidden ? ["undo"] : []), ...(people > 1 ? ["draw"] : []), "pause"];
}

/** @param {import("../connection.js").Picture} picture */
const namesOf = (picture) =>
  Object.fromEntries(Object.entries(picture.seats).map(([role, seat]) => [role, seat.name]));
