/** What others do just now: tables that wait for somebody, and matches to watch. */

import { listMatches } from "../api.js";
import { href } from "../router.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { MatchLine, wayTo } from "./matchline.js";

const PAUSE_MS = 6_000;
const FEW = 4;

/** @typedef {import("./matchline.js").Line} Line */

/**
 * Public tables, looked at again and again while they are shown.
 * @returns {{lines: Line[] | null, problem: any}}
 */
export function useTables() {
  const [lines, setLines] = useState(/** @type {Line[] | null} */ (null));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  useEffect(() => {
    let timer = 0;
    let wanted = true;
    const look = async () => {
      if (!document.hidden || !lines)
        await listMatches({}).then(
          (found) => wanted && (setLines(found), setProblem(null)),
          (why) => wanted && setProblem(why),
        );
      if (wanted) timer = setTimeout(look, PAUSE_MS);
    };
    void look();
    return () => ((wanted = false), clearTimeout(timer));
  }, []);
  return { lines, problem };
}

/** Tables at which somebody waits for somebody. @param {Line[]} lines */
export const openTables = (lines) =>
  lines
    .filter(({ phase }) => phase === "waiting")
    .sort((one, other) => Number(other.present) - Number(one.present));

/** Where a public table leads. @param {Line} line */
export function wayInto({ match, phase }) {
  if (phase === "waiting") return { text: t("tables.sit"), go: href(["join", match]), main: true };
  return { text: t(phase === "ended" ? "tables.replay" : "tables.watch"), go: wayTo(match, phase) };
}

/** A few of them for the first page. */
export function Now() {
  const { lines } = useTables();
  const going = (lines ?? []).filter(({ phase }) => phase === "running");
  const shown = [...openTables(lines ?? []).filter((one) => one.present), ...going].slice(0, FEW);
  return html`<section class="now" aria-label=${t("front.now")}>
    <div class="row">
      <h2>${t("front.now")}</h2><a href=${href(["tables"])}>${t("front.now.all")}</a>
    </div>
    ${shown.length > 0
      ? html`<ul class="lines">
          ${shown.map(
            (line) => html`<${MatchLine} key=${line.match} line=${line} way=${wayInto(line)} />`,
          )}
        </ul>`
      : lines && html`<p class="muted">${t("front.now.none")}</p>`}
  </section>`;
}
