/** The tools above the text, for those without the keys, and what they answer. */

import { goTo } from "../parts/editor.js";
import { html, useEffect, useRef } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { said } from "./said.js";

/** @type {["complete" | "explain" | "define" | "uses" | "rename" | "format", string, string][]} */
const TOOLS = [
  ["complete", "write.complete", "Ctrl+Space"],
  ["explain", "write.explain", ""],
  ["define", "write.define", "F12"],
  ["uses", "write.uses", "Shift+F12"],
  ["rename", "write.rename", "F2"],
  ["format", "write.format", "Shift+Alt+F"],
];

/** @typedef {ReturnType<typeof import("./doings.js").doingsFor>} Doings */

/** @param {{doings: Doings, state: import("./link.js").LinkState}} props */
export function Tools({ doings, state }) {
  return html`<div class="studio-tools" role="toolbar" aria-label=${t("write.tools")}>
    ${TOOLS.map(
      ([name, label, key]) => html`<button
        type="button"
        class="button"
        data-tool=${name}
        title=${key}
        disabled=${state !== "live"}
        onClick=${() => doings[name]()}
      >
        ${t(label)}
      </button>`,
    )}
    ${state === "lost" && html`<span class="small muted" role="status">${t("write.nohelp")}</span>`}
  </div>`;
}

/**
 * What a tool answered, until it is put away.
 * @param {object} props
 * @param {import("./doings.js").Answer} props.answer
 * @param {{current: any}} props.view
 * @param {Doings} props.doings
 * @param {() => void} props.close
 */
export function AnswerShown({ answer, view, doings, close }) {
  const leave = (/** @type {KeyboardEvent} */ event) =>
    event.key === "Escape" && (close(), view.current.focus());
  return html`<div class="studio-answer panel" onKeyDown=${leave}>
    ${answer.note && html`<p role="status">${t(answer.note)}</p>`}
    ${answer.about && html`<${Said} text=${answer.about} />`}
    ${answer.places && html`<${Places} places=${answer.places} view=${view} />`}
    ${answer.rename && html`<${Renaming} ...${answer.rename} doings=${doings} />`}
    <button type="button" class="button quiet" onClick=${close}>${t("write.close")}</button>
  </div>`;
}

/** @param {{text: string}} props */
function Said({ text }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => box.current?.replaceChildren(said(text)), [text]);
  return html`<div ref=${box}></div>`;
}

/** @param {{places: import("./doings.js").Place[], view: {current: any}}} props */
function Places({ places, view }) {
  return html`<ol class="places" aria-label=${t("write.uses")}>
    ${places.map(
      ({ line, text, from, to }) => html`<li>
        <button type="button" onClick=${() => goTo(view.current, from, to)}>
          <span class="muted">${line}</span> <code>${text}</code>
        </button>
      </li>`,
    )}
  </ol>`;
}

/**
 * @param {object} props
 * @param {string} props.name
 * @param {import("./link.js").Position} props.position
 * @param {Doings} props.doings
 */
function Renaming({ name, position, doings }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => field.current?.select(), [name]);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    doings.renameTo(position, field.current?.value.trim() ?? name);
  };
  return html`<form class="row" onSubmit=${submit}>
    <label class="field">
      <span>${t("write.newname", { name })}</span>
      <input ref=${field} defaultValue=${name} autocomplete="off" spellcheck=${false} />
    </label>
    <button class="button main">${t("write.rename")}</button>
  </form>`;
}
