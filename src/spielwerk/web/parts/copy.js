/** Copying texts, and a button that says that it did. */

import { html, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";

const SHOWN_MS = 1_600;

/** @param {{text: () => string, label: string, kind?: string}} props */
export function CopyButton({ text, label, kind = "" }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await write(text());
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return html`<button type="button" class=${`button ${kind}`} onClick=${copy}>
    <span aria-live="polite">${copied ? t("table.copied") : label}</span>
  </button>`;
}

/** @param {string} text */
async function write(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    prompt(t("table.copy"), text); // pages without HTTPS have no clipboard
  }
}
