/** Where one is logged in, and how that ends. */

import { endSession, mySessions } from "../accounts.js";
import { when } from "../moments.js";
import { html, useRef, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { Loaded } from "./loaded.js";
import { Problem } from "./notices.js";

/** @typedef {import("../accounts.js").SessionLine} Line */

export function Sessions() {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [visit, setVisit] = useState(0);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [ended, setEnded] = useState("");
  const end = async (/** @type {Line} */ line) => {
    const why = await endSession(line.session).then(
      () => null,
      (found) => found,
    );
    setProblem(why);
    setEnded(why ? "" : t("sessions.ended", { browser: named(line) }));
    setVisit(visit + 1);
    box.current?.focus(); // the button that was pressed is gone
  };
  return html`<div class="stack" tabindex="-1" ref=${box} data-sessions>
    <p class="muted small">${t("sessions.lead")}</p>
    ${problem && html`<${Problem} problem=${problem} />`}
    <${Loaded}
      load=${mySessions}
      inputs=${[visit]}
      show=${(/** @type {Line[]} */ lines) => html`<ul class="lines slim">
        ${lines.map((line) => html`<${Session} key=${line.session} line=${line} end=${end} />`)}
      </ul>`}
    />
    <p role="status">${ended}</p>
  </div>`;
}

/** @param {{line: Line, end: (line: Line) => void}} props */
function Session({ line, end }) {
  const browser = named(line);
  return html`<li>
    <span>
      <b>${browser}</b><br />
      <span class="muted small">
        ${t("sessions.begun", { time: when(line.begun) })}
        ${!line.current && html`<br />${t("sessions.used", { time: when(line.used) })}`}
      </span>
    </span>
    ${line.current
      ? html`<span class="chip on">${t("sessions.here")}</span>`
      : html`<button
          type="button"
          class="button quiet little"
          aria-label=${t("sessions.end.which", { browser, time: when(line.begun) })}
          onClick=${() => end(line)}
        >
          ${t("sessions.end")}
        </button>`}
  </li>`;
}

/** @param {Line} line */
const named = ({ browser, system }) =>
  browser ? (system ? t("sessions.browser", { browser, system }) : browser) : t("sessions.program");
