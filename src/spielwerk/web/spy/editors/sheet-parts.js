/**
 * Around every editor of No Time to Spy: where its file comes from and goes to, and what is wrong
 * with it.
 */

import { findingText } from "./findings.js";
import { hostRules } from "../../api.js";
import { Problem } from "../../parts/notices.js";
import { go } from "../../router.js";
import { html, useEffect, useState } from "../../vendor/preact-htm.js";
import { t } from "../../words.js";

/** @typedef {import("./sheet.js").Sheet} Sheet */
/** @typedef {import("./files.js").Finding} Finding */

/** @param {{sheet: Sheet, sets: string[]}} props */
export function SheetBar({ sheet, sets }) {
  const { kind, undo, redo, save } = sheet;
  useShortcuts({ undo, redo, save });
  const pick = (/** @type {any} */ event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (file) sheet.open(file);
  };
  const take = (/** @type {any} */ event) => {
    sheet.openSet(event.target.value);
    event.target.value = "";
  };
  return html`
    <div class="sheet-bar">
      <div class="row">
        <button type="button" class="button little" onClick=${sheet.fresh}>
          ${t("spyedit.new")}
        </button>
        <label class="button little file-button">
          ${t("file.open")}
          <input
            type="file"
            class="hidden-text"
            accept=${`${kind.suffix},.json`}
            onChange=${pick}
          />
        </label>
        <select class="little" aria-label=${t("spyedit.sets")} value="" onChange=${take}>
          <option value="" disabled>${t("spyedit.sets")}</option>
          ${sets.map((name) => html`<option value=${name}>${name}</option>`)}
        </select>
        <span class="row tight">
          ${step("spyedit.undo", "Z", "↶", undo)}${step("spyedit.redo", "Y", "↷", redo)}
        </span>
      </div>
      <${SaveForm} sheet=${sheet} />
    </div>
    ${sheet.problem && html`<${Problem} problem=${sheet.problem} />`}
    ${sheet.refused && html`<${Refused} ...${sheet.refused} />`}
  `;
}

/**
 * @param {string} name @param {string} key @param {string} sign
 * @param {(() => void) | null} act
 */
const step = (name, key, sign, act) => html`<button
  type="button"
  class="button little"
  aria-label=${t(name)}
  title=${`${t(name)} (${t("spyedit.ctrl")}+${key})`}
  disabled=${!act}
  onClick=${act}
>
  ${sign}
</button>`;

/** @param {{sheet: Sheet}} props */
function SaveForm({ sheet }) {
  const unfinished = !sheet.checking && !sheet.playable;
  return html`<form
    class="row save-form"
    onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), sheet.save())}
  >
    <label class="file-name">
      <span class="hidden-text">${t("spyedit.name")}</span>
      <input
        value=${sheet.name}
        maxlength="80"
        spellcheck=${false}
        onInput=${(/** @type {any} */ event) => sheet.rename(event.target.value)}
      />
      <span aria-hidden="true">${sheet.kind.suffix}</span>
    </label>
    <button class=${`button ${unfinished ? "" : "main"}`} data-save>
      ${t(unfinished ? "spyedit.save.unfinished" : "spyedit.save")}
    </button>
  </form>`;
}

/** Why a file was not opened. @param {{file: string, findings: Finding[]}} props */
const Refused = ({ file, findings }) => html`<div class="notice warn" role="alert">
  <strong>${t("spyedit.refused", { file })}</strong>
  ${findings.slice(0, 3).map(
    (one) => html`<p>
      ${t("write.at", { line: one.line })}: ${findingText(one).message} ${findingText(one).hint}
    </p>`,
  )}
</div>`;

/**
 * Everything that is wrong, each with a way to its place.
 * @param {object} props
 * @param {Sheet} props.sheet
 * @param {(finding: Finding) => string} props.where
 * @param {(finding: Finding) => void} props.onJump
 */
export function SheetFindings({ sheet, where, onJump }) {
  const { findings, checking, playable } = sheet;
  const errors = findings.filter((one) => one.severity === "error").length;
  const says = errors
    ? t(errors === 1 ? "spyedit.error" : "spyedit.errors", { n: errors })
    : t(findings.length ? "spyedit.odd" : "spyedit.fine");
  return html`<section class="panel stack sheet-findings" aria-label=${t("spyedit.findings")}>
    <p
      class=${`verdict ${playable ? "good" : "bad"}`}
      role="status"
      data-checked=${checking ? "no" : "yes"}
    >
      ${checking
        ? html`<span class="spinner"></span>${t("spyedit.checking")}`
        : html`<b aria-hidden="true">${playable ? "✓" : "!"}</b>${says}`}
    </p>
    ${findings.length > 0 && html`<ul class="findings">
      ${findings.map((one) => {
        const { message, hint } = findingText(one);
        const wrong = one.severity === "error";
        const severity = t(wrong ? "spyedit.severity.error" : "spyedit.severity.warning");
        return html`<li class=${one.severity}>
          <button type="button" onClick=${() => onJump(one)}>
            <span class="small finding-kind">
              ${severity} · ${where(one)}
            </span>
            <b>${message}</b>${hint && html`<span class="small">${hint}</span>`}
          </button>
        </li>`;
      })}
    </ul>`}
  </section>`;
}

/** Host a match on the sheet, and go where a table can be opened. @param {{sheet: Sheet}} props */
function PlayIt({ sheet }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const begin = () => {
    setBusy(true);
    hostRules(sheet.kind.write(sheet.value), "spy").then(
      ({ game }) => go(["game", game]),
      (why) => (setProblem(why), setBusy(false)),
    );
  };
  return html`
    ${problem && html`<${Problem} problem=${problem} />`}
    <button
      type="button"
      class="button main"
      data-host
      disabled=${!sheet.playable || sheet.checking || busy}
      onClick=${begin}
    >
      ${t("spyedit.host")}
    </button>
  `;
}

/** How a saved file is played with. @param {{sheet: Sheet, commands: string[]}} props */
export function SheetUse({ sheet, commands }) {
  return html`<section class="panel stack">
    <h2>${t("spyedit.use")}</h2>
    <${PlayIt} sheet=${sheet} />
    <p class="muted small">${t("spyedit.use.text")}</p>
    ${commands.map(
      (command) => html`<pre class="command" tabindex="0">${command} ${sheet.file}</pre>`,
    )}
  </section>`;
}

/**
 * Keys for the whole page; texts that are being written have an undo of their own.
 * @param {{undo: (() => void) | null, redo: (() => void) | null, save: () => void}} deeds
 */
function useShortcuts({ undo, redo, save }) {
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const writing =
        event.target instanceof HTMLTextAreaElement ||
        (event.target instanceof HTMLInputElement && event.target.type === "text");
      const deed =
        key === "s"
          ? save
          : writing
            ? null
            : key === "y" || (key === "z" && event.shiftKey)
              ? redo
              : key === "z"
                ? undo
                : null;
      if (!deed) return;
      event.preventDefault();
      deed();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}
