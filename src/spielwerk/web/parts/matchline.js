/** A match as a line of a list: what is played, by whom, how it stands, and the way in. */

import { href } from "../router.js";
import { html } from "../vendor/preact-htm.js";
import { gameTitle, machineName, playerName, roleName, t, tOr } from "../words.js";

/**
 * @typedef {object} Line
 * @property {string} match
 * @property {string} game
 * @property {string} phase
 * @property {Record<string, string | null>} seats
 * @property {Record<string, string>} bots machines by their seats
 * @property {string} [clock]
 * @property {boolean} [present]
 */

/** Who sits where. @param {Line} line */
const namesOf = ({ seats, bots }) =>
  Object.entries(seats).map(([role, name]) =>
    bots[role] ? machineName(bots[role]) : name ? playerName(name) : t("free"),
  );

/** Who waits for whom. @param {Line} line */
const waitingText = (line) =>
  [
    ...namesOf(line).filter((_, place) => Object.values(line.seats)[place]),
    t("lobby.free", {
      roles: Object.keys(line.seats)
        .filter((role) => !line.seats[role])
        .map(roleName)
        .join(", "),
    }),
  ].join(" · ");

/**
 * @param {object} props
 * @param {Line} props.line
 * @param {{text: string, go: string, main?: boolean}} props.way
 * @param {any} [props.children] what else there is to do
 */
export function MatchLine({ line, way, children }) {
  const waits = line.phase === "waiting";
  return html`<li>
    <span>
      <b>${gameTitle({ name: line.game, title: "" })}</b>${" "}
      <span class="muted">
        ${waits ? waitingText(line) : namesOf(line).join(` ${t("versus")} `)}
      </span>
    </span>
    <span class="row">
      ${line.clock && (waits || line.clock !== "untimed") && html`<span class="chip">
        ${clockText(line.clock)}
      </span>`}
      <span class=${`chip ${line.phase === "running" || line.present ? "on" : ""}`}>
        ${waits && line.present === false ? t("lobby.away") : t(`phase.${line.phase}`)}
      </span>
      ${children}
      <a class=${`button little ${way.main ? "main" : ""}`} href=${way.go}>${way.text}</a>
    </span>
  </li>`;
}

/** A clock in words, where the page offers it. @param {string} clock */
export const clockText = (clock) => tOr(`clock.${clock}`, clock);

/** Where one goes to see a match. @param {string} match @param {string} phase */
export const wayTo = (match, phase) => href([phase === "ended" ? "replay" : "match", match]);
