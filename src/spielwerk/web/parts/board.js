/**
 * A board one plays on: by click, drag, touch or keyboard. It knows squares, pieces and what the
 * legal moves look like; what an attempt means is decided by whoever uses it.
 */

import { ARROWS } from "../arrows.js";
import { squaresOf } from "../presented.js";
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { t, wordName } from "../words.js";
import { geometryOf, sideLine } from "./geometry.js";
import { drawPiece } from "./pieces.js";

/** @typedef {import("../presented.js").Card} Card */
/** @typedef {ReturnType<typeof squaresOf>[number]} Square */
/**
 * @typedef {object} BoardProps
 * @property {import("../presented.js").Layout} layout
 * @property {string} ground what the board is made of
 * @property {Map<string, string[]>} pieces
 * @property {Card[]} moves what the legal moves look like
 * @property {boolean} travels whether pieces go from square to square in this game
 * @property {boolean} flipped
 * @property {Set<string>} last squares of the last move
 * @property {Set<string>} lit squares that an explanation speaks of
 * @property {Set<string>} alarmed squares in danger, such as a king in check
 * @property {Map<string, string>} [tints] colours of the ground
 * @property {boolean} still whether nobody plays here
 * @property {(found: Card[]) => void} onMove
 * @property {(squares: string[]) => void} onAttempt
 */

const DRAG_FROM = 6;
/** More targets than this are shown only where one points. */
const MANY = 12;

/** @param {BoardProps} props */
export function Board(props) {
  const { layout, pieces, travels, flipped, still } = props;
  const moves = props.moves.map((card) => ({ card, squares: card.squares ?? [] }));
  const [selected, select] = useState(/** @type {string | null} */ (null));
  const [focus, setFocus] = useState(/** @type {string | null} */ (null));
  const squares = squaresOf(layout);
  const geometry = geometryOf(layout, flipped);
  const drag = useDrag((from, to) => attempt(from, to));
  const clear = () => select(null);
  useEffect(clear, [pieces]);

  const reach = (/** @type {string} */ from) =>
    moves.filter(({ squares }) => squares.length > 1 && squares[0] === from);
  const targets = selected
    ? reach(selected).map((one) => one.squares.at(-1))
    : moves.filter((one) => one.squares.length === 1).map((one) => one.squares[0]);
  const drops = new Set(moves.map(({ card }) => card.column));
  const open = !selected && targets.length > MANY;

  /** @param {string} from @param {string} to */
  function attempt(from, to) {
    clear();
    const found = reach(from).filter((one) => one.squares.at(-1) === to);
    if (found.length) props.onMove(found.map(({ card }) => card));
    else if (from !== to) props.onAttempt([from, to]);
  }

  /** @param {Square} square */
  function press(square) {
    const { name, column } = square;
    const here = moves
      .filter(({ squares }) => squares.length === 1 && squares[0] === name)
      .concat(moves.filter(({ card }) => card.column === column))
      .map(({ card }) => card);
    if (selected === name) clear();
    else if (
      selected &&
      !(reach(name).length && !reach(selected).some((one) => one.squares.at(-1) === name))
    )
      attempt(selected, name);
    else if (here.length) props.onMove(here);
    else if (travels) select(pieces.has(name) ? name : null);
    else props.onAttempt([name]);
  }

  /** @param {KeyboardEvent} event @param {Square} square */
  function steer(event, square) {
    if (event.key === "Escape") return clear();
    const step = ARROWS[event.key];
    if (!step) return undefined;
    event.preventDefault();
    const turn = flipped && layout.board !== "hex" ? -1 : 1;
    const next = squares.find(
      ({ x, y }) => x === square.x + turn * step[0] && y === square.y + turn * step[1],
    );
    if (!next) return undefined;
    setFocus(next.name);
    const grid = /** @type {HTMLElement} */ (event.currentTarget).parentElement;
    return /** @type {HTMLElement | null} */ (
      grid?.querySelector(`[data-square="${CSS.escape(next.name)}"]`)
    )?.focus();
  }

  /** @param {Square} square */
  function describe({ name, column }) {
    const men = (pieces.get(name) ?? [])
      .filter((piece) => layout.glyphs[piece] !== "")
      .map(wordName);
    const notes = [
      (targets.includes(name) || drops.has(column)) && t("square.target"),
      reach(name).length > 0 && t("square.movable"),
      props.last.has(name) && t("square.last"),
      props.lit.has(name) && t("square.lit"),
      props.alarmed.has(name) && t("table.check"),
    ];
    return [name, men.join(", ") || t("square.empty"), ...notes.filter(Boolean)].join(", ");
  }

  const cell = (/** @type {Square} */ square) => {
    const { name, column, x, y } = square;
    const [left, top] = geometry.at(x, y);
    const marks = {
      dark: (x + y) % 2,
      target: targets.includes(name),
      drop: drops.has(column),
      movable: reach(name).length,
      selected: selected === name,
      last: props.last.has(name),
      lit: props.lit.has(name),
      alarmed: props.alarmed.has(name),
      taken: pieces.has(name),
      lifted: drag.from === name,
    };
    const classes = Object.entries(marks)
      .filter(([, on]) => on)
      .map(([mark]) => mark);
    const place = `left:${(100 * left) / geometry.width}%;top:${(100 * top) / geometry.height}%;width:${(100 * geometry.w) / geometry.width}%;height:${(100 * geometry.h) / geometry.height}%`;
    const first = focus ?? squares[0].name;
    return html`<button
      type="button"
      key=${name}
      class=${`square ${classes.join(" ")}`}
      style=${place}
      data-square=${name}
      aria-label=${describe(square)}
      aria-pressed=${selected === name}
      disabled=${still}
      tabindex=${first === name ? 0 : -1}
      onClick=${() => !drag.ended() && press(square)}
      onFocus=${() => setFocus(name)}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => steer(event, square)}
      onPointerDown=${(/** @type {PointerEvent} */ event) =>
        travels && !still && pieces.has(name) && drag.start(event, name)}
    >
      <span class=${`ground ${props.tints?.get(name) ?? ""}`}></span>
      ${(pieces.get(name) ?? []).map(
        (piece) =>
          html`<svg class="piece" viewBox="0 0 100 100" aria-hidden="true">
            ${drawPiece(piece, layout.glyphs[piece])}
          </svg>`,
      )}
      <span class="hint"></span>
    </button>`;
  };
  return html`<div class="board-frame">
    <div
      class=${`board ${layout.board} ${props.ground} ${open ? "open" : ""}`}
      role="group"
      aria-label=${t("table.board")}
      style=${`aspect-ratio:${geometry.width}/${geometry.height}`}
    >
      ${layout.board === "hex" && edges(layout, geometry)}${squares.map(cell)}
      ${labels(layout, geometry, flipped)}
    </div>
    ${drag.from && pieces.has(drag.from) && html`<svg
      class="ghost"
      viewBox="0 0 100 100"
      aria-hidden="true"
      style=${`left:${drag.x}px;top:${drag.y}px;width:${drag.size}px;height:${drag.size}px`}
    >
      ${(pieces.get(drag.from) ?? []).map((piece) => drawPiece(piece, layout.glyphs[piece]))}
    </svg>`}
  </div>`;
}

/**
 * The coloured sides of a board of hexagons.
 * @param {import("../presented.js").Layout} layout
 * @param {import("./geometry.js").Geometry} geometry
 */
export function edges(layout, geometry) {
  return html`<svg
    class="edges"
    viewBox=${`0 0 ${geometry.width} ${geometry.height}`}
    aria-hidden="true"
  >
    ${Object.entries(layout.edges ?? {}).map(
      ([side, colour]) =>
        html`<polyline class=${colour} points=${sideLine(layout, geometry, side)} />`,
    )}
  </svg>`;
}

/** Names of columns and rows along the edges.
 * @param {import("../presented.js").Layout} layout
 * @param {import("./geometry.js").Geometry} geometry @param {boolean} flipped
 */
function labels(layout, geometry, flipped) {
  const bottom = flipped ? 0 : layout.rows.length - 1;
  const edge = flipped ? layout.columns.length - 1 : 0;
  const at = (/** @type {number} */ x, /** @type {number} */ y) => {
    const [left, top] = geometry.at(x, y);
    return `left:${(100 * left) / geometry.width}%;top:${(100 * top) / geometry.height}%;width:${100 / geometry.width}%;height:${(100 * geometry.h) / geometry.height}%`;
  };
  return html`<div class="labels" aria-hidden="true">
    ${layout.columns.map(
      (column, x) => html`<span class="column" style=${at(x, bottom)}>${column}</span>`,
    )}
    ${layout.rows.map((row, y) => html`<span class="row" style=${at(edge, y)}>${row}</span>`)}
  </div>`;
}

/** Dragging a piece with whatever points. @param {(from: string, to: string) => void} drop */
function useDrag(drop) {
  const [lifted, lift] = useState({
    from: /** @type {string | null} */ (null),
    x: 0,
    y: 0,
    size: 0,
  });
  const live = useRef({ drop, dragged: false });
  live.current.drop = drop;

  /** @param {PointerEvent} down @param {string} from */
  function start(down, from) {
    if (down.button !== 0) return;
    const { width } = /** @type {HTMLElement} */ (down.currentTarget).getBoundingClientRect();
    live.current.dragged = false;
    const move = (/** @type {PointerEvent} */ event) => {
      if (
        !live.current.dragged &&
        Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < DRAG_FROM
      )
        return;
      live.current.dragged = true;
      lift({ from, x: event.clientX, y: event.clientY, size: width });
    };
    const end = (/** @type {PointerEvent} */ event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      lift({ from: null, x: 0, y: 0, size: 0 });
      if (!live.current.dragged) return;
      // the click that ends a drag comes first, if it comes
      setTimeout(() => (live.current.dragged = false));
      if (event.type === "pointercancel") return;
      const under = document
        .elementFromPoint(event.clientX, event.clientY)
        ?.closest("[data-square]");
      if (under instanceof HTMLElement && under.dataset.square)
        live.current.drop(from, under.dataset.square);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  return { ...lifted, start, ended: () => live.current.dragged };
}
