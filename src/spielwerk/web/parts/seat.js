/** A seat at the table: who sits there, whether they are asked, what they took, and their clock. */

import { occupant } from "../status.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { roleName, t } from "../words.js";
import { drawPiece } from "./pieces.js";

const LOW_SECONDS = 20;
const TICK_MS = 250;

/**
 * @param {object} props
 * @param {string} props.role
 * @param {import("../connection.js").SeatShown} props.seat
 * @param {boolean} props.own
 * @param {boolean} props.away whether its person is not connected
 * @param {boolean} props.asked
 * @param {string[]} props.captured pieces this seat has taken
 * @param {Record<string, string>} props.glyphs
 * @param {number | null} props.points
 * @param {() => number} props.now
 */
export function Seat({ role, seat, own, away, asked, captured, glyphs, points, now }) {
  return html`<div class=${`seat ${asked ? "asked" : ""} ${away ? "away" : ""}`} data-seat=${role}>
    <span class="dot" aria-hidden="true"></span>
    <span class="who">
      <b title=${seat.bot}>${occupant(seat)}</b>
      <span class="muted small">
        ${[
          roleName(role),
          own && t("table.you"),
          seat.gone ? t("table.gone") : away && t("table.away"),
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
      ${captured.length > 0 && html`<span
        class="captured"
        role="img"
        aria-label=${`${t("table.captured")}: ${captured.length}`}
      >
        ${captured.map(
          (piece) => html`<svg viewBox="0 0 100 100">${drawPiece(piece, glyphs[piece])}</svg>`,
        )}
      </span>`}
    </span>
    ${points !== null && html`<span class="chip on">${points}</span>`}
    <${ClockFace} seat=${seat} asked=${asked} now=${now} />
  </div>`;
}

/**
 * @param {{seat: import("../connection.js").SeatShown, asked: boolean, now: () => number}} props
 */
function ClockFace({ seat, asked, now }) {
  const [, tick] = useState(0);
  const running = asked && seat.deadline != null;
  useEffect(() => {
    const timer = running ? setInterval(() => tick((count) => count + 1), TICK_MS) : 0;
    return () => clearInterval(timer);
  }, [running]);
  const left = running ? Math.max(0, /** @type {number} */ (seat.deadline) - now()) : seat.reserve;
  if (!left && !running) return null;
  const seconds = Math.ceil(left ?? 0);
  const face = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return html`<span
    class=${`clock ${running && seconds <= LOW_SECONDS ? "low" : ""}`}
    role="timer"
    aria-label=${face}
  >
    ${face}
  </span>`;
}
