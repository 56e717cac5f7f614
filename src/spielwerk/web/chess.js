/**
 * What chess players expect beyond the rules: FEN and PGN of a match, and whether a king is in
 * check.
 * Works on the facts of the library's chess; nothing here decides what is legal.
 */

import { piecesOf } from "./presented.js";

/** @typedef {import("./presented.js").Layout} Layout */
/** @typedef {import("./presented.js").Step} Step */
/** @typedef {import("./presented.js").SceneShown} SceneShown */
/** @typedef {import("./presented.js").Card} Card */

/** @type {Record<string, string>} */
const LETTERS = { king: "k", queen: "q", rook: "r", bishop: "b", knight: "n", pawn: "p" };
const JUMPS = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
];
const STRAIGHT = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];
const SLANTED = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
];

/** Whether a game is our chess. @param {{name: string}} game */
export const isChess = (game) => game.name === "chess";

/** The position as FEN. @param {Layout} layout @param {SceneShown} scene @param {number} step */
export function fenOf(layout, scene, step) {
  const pieces = piecesOf(scene);
  const rows = layout.squares.map((names) =>
    names
      .map((name) => letterOf(pieces.get(name)?.[0]))
      .join("")
      .replace(/1+/g, (run) => String(run.length)),
  );
  const {
    "castle": castle = [],
    "en-passant": passed = [],
    "quiet": quiet = [],
  } = scene.facts ?? {};
  const rights = castle.map(([player, wing]) =>
    (wing === "short" ? "k" : "q")[player === "white" ? "toUpperCase" : "toString"](),
  );
  const castling = ["K", "Q", "k", "q"].filter((letter) => rights.includes(letter)).join("");
  const behind = passed.length ? `${passed[0][0]}${step % 2 ? "3" : "6"}` : "-";
  const number = Math.floor(step / 2) + 1;
  const side = step % 2 ? "b" : "w";
  return [rows.join("/"), side, castling || "-", behind, quiet[0]?.[0] ?? "0", number].join(" ");
}

/** @param {string | undefined} piece */
function letterOf(piece) {
  if (!piece) return "1";
  const [side, kind] = piece.split("-");
  return side === "white" ? LETTERS[kind].toUpperCase() : LETTERS[kind];
}

/**
 * The squares of kings that are attacked.
 * @param {Layout} layout @param {Map<string, string[]>} pieces
 * @returns {Set<string>}
 */
export function kingsInCheck(layout, pieces) {
  const found = new Set();
  for (const [square, [piece]] of pieces)
    if (piece?.endsWith("-king") && attacked(layout, pieces, square, piece.split("-")[0]))
      found.add(square);
  return found;
}

/**
 * @param {Layout} layout @param {Map<string, string[]>} pieces @param {string} square
 * @param {string} side
 */
function attacked(layout, pieces, square, side) {
  const [x, y] = [layout.columns.indexOf(square[0]), layout.rows.indexOf(square[1])];
  const at = (/** @type {number} */ dx, /** @type {number} */ dy) =>
    pieces.get(`${layout.columns[x + dx]}${layout.rows[y + dy]}`)?.[0];
  const foe = (/** @type {string | undefined} */ piece, /** @type {string[]} */ kinds) => {
    const [owner, kind] = piece?.split("-") ?? [];
    return piece !== undefined && owner !== side && kinds.includes(kind);
  };
  const ray = (/** @type {number[]} */ [dx, dy], /** @type {string[]} */ kinds) => {
    for (let far = 1; far < 8; far++) {
      const piece = at(dx * far, dy * far);
      if (piece) return foe(piece, kinds);
    }
    return false;
  };
  const ahead = side === "white" ? -1 : 1;
  return (
    JUMPS.some(([dx, dy]) => foe(at(dx, dy), ["knight"])) ||
    [-1, 1].some((dx) => foe(at(dx, ahead), ["pawn"])) ||
    [...STRAIGHT, ...SLANTED].some(([dx, dy]) => foe(at(dx, dy), ["king"])) ||
    STRAIGHT.some((way) => ray(way, ["rook", "queen"])) ||
    SLANTED.some((way) => ray(way, ["bishop", "queen"]))
  );
}

/**
 * A match as PGN.
 * @param {Layout} layout @param {Step[]} steps @param {Record<string, string | null>} names
 * @param {Record<string, number> | null} outcome
 */
export function pgnOf(layout, steps, names, outcome) {
  const result = resultOf(outcome);
  const tags = [
    ["Event", "Spielwerk"],
    ["Site", location.host],
    ["Date", "????.??.??"],
    ["Round", "-"],
    ["White", names.white ?? "?"],
    ["Black", names.black ?? "?"],
    ["Result", result],
  ].map(([key, value]) => `[${key} "${value.replace(/["\\]/g, "\\$&")}"]`);
  const moves = steps.slice(1).map((step, place) => {
    const text = sanOf(layout, steps[place].scene, Object.values(step.made)[0], step);
    return place % 2 ? text : `${place / 2 + 1}. ${text}`;
  });
  return `${tags.join("\n")}\n\n${[...moves, result].join(" ")}\n`;
}

/** @param {Record<string, number> | null} outcome */
function resultOf(outcome) {
  if (!outcome) return "*";
  if (outcome.white === outcome.black) return "1/2-1/2";
  return outcome.white > outcome.black ? "1-0" : "0-1";
}

/**
 * A move as players write it, as short as it can be told from others.
 * @param {Layout} layout @param {SceneShown} scene @param {Card} card
 * @param {Step} [after] what it led to, for the signs of check and mate
 */
export function sanOf(layout, scene, { squares = [], choice }, after) {
  const [from, to] = squares;
  const pieces = piecesOf(scene);
  const check = after ? signOf(layout, after) : "";
  const kind = pieces.get(from)?.[0]?.split("-")[1] ?? "pawn";
  const files = layout.columns.indexOf(to[0]) - layout.columns.indexOf(from[0]);
  if (kind === "king" && Math.abs(files) === 2) return `${files > 0 ? "O-O" : "O-O-O"}${check}`;
  const takes = pieces.has(to) || (kind === "pawn" && files !== 0) ? "x" : "";
  const promoted = choice ? `=${LETTERS[choice].toUpperCase()}` : "";
  const pawn = takes && from[0];
  const who = kind === "pawn" ? pawn : officer(layout, pieces, kind, from, to);
  return `${who}${takes}${to}${promoted}${check}`;
}

/** Check, mate or neither. @param {Layout} layout @param {Step} after */
function signOf(layout, { scene, asked }) {
  if (!kingsInCheck(layout, piecesOf(scene)).size) return "";
  return asked.length ? "+" : "#";
}

/**
 * What an officer is called in a move.
 * @param {Layout} layout @param {Map<string, string[]>} pieces @param {string} kind
 * @param {string} from @param {string} to
 */
const officer = (layout, pieces, kind, from, to) =>
  `${LETTERS[kind].toUpperCase()}${kind === "king" ? "" : told(layout, pieces, from, to)}`;

/** What tells a man from others of its kind that can go to the same square.
 * @param {Layout} layout @param {Map<string, string[]>} pieces @param {string} from
 * @param {string} to
 */
function told(layout, pieces, from, to) {
  const man = pieces.get(from)?.[0] ?? "";
  const rivals = [...pieces]
    .filter(
      ([square, [piece]]) => piece === man && square !== from && canGo(layout, pieces, square, to),
    )
    .map(([square]) => square);
  if (!rivals.length) return "";
  if (rivals.every((square) => square[0] !== from[0])) return from[0];
  return rivals.every((square) => square[1] !== from[1]) ? from[1] : from;
}

/** Whether an officer reaches a square without giving up its king.
 * @param {Layout} layout @param {Map<string, string[]>} pieces @param {string} from
 * @param {string} to
 */
function canGo(layout, pieces, from, to) {
  const [side, kind] = (pieces.get(from)?.[0] ?? "").split("-");
  const [x, y, u, v] = [from, to].flatMap((square) => [
    layout.columns.indexOf(square[0]),
    layout.rows.indexOf(square[1]),
  ]);
  const [dx, dy] = [u - x, v - y];
  if (
    kind === "knight"
      ? Math.abs(dx * dy) !== 2
      : !{
          rook: !dx || !dy,
          bishop: Math.abs(dx) === Math.abs(dy),
          queen: !dx || !dy || Math.abs(dx) === Math.abs(dy),
        }[kind]
  )
    return false;
  const far = kind === "knight" ? 1 : Math.max(Math.abs(dx), Math.abs(dy));
  for (let step = 1; step < far; step++)
    if (pieces.has(`${layout.columns[x + (step * dx) / far]}${layout.rows[y + (step * dy) / far]}`))
      return false;
  const moved = new Map(pieces).set(to, [`${side}-${kind}`]);
  moved.delete(from);
  return ![...kingsInCheck(layout, moved)].some((square) =>
    moved.get(square)?.[0].startsWith(side),
  );
}
