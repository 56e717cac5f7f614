/** That a computer takes its time, because the machine it thinks on is busy. */

import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";

const PATIENCE_MS = 12_000;

/**
 * Says so where a computer has been asked for long; whoever reads it can go on waiting.
 * @param {{picture: import("../connection.js").Picture}} props
 */
export function SlowMachine({ picture: { phase, asked, seats, step } }) {
  const [slow, setSlow] = useState(false);
  const waits = phase === "running" && asked.some((role) => seats[role]?.bot);
  useEffect(() => {
    setSlow(false);
    const timer = waits ? setTimeout(() => setSlow(true), PATIENCE_MS) : 0;
    return () => clearTimeout(timer);
  }, [waits, step]);
  if (!slow) return null;
  return html`<div class="notice" role="status" data-slow>
    <p>${t("table.slow")}</p>
    <p>
      <button type="button" class="button little" onClick=${() => setSlow(false)}>
        ${t("table.slow.wait")}
      </button>
    </p>
  </div>`;
}
