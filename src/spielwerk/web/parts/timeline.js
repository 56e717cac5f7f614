/**
 * A way through the steps of something that is over: a slider, buttons, keys, and running by
 * itself.
 */

import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";

const SPEEDS = [0.5, 1, 2, 4];
const STEP_MS = 1_000;

/** @param {{at: number, last: number, label: string, onGo: (step: number) => void}} props */
export function Timeline({ at, last, label, onGo }) {
  const [runs, setRuns] = useState(false);
  const [speed, setSpeed] = useState(1);
  const here = useRef(at); // keys come faster than pages are drawn
  here.current = at;
  const go = (/** @type {number} */ step) =>
    onGo((here.current = Math.min(last, Math.max(0, step))));
  const toggle = () => {
    if (!runs && here.current >= last) go(0);
    setRuns(!runs);
  };
  useEffect(() => {
    if (!runs) return undefined;
    if (at >= last) return setRuns(false);
    const timer = setTimeout(() => go(at + 1), STEP_MS / speed);
    return () => clearTimeout(timer);
  }, [runs, at, speed]);
  useKeys({
    "ArrowLeft": () => go(here.current - 1),
    "ArrowRight": () => go(here.current + 1),
    "Home": () => go(0),
    "End": () => go(last),
    " ": toggle,
  });
  return html`<div class="timeline" data-step=${at}>
    <label class="field">
      <span>${label}</span>
      <input
        type="range"
        min="0"
        max=${last}
        value=${at}
        onInput=${(/** @type {any} */ event) => go(Number(event.target.value))}
      />
    </label>
    <div class="controls">
      ${button("first", "«", () => go(0))}${button("back", "‹", () => go(at - 1))}
      ${button(runs ? "stop" : "run", runs ? "■" : "▶", toggle)}
      ${button("on", "›", () => go(at + 1))}${button("last", "»", () => go(last))}
      ${button("speed", `${speed}×`, () =>
        setSpeed(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length]),
      )}
    </div>
    <p class="muted small keys">${t("replay.keys")}</p>
  </div>`;
}

/** @param {string} name @param {string} sign @param {() => void} act */
const button = (name, sign, act) => html`<button
  type="button"
  class="button"
  aria-label=${/\w/.test(sign) ? `${t(`replay.${name}`)} ${sign}` : t(`replay.${name}`)}
  title=${t(`replay.${name}`)}
  onClick=${act}
>
  ${sign}
</button>`;

/**
 * Keys for the whole page, where nothing has the focus that has a use for them itself.
 * @param {Record<string, () => void>} deeds
 */
function useKeys(deeds) {
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      const busy = /** @type {HTMLElement} */ (event.target).closest(
        "input, select, textarea, button, a, pre, [role=log]",
      );
      if (!deeds[event.key] || busy || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      deeds[event.key]();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}
