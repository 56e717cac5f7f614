/** Who one is: a guest, or an account with a name and a password; and whether one may be called. */

import { changePassword, login, logout, register } from "../accounts.js";
import { canCall, switchCalls } from "../attention.js";
import { change, settings } from "../settings.js";
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { NewPasswordField, PasswordField } from "./fields.js";
import { Fold } from "./fold.js";
import { Leaving } from "./leaving.js";
import { Problem } from "./notices.js";
import { Forgotten, NewCode } from "./recovery.js";
import { Sessions } from "./sessions.js";

/** @typedef {{code?: string, left?: boolean}} Told what whoever did something has to know now */

/**
 * @param {object} props
 * @param {import("../api.js").Me | null} props.me
 * @param {boolean} props.wanted whether one came here to log in
 * @param {(told?: Told) => void} props.changed
 */
export function Account({ me, wanted, changed }) {
  const calls = me && canCall() && html`<${Calls} />`;
  if (me && !me.guest) return html`<${Own} me=${me} calls=${calls} changed=${changed} />`;
  const forgotten = () =>
    html`<${Forgotten} told=${(/** @type {string} */ code) => changed({ code })} />`;
  return html`<section class="stack">
    <p class="muted">${me ? t("me.guest", { name: me.name }) : t("me.stranger")}</p>
    ${calls}
    <${Credentials} title=${t("me.login")} send=${login} done=${changed} here=${wanted}>
      <${Fold} title=${t("recovery.forgotten")} show=${forgotten} />
    <//>
    <${Credentials} title=${t("me.register")} send=${register} fresh done=${changed} />
  </section>`;
}

/**
 * The account of whoever is logged in.
 * @param {{me: import("../api.js").Me, calls: any, changed: (told?: Told) => void}} props
 */
function Own({ me, calls, changed }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const out = (everywhere = false) => logout(everywhere).then(() => changed(), setProblem);
  const { name } = me;
  return html`<section class="panel stack">
    <p>${t("me.account", { name })}</p>
    ${problem && html`<${Problem} problem=${problem} />`} ${calls}
    <p class="row">
      <button type="button" class="button" onClick=${() => out()}>${t("me.logout")}</button>
      <button type="button" class="button quiet" onClick=${() => out(true)}>
        ${t("me.logout.everywhere")}
      </button>
    </p>
    <${Fold} title=${t("me.password.change")} show=${() => html`<${NewPassword} name=${name} />`} />
    <${Fold} title=${t("sessions.title")} show=${() => html`<${Sessions} />`} />
    <${Fold}
      title=${t("recovery.new")}
      show=${() => html`<${NewCode}
        name=${name}
        told=${(/** @type {string} */ code) => changed({ code })}
      />`}
    />
    <${Fold}
      title=${t("leave.title")}
      show=${() => html`<${Leaving} name=${name} left=${() => changed({ left: true })} />`}
    />
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
    <${PasswordField} name="old" label=${t("me.password.old")} />
    <${NewPasswordField} name="fresh" label=${t("me.password.new")} />
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
 * @param {(told?: Told) => void} props.done
 * @param {any} [props.children] what else stands there
 */
function Credentials({ title, send, fresh = false, here = false, done, children }) {
  const box = useRef(/** @type {HTMLFormElement | null} */ (null));
  useEffect(() => {
    if (here) box.current?.querySelector("input")?.focus();
  }, [here]);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    const { name, password } = Object.fromEntries(new FormData(event.target));
    try {
      const { recovery } = await send(String(name), String(password));
      change({ name: String(name) });
      done({ code: recovery });
    } catch (why) {
      setProblem(why);
    }
  };
  return html`<section class="panel stack">
    <form class="stack" ref=${box} onSubmit=${submit} aria-label=${title}>
      <h2>${title}</h2>
      ${problem && html`<${Problem} problem=${problem} />`}
      <label class="field">
        <span>${t("me.name")}</span>
        <input name="name" required maxlength="40" autocomplete="username" />
      </label>
      ${fresh
        ? html`<${NewPasswordField} name="password" label=${t("me.password")} />`
        : html`<${PasswordField} name="password" label=${t("me.password")} shortest=${8} />`}
      ${fresh && html`<p class="muted small">${t("me.password.hint")}</p>`}
      <button class=${`button ${fresh ? "main" : ""}`}>${title}</button>
    </form>
    ${children}
  </section>`;
}
