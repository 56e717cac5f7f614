/** Ways over a board: an arrow from square to square, a ring where something is put down. */

import { squaresOf } from "../presented.js";
import { html } from "../vendor/preact-htm.js";

const HEAD = 0.28;
const FADED = 0.22;

/**
 * @param {object} props
 * @param {import("./board.js").BoardProps} props.board
 * @param {import("./geometry.js").Geometry} props.geometry
 */
export function Ways({ board, geometry }) {
  const { width, height } = geometry;
  if (!board.arrows?.length) return null;
  const centres = new Map(
    squaresOf(board.layout).map(({ name, x, y }) => {
      const [left, top] = geometry.at(x, y);
      return [name, [left + geometry.w / 2, top + geometry.h / 2]];
    }),
  );
  const landing = (/** @type {string} */ column) => {
    const free = squaresOf(board.layout).filter(
      (square) => square.column === column && !board.pieces.get(square.name)?.length,
    );
    return centres.get(free.at(-1)?.name ?? "");
  };
  const shown = board.arrows.map((squares, place) => ({
    place,
    points: squares.map((name) => centres.get(name) ?? landing(name)).filter(Boolean),
  }));
  return html`<svg class="ways-shown" viewBox=${`0 0 ${width} ${height}`} aria-hidden="true">
    ${shown.map(
      ({ place, points }) =>
        html`<g class=${place % 2 ? "theirs" : "ours"} opacity=${1 - FADED * place}>
          ${draw(/** @type {number[][]} */ (points))}
        </g>`,
    )}
  </svg>`;
}

/** @param {number[][]} points */
function draw(points) {
  const last = points.at(-1);
  if (!last) return null;
  const [x, y] = last;
  const before = points.at(-2);
  if (!before) return html`<circle cx=${x} cy=${y} r="0.36" />`;
  const long = Math.hypot(x - before[0], y - before[1]) || 1;
  const [dx, dy] = [(x - before[0]) / long, (y - before[1]) / long];
  const [bx, by] = [x - dx * HEAD, y - dy * HEAD];
  const side = HEAD * 0.7;
  const head = [
    [x, y],
    [bx - dy * side, by + dx * side],
    [bx + dy * side, by - dx * side],
  ];
  const shaft = [...points.slice(0, -1), [bx, by]];
  return html`<polyline points=${text(shaft)} /><polygon points=${text(head)} />`;
}

/** @param {number[][]} points */
const text = (points) => points.map((point) => point.map((one) => one.toFixed(3)).join()).join(" ");
