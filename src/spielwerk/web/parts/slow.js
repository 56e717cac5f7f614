/** That something takes its time because the machine is busy; whoever reads it can wait on. */

import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";

const PATIENCE_MS = 12_000;

/**
 * Says so once it has lasted long.
 * @param {object} props
 * @param {boolean} props.waits whether something is waited for
 * @param {unknown} [props.since] changes with every answer that comes
 * @param {string} props.says
 */
export function Slow({ waits, since, says }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    const timer = waits ? setTimeout(() => setSlow(true), PATIENCE_MS) : 0;
    return () => clearTimeout(timer);
  }, [waits, since]);
  if (!slow) return null;
  return html`<div class="notice" role="status" data-slow>
    <p>${says}</p>
    <p>
      <button type="button" class="button little" onClick=${() => setSlow(false)}>
        ${t("slow.wait")}
      </button>
    </p>
  </div>`;
}

/**
 * A computer that has been asked for long.
 * @param {{picture: import("../connection.js").Picture}} props
 */
export function SlowMachine({ picture: { phase, asked, seats, step } }) {
  const waits = phase === "running" && asked.some((role) => seats[role]?.bot);
  return html`<${Slow} waits=${waits} since=${step} says=${t("slow.move")} />`;
}
