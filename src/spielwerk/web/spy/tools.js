/**
 * What the active character can do, as buttons; below them what the chosen one does and what is to
 * be expected of it.
 */

import { html } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { Symbol } from "./symbols.js";
import { toolsOf } from "./view.js";
import { expectedTexts, idleText, rangeText, toolAbout, toolName } from "./words.js";

/** @typedef {import("./view.js").Casino} Casino */
/** @typedef {import("./view.js").Option} Option */

/**
 * @param {object} props
 * @param {Casino} props.view
 * @param {Option[]} props.options
 * @param {string} props.tool
 * @param {string | null} props.pointed the field that is pointed at
 * @param {number} props.stake
 * @param {(stake: number) => void} props.setStake
 * @param {(tool: string, byKey: boolean) => void} props.choose
 * @param {() => void} props.retire
 */
export function Tools({ view, options, tool, pointed, stake, setStake, choose, retire }) {
  const tools = toolsOf(view, options);
  const name = view.active?.name ?? "";
  return html`<section class="panel spy-tools" aria-label=${t("spy.do", { name })}>
    <header>
      <h2>${t("spy.do", { name })}</h2>
      <button
        type="button"
        class="tool end"
        data-tool="retire"
        title=${t("spy.act.retire.about")}
        onClick=${retire}
      >
        <${Symbol} of="retire" /><span>${t("spy.act.retire")}</span>
      </button>
    </header>
    <div class="tools">
      ${tools.map(
        (one) => html`<button
          type="button"
          key=${one.tool}
          class=${`tool ${one.usable ? "" : "idle"}`}
          data-tool=${one.tool}
          aria-pressed=${one.tool === tool}
          title=${toolAbout(one.tool)}
          onClick=${(/** @type {MouseEvent} */ event) => choose(one.tool, event.detail === 0)}
        >
          <${Symbol} of=${one.tool} /><span>${toolName(one.tool)}</span>
        </button>`,
      )}
    </div>
    ${tool && html`<${Briefing}
      view=${view}
      options=${options}
      tool=${tool}
      pointed=${pointed}
      stake=${stake}
      setStake=${setStake}
    />`}
  </section>`;
}

/**
 * @param {object} props
 * @param {Casino} props.view
 * @param {Option[]} props.options
 * @param {string} props.tool
 * @param {string | null} props.pointed
 * @param {number} props.stake
 * @param {(stake: number) => void} props.setStake
 */
function Briefing({ view, options, tool, pointed, stake, setStake }) {
  const aimed = options.filter((one) => one.tool === tool);
  const fields = [...new Set(aimed.map((one) => one.field))];
  const shown =
    pointed && fields.includes(pointed) ? pointed : fields.length === 1 ? fields[0] : null;
  const expected = shown ? expectedTexts(view, tool, shown) : [];
  const most = Math.max(0, ...aimed.map((one) => one.stake));
  return html`<div class="briefing">
    <p>
      ${toolAbout(tool)}${" "}
      <span class="muted">
        ${fields.length ? rangeText(view.forecast?.tools[tool]) : idleText(view, tool)}
      </span>
    </p>
    ${most > 0 && html`<label class="stake">
      <span>${t("spy.stake")}</span>
      <input
        type="range"
        min="1"
        max=${most}
        value=${Math.min(stake, most)}
        onInput=${(/** @type {any} */ event) => setStake(Number(event.target.value))}
      />
      <output>${Math.min(stake, most)}</output>
    </label>`}
    <p class="foretold" aria-live="polite">
      ${expected.length > 0 && html`
        <b>${shown}</b> ${expected.map((phrase) => html`<span class="chip on">${phrase}</span>`)}
      `}
    </p>
  </div>`;
}
