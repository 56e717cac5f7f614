/** A match as a line of a list: what is played, by whom, how it stands, and the way in. */

import { href } from "../router.js";
import { html } from "../vendor/preact-htm.js";
import { gameTitle, playerName, t } from "../words.js";

/**
 * @param {object} props
 * @param {{match: string, game: string, phase: string, seats: Record<string,
 *   string | null>}} props.line
 * @param {{text: string, go: string}} props.way
 */
export function MatchLine({ line, way }) {
  const names = Object.values(line.seats).map((name) => (name ? playerName(name) : t("free")));
  return html`<li>
    <span>
      <b>${gameTitle({ name: line.game, title: "" })}</b>${" "}
      <span class="muted">${names.join(` ${t("versus")} `)}</span>
    </span>
    <span class="row">
      <span class=${`chip ${line.phase === "running" ? "on" : ""}`}>
        ${t(`phase.${line.phase}`)}
      </span>
      <a class="button little" href=${way.go}>${way.text}</a>
    </span>
  </li>`;
}

/** Where one goes to see a match. @param {string} match @param {string} phase */
export const wayTo = (match, phase) => href([phase === "ended" ? "replay" : "match", match]);
