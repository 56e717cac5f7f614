/** Who one is: a guest, or an account with a name and a password; and whether one may be called. */

import { changePassword, login, logout, register } from "../api.js";
import { canCall, switchCalls } from "../attention.js";
import { change, settings } from "../settings.js";
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { Problem } from "./notices.js";

/**
 * @param {object} props
 * @param {import("../api.js").Me | null} props.me
 * @param {boolean} props.wanted whether one came here to log in
 * @param {() => void} props.changed
 */
export function Account({ me, wanted, changed }) {
  const calls = me && canCall() && html`<${Calls} />`;
  if (me && !me.guest)
    return html`<section class="panel stack">
      <p>${t("me.account", { name: me.name })}</p>
      ${calls}
      <p class="row">
        <button type="button" class="button" onClick=${() => logout().then(changed)}>
          ${t("me.logout")}
        </button>
        <button type="button" class="button quiet" onClick=${() => logout(true).then(changed)}>
          ${t("me.logout.everywhere")}
        </button>
      </p>
      <details>
        <summary>${t("me.password.change")}</summary>
        <${NewPassword} name=${me.name} />
      </details>
    </section>`;
  return html`<section class="stack">
    <p class="muted">${me ? t("me.guest", { name: me.name }) : t("me.stranger")}</p>
    ${calls}
    <${Credentials} title=${t("me.login")} send=${login} done=${changed} here=${wanted} />
    <${Credentials} title=${t("me.register")} send=${register} fresh done=${changed} />
  </section>`;
}

/** Whether the system says when it is one's turn. */
function Calls() {
  return html`<p class="row">
    <button
      type="button"
      class="button little"
      aria-pressed=${settings.notify}
      data-calls
      onClick=${() => switchCalls()}
    >
      ${t(settings.notify ? "news.calls.off" : "news.calls.on")}
    </button>
  </p>`;
}

/** Another password, for whoever knows the one so far. @param {{name: string}} props */
function NewPassword({ name }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [done, setDone] = useState(false);
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    const { old, fresh } = Object.fromEntries(new FormData(event.target));
    const found = await changePassword(String(old), String(fresh)).catch((why) => why);
    const failed = found instanceof Error;
    setProblem(failed ? found : null);
    setDone(!failed);
    if (!failed) event.target.reset();
  };
  return html`<form class="stack" onSubmit=${submit} aria-label=${t("me.password.change")}>
    ${problem && html`<${Problem} problem=${problem} />`}
    <p role="status">${done && t("me.password.changed")}</p>
    <input name="name" value=${name} autocomplete="username" hidden />
    <label class="field">
      <span>${t("me.password.old")}</span>
      <input name="old" type="password" required maxlength="200" autocomplete="current-password" />
    </label>
    <label class="field">
      <span>${t("me.password.new")}</span>
      <input
        name="fresh"
        type="password"
        required
        minlength="8"
        maxlength="200"
        autocomplete="new-password"
      />
    </label>
    <p class="muted small">${t("me.password.hint")} ${t("me.password.elsewhere")}</p>
    <button class="button main">${t("me.password.do")}</button>
  </form>`;
}

/**
 * @param {object} props
 * @param {string} props.title
 * @param {(name: string, password: string) => Promise<any>} props.send
 * @param {boolean} [props.fresh]
 * @param {boolean} [props.here] whether one writes here at once
 * @param {() => void} props.done
 */
function Credentials({ title, send, fresh = false, here = false, done }) {
  const box = useRef(/** @type {HTMLFormElement | null} */ (null));
  useEffect(() => {
    if (here) box.current?.querySelector("input")?.focus();
  }, [here]);
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
  return html`<form class="panel stack" ref=${box} onSubmit=${submit} aria-label=${title}>
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
