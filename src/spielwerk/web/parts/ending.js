/** The end of a match: who won and what decided it, the points of all, and ways on from there. */

import { go, href } from "../router.js";
import { decidedText, nameAt, outcomeText } from "../status.js";
import { html } from "../vendor/preact-htm.js";
import { capital, labelText, t, withNames } from "../words.js";
import { Tally } from "./account.js";

/** @typedef {import("../connection.js").Picture} Picture */

/**
 * @param {object} props
 * @param {string} props.match
 * @param {import("../live.js").Seated} props.live
 * @param {import("../ended.js").Decision} props.decision
 * @param {() => void} props.again asks for a rematch
 */
export function Ending({ match, live: { game, picture }, decision, again }) {
  const { role, phase, rematch, step, outcome } = picture;
  const decided = decision.sentence
    ? capital(withNames(labelText(decision.sentence), game.roles))
    : decidedText(picture);
  const replay = (/** @type {Record<string, string>} */ query) =>
    href(["replay", match], { ...query, ...(role ? { role } : {}) });
  const asked = Boolean(role && picture.offers.rematch?.includes(role));
  return html`<section class=${`ending ${feeling(picture)}`} aria-label=${t("end.label")}>
    <div class="status" role="status">
      <p class="headline">${outcome ? outcomeText(picture) : t("table.abandoned")}</p>
      ${decided && html`<p class="decided">${decided}</p>`}
    </div>
    ${picture.tally.length
      ? html`<${Tally} tally=${picture.tally} roles=${game.roles} />`
      : html`<${Sheet} picture=${picture} />`}
    <div class="row">
      ${rematch
        ? html`<button type="button" class="button main" onClick=${() => go(["match", rematch])}>
            ${t("table.rematch.go")}
          </button>`
        : role &&
          phase === "ended" &&
          !asked &&
          html`<button type="button" class="button main" data-offer="rematch" onClick=${again}>
            ${t("table.rematch")}
          </button>`}
      ${step > 0 && html`
        <a class="button" href=${replay({})}>${t("end.replay")}</a>
        ${phase === "ended" && html`<a class="button" href=${replay({ analyse: "1" })} data-analyse>
          ${t("end.analyse")}
        </a>`}
      `}
    </div>
  </section>`;
}

/** How it feels to whoever looks at it. @param {Picture} picture */
function feeling({ role, outcome }) {
  if (!role || !outcome || Object.keys(outcome).length < 2) return "";
  const best = Math.max(...Object.values(outcome));
  const alone = Object.values(outcome).filter((points) => points === best).length === 1;
  return outcome[role] === best ? (alone ? "won" : "") : "lost";
}

/** The points of all, where they say more than who won. @param {{picture: Picture}} props */
function Sheet({ picture }) {
  const points = Object.entries(picture.outcome ?? {});
  if (points.length < 3) return null;
  return html`<ol class="sheet">
    ${points
      .sort(([, a], [, b]) => b - a)
      .map(
        ([role, got]) =>
          html`<li class=${role === picture.role ? "own" : ""}>
            <span>${nameAt(picture, role)}</span><b>${got}</b>
          </li>`,
      )}
  </ol>`;
}
