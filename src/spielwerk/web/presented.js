/**
 * What the server says of how a game looks: its board, its scenes and its moves. Games present
 * themselves; the page draws what it is given and reads no rules.
 */

import { labelText, wordName } from "./words.js";

/** @typedef {string | Words[]} Words a word of the rules, or several that belong together */
/**
 * @typedef {object} Layout a board
 * @property {string} board `square` or `hex`
 * @property {string} ground what it is made of: `checked`, `plain` or `rack`
 * @property {string[]} columns
 * @property {string[]} rows
 * @property {string[][]} squares their names, row by row
 * @property {Record<string, string>} glyphs
 * @property {Record<string, string>} [edges]
 */
/**
 * @typedef {object} Card a move as it looks
 * @property {string} move
 * @property {string} short
 * @property {Words[]} [words]
 * @property {import("./words.js").Label} [label]
 * @property {string[]} [squares]
 * @property {string} [column]
 * @property {string} [choice]
 */
/** @typedef {Record<string, Words[][]>} Facts by their first word, each time the words behind it */
/** @typedef {{did: Words[] | null, saw: Words[][]}} Glimpse */
/**
 * @typedef {object} SceneShown a view laid out for drawing
 * @property {string} kind
 * @property {Record<string, string[]>} [pieces]
 * @property {Facts} [facts]
 * @property {Glimpse[]} [steps]
 */
/**
 * @typedef {object} AccountEntry something that happened; a sentence names players as `{role}`
 * @property {string} kind
 * @property {string} [who]
 * @property {Record<string, any>} [fields]
 * @property {import("./words.js").Label} [text]
 */
/**
 * @typedef {object} ScoreLine a line of how a score came about
 * @property {import("./words.js").Label} label
 * @property {Record<string, any>} values by role
 * @property {string} kind `part`, `score` or `tie`
 */
/**
 * @typedef {object} Step a match after one of its steps
 * @property {number} step
 * @property {Record<string, string>} moves
 * @property {Record<string, Card>} made
 * @property {string[]} asked
 * @property {any} view
 * @property {SceneShown} scene
 * @property {AccountEntry[]} [account] what happened in the step
 */

/** Words as one text. @param {Words} words @returns {string} */
export const textOf = (words) =>
  typeof words === "string" ? words : `(${words.map(textOf).join(" ")})`;

/** A move as players write it; what is a word has its name. @param {Card} card */
export const cardText = (card) =>
  card.label
    ? labelText(card.label)
    : /^[a-z]{2,}([_-][a-z]+)*$/.test(card.short)
      ? wordName(card.short)
      : card.short;

/** Whether a move can be made on the board itself. @param {Card} card */
export const onBoard = (card) => Boolean(card.squares || card.column);

/**
 * What lies where.
 * @param {SceneShown | null | undefined} scene
 * @returns {Map<string, string[]>}
 */
export const piecesOf = (scene) => new Map(Object.entries(scene?.pieces ?? {}));

/** All squares of a layout in reading order. @param {Layout} layout */
export const squaresOf = (layout) =>
  layout.squares.flatMap((names, y) =>
    names.map((name, x) => ({ name, column: layout.columns[x], x, y })),
  );

/**
 * Whether pieces go from square to square.
 * @param {Layout | null} layout @param {Card[]} [moves] legal ones, where there are any
 */
export const travels = (layout, moves = []) =>
  moves.length
    ? moves.some(({ squares = [] }) => squares.length > 1)
    : layout?.ground === "checked";
