/**
 * Pictures of what is written, beside it: a click on a part goes to its source, and the part with
 * the cursor is marked. While the rules are wrong the last picture stays.
 */

import { goTo, offset } from "../parts/editor.js";
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { t, tOr } from "../words.js";

/** @typedef {{kinds: string[], show: string | null, svg: string | null, old: boolean}} Drawn */

/** How the parts of a picture look here: their own colours are for files. */
const LOOK = new CSSStyleSheet();
LOOK.replaceSync(`
  svg { display: block; }
  svg.fit { width: 100%; height: auto; }
  text { fill: var(--ink) !important; font-family: inherit !important; }
  .small { fill: var(--muted) !important; }
  .phase { fill: var(--paper) !important; stroke: var(--line) !important; }
  .state, .type { fill: var(--raised) !important; stroke: var(--accent) !important; }
  .abstract { fill: var(--accent-soft) !important; stroke: var(--gold) !important; }
  path { stroke: var(--accent) !important; }
  marker path { fill: var(--accent) !important; }
  .not, .far { stroke: var(--warn) !important; }
  circle { fill: var(--ink) !important; }
  .part[role] { cursor: pointer; outline: none; }
  .part[role]:is(:hover, :focus-visible) > rect { stroke-width: 2.5px; }
  .part.here > rect { stroke: var(--gold) !important; stroke-width: 3.5px; }
  path.here { stroke-width: 2.4px; stroke-opacity: 1; }
`);

/**
 * The picture of the text, drawn anew whenever it was read.
 * @param {{current: import("./link.js").LanguageLink | null}} link
 * @param {unknown} told what changes when the text was read
 */
export function usePicture(link, told) {
  const [show, setShow] = useState(/** @type {string | null} */ (null));
  const [drawn, setDrawn] = useState(/** @type {Drawn | null} */ (null));
  useEffect(() => {
    let wanted = true;
    link.current
      ?.ask("spielwerk/picture", show ? { show } : {})
      .then((found) => wanted && found && setDrawn((last) => kept(last, found)))
      .catch(() => {}); // the last picture stays
    return () => void (wanted = false);
  }, [told, show]);
  return { drawn, choose: setShow };
}

/**
 * A new picture, or the last of its kind where there is none.
 * @param {Drawn | null} last @param {Drawn} found
 */
function kept(last, found) {
  if (found.svg) return { ...found, old: false };
  return { ...found, svg: last?.show === found.show ? last.svg : null, old: true };
}

/**
 * @param {object} props
 * @param {ReturnType<typeof usePicture>} props.picture
 * @param {number} props.line where the cursor is
 * @param {string} props.file
 * @param {{current: any}} props.view
 */
export function Picture({ picture: { drawn, choose }, line, file, view }) {
  const [fit, setFit] = useState(false);
  if (!drawn?.kinds.length)
    return html`<p class="small muted">${t(drawn ? "write.nopictures" : "write.nopicture")}</p>`;
  return html`
    <div class="picture-tools" role="group" aria-label=${t("write.pictures")}>
      ${drawn.kinds.map(
        (kind) => html`<button
          type="button"
          class="button"
          aria-pressed=${String(kind === drawn.show)}
          onClick=${() => choose(kind)}
        >
          ${tOr(`write.show.${kind}`, kind)}
        </button>`,
      )}
      <button
        type="button"
        class="button"
        aria-pressed=${String(fit)}
        onClick=${() => setFit(!fit)}
      >
        ${t("write.fit")}
      </button>
    </div>
    ${drawn.old && html`<p class="small muted" role="status">
      ${t(drawn.svg ? "write.oldpicture" : "write.nopicture")}
    </p>`}
    ${drawn.svg && html`<${Drawing}
      svg=${drawn.svg}
      fit=${fit}
      line=${line}
      file=${file}
      view=${view}
    />`}
  `;
}

/** @param {{svg: string, fit: boolean, line: number, file: string, view: {current: any}}} props */
function Drawing({ svg, fit, line, file, view }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const root = /** @type {HTMLElement} */ (box.current);
    const shadow = root.shadowRoot ?? root.attachShadow({ mode: "open" });
    shadow.adoptedStyleSheets = [LOOK];
    const read = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    shadow.replaceChildren(document.importNode(read, true));
    for (const part of partsOf(shadow, file)) lead(part.element, part.stretches[0][0], view);
  }, [svg]);
  useEffect(() => {
    box.current?.shadowRoot?.firstElementChild?.classList.toggle("fit", fit);
    if (box.current?.shadowRoot) mark(box.current, line, file);
  }, [svg, fit, line]);
  return html`<div
    class="drawing"
    ref=${box}
    tabindex="0"
    role="region"
    aria-label=${t("write.picture")}
  ></div>`;
}

/**
 * The parts of a picture that stand for lines of this text.
 * @param {ShadowRoot} shadow @param {string} file
 * @returns {{element: SVGElement, stretches: [number, number][]}[]}
 */
const partsOf = (shadow, file) =>
  [.../** @type {NodeListOf<SVGElement>} */ (shadow.querySelectorAll("[data-lines]"))]
    .filter((element) => element.dataset.file === file)
    .map((element) => ({
      element,
      stretches: (element.dataset.lines ?? "")
        .split(" ")
        .map((stretch) => /** @type {[number, number]} */ (stretch.split("-").map(Number))),
    }));

/**
 * Let a part lead to its source.
 * @param {SVGElement} part @param {number} line @param {{current: any}} view
 */
function lead(part, line, view) {
  const go = () => goTo(view.current, offset(view.current.state.doc, line, 1));
  part.setAttribute("role", "link");
  part.setAttribute("tabindex", "0");
  part.onclick = go;
  part.onkeydown = (event) => event.key === "Enter" && go();
}

/**
 * Mark the smallest part around a line, with what leads to it, and have it in sight.
 * @param {HTMLElement} box @param {number} line @param {string} file
 */
function mark(box, line, file) {
  const shadow = /** @type {ShadowRoot} */ (box.shadowRoot);
  shadow.querySelectorAll(".here").forEach((one) => one.classList.remove("here"));
  const around = partsOf(shadow, file).flatMap(({ element, stretches }) =>
    stretches
      .filter(([first, last]) => first <= line && line <= last)
      .map(([first, last]) => ({ element, size: last - first })),
  );
  const here = around.sort((one, other) => one.size - other.size)[0]?.element;
  if (!here) return;
  here.classList.add("here");
  const { id } = here.dataset;
  if (id)
    shadow
      .querySelectorAll(`[data-from="${id}"], [data-to="${id}"]`)
      .forEach((one) => one.classList.add("here"));
  const [frame, part] = [box.getBoundingClientRect(), here.getBoundingClientRect()];
  if (part.left < frame.left || part.right > frame.right)
    box.scrollLeft += part.left - frame.left - Math.max(0, frame.width - part.width) / 2;
  if (part.top < frame.top || part.bottom > frame.bottom)
    box.scrollTop += part.top - frame.top - Math.max(0, frame.height - part.height) / 2;
}
