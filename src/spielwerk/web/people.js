/** People and the tables between them: the server's interface to pairing, invitations, ratings. */

import { call } from "./api.js";

/**
 * @typedef {object} RatingLine
 * @property {string} name
 * @property {string} game
 * @property {number} rating
 * @property {number} deviation
 * @property {number} matches
 * @property {boolean} provisional
 */
/** @typedef {{match: string, rating: number, change: number, at: number}} RatingStep */
/** @typedef {{match: string, game: string, role: string, host: string}} Invited */
/** @typedef {{match: string, game: string, role: string, others: string[]}} TurnWaiting */
/** @typedef {{turns: TurnWaiting[], invitations: Invited[]}} News */

const named = (/** @type {string} */ name) => `/people/${encodeURIComponent(name)}/ratings`;

/**
 * A seat at a table where somebody waits, or at a new one.
 * @param {{game: string, clock: string, name: string}} wanted
 */
export const pairUp = (wanted) => call("POST", "/matches/pair", wanted);

/**
 * Invite to a free seat of a table of ours: somebody by name, or whoever has the link that comes.
 * @param {string} match @param {{role?: string, name?: string}} wanted
 * @returns {Promise<{role: string, invitation: string | null}>}
 */
export const inviteTo = (match, wanted) => call("POST", `/matches/${match}/invitations`, wanted);

/** @returns {Promise<News>} */
export const askNews = () => call("GET", "/accounts/me/news");
/** @param {string} match */
export const declineInvitation = (match) =>
  call("DELETE", `/accounts/me/invitations?match=${match}`);

/** @returns {Promise<string[]>} */
export const myFriends = () => call("GET", "/accounts/me/friends");
/** @param {string} name */
export const addFriend = (name) => call("POST", "/accounts/me/friends", { name });
/** @param {string} name */
export const removeFriend = (name) =>
  call("DELETE", `/accounts/me/friends?${new URLSearchParams({ name })}`);

/** @param {string} name @returns {Promise<RatingLine[]>} */
export const ratingsOf = (name) => call("GET", named(name));
/** @param {string} name @param {string} game @returns {Promise<RatingStep[]>} */
export const ratingHistory = (name, game) =>
  call("GET", `${named(name)}/${encodeURIComponent(game)}`);
/** @param {string} game @returns {Promise<RatingLine[]>} */
export const bestAt = (game) => call("GET", `/ratings/${encodeURIComponent(game)}`);

/**
 * The rules of a game in short and in two minutes, and what a guided match says.
 * @param {string} game
 * @returns {Promise<{
 *   rules: import("./words.js").Label[],
 *   steps: import("./parts/teach.js").LessonStep[],
 *   tips: import("./parts/guide.js").Tip[],
 * }>}
 */
export const showLesson = (game) => call("GET", `/games/${encodeURIComponent(game)}/lesson`);

/**
 * What squares would come to in the position after some moves, without a match.
 * @param {string} game @param {string[]} moves @param {string[]} squares
 */
export const tryOut = (game, moves, squares) =>
  call("POST", `/games/${encodeURIComponent(game)}/try`, { moves, squares });
