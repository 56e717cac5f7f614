/** What is wrong with one value, said below it. */

import { findingText } from "./findings.js";
import { html } from "../../vendor/preact-htm.js";

/** @typedef {import("./files.js").Finding} Finding */

/** @param {{id: string, findings: Finding[]}} props */
export function Notes({ id, findings }) {
  if (!findings.length) return null;
  return html`<div id=${id} class="notes">
    ${findings.map((one) => {
      const { message, hint } = findingText(one);
      return html`<p class=${`remark ${one.severity}`}>
        <b aria-hidden="true">${one.severity === "error" ? "!" : "?"}</b>
        <span>${message} ${hint}</span>
      </p>`;
    })}
  </div>`;
}

/**
 * How a control says that it is wrong, and where that is explained.
 * @param {string} id @param {Finding[]} findings
 */
export const noted = (id, findings) => ({
  "aria-invalid": findings.some((one) => one.severity === "error") ? "true" : undefined,
  "aria-describedby": findings.length ? id : undefined,
});
