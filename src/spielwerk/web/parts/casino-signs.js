/** How the kinds of fields of a casino are drawn: one sign each, in the colour of the text around it. */

import { html } from "../vendor/preact-htm.js";

/** Drawings on 24 by 24. Floor and walls have none: they are ground. @type {Record<string, any>} */
const SIGNS = {
  BAR_SEAT: html`<circle cx="12" cy="9" r="5.2" /><path d="M12 14.2v6M7.5 20.5h9M9 17.5h6" />`,
  BAR_TABLE: html`<path d="M5 5h14l-7 8zM12 13v6.5M8 20h8M8.2 8.6h7.6" /><circle cx="17.5" cy="4.2" r="1.6" />`,
  ROULETTE_TABLE: html`<circle cx="12" cy="12" r="9" /><circle cx="12" cy="12" r="3" /><path d="M12 3v6M12 15v6M3 12h6M15 12h6M5.6 5.6l4.3 4.3M14.1 14.1l4.3 4.3M18.4 5.6l-4.3 4.3M9.9 14.1l-4.3 4.3" />`,
  SAFE: html`<rect x="3.5" y="3.5" width="17" height="15.5" rx="2" /><circle cx="12" cy="11.2" r="4" /><path d="M12 7.2v2M12 13.2v2M8 11.2h2M14 11.2h2M6.5 19v2M17.5 19v2" />`,
  FIREPLACE: html`<path d="M12 21c-4.2 0-6.5-2.6-6.5-6 0-3.6 3-5 3.6-8.6 2.3 1 3.3 2.7 3.5 4.4 1-.6 1.5-1.7 1.5-3 2.7 1.7 4.4 4.3 4.4 7.2 0 3.4-2.3 6-6.5 6z" /><path d="M12 21c-1.7 0-2.9-1.2-2.9-3 0-1.9 1.6-2.8 2.3-4.5 1.9 1 3.5 2.5 3.5 4.5 0 1.8-1.2 3-2.9 3z" />`,
};

/** @param {{field: string}} props */
export function Sign({ field }) {
  return SIGNS[field] ? html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true">${SIGNS[field]}</svg>` : null;
}
