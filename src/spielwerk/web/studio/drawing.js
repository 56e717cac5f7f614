/**
 * One picture: a click on a part goes to its source, and the part with the cursor is marked and in
 * sight. It is moved by scrolling, and zoomed with keys, the wheel or two fingers.
 */

import { goTo, offset } from "../parts/editor.js";
import { html, useEffect, useLayoutEffect, useRef } from "../vendor/preact-htm.js";
import { t, tOr } from "../words.js";

/** @typedef {number | "fit"} Zoom how large, or as large as there is room */

const LEAST = 0.2;
const MOST = 4;

/** How the parts of a picture look here: their own colours are for files. */
const LOOK = new CSSStyleSheet();
LOOK.replaceSync(`
  svg { display: block; }
  text { fill: var(--ink) !important; font-family: inherit !important; }
  .small { fill: var(--muted) !important; }
  .phase { fill: var(--paper) !important; stroke: var(--line) !important; }
  .state, .type { fill: var(--raised) !important; stroke: var(--accent) !important; }
  .abstract { fill: var(--accent-soft) !important; stroke: var(--gold) !important; }
  path { stroke: var(--accent) !important; }
  #to path { stroke: none !important; }
  #is path { fill: var(--raised) !important; }
  .not, .far { stroke: var(--warn) !important; }
  circle { fill: var(--ink) !important; }
  .ring { fill: none !important; stroke: var(--ink) !important; }
  .part[role] { cursor: pointer; outline: none; }
  .part[role]:is(:hover, :focus-visible) > :is(rect, path) { stroke-width: 2.5px; }
  .part[role]:is(:hover, :focus-visible) > .row { fill: var(--accent-soft) !important; }
  .part.here > rect { stroke: var(--gold) !important; stroke-width: 3.5px; }
  .part.here > .row { fill: var(--accent-soft) !important; stroke-width: 2px; }
  .part.here > path { stroke: var(--gold) !important; stroke-width: 3px; }
  .part.here > text { fill: var(--ink) !important; }
  svg:has(path.here) :is(.faint, .not):not(.here) { stroke-opacity: 0.14; }
  path.here { stroke-width: 2.4px; stroke-opacity: 1; }
`);

/**
 * @param {object} props
 * @param {string} props.svg
 * @param {Zoom} props.zoom
 * @param {(zoom: any) => void} props.setZoom
 * @param {number} props.line
 * @param {string} props.file
 * @param {{current: any}} props.view
 */
export function Drawing({ svg, zoom, setZoom, line, file, view }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const root = /** @type {HTMLElement} */ (box.current);
    const shadow = root.shadowRoot ?? root.attachShadow({ mode: "open" });
    shadow.adoptedStyleSheets = [LOOK];
    const read = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    shadow.replaceChildren(document.importNode(read, true));
    for (const title of shadow.querySelectorAll(".kind"))
      title.textContent = tOr(`write.kind.${title.textContent}`, title.textContent ?? "");
    for (const part of partsOf(shadow, file)) lead(part.element, part.stretches[0][0], view);
  }, [svg]);
  useEffect(() => resize(/** @type {HTMLElement} */ (box.current), zoom), [svg, zoom]);
  useEffect(() => mark(/** @type {HTMLElement} */ (box.current), line, file), [svg, line]);
  useLayoutEffect(() => zooming(/** @type {HTMLElement} */ (box.current), setZoom), []);
  return html`<div
    class="drawing"
    ref=${box}
    tabindex="0"
    role="region"
    aria-label=${t("write.picture")}
    title=${t("write.zoomkeys")}
  ></div>`;
}

/** The picture in a box. @param {HTMLElement} box */
const pictureIn = (box) => /** @type {SVGSVGElement | null} */ (box.shadowRoot?.firstElementChild);

/** Show a picture in a size, the middle of what is seen staying where it is.
 * @param {HTMLElement} box @param {Zoom} zoom
 */
function resize(box, zoom) {
  const picture = pictureIn(box);
  if (!picture) return;
  const { width, height } = picture.viewBox.baseVal;
  const before = picture.getBoundingClientRect().width || width;
  const factor = zoom === "fit" ? Math.min(1, box.clientWidth / width) : held(zoom);
  const [x, y] = [
    (box.scrollLeft + box.clientWidth / 2) / before,
    (box.scrollTop + box.clientHeight / 2) / before,
  ];
  picture.setAttribute("width", String(width * factor));
  picture.setAttribute("height", String(height * factor));
  if (before === width * factor) return;
  box.scrollLeft = x * width * factor - box.clientWidth / 2;
  box.scrollTop = y * width * factor - box.clientHeight / 2;
}

/** @param {number} zoom */
const held = (zoom) => Math.min(MOST, Math.max(LEAST, zoom));

/** Zoom with +, - and 0, with the wheel and a key, and with two fingers.
 * @param {HTMLElement} box @param {(zoom: any) => void} setZoom
 */
function zooming(box, setZoom) {
  const now = () => {
    const picture = pictureIn(box);
    return picture ? picture.getBoundingClientRect().width / picture.viewBox.baseVal.width : 1;
  };
  const by = (/** @type {number} */ factor) => setZoom(held(now() * factor));
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") by(1.25);
    else if (event.key === "-") by(0.8);
    else if (event.key === "0") setZoom("fit");
    else return;
    event.preventDefault();
  };
  const wheel = (/** @type {WheelEvent} */ event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    by(event.deltaY < 0 ? 1.1 : 1 / 1.1);
  };
  let pinch = /** @type {{apart: number, zoom: number} | null} */ (null);
  const touch = (/** @type {TouchEvent} */ event) => {
    if (event.touches.length !== 2) return void (pinch = null);
    const [one, other] = event.touches;
    const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    event.preventDefault();
    pinch ??= { apart, zoom: now() };
    setZoom(held((pinch.zoom * apart) / Math.max(pinch.apart, 1)));
  };
  box.addEventListener("keydown", key);
  box.addEventListener("wheel", wheel, { passive: false });
  for (const name of ["touchstart", "touchmove", "touchend"])
    box.addEventListener(name, /** @type {any} */ (touch), { passive: false });
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
  if (!part.querySelector("title")) part.setAttribute("aria-label", t("write.at", { line }));
  part.onclick = go;
  part.onkeydown = (event) => event.key === "Enter" && go();
}

/**
 * Mark the smallest part around a line, with what leads to it, and have it in sight.
 * @param {HTMLElement} box @param {number} line @param {string} file
 */
function mark(box, line, file) {
  const shadow = box.shadowRoot;
  if (!shadow) return;
  shadow.querySelectorAll(".here").forEach((one) => one.classList.remove("here"));
  const around = partsOf(shadow, file).flatMap(({ element, stretches }) =>
    stretches
      .filter(([first, last]) => first <= line && line <= last)
      .map(([first, last]) => ({ element, size: last - first })),
  );
  const least = Math.min(...around.map(({ size }) => size));
  const here = around.filter(({ size }) => size === least).map(({ element }) => element);
  if (!here.length) return;
  here.forEach((one) => one.classList.add("here"));
  const { id } = here[0].dataset;
  if (id)
    shadow
      .querySelectorAll(`[data-from="${id}"], [data-to="${id}"]`)
      .forEach((one) => one.classList.add("here"));
  const [frame, part] = [box.getBoundingClientRect(), here[0].getBoundingClientRect()];
  if (part.left < frame.left || part.right > frame.right)
    box.scrollLeft += part.left - frame.left - Math.max(0, frame.width - part.width) / 2;
  if (part.top < frame.top || part.bottom > frame.bottom)
    box.scrollTop += part.top - frame.top - Math.max(0, frame.height - part.height) / 2;
}
