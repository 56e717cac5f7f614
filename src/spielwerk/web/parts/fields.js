/** Fields for passwords, as password managers know them. */

import { html } from "../vendor/preact-htm.js";

/** @typedef {{name: string, label: string}} Named */

/** For the one so far. @param {Named & {shortest?: number}} props */
export const PasswordField = ({ name, label, shortest }) =>
  html`<label class="field">
    <span>${label}</span>
    <input
      name=${name}
      type="password"
      required
      minlength=${shortest}
      maxlength="200"
      autocomplete="current-password"
    />
  </label>`;

/** For one that is chosen now. @param {Named} props */
export const NewPasswordField = ({ name, label }) =>
  html`<label class="field">
    <span>${label}</span>
    <input
      name=${name}
      type="password"
      required
      minlength="8"
      maxlength="200"
      autocomplete="new-password"
    />
  </label>`;
