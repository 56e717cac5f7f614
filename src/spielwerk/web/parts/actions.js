/** What one can do at a table beside moving, as far as it makes sense now. */

import { isChess } from "../chess.js";
import { go, href, shareable } from "../router.js";
import { change, settings } from "../settings.js";
import { html, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { ChessCopies } from "./chess-copies.js";
import { CopyButton } from "./copy.js";

/**
 * @param {object} props
 * @param {string} props.match
 * @param {import("../live.js").Live} props.live
 * @param {(message: Record<string, unknown>) => Promise<any>} props.ask
 * @param {() => void} props.flip
 */
export function Actions({ match, live, ask, flip }) {
  const [sure, setSure] = useState(false);
  const picture = /** @type {import("../connection.js").Picture} */ (live.picture);
  const { role, phase, seats } = picture;
  const game = /** @type {import("../api.js").GamePage} */ (live.game);
  const playing = role && ["running", "opening"].includes(phase);
  const people = Object.values(seats).filter((seat) => !seat.bot).length;
  const offer = (/** @type {string} */ what, /** @type {string} */ kind = "") =>
    html`<button type="button" class=${`button little ${kind}`} data-offer=${what} onClick=${() => ask({ type: "offer", offer: what })}>${t(`table.${what}`)}</button>`;
  if (sure)
    return html`<div class="notice warn" role="alertdialog" aria-label=${t("table.resign.sure")}><p>${t("table.resign.sure")}</p><p class="row">
      <button type="button" class="button warn" onClick=${() => (setSure(false), ask({ type: "resign" }))}>${t("table.resign.yes")}</button>
      <button type="button" class="button" onClick=${() => setSure(false)}>${t("table.no")}</button></p></div>`;
  return html`<section class="panel stack"><h2>${t("table.actions")}</h2>
    <div class="row">
      ${playing && picture.step > 0 && !game.hidden && offer("undo")}
      ${playing && people > 1 && offer("draw")}
      ${playing && offer("pause")}
      ${role && phase === "paused" && offer("resume", "main")}
      ${playing && html`<button type="button" class="button little warn" onClick=${() => setSure(true)}>${t("table.resign")}</button>`}
      ${role && phase === "ended" && !picture.rematch && offer("rematch", "main")}
      ${picture.rematch && html`<button type="button" class="button little main" onClick=${() => go(["match", String(picture.rematch)])}>${t("table.rematch.go")}</button>`}
      ${picture.step > 0 && html`<a class="button little" href=${href(["replay", match], role ? { role } : {})}>${t("table.replay")}</a>`}
    </div>
    <div class="row">
      ${game.layout && html`<button type="button" class="button little quiet" onClick=${flip}>${t("table.flip")}</button>`}
      <button type="button" class="button little quiet" aria-pressed=${settings.sound} onClick=${() => change({ sound: !settings.sound })}>${t(settings.sound ? "table.sound.off" : "table.sound.on")}</button>
      <${CopyButton} kind="little quiet" label=${t("table.share")} text=${() => shareable(["match", match])} />
      ${isChess(game) && picture.scene && html`<${ChessCopies}
        layout=${game.layout}
        scene=${picture.scene}
        step=${picture.step}
        steps=${live.steps}
        names=${namesOf(picture)}
        outcome=${picture.outcome}
      />`}
    </div>
  </section>`;
}

/** @param {import("../connection.js").Picture} picture */
const namesOf = (picture) =>
  Object.fromEntries(Object.entries(picture.seats).map(([role, seat]) => [role, seat.name]));
