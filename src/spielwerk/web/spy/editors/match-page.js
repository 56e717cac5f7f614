/**
 * The settings of a match as a form made from their schema: each with its unit, its meaning, and
 * what is wrong with it.
 */

import { Loaded } from "../../parts/loaded.js";
import { SettingField } from "./setting-field.js";
import { SheetBar, SheetFindings, SheetUse } from "./sheet-parts.js";
import { Symbol } from "../symbols.js";
import { readSchema } from "./files.js";
import { orderOf, plainKey, settingOf } from "./settings.js";
import { useSheet } from "./sheet.js";
import { html } from "../../vendor/preact-htm.js";
import { t } from "../../words.js";

/** @typedef {import("./files.js").Finding} Finding */
/** @typedef {import("./files.js").Match} Match */
/** @typedef {"standard" | "later"} Dialect */
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
  const translate = (/** @type {Dialect} */ to) =>
    sheet.change((old) => translated(old, schemas[to]));
  const jump = (/** @type {Finding} */ finding) =>
    document.getElementById(`setting-${keyOf(finding)}`)?.focus();
  const where = (/** @type {Finding} */ finding) => {
    const key = keyOf(finding);
    return key in properties ? titleOf(key, properties[key]) : key || t("spyedit.at.all");
  };
  const field = (/** @type {string} */ key) => html`<${SettingField}
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
        <${Dialects} chosen=${dialect} onChoose=${translate} />
        ${GROUPS.map(
          (group) => html`<${Group}
            key=${group}
            group=${group}
            settings=${shown.filter((one) => one.group === group)}
            field=${field}
          />`,
        )}
        ${strange.length > 0 && html`<${Strange}
          keys=${strange}
          onDrop=${(/** @type {string} */ key) => sheet.change(({ [key]: _, ...rest }) => rest)}
        />`}
      </div>
      <div class="stack beside">
        <${SheetFindings} sheet=${sheet} where=${where} onJump=${jump} />
        <${SheetUse} sheet=${sheet} commands=${["spielwerk play", "server055 -m"]} />
      </div>
    </div>
  `;
}

/** @param {{chosen: Dialect, onChoose: (dialect: Dialect) => void}} props */
function Dialects({ chosen, onChoose }) {
  return html`<div class="row dialects" role="group" aria-label=${t("spyedit.dialect")}>
    <span class="small muted">${t("spyedit.dialect")}</span>
    ${/** @type {const} */ (["standard", "later"]).map(
      (one) => html`<button
        type="button"
        class="button little"
        aria-pressed=${chosen === one}
        onClick=${() => chosen !== one && onChoose(one)}
      >
        ${t(`spyedit.unit.${one}`)}
      </button>`,
    )}
  </div>`;
}

/** Values that no schema knows. @param {{keys: string[], onDrop: (key: string) => void}} props */
function Strange({ keys, onDrop }) {
  return html`<section class="panel stack">
    <h2>${t("spyedit.strange")}</h2>
    <ul class="lines">
      ${keys.map(
        (key) => html`<li>
          <code>${key}</code>
          <button
            type="button"
            id=${`setting-${key}`}
            class="button little"
            onClick=${() => onDrop(key)}
          >
            ${t("spyedit.drop", { name: key })}
          </button>
        </li>`,
      )}
    </ul>
  </section>`;
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
 * @returns {Dialect}
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
