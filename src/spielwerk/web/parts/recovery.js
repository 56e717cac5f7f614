/** The code for whoever forgets the password: shown once, made anew, and used. */

import { recover, renewCode } from "../accounts.js";
import { change } from "../settings.js";
import { html, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { CopyButton } from "./copy.js";
import { NewPasswordField, PasswordField } from "./fields.js";
import { Problem } from "./notices.js";

/** @param {{code: string, noted: () => void}} props */
export function RecoveryCode({ code, noted }) {
  return html`<section class="notice stack" aria-label=${t("recovery.title")} data-recovery>
    <h2>${t("recovery.title")}</h2>
    <p>${t("recovery.text")}</p>
    <p><code class="recovery" tabindex="-1" ref=${focused}>${code}</code></p>
    <p class="row">
      <${CopyButton} text=${() => code} label=${t("recovery.copy")} />
      <button type="button" class="button main" onClick=${noted}>${t("recovery.noted")}</button>
    </p>
  </section>`;
}

/** What is shown only once is where one reads on. @param {HTMLElement | null} box */
const focused = (box) => box?.focus();

/** @param {{name: string, told: (code: string) => void}} props */
export function NewCode({ name, told }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    const { password } = Object.fromEntries(new FormData(event.target));
    renewCode(String(password)).then(({ recovery }) => told(recovery), setProblem);
  };
  return html`<form class="stack" onSubmit=${submit} aria-label=${t("recovery.new")}>
    <p class="muted small">${t("recovery.new.text")}</p>
    ${problem && html`<${Problem} problem=${problem} />`}
    <input name="name" value=${name} autocomplete="username" hidden />
    <${PasswordField} name="password" label=${t("me.password")} />
    <button class="button">${t("recovery.new.do")}</button>
  </form>`;
}

/** @param {{told: (code: string) => void}} props */
export function Forgotten({ told }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    const { name, code, fresh } = Object.fromEntries(new FormData(event.target));
    recover(String(name), String(code), String(fresh)).then(
      ({ name: mine, recovery }) => (change({ name: mine }), told(recovery)),
      setProblem,
    );
  };
  return html`<form class="stack" onSubmit=${submit} aria-label=${t("recovery.forgotten")}>
    <p class="muted small">${t("recovery.forgotten.text")}</p>
    ${problem && html`<${Problem} problem=${problem} />`}
    <label class="field">
      <span>${t("me.name")}</span>
      <input name="name" required maxlength="40" autocomplete="username" />
    </label>
    <label class="field">
      <span>${t("recovery.code")}</span>
      <input name="code" required maxlength="100" autocomplete="off" spellcheck="false" />
    </label>
    <${NewPasswordField} name="fresh" label=${t("me.password.new")} />
    <button class="button">${t("recovery.do")}</button>
  </form>`;
}
