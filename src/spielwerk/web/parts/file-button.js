/** A file of one's own, brought by a button that speaks the language of the page. */

import { html } from "../vendor/preact-htm.js";
import { t } from "../words.js";

/**
 * @param {{label: string, accept: string, onChange: (event: any) => void}} props what the file is
 */
export function FileButton({ label, accept, onChange }) {
  return html`<label class="field">
    <span>${label}</span>
    <span class="button file-button">
      ${t("file.open")}
      <input type="file" class="hidden-text" accept=${accept} onChange=${onChange} />
    </span>
  </label>`;
}
