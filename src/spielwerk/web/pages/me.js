/** What waits for one, one's own matches, ratings and friends, and one's account. */

import { myMatches, whoAmI } from "../api.js";
import { dress } from "../dress.js";
import { lookForNews, useNews } from "../news.js";
import { Account } from "../parts/credentials.js";
import { Friends } from "../parts/friends.js";
import { Loaded } from "../parts/loaded.js";
import { MatchLine, wayTo } from "../parts/matchline.js";
import { RecoveryCode } from "../parts/recovery.js";
import { RatingsOf } from "../parts/ratings.js";
import { declineInvitation } from "../people.js";
import { href } from "../router.js";
import { html, useState } from "../vendor/preact-htm.js";
import { gameTitle, roleName, t } from "../words.js";

/** @typedef {import("../parts/matchline.js").Line & {role: string, founder: boolean}} OwnLine */

/** @param {{query: URLSearchParams}} props */
export function MePage({ query }) {
  const [visit, setVisit] = useState(0);
  const [told, setTold] = useState(/** @type {import("../parts/credentials.js").Told} */ ({}));
  const again = (/** @type {import("../parts/credentials.js").Told} */ news = {}) => {
    setTold(news);
    setVisit(visit + 1);
    void lookForNews();
  };
  return html`<${Loaded}
    load=${look}
    inputs=${[visit]}
    show=${(/** @type {any} */ { me, matches }) => html`<div class="two">
      <div class="stack">
        <h1>${t("me.title")}</h1>
        <${Waits} changed=${again} />
        <${Matches} matches=${matches} />
      </div>
      <div class="stack">
        ${told.left && html`<p class="notice" role="status">${t("leave.done")}</p>`}
        ${told.code && html`<${RecoveryCode} code=${told.code} noted=${() => setTold({})} />`}
        <${Account} me=${me} wanted=${query.has("login")} changed=${again} />
        ${me && !me.guest && html`<${RatingsOf} name=${me.name} /><${Friends} />`}
      </div>
    </div>`}
  />`;
}

async function look() {
  const [me] = await Promise.all([whoAmI(), dress("lobby")]);
  return { me, matches: me ? await myMatches() : [] };
}

/** Turns and invitations. @param {{changed: () => void}} props */
function Waits({ changed }) {
  const { turns, invitations } = useNews();
  if (!turns.length && !invitations.length) return null;
  const decline = (/** @type {string} */ match) =>
    declineInvitation(match).then(changed, () => changed());
  return html`<section class="stack" aria-label=${t("news.title")} data-waits>
    <h2>${t("news.title")}</h2>
    <ul class="lines">
      ${invitations.map(
        ({ match, game, role, host }) => html`<li key=${match} class="calling">
          <span>
            <b>${t("news.invites", { name: host })}</b>${" "}
            <span class="muted">${gameTitle({ name: game, title: "" })} · ${roleName(role)}</span>
          </span>
          <span class="row">
            <button type="button" class="button quiet little" onClick=${() => decline(match)}>
              ${t("news.decline")}
            </button>
            <a class="button little main" href=${href(["join", match])}>${t("tables.sit")}</a>
          </span>
        </li>`,
      )}
      ${turns.map(
        ({ match, game, role, others }) => html`<li key=${match} class="calling">
          <span>
            <b>${t("news.turn")}</b>${" "}
            <span class="muted">
              ${gameTitle({ name: game, title: "" })} · ${others.join(", ")}
            </span>
          </span>
          <a class="button little main" href=${href(["match", match], { role })}>
            ${t("me.goon")}
          </a>
        </li>`,
      )}
    </ul>
  </section>`;
}

/** @param {{matches: OwnLine[]}} props */
function Matches({ matches }) {
  if (!matches.length)
    return html`<div class="notice">
      <p>${t("me.none")}</p><p><a class="button" href=${href([])}>${t("error.home")}</a></p>
    </div>`;
  return html`<ul class="lines">
    ${matches.map(
      (line) =>
        html`<${MatchLine} key=${line.match + line.role} line=${line} way=${wayOf(line)} />`,
    )}
  </ul>`;
}

/** @param {OwnLine} line */
function wayOf({ match, role, phase, founder }) {
  const over = phase === "ended";
  const waits = phase === "waiting" && founder;
  return {
    text: t(over ? "tables.replay" : waits ? "me.invite" : "me.goon"),
    go: over ? wayTo(match, phase) : href(["match", match], { role }),
  };
}
