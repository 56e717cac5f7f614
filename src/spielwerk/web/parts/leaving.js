/** How one deletes one's account, and what that means. */

import { deleteAccount } from "../accounts.js";
import { html, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { PasswordField } from "./fields.js";
import { Problem } from "./notices.js";

/** @param {{name: string, left: () => void}} props */
export function Leaving({ name, left }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    const { password } = Object.fromEntries(new FormData(event.target));
    deleteAccount(String(password)).then(left, setProblem);
  };
  return html`<form class="stack" onSubmit=${submit} aria-label=${t("leave.title")}>
    <p>${t("leave.text", { name })}</p>
    ${problem && html`<${Problem} problem=${problem} />`}
    <input name="name" value=${name} autocomplete="username" hidden />
    <${PasswordField} name="password" label=${t("me.password")} />
    <button class="button warn">${t("leave.do")}</button>
  </form>`;
}
