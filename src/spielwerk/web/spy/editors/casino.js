/**
 * The map of a casino that one draws on: with a mouse, a finger or the keyboard.
 * It says where was painted; what that means is decided by whoever uses it.
 */

import { ARROWS } from "../../arrows.js";
import { LARGEST, passed, widthOf } from "./scenario.js";
import { fieldName } from "./vocabulary.js";
import {
  html,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "../../vendor/preact-htm.js";
import { t } from "../../words.js";
import { Sign } from "./casino-signs.js";

/** @typedef {import("./scenario.js").Place} Place */
/** @typedef {{severity: string, message: string}} Mark */
/**
 * @typedef {object} CasinoProps
 * @property {import("./scenario.js").Rows} rows
 * @property {Place} at the field that keys and buttons speak of
 * @property {(place: Place) => void} onGo
 * @property {(place: Place, stroke: string) => void} onPaint
 * @property {Map<string, Mark>} marks what is said about single fields, by their names
 * @property {boolean} draws whether a finger draws; otherwise it moves the map
 * @property {number} zoom
 */

let strokes = 0;

/** @param {Place} place */
export const placeName = ({ x, y }) => `${x}/${y}`;

/** @param {CasinoProps} props */
export function Casino(props) {
  const { rows, at, marks, draws, zoom } = props;
  const grid = useRef(/** @type {HTMLElement | null} */ (null));
  const width = Math.min(widthOf(rows) + 1, LARGEST);
  const height = Math.min(rows.length + 1, LARGEST);
  const { columns, ...hand } = useHand(props, grid, width);
  useLayoutEffect(() => {
    if (grid.current?.contains(document.activeElement)) cellAt(grid.current, at)?.focus();
  }, [at.x, at.y]);
  const come = (/** @type {FocusEvent} */ event) => {
    const place = placeOf(event.target);
    if (place && placeName(place) !== placeName(at)) props.onGo(place);
  };
  return html`<div class="casino-frame" style=${`--columns:${columns + 1};--zoom:${zoom}`}>
    <div
      ref=${grid}
      class=${`casino ${draws ? "draws" : ""}`}
      role="grid"
      aria-label=${t("spyedit.map")}
      aria-describedby="casino-keys"
      aria-rowcount=${height}
      aria-colcount=${width}
      ...${hand}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => press(event, props, width, height)}
      onFocusIn=${come}
    >
      <div role="row" class="casino-row">
        <span role="gridcell" class="casino-number"></span>
        ${Array.from(
          { length: width },
          (_, x) => html`<span role="columnheader" class="casino-number">${x}</span>`,
        )}
      </div>
      ${Array.from(
        { length: height },
        (_, y) => html`<${Row}
          key=${y}
          y=${y}
          row=${rows[y]}
          width=${width}
          at=${y === at.y ? at.x : -1}
          marks=${marks}
        />`,
      )}
    </div>
  </div>`;
}

/**
 * Drawing with a mouse or a finger; fields do not shrink under a hand that draws.
 * @param {CasinoProps} props @param {{current: HTMLElement | null}} grid @param {number} width
 */
function useHand({ onGo, onPaint, draws }, grid, width) {
  const hand = useRef(/** @type {{last: Place, stroke: string} | null} */ (null));
  const [columns, setColumns] = useState(width);
  useEffect(() => void (hand.current || setColumns(width)), [width]);
  const begin = (/** @type {PointerEvent} */ event) => {
    const place = placeOf(event.target);
    if (!place || event.button !== 0) return;
    onGo(place);
    if (!draws) return;
    event.preventDefault();
    cellAt(grid.current, place)?.focus({ preventScroll: true });
    grid.current?.setPointerCapture(event.pointerId);
    hand.current = { last: place, stroke: `hand ${++strokes}` };
    onPaint(place, hand.current.stroke);
  };
  const move = (/** @type {PointerEvent} */ event) => {
    // A busy browser tells several movements as one; the corners between them count, too.
    const told = event.getCoalescedEvents();
    for (const one of told.length ? told : [event]) follow(one);
  };
  const follow = (/** @type {PointerEvent} */ event) => {
    const place = hand.current && placeOf(document.elementFromPoint(event.clientX, event.clientY));
    if (!hand.current || !place || placeName(place) === placeName(hand.current.last)) return;
    for (const one of passed(hand.current.last, place)) onPaint(one, hand.current.stroke);
    hand.current.last = place;
    onGo(place);
  };
  const end = () => {
    hand.current = null;
    setColumns(width);
  };
  return {
    columns,
    onPointerDown: begin,
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/**
 * Walking and drawing with keys.
 * @param {KeyboardEvent} event @param {CasinoProps} props
 * @param {number} width @param {number} height
 */
function press(event, { rows, at, onGo, onPaint }, width, height) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const next = nextPlace(event.key, at, rows[at.y] ?? []);
  if (next) {
    event.preventDefault();
    const inside = { x: clamp(next.x, width), y: clamp(next.y, height) };
    onGo(inside);
    if (event.shiftKey) onPaint(inside, "keys");
  } else if (event.key === " " || event.key === "Enter") {
    event.preventDefault();
    onPaint(at, `key ${++strokes}`);
  }
}

/** @param {string} key @param {Place} at @param {string[]} row @returns {Place | null} */
function nextPlace(key, at, row) {
  if (key === "Home") return { ...at, x: 0 };
  if (key === "End") return { ...at, x: Math.max(0, row.length - 1) };
  const step = ARROWS[key];
  return step ? { x: at.x + step[0], y: at.y + step[1] } : null;
}

/**
 * A row, drawn anew only where something in it changed.
 * @param {object} props
 * @param {number} props.y
 * @param {string[] | undefined} props.row
 * @param {number} props.width
 * @param {number} props.at
 * @param {Map<string, Mark>} props.marks
 */
function Row({ y, row = NOTHING, width, at, marks }) {
  const own = new Map([...marks].filter(([place]) => place.endsWith(`/${y}`)));
  const seen = JSON.stringify([...own]);
  const language = document.documentElement.lang;
  return useMemo(
    () => html`<div role="row" class="casino-row">
      <span role="rowheader" class="casino-number">${y}</span>
      ${Array.from(
        { length: width },
        (_, x) => html`<${Cell}
          key=${x}
          x=${x}
          y=${y}
          field=${row[x]}
          here=${x === at}
          mark=${own.get(`${x}/${y}`)}
        />`,
      )}
    </div>`,
    [y, row, width, at, seen, language],
  );
}
/** @type {string[]} */
const NOTHING = [];

/**
 * @param {object} props
 * @param {number} props.x
 * @param {number} props.y
 * @param {string | undefined} props.field
 * @param {boolean} props.here
 * @param {Mark | undefined} props.mark
 */
function Cell({ x, y, field, here, mark }) {
  const name = field ? fieldName(field) : t("spyedit.nothing");
  const label = `${x}/${y}: ${name}${mark ? `. ${mark.message}` : ""}`;
  return html`<div
    role="gridcell"
    data-place=${`${x}/${y}`}
    data-field=${field ?? ""}
    tabindex=${here ? 0 : -1}
    aria-label=${label}
    title=${mark?.message ?? ""}
    class=${[
      "casino-cell",
      `is-${field || "nothing"}`,
      here && "here",
      mark && `marked ${mark.severity}`,
    ]
      .filter(Boolean)
      .join(" ")}
  >
    ${field && html`<${Sign} field=${field} />`}
    ${mark && html`<b class="casino-mark" aria-hidden="true">
      ${mark.severity === "error" ? "!" : "?"}
    </b>`}
  </div>`;
}

/** @param {number} value @param {number} size */
const clamp = (value, size) => Math.max(0, Math.min(value, size - 1));

/** @param {HTMLElement | null} grid @param {Place} place */
const cellAt = (grid, place) =>
  /** @type {HTMLElement | null} */ (
    grid?.querySelector(`[data-place="${placeName(place)}"]`) ?? null
  );

/** @param {EventTarget | null} target @returns {Place | null} */
function placeOf(target) {
  const cell = target instanceof Element ? target.closest("[data-place]") : null;
  if (!cell) return null;
  const [x, y] = /** @type {string} */ (cell.getAttribute("data-place")).split("/").map(Number);
  return { x, y };
}
