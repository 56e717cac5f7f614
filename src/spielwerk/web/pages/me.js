/** One's own matches, and the account that carries them from device to device. */

import { login, logout, myMatches, register, whoAmI } from "../api.js";
import { Loaded } from "../parts/loaded.js";
import { MatchLine, wayTo } from "../parts/matchline.js";
import { href } from "../router.js";
import { change } from "../settings.js";
import { Problem } from "../parts/notices.js";
import { html, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";

export function MePage() {
  const [visit, setVisit] = useState(0);
  return html`<${Loaded}
    load=${look}
    inputs=${[visit]}
    show=${(/** @type {any} */ { me, matches }) => html`<div class="two">
      <section class="stack">
        <h1>${t("me.title")}</h1>
        ${matches.length
          ? html`<ul class="lines">
              ${matches.map(
                (/** @type {any} */ line) => html`<${MatchLine}
                  key=${line.match + line.role}
                  line=${line}
                  way=${wayOf(line)}
                />`,
              )}
            </ul>`
          : html`<div class="notice">
              <p>${t("me.none")}</p><p><a class="button" href=${href([])}>${t("error.home")}</a></p>
            </div>`}
      </section>
      <${Account} me=${me} changed=${() => setVisit(visit + 1)} />
    </div>`}
  />`;
}

async function look() {
  const me = await whoAmI();
  return { me, matches: me ? await myMatches() : [] };
}

/** @param {{match: string, role: string, phase: string}} line */
function wayOf({ match, role, phase }) {
  const over = phase === "ended";
  return {
    text: t(over ? "tables.replay" : "me.goon"),
    go: over ? wayTo(match, phase) : href(["match", match], { role }),
  };
}

/** @param {{me: import("../api.js").Me | null, changed: () => void}} props */
function Account({ me, changed }) {
  if (me && !me.guest)
    return html`<section class="panel stack">
      <p>${t("me.account", { name: me.name })}</p>
      <button type="button" class="button" onClick=${() => logout().then(changed)}>
        ${t("me.logout")}
      </button>
    </section>`;
  return html`<section class="stack">
    <p class="muted">${me ? t("me.guest", { name: me.name }) : t("me.stranger")}</p>
    <${Credentials} title=${t("me.register")} send=${register} fresh done=${changed} />
    <${Credentials} title=${t("me.login")} send=${login} done=${changed} />
  </section>`;
}

/**
 * @param {object} props
 * @param {string} props.title
 * @param {(name: string, password: string) => Promise<any>} props.send
 * @param {boolean} [props.fresh]
 * @param {() => void} props.done
 */
function Credentials({ title, send, fresh = false, done }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    const { name, password } = Object.fromEntries(new FormData(event.target));
    try {
      await send(String(name), String(password));
      change({ name: String(name) });
      done();
    } catch (why) {
      setProblem(why);
    }
  };
  return html`<form class="panel stack" onSubmit=${submit} aria-label=${title}>
    <h2>${title}</h2>
    ${problem && html`<${Problem} problem=${problem} />`}
    <label class="field">
      <span>${t("me.name")}</span>
      <input name="name" required maxlength="40" autocomplete="username" />
    </label>
    <label class="field">
      <span>${t("me.password")}</span>
      <input
        name="password"
        type="password"
        required
        minlength="8"
        maxlength="200"
        autocomplete=${fresh ? "new-password" : "current-password"}
      />
    </label>
    ${fresh && html`<p class="muted small">${t("me.password.hint")}</p>`}
    <button class=${`button ${fresh ? "main" : ""}`}>${title}</button>
  </form>`;
}
