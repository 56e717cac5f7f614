/** The parts of a text as a tree: a click goes there, and the part with the cursor is marked. */

import { goTo } from "../parts/editor.js";
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { offsetAt } from "./link.js";

/**
 * @typedef {{
 *   name: string,
 *   detail?: string | null,
 *   range: import("./link.js").Range,
 *   selectionRange: import("./link.js").Range,
 *   children?: Part[] | null,
 * }} Part
 */

/**
 * The outline of the text, asked for whenever it was read.
 * @param {{current: import("./link.js").LanguageLink | null}} link
 * @param {unknown} told what changes when the text was read
 */
export function useOutline(link, told) {
  const [parts, setParts] = useState(/** @type {Part[]} */ ([]));
  useEffect(() => {
    let wanted = true;
    link.current
      ?.ask("textDocument/documentSymbol")
      .then((found) => wanted && found && setParts(found))
      .catch(() => {}); // the last outline stays
    return () => void (wanted = false);
  }, [told]);
  return parts;
}

/** @param {{parts: Part[], line: number, view: {current: any}}} props */
export function Outline({ parts, line, view }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const here = /** @type {HTMLElement | null} */ (box.current?.querySelector("[aria-current]"));
    if (!here || !box.current || !here.offsetParent) return;
    const { top, bottom } = here.getBoundingClientRect();
    const frame = box.current.getBoundingClientRect();
    if (top < frame.top || bottom > frame.bottom)
      box.current.scrollTop += top - frame.top - frame.height / 3;
  }, [line, parts]);
  return html`<div
    class="outline"
    data-source
    ref=${box}
    tabindex="0"
    role="region"
    aria-label=${t("write.structure")}
  >
    ${parts.length
      ? html`<${Branch} parts=${parts} line=${line} view=${view} />`
      : html`<p class="small muted">${t("write.nostructure")}</p>`}
  </div>`;
}

/** @param {{parts: Part[], line: number, view: {current: any}}} props */
function Branch({ parts, line, view }) {
  return html`<ul>
    ${parts.map(
      (part) => html`<${Twig}
        part=${part}
        line=${line}
        view=${view}
        alone=${parts.length === 1}
      />`,
    )}
  </ul>`;
}

/** @param {{part: Part, line: number, view: {current: any}, alone: boolean}} props */
function Twig({ part, line, view, alone }) {
  const inside = holds(part, line);
  const children = part.children ?? [];
  const [open, setOpen] = useState(/** @type {boolean | null} */ (null));
  const shown = open ?? (inside || alone);
  const here = inside && !(shown && children.some((one) => holds(one, line)));
  const go = () => {
    const { doc } = view.current.state;
    goTo(view.current, offsetAt(doc, part.selectionRange.start));
  };
  return html`<li>
    <div class="twig">
      ${children.length
        ? html`<button
            type="button"
            class="fold"
            aria-expanded=${String(shown)}
            aria-label=${t("write.fold", { name: part.name })}
            onClick=${() => setOpen(!shown)}
          >
            ${shown ? "▾" : "▸"}
          </button>`
        : html`<span class="fold"></span>`}
      <button
        type="button"
        class="leaf"
        aria-current=${here ? "location" : undefined}
        onClick=${go}
      >
        ${part.name}${part.detail && html` <span class="muted">${part.detail}</span>`}
      </button>
    </div>
    ${shown && children.length > 0 && html`<${Branch}
      parts=${children}
      line=${line}
      view=${view}
    />`}
  </li>`;
}

/** @param {Part} part @param {number} line */
const holds = ({ range }, line) => range.start.line < line && line <= range.end.line + 1;
