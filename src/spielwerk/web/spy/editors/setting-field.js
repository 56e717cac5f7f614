/** One setting of a match: a number to write, to step or to slide, and what is wrong with it. */

import { noted, Notes } from "./notes.js";
import { settingOf } from "./settings.js";
import { html, useState } from "../../vendor/preact-htm.js";
import { t } from "../../words.js";

/**
 * @param {object} props
 * @param {string} props.name
 * @param {{type: string, description?: string}} props.schema
 * @param {any} props.value
 * @param {import("./files.js").Finding[]} props.findings
 * @param {(value: unknown) => void} props.onChange
 */
export function SettingField({ name, schema, value, findings, onChange }) {
  const { name: label, thing, unit, chance, about } = settingOf(name, schema);
  const [draft, setDraft] = useState(/** @type {string | null} */ (null));
  const id = `setting-${name}`;
  const scale = chance ? 100 : 1;
  const number = typeof value === "number" ? tidy(value * scale) : null;
  const write = (/** @type {string} */ text) => (setDraft(text), onChange(numberOf(text, scale)));
  const put = (/** @type {number} */ next) => (
    setDraft(null),
    onChange(tidy(Math.max(0, next) / scale))
  );
  const said = findings.length
    ? noted(`${id}-notes`, findings)
    : { "aria-describedby": `${id}-about` };
  const written = html`<input
    id=${id}
    type="text"
    inputmode="decimal"
    autocomplete="off"
    value=${draft ?? String(number ?? value ?? "")}
    ...${said}
    onInput=${(/** @type {any} */ event) => write(event.target.value)}
    onBlur=${() => setDraft(null)}
  />`;
  const Hold = chance ? Slid : Stepped;
  const wrong = findings.some((one) => one.severity === "error");
  return html`<div class=${`setting ${wrong ? "wrong" : ""}`}>
    <label for=${id}>${thing && html`<span class="hidden-text">${thing}: </span>`}${label}</label>
    <div class="setting-value">
      <${Hold} name=${`${thing} ${label}`} number=${number} put=${put}>${written}<//>
      ${unit && html`<span class="unit">${unit === "%" ? "%" : t(`spyedit.unit.${unit}`)}</span>`}
    </div>
    <p id=${`${id}-about`} class="muted small">${about}</p>
    <${Notes} id=${`${id}-notes`} findings=${findings} />
  </div>`;
}

/**
 * @typedef {object} Way
 * @property {string} name
 * @property {number | null} number
 * @property {(next: number) => void} put
 * @property {any} children
 */

/** A chance can be slid to. @param {Way} props */
const Slid = ({ name, number, put, children }) => html`
  <input
    type="range"
    min="0"
    max="100"
    step="1"
    tabindex="-1"
    aria-label=${name}
    value=${number ?? 0}
    onInput=${(/** @type {any} */ event) => put(Number(event.target.value))}
  />
  ${children}
`;

/** A number can be stepped. @param {Way} props */
const Stepped = ({ name, number, put, children }) => html`
  <button
    type="button"
    class="button little"
    aria-label=${t("spyedit.less", { name })}
    disabled=${number !== null && number <= 0}
    onClick=${() => put((number ?? 0) - 1)}
  >
    −
  </button>
  ${children}
  <button
    type="button"
    class="button little"
    aria-label=${t("spyedit.more", { name })}
    onClick=${() => put((number ?? 0) + 1)}
  >
    +
  </button>
`;

/**
 * What somebody wrote, as a number; what is none stays as it is, and is told so.
 * @param {string} text @param {number} scale
 */
function numberOf(text, scale) {
  const plain = text.trim().replace(",", ".");
  return plain !== "" && Number.isFinite(Number(plain)) ? tidy(Number(plain) / scale) : text;
}

/** Without the dust that counting in binary leaves. @param {number} value */
const tidy = (value) => Number(value.toFixed(8));
