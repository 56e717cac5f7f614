/**
 * What can be added to the text, or changed in it, without writing: a button for each, a few blanks
 * to fill in, and one change of the text that can be undone.
 */

import { goTo } from "../parts/editor.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { t, tOr } from "../words.js";
import { applyEdits } from "./help.js";
import { offsetAt, positionAt } from "./link.js";

const PATIENCE_MS = 250;

/**
 * @typedef {{name: string, value: string, choices: string[], needed: boolean}} Blank
 * @typedef {{name: string, title: string, of: string, blanks: Blank[]}} Alteration
 */

/**
 * @param {object} props
 * @param {{current: import("./link.js").LanguageLink | null}} props.link
 * @param {unknown} props.told
 * @param {number} props.line
 * @param {{current: any}} props.view
 */
export function Altering({ link, told, line, view }) {
  const offered = useOffered(link, told, line, view);
  const [chosen, setChosen] = useState(/** @type {string | null} */ (null));
  const [refused, setRefused] = useState("");
  if (!offered.length) return null;
  const one = offered.find(({ name }) => name === chosen);
  const toggle = (/** @type {string} */ name) => () => (
    setRefused(""),
    setChosen(name === chosen ? null : name)
  );
  const alter = async (/** @type {Record<string, string>} */ said) => {
    if (!one) return;
    setRefused("");
    try {
      await altered(link, view, one, said);
      setChosen(null);
    } catch (problem) {
      const { code, message } = /** @type {any} */ (problem);
      setRefused(code === "refused" && message ? message : t("write.nohelp"));
    }
  };
  return html`<div class="altering stack">
    <div class="picture-tools" role="group" aria-label=${t("write.altering")}>
      ${offered.map(
        ({ name, of, title }) => html`<button
          type="button"
          class="button"
          data-alter=${name}
          aria-expanded=${String(name === chosen)}
          onClick=${toggle(name)}
        >
          ${titleOf(name, of, title)}
        </button>`,
      )}
    </div>
    ${one && html`<${Filling} key=${`${one.name} ${one.of}`} alteration=${one} alter=${alter} />`}
    ${refused && html`<p class="notice warn" role="alert" lang="en">${refused}</p>`}
  </div>`;
}

/** @param {string} name @param {string} of @param {string} title */
const titleOf = (name, of, title) => tOr(`write.alter.${name}`, title).replace("{of}", of);

/**
 * What the language offers where the cursor is.
 * @param {{current: import("./link.js").LanguageLink | null}} link
 * @param {unknown} told @param {number} line @param {{current: any}} view
 */
function useOffered(link, told, line, view) {
  const [offered, setOffered] = useState(/** @type {Alteration[]} */ ([]));
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(
      () =>
        link.current
          ?.ask("spielwerk/alterations", { position: here(view) })
          .then((found) => wanted && setOffered(found ?? []))
          .catch(() => {}), // what was offered last stays
      PATIENCE_MS,
    );
    return () => ((wanted = false), clearTimeout(timer));
  }, [told, line]);
  return offered;
}

/** @param {{current: any}} view */
const here = (view) => positionAt(view.current.state.doc, view.current.state.selection.main.head);

/**
 * Alter the text, and go to what is new in it.
 * @param {{current: import("./link.js").LanguageLink | null}} link
 * @param {{current: any}} view
 * @param {Alteration} alteration @param {Record<string, string>} said
 */
async function altered(link, view, { name }, said) {
  const { doc } = view.current.state;
  const found = await link.current?.ask("spielwerk/alteration", {
    position: here(view),
    name,
    said,
  });
  if (view.current.state.doc !== doc) return;
  const edits = found?.changes?.[link.current?.uri ?? ""] ?? [];
  if (!edits.length) return;
  applyEdits(view.current, edits);
  const first = edits.reduce((/** @type {any} */ one, /** @type {any} */ other) =>
    one.newText.length >= other.newText.length ? one : other,
  );
  const before = edits.filter(
    (/** @type {any} */ one) => one.range.start.line < first.range.start.line,
  );
  const moved = before.reduce(
    (/** @type {number} */ sum, /** @type {any} */ one) =>
      sum + one.newText.split("\n").length - 1 - (one.range.end.line - one.range.start.line),
    0,
  );
  const line = first.range.start.line + moved;
  goTo(view.current, offsetAt(view.current.state.doc, { line, character: 0 }));
}

/** @param {{alteration: Alteration, alter: (said: Record<string, string>) => void}} props */
function Filling({ alteration: { name, of, title, blanks }, alter }) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const said = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    alter(/** @type {Record<string, string>} */ (Object.fromEntries(said)));
  };
  return html`<form class="filling" onSubmit=${submit}>
    ${blanks.map((blank) => html`<${BlankShown} blank=${blank} />`)}
    <button class="button main">
      ${name === "remove" ? titleOf(name, of, title) : t("write.alter")}
    </button>
  </form>`;
}

/** @param {{blank: Blank}} props */
function BlankShown({ blank: { name, value, choices, needed } }) {
  const [said, setSaid] = useState(value);
  const change = (/** @type {any} */ event) => setSaid(event.target.value);
  return html`<label class="field">
    <span>${tOr(`write.blank.${name}`, name)}</span>
    ${choices.length
      ? html`<select name=${name} value=${said} onChange=${change}>
          ${choices.map(
            (choice) => html`<option value=${choice} selected=${choice === said}>
              ${tOr(`write.choice.${choice}`, choice)}
            </option>`,
          )}
        </select>`
      : html`<input
          name=${name}
          value=${said}
          required=${needed}
          maxlength="200"
          autocomplete="off"
          spellcheck=${false}
          onInput=${change}
        />`}
  </label>`;
}
