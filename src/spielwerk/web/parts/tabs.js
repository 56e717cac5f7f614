/** Several things in one place: one is shown, the others are a click or an arrow key away. */

import { html, useState } from "../vendor/preact-htm.js";

/**
 * @typedef {object} Tab
 * @property {string} name
 * @property {string} label
 * @property {number} [news] how much of it has not been looked at
 * @property {any} content
 */

let count = 0;

/** @param {{label: string, tabs: Tab[], opened?: (name: string) => void}} props */
export function Tabs({ label, tabs, opened = () => {} }) {
  const [id] = useState(() => `tabs-${++count}`);
  const [wanted, want] = useState(tabs[0]?.name);
  const shown = tabs.find(({ name }) => name === wanted) ?? tabs[0];
  const open = (/** @type {Tab} */ { name }) => (want(name), opened(name));
  const steer = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(shown) + step + tabs.length) % tabs.length];
    open(next);
    document.getElementById(`${id}-${next.name}`)?.focus();
  };
  if (!shown) return null;
  return html`
    <div class="tabs" role="tablist" aria-label=${label} onKeyDown=${steer}>
      ${tabs.map(
        (tab) =>
          html`<button
            type="button"
            role="tab"
            class="tab"
            id=${`${id}-${tab.name}`}
            data-tab=${tab.name}
            aria-selected=${tab === shown}
            aria-controls=${`${id}-panel`}
            tabindex=${tab === shown ? 0 : -1}
            onClick=${() => open(tab)}
          >
            ${tab.label}${tab !== shown && tab.news ? html` <b class="news">${tab.news}</b>` : ""}
          </button>`,
      )}
    </div>
    <div
      class="tab-panel"
      role="tabpanel"
      id=${`${id}-panel`}
      aria-labelledby=${`${id}-${shown.name}`}
    >
      ${shown.content}
    </div>
  `;
}
