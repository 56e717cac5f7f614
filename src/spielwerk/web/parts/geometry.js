/** Where squares lie on a board, in units of a square: for grids and for hexagons. */

const HALF_HEX = Math.sqrt(3) / 2;

/**
 * @typedef {{
 *   width: number,
 *   height: number,
 *   w: number,
 *   h: number,
 *   at: (x: number, y: number) => [number, number],
 * }} Geometry
 */

/**
 * @param {import("../presented.js").Layout} layout @param {boolean} [flipped]
 * @returns {Geometry}
 */
export function geometryOf(layout, flipped = false) {
  const [columns, rows] = [layout.columns.length, layout.rows.length];
  if (layout.board === "hex") {
    const step = 1.5 / Math.sqrt(3);
    return {
      width: columns + (rows - 1) / 2,
      height: (rows - 1) * step + 1 / HALF_HEX,
      w: 1,
      h: 1 / HALF_HEX,
      at: (x, y) => [x + y / 2, y * step],
    };
  }
  return {
    width: columns,
    height: rows,
    w: 1,
    h: 1,
    at: (x, y) => (flipped ? [columns - 1 - x, rows - 1 - y] : [x, y]),
  };
}

/**
 * How wide a board is for its height, as a style, so that it can be as large as a window allows.
 * @param {{layout: import("../presented.js").Layout | null}} game
 */
export function roomFor({ layout }) {
  if (!layout) return undefined;
  const { width, height } = geometryOf(layout);
  return `--ratio:${(width / height).toFixed(3)}`;
}

/** A place on a board as a style. @param {Geometry} geometry @param {number} x @param {number} y */
export function placeOf({ width, height, w, h, at }, x, y) {
  const [left, top] = at(x, y);
  const across = `left:${(100 * left) / width}%;width:${(100 * w) / width}%`;
  return `${across};top:${(100 * top) / height}%;height:${(100 * h) / height}%`;
}

/** The corners along one side of a board of hexagons, and from which corner of its cells to which.
 * @type {Record<string, [number, number][]>}
 */
const SIDES = {
  top: [
    [0, 0.25],
    [0.5, 0],
    [1, 0.25],
  ],
  bottom: [
    [0, 0.75],
    [0.5, 1],
    [1, 0.75],
  ],
  left: [
    [0, 0.25],
    [0, 0.75],
    [0.5, 1],
  ],
  right: [
    [0.5, 0],
    [1, 0.25],
    [1, 0.75],
  ],
};

/**
 * The line along a side of a board of hexagons.
 * @param {import("../presented.js").Layout} layout @param {Geometry} geometry @param {string} side
 */
export function sideLine(layout, geometry, side) {
  const [columns, rows] = [layout.columns.length, layout.rows.length];
  const along = side === "top" || side === "bottom" ? columns : rows;
  const cell = (/** @type {number} */ place) =>
    geometry.at(
      .../** @type {[number, number]} */ (
        {
          top: [place, 0],
          bottom: [place, rows - 1],
          left: [0, place],
          right: [columns - 1, place],
        }[side] ?? [0, 0]
      ),
    );
  return Array.from({ length: along }, (_, place) => cell(place))
    .flatMap(([x, y]) =>
      (SIDES[side] ?? []).map(([dx, dy]) => `${x + dx * geometry.w},${y + dy * geometry.h}`),
    )
    .join(" ");
}

/**
 * The corners of a hexagon in a box.
 * @param {number} x @param {number} y @param {number} w @param {number} h
 */
export function hexagon(x, y, w, h) {
  const corners = [
    [0.5, 0],
    [1, 0.25],
    [1, 0.75],
    [0.5, 1],
    [0, 0.75],
    [0, 0.25],
  ];
  return corners.map(([dx, dy]) => `${x + dx * w},${y + dy * h}`).join(" ");
}
