/** Something that is seldom needed: its name, and the rest of it once somebody opens it. */

import { html, useState } from "../vendor/preact-htm.js";

/** @param {{title: string, show: () => any}} props */
export function Fold({ title, show }) {
  const [open, setOpen] = useState(false);
  return html`<details onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}>
    <summary>${title}</summary>
    ${open && show()}
  </details>`;
}
