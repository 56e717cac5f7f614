/**
 * A board one plays on: by click, drag, touch or keyboard. It knows squares, pieces and what the
 * legal moves look like; what an attempt means is decided by whoever uses it.
 */

import { ARROWS } from "../arrows.js";
import { squaresOf } from "../presented.js";
import { html, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { geometryOf, placeOf, sideLine } from "./geometry.js";
import { useHand } from "./hand.js";
import { useMotion } from "./motion.js";
import { drawPiece } from "./pieces.js";
import { SquareShown } from "./square.js";
import { Ways } from "./ways.js";

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
 * @property {string[][]} [arrows] ways over the board to be shown, the nearest first
 * @property {boolean} still whether nobody plays here
 * @property {Card[]} [made] the moves that led here
 * @property {string[] | null} [planned] from where to where one will go when it is one's turn
 * @property {((squares: string[] | null) => void) | null} [onPlan] plans that, while others think
 * @property {string | null} [own] what the names of one's own pieces begin with
 * @property {(found: Card[]) => void} onMove
 * @property {(squares: string[]) => void} onAttempt
 */

/** More targets than this are shown only where one points. */
const MANY = 12;

/** @param {BoardProps} props */
export function Board(props) {
  const { layout, flipped, still } = props;
  const [focus, setFocus] = useState(/** @type {string | null} */ (null));
  const { pieces, made, selected, ways, drag, press, clear } = useHand(props);
  const squares = squaresOf(layout);
  const geometry = geometryOf(layout, flipped);
  const grid = useMotion({ pieces, made, flipped, glyphs: layout.glyphs }, drag.dropped());
  const board = { ...props, pieces };

  /** @param {KeyboardEvent} event @param {Square} square */
  function steer(event, square) {
    if (event.key === "Escape") (clear(), props.onPlan?.(null));
    const next = neighbour(layout, squares, square, event.key, flipped);
    if (!next) return;
    event.preventDefault();
    setFocus(next.name);
    focusOn(/** @type {HTMLElement} */ (event.currentTarget).parentElement, next.name);
  }

  const cell = (/** @type {Square} */ square) => html`<${SquareShown}
    key=${square.name}
    square=${square}
    board=${board}
    marks=${marksOf(board, ways, square, selected, drag.from)}
    place=${placeOf(geometry, square.x, square.y)}
    first=${(focus ?? squares[0].name) === square.name}
    onClick=${() => !drag.ended() && press(square)}
    onFocus=${() => setFocus(square.name)}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => steer(event, square)}
    onPointerDown=${(/** @type {PointerEvent} */ event) =>
      props.travels && !still && pieces.has(square.name) && drag.start(event, square.name)}
  />`;
  const open = !selected && !drag.from && ways.targets.size > MANY;
  return html`<div class=${`board-frame ${layout.board}`}>
    <div
      class=${`board ${layout.board} ${props.ground} ${open ? "open" : ""}`}
      role="group"
      aria-label=${t("table.board")}
      style=${`aspect-ratio:${geometry.width}/${geometry.height}`}
      ref=${grid}
    >
      ${layout.board === "hex" && edges(layout, geometry)}${squares.map(cell)}
      <${Ways} board=${board} geometry=${geometry} />
    </div>
    ${labels(layout, geometry, flipped)}
    <${Ghost} drag=${drag} layout=${layout} men=${pieces.get(drag.from ?? "") ?? []} />
  </div>`;
}

/** @param {HTMLElement | null} grid @param {string} name */
function focusOn(grid, name) {
  const there = grid?.querySelector(`[data-square="${CSS.escape(name)}"]`);
  /** @type {HTMLElement | null | undefined} */ (there)?.focus();
}

/**
 * The piece that is being dragged.
 * @param {object} props
 * @param {import("./hand.js").Drag} props.drag
 * @param {import("../presented.js").Layout} props.layout
 * @param {string[]} props.men
 */
function Ghost({ drag: { x, y, size }, layout, men }) {
  if (!men.length) return null;
  const style = `left:${x}px;top:${y}px;width:${size}px;height:${size}px`;
  return html`<svg class="ghost" viewBox="0 0 100 100" aria-hidden="true" style=${style}>
    ${men.map((piece) => drawPiece(piece, layout.glyphs[piece]))}
  </svg>`;
}

/**
 * @param {BoardProps} props @param {import("./hand.js").WaysOpen} ways @param {Square} square
 * @param {string | null} selected @param {string | null} lifted
 */
const marksOf = (props, ways, { name, column, x, y }, selected, lifted) => ({
  dark: (x + y) % 2 > 0,
  target: ways.targets.has(name),
  drop: ways.drops.has(column),
  movable: ways.from(name).length > 0,
  last: props.last.has(name),
  lit: props.lit.has(name),
  alarmed: props.alarmed.has(name),
  taken: props.pieces.has(name),
  selected: selected === name,
  lifted: lifted === name,
  planned: props.planned?.includes(name) ?? false,
});

/**
 * The square beside another that an arrow key leads to.
 * @param {import("../presented.js").Layout} layout @param {Square[]} squares
 * @param {Square} square @param {string} key @param {boolean} flipped
 */
function neighbour(layout, squares, square, key, flipped) {
  const step = ARROWS[key];
  const turn = flipped && layout.board !== "hex" ? -1 : 1;
  return (
    step &&
    squares.find(({ x, y }) => x === square.x + turn * step[0] && y === square.y + turn * step[1])
  );
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

/**
 * Names of columns and rows, in the frame and off the pieces.
 * @param {import("../presented.js").Layout} layout
 * @param {import("./geometry.js").Geometry} geometry @param {boolean} flipped
 */
function labels(layout, geometry, flipped) {
  const bottom = flipped ? 0 : layout.rows.length - 1;
  const edge = flipped ? layout.columns.length - 1 : 0;
  const at = (/** @type {number} */ x, /** @type {number} */ y) =>
    placeOf({ ...geometry, w: 1 }, x, y);
  return html`<div class="labels" aria-hidden="true">
    ${layout.columns.map(
      (column, x) => html`<span class="column" style=${at(x, bottom)}>${column}</span>`,
    )}
    ${layout.rows.map((row, y) => html`<span class="row" style=${at(edge, y)}>${row}</span>`)}
  </div>`;
}
