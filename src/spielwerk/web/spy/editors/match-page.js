/**
 * The settings of a match as a form made from their schema: each with its unit, its meaning, and
 * what is wrong with it.
 */

import { Loaded } from "../../parts/loaded.js";
import { noted, Notes } from "./notes.js";
import { SheetBar, SheetFindings, SheetUse } from "./sheet-parts.js";
import { Symbol } from "../symbols.js";
import { readSchema } from "./files.js";
import { orderOf, plainKey, settingOf } from "./settings.js";
import { useSheet } from "./sheet.js";
import { html, useState } from "../../vendor/preact-htm.js";
import { t } from "../../words.js";

/** @typedef {import("./files.js").Finding} Finding */
/** @typedef {import("./files.js").Match} Match */
/**
 * @typedef {object} Schema
 * @property {Record<string, {type: string, minimum?: number, maximum?: number,
 *   description?: string}>} properties
 */

const GROUPS = ["gadgets", "people", "course"];

/** @param {{first: import("./sheet.js").Page, sets: string[]}} props */
export function MatchEditor(props) {
  const load = async () => ({
    standard: await readSchema("match"),
    later: await readSchema("match-later"),
  });
  return html`<${Loaded}
    load=${load}
    show=${(/** @type {any} */ schemas) => html`<${Form} ...${props} schemas=${schemas} />`}
  />`;
}

/**
 * @param {object} props
 * @param {import("./sheet.js").Page} props.first
 * @param {string[]} props.sets
 * @param {{standard: Schema, later: Schema}} props.schemas
 */
function Form({ first, sets, schemas }) {
  const sheet = useSheet("match", first);
  const match = /** @type {Match} */ (sheet.value);
  const dialect = dialectOf(match, schemas);
  const { properties } = schemas[dialect];
  const shown = Object.keys(properties)
    .sort((one, other) => orderOf(one) - orderOf(other))
    .map((key) => ({ key, ...settingOf(key, properties[key]) }));
  const strange = Object.keys(match).filter((key) => !(key in properties));
  const set = (/** @type {string} */ key, /** @type {unknown} */ value) =>
    sheet.change((old) => ({ ...old, [key]: value }), `setting ${key}`);
  const translate = (/** @type {"standard" | "later"} */ to) =>
    sheet.change((old) => translated(old, schemas[to]));
  const jump = (/** @type {Finding} */ finding) =>
    document.getElementById(`setting-${keyOf(finding)}`)?.focus();
  const where = (/** @type {Finding} */ finding) => {
    const key = keyOf(finding);
    return key in properties ? titleOf(key, properties[key]) : key || t("spyedit.at.all");
  };
  const field = (/** @type {string} */ key) => html`<${Setting}
    key=${key}
    name=${key}
    schema=${properties[key]}
    value=${match[key]}
    findings=${sheet.findings.filter((one) => keyOf(one) === key)}
    onChange=${(/** @type {unknown} */ value) => set(key, value)}
  />`;
  return html`
    <${SheetBar} sheet=${sheet} sets=${sets} />
    <div class="sheet">
      <div class="stack settings">
        <div class="row dialects" role="group" aria-label=${t("spyedit.dialect")}>
          <span class="small muted">${t("spyedit.dialect")}</span>
          ${/** @type {const} */ (["standard", "later"]).map(
            (one) => html`<button
              type="button"
              class="button little"
              aria-pressed=${dialect === one}
              onClick=${() => dialect !== one && translate(one)}
            >
              ${t(`spyedit.unit.${one}`)}
            </button>`,
          )}
        </div>
        ${GROUPS.map(
          (group) => html`<${Group}
            key=${group}
            group=${group}
            settings=${shown.filter((one) => one.group === group)}
            field=${field}
          />`,
        )}
        ${strange.length > 0 && html`<section class="panel stack">
          <h2>${t("spyedit.strange")}</h2>
          <ul class="lines">
            ${strange.map(
              (key) => html`<li>
                <code>${key}</code>
                <button
                  type="button"
                  id=${`setting-${key}`}
                  class="button little"
                  onClick=${() => sheet.change(({ [key]: _, ...rest }) => rest)}
                >
                  ${t("spyedit.drop", { name: key })}
                </button>
              </li>`,
            )}
          </ul>
        </section>`}
      </div>
      <div class="stack beside">
        <${SheetFindings} sheet=${sheet} where=${where} onJump=${jump} />
        <${SheetUse} sheet=${sheet} commands=${["spielwerk play", "server055 -m"]} />
      </div>
    </div>
  `;
}

/**
 * A part of the form; the settings of one thing stand together.
 * @param {object} props
 * @param {string} props.group
 * @param {(import("./settings.js").Setting & {key: string})[]} props.settings
 * @param {(key: string) => any} props.field
 */
function Group({ group, settings, field }) {
  const words = [...new Set(settings.map(({ word }) => word))];
  return html`<section class="panel stack">
    <h2>${t(`spyedit.group.${group}`)}</h2>
    <div class=${`things of-${group}`}>
      ${words.map((word) => {
        const own = settings.filter((one) => one.word === word);
        return html`<fieldset class="gear" key=${word}>
          ${word && html`<legend>
            ${group === "gadgets" && html`<${Symbol} of=${word} />`}${own[0].thing}
          </legend>`}
          ${own.map(({ key }) => field(key))}
        </fieldset>`;
      })}
    </div>
  </section>`;
}

/**
 * @param {object} props
 * @param {string} props.name
 * @param {Schema["properties"][string]} props.schema
 * @param {any} props.value
 * @param {Finding[]} props.findings
 * @param {(value: unknown) => void} props.onChange
 */
function Setting({ name, schema, value, findings, onChange }) {
  const { name: label, thing, unit, chance, about } = settingOf(name, schema);
  const [draft, setDraft] = useState(/** @type {string | null} */ (null));
  const id = `setting-${name}`;
  const scale = chance ? 100 : 1;
  const number = typeof value === "number" ? tidy(value * scale) : null;
  const write = (/** @type {string} */ text) => (setDraft(text), onChange(numberOf(text, scale)));
  const step = (/** @type {number} */ by) => (
    setDraft(null),
    onChange(tidy(Math.max(0, (number ?? 0) + by) / scale))
  );
  const said = findings.length
    ? { ...noted(`${id}-notes`, findings) }
    : { "aria-describedby": `${id}-about` };
  return html`<div
    class=${`setting ${findings.some((one) => one.severity === "error") ? "wrong" : ""}`}
  >
    <label for=${id}>${thing && html`<span class="hidden-text">${thing}: </span>`}${label}</label>
    <div class="setting-value">
      ${chance
        ? html`<input
            type="range"
            min="0"
            max="100"
            step="1"
            tabindex="-1"
            aria-label=${`${thing} ${label}`}
            value=${number ?? 0}
            onInput=${(/** @type {any} */ event) => (
              setDraft(null),
              onChange(tidy(Number(event.target.value) / 100))
            )}
          />`
        : html`<button
            type="button"
            class="button little"
            aria-label=${t("spyedit.less", { name: `${thing} ${label}` })}
            disabled=${number !== null && number <= 0}
            onClick=${() => step(-1)}
          >
            −
          </button>`}
      <input
        id=${id}
        type="text"
        inputmode="decimal"
        autocomplete="off"
        value=${draft ?? String(number ?? value ?? "")}
        ...${said}
        onInput=${(/** @type {any} */ event) => write(event.target.value)}
        onBlur=${() => setDraft(null)}
      />
      ${!chance && html`<button
        type="button"
        class="button little"
        aria-label=${t("spyedit.more", { name: `${thing} ${label}` })}
        onClick=${() => step(1)}
      >
        +
      </button>`}
      ${unit && html`<span class="unit">${unit === "%" ? "%" : t(`spyedit.unit.${unit}`)}</span>`}
    </div>
    <p id=${`${id}-about`} class="muted small">${about}</p>
    <${Notes} id=${`${id}-notes`} findings=${findings} />
  </div>`;
}

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

/** The setting that a finding is about. @param {Finding} finding */
const keyOf = ({ part, code, message }) =>
  code === "spy-required" ? (message.match(/'(.+?)'/)?.[1] ?? "") : String(part?.[0] ?? "");

/** @param {string} key @param {{description?: string}} schema */
function titleOf(key, schema) {
  const { thing, name } = settingOf(key, schema);
  return thing ? `${thing}: ${name}` : name;
}

/**
 * Which names most of the values have, as servers decide it.
 * @param {Match} match @param {{standard: Schema, later: Schema}} schemas
 * @returns {"standard" | "later"}
 */
function dialectOf(match, { standard, later }) {
  const count = (/** @type {Schema} */ schema) =>
    Object.keys(match).filter((key) => key in schema.properties).length;
  return count(later) > count(standard) ? "later" : "standard";
}

/**
 * The same values under the names of another dialect.
 * @param {Match} match @param {Schema} to @returns {Match}
 */
function translated(match, to) {
  const values = new Map(Object.entries(match).map(([key, value]) => [plainKey(key), value]));
  return Object.fromEntries(
    Object.keys(to.properties)
      .filter((key) => values.has(plainKey(key)))
      .map((key) => [key, values.get(plainKey(key))]),
  );
}
