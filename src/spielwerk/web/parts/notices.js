/** What is said in passing: that something went wrong, or that it is still on its way. */

import { html } from "../vendor/preact-htm.js";
import { problemText, t } from "../words.js";

/** @param {{problem: any}} props */
export const Problem = ({ problem }) =>
  html`<p class="notice warn" role="alert">${problemText(problem)}</p>`;

export const Waiting = () =>
  html`<p class="row muted" role="status"><span class="spinner"></span>${t("loading")}</p>`;
