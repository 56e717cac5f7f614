/** What the server tells of a match in which rules are tried, as types. */

/**
 * @typedef {object} Moment
 * @property {number} place
 * @property {number} count
 * @property {number} entries
 * @property {string} kind
 * @property {string} stage
 * @property {string} text
 * @property {boolean} deciding
 * @property {string[]} roles
 * @property {boolean} over
 * @property {number | null} line
 * @property {string} note
 * @property {boolean | null} same
 * @property {boolean} deviates
 * @property {number | null} stopped
 * @property {string} mark
 */
/** @typedef {{number: number, kind: string, where: string}} Break */
/**
 * @typedef {object} Shown what the server tells of a match, part by part; `window NAME` for seats
 * @property {any} game
 * @property {Moment} moment
 * @property {{
 *   kind: string,
 *   asked: string[],
 *   chosen: Record<string, string>,
 *   outcome: Record<string, number> | null,
 *   odds: [string, number][],
 *   machines: boolean,
 * }} turn
 * @property {string[]} facts
 * @property {string[]} coming
 * @property {Moment[]} near
 * @property {{first: number, entries: {kind: string, text: string}[]}} script
 * @property {Record<string, string>} seats
 * @property {Break[]} breakpoints
 * @property {{steps: string[], stops: Record<string, string>, subjects: string[]}} can
 * @property {{seed: number, draws: boolean, into: boolean}} settings
 */

export {};
