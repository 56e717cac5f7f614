/** Public tables: sit down, watch, or replay. */

import { listMatches } from "../api.js";
import { Loaded } from "../parts/loaded.js";
import { MatchLine, wayTo } from "../parts/matchline.js";
import { href } from "../router.js";
import { html } from "../vendor/preact-htm.js";
import { t } from "../words.js";

export function TablesPage() {
  return html`
    <div class="lead"><h1>${t("tables.title")}</h1><p>${t("tables.lead")}</p></div>
    <${Loaded}
      load=${() => listMatches({})}
      show=${(/** @type {any[]} */ lines) =>
        lines.length
          ? html`<ul class="lines">
              ${lines.map(
                (line) => html`<${MatchLine} key=${line.match} line=${line} way=${wayOf(line)} />`,
              )}
            </ul>`
          : html`<div class="notice">
              <p>${t("tables.none")}</p>
              <p><a class="button" href=${href([])}>${t("error.home")}</a></p>
            </div>`}
    />
  `;
}

/** @param {{match: string, phase: string}} line */
function wayOf({ match, phase }) {
  if (phase === "waiting") return { text: t("tables.sit"), go: href(["join", match]) };
  return { text: t(phase === "ended" ? "tables.replay" : "tables.watch"), go: wayTo(match, phase) };
}
