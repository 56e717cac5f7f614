/**
 * The map of a casino as rows of field names, and the ways to change it. Rows and a change go in,
 * new rows come out; rows may differ in length, and all begin in the first column.
 */

/** @typedef {string[][]} Rows */
/** @typedef {{x: number, y: number}} Place */

/** The most rows, and the most fields of a row: what servers take. */
export const LARGEST = 100;

/** How views write each kind of field. @type {Record<string, string>} */
export const GLYPHS = {
  FREE: ".",
  WALL: "#",
  BAR_SEAT: "s",
  BAR_TABLE: "t",
  ROULETTE_TABLE: "r",
  SAFE: "$",
  FIREPLACE: "f",
};
/** In the order of the palette. */
export const FIELDS = Object.keys(GLYPHS);

/** A room with walls around it. @returns {Rows} */
export function freshCasino(width = 12, height = 9) {
  const edge = (/** @type {number} */ at, /** @type {number} */ size) =>
    at === 0 || at === size - 1;
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => (edge(x, width) || edge(y, height) ? "WALL" : "FREE")),
  );
}

/**
 * The map in the value of a file; null where there is none.
 * @param {any} value @returns {Rows | null}
 */
export function scenarioOf(value) {
  const rows = value?.scenario;
  const fits =
    Array.isArray(rows) &&
    rows.length <= LARGEST &&
    rows.every((row) => Array.isArray(row) && row.length <= LARGEST);
  return fits ? rows.map((row) => row.map(String)) : null;
}

/** The file of a map, with a row a line. @param {Rows} rows */
export function scenarioText(rows) {
  const lines = rows.map((row) => `    [${row.map((field) => JSON.stringify(field)).join(", ")}]`);
  return `{\n  "scenario": [\n${lines.join(",\n")}\n  ]\n}\n`;
}

/** @param {Rows} rows */
export const widthOf = (rows) => Math.max(0, ...rows.map((row) => row.length));

/**
 * Paint a field. Beyond the edge the map grows, with walls in between; `null` cuts the row off
 * there.
 * @param {Rows} rows @param {Place} place @param {string | null} field @returns {Rows}
 */
export function paint(rows, { x, y }, field) {
  if (x < 0 || y < 0 || x >= LARGEST || y >= LARGEST) return rows;
  const row = rows[y] ?? [];
  if (field === null)
    return x < row.length ? withoutTail(replaced(rows, y, row.slice(0, x))) : rows;
  if (row[x] === field) return rows;
  const longer = Array.from({ length: Math.max(row.length, x + 1) }, (_, at) =>
    at === x ? field : (row[at] ?? "WALL"),
  );
  return replaced(rows, y, longer);
}

/** @param {Rows} rows @param {number} y @param {string[]} row @returns {Rows} */
const replaced = (rows, y, row) =>
  Array.from({ length: Math.max(rows.length, y + 1) }, (_, at) =>
    at === y ? row : (rows[at] ?? []),
  );

/** Rows without fields are kept between others only. @param {Rows} rows @returns {Rows} */
function withoutTail(rows) {
  const last = rows.findLastIndex((row) => row.length > 0);
  return rows.slice(0, last + 1);
}

/** @param {Rows} rows @param {number} y @returns {Rows} */
export const insertRow = (rows, y) =>
  rows.length < LARGEST
    ? rows.toSpliced(
        y,
        0,
        Array.from(rows[Math.min(y, rows.length - 1)] ?? [], () => "FREE"),
      )
    : rows;
/** @param {Rows} rows @param {number} y @returns {Rows} */
export const removeRow = (rows, y) => withoutTail(rows.toSpliced(y, 1));
/** In every row that reaches so far. @param {Rows} rows @param {number} x @returns {Rows} */
export const insertColumn = (rows, x) =>
  widthOf(rows) < LARGEST
    ? rows.map((row) => (row.length >= x && row.length > 0 ? row.toSpliced(x, 0, "FREE") : row))
    : rows;
/** @param {Rows} rows @param {number} x @returns {Rows} */
export const removeColumn = (rows, x) => withoutTail(rows.map((row) => row.toSpliced(x, 1)));

/**
 * The fields that a quick hand passes over between two others, the last one included.
 * @param {Place} from @param {Place} to @returns {Place[]}
 */
export function passed(from, to) {
  const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y), 1);
  return Array.from({ length: steps }, (_, step) => ({
    x: Math.round(from.x + ((to.x - from.x) * (step + 1)) / steps),
    y: Math.round(from.y + ((to.y - from.y) * (step + 1)) / steps),
  }));
}
