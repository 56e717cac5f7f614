/**
 * The server's REST interface as functions, and its errors as {@link ApiError}.
 * Sessions live in a cookie that this page cannot read; the CSRF secret that goes with it is kept
 * here.
 */

/**
 * @typedef {{
 *   claim: string,
 *   wordings: Record<string, string>,
 *   holds: boolean,
 *   source: string | null,
 *   facts: string[],
 *   reasons: Explanation[],
 *   squares: string[],
 *   denies: string,
 * }} Explanation
 */
/**
 * @typedef {{
 *   name: string,
 *   default: string | number | boolean,
 *   choices: string[],
 *   low: number | null,
 *   high: number | null,
 *   labels: Record<string, string>,
 *   choiceLabels: Record<string, Record<string, string>>,
 * }} GameOption
 */
/**
 * @typedef {{
 *   name: string,
 *   title: string,
 *   about: string,
 *   language: string,
 *   roles: string[],
 *   players: number,
 *   sizes: number[],
 *   options: GameOption[],
 *   hidden: boolean,
 *   editable: boolean,
 * }} GameLine
 */
/**
 * @typedef {GameLine & {
 *   levels: import("./parts/levels.js").Level[],
 *   hurries: boolean,
 *   guided: boolean,
 *   layout: import("./presented.js").Layout | null,
 *   source: string | null,
 *   keywords: string[],
 *   file: string | null,
 *   position: any,
 *   scene: import("./presented.js").SceneShown,
 * }} GamePage
 */
/** @typedef {{account: string, name: string, guest: boolean, csrf: string}} Me */

import { gamePath, takeAnswer } from "./early.js";
import { change, settings } from "./settings.js";

const ROOT = "api/v1";

/** A request that the server did not meet; `code` is for us, `message` for people. */
export class ApiError extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(body?.detail ?? "");
    this.status = status;
    /** @type {string} */
    this.code = body?.code ?? "unreachable";
    /** @type {any} */
    this.body = body ?? {};
  }
}

/** @type {Me | null} */
let me = null;
/** @type {Promise<Me | null> | null} */
let asked = null;

/**
 * Ask the server, as whoever one is here.
 * @param {string} method @param {string} path @param {unknown} [body]
 */
export async function call(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (me && method !== "GET") headers["X-CSRF-Token"] = me.csrf;
  let answer;
  try {
    answer =
      (method === "GET" && (await takeAnswer(path))) ||
      (await fetch(`${ROOT}${path}`, {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
      }));
  } catch {
    throw new ApiError(0, null);
  }
  const text = await answer.text();
  const read =
    answer.headers.get("Content-Type")?.includes("json") &&
    !answer.headers.get("Content-Type")?.includes("jsonl");
  const content = read && text ? JSON.parse(text) : text;
  if (!answer.ok) throw new ApiError(answer.status, content);
  return content;
}

/**
 * Who we are, or null for somebody the server has not met. A browser that was never anybody is not
 * asked about.
 * @returns {Promise<Me | null>}
 */
export async function whoAmI() {
  return settings.met ? ask() : null;
}

function ask() {
  asked ??= call("GET", "/accounts/me").then(
    (found) => {
      me = found;
      change({}); // whoever shows who we are
      return found;
    },
    () => null,
  );
  return asked;
}

/** Who we are, as far as that is known by now. */
export const person = () => me;

/** Who we are; strangers become guests first. @param {string} name @returns {Promise<Me>} */
export async function beSomebody(name) {
  return (await whoAmI()) ?? remember(await call("POST", "/accounts/guest", { name }));
}

/**
 * @template {Me} Found
 * @param {Found} found who we are from now on
 */
export function remember(found) {
  me = found;
  asked = Promise.resolve(found);
  change({ met: true });
  return found;
}

/** We are nobody any more. */
export function forget() {
  me = null;
  asked = Promise.resolve(null);
  change({ met: false });
}

/** @type {Map<string, Promise<GamePage>>} */
const games = new Map();
/** @returns {Promise<GameLine[]>} */
export const listGames = () => call("GET", "/games");
/** A game's page without its rules, asked for once. @param {string} name */
export function showGame(name) {
  const known = games.get(name) ?? call("GET", gamePath(name));
  games.set(name, known);
  known.catch(() => games.delete(name));
  return known;
}
/** A game's page with its rules. @param {string} name @returns {Promise<GamePage>} */
export const showRules = (name) => call("GET", `/games/${encodeURIComponent(name)}`);
/** @param {Record<string, string>} query */
export const listMatches = (query) => call("GET", `/matches?${new URLSearchParams(query)}`);
/** @param {Record<string, unknown>} wanted */
export const foundMatch = (wanted) => call("POST", "/matches", wanted);
/** @param {string} match @param {Record<string, unknown>} wanted */
export const takeSeat = (match, wanted) => call("POST", `/matches/${match}/seats`, wanted);
/**
 * What happened, or what happened after a step.
 * @param {string} match @param {string | null} role @param {number} [after]
 */
export function showHistory(match, role, after = -1) {
  if (!/^[\w-]{12}$/.test(match))
    return Promise.reject(new ApiError(404, { code: "no-such-match" }));
  const asked = new URLSearchParams({
    ...(role ? { role } : {}),
    ...(after >= 0 ? { after: String(after) } : {}),
  });
  return call("GET", `/matches/${match}/history${asked.size ? `?${asked}` : ""}`);
}
/**
 * What decided a match that is over.
 * @param {string} match
 * @returns {Promise<{
 *   sentence: string | null,
 *   wordings: Record<string, string>,
 *   squares: string[],
 * }>}
 */
export const showEnding = (match) => call("GET", `/matches/${match}/ending`);
/** @param {string} match @returns {Promise<string>} */
export const showLog = (match) => call("GET", `/matches/${match}/log`);
/** A new match that begins at a step of a finished one; seats without a computer are ours.
 * @param {string} match @param {number} step @param {Record<string, string>} bots
 * @param {string} name
 */
export const forkMatch = (match, step, bots, name) =>
  call("POST", `/matches/${match}/fork`, { step, bots, name });
/** @param {string} match @param {Record<string, unknown>} wanted */
export const analyse = (match, wanted) => call("POST", `/matches/${match}/analysis`, wanted);
/** @returns {Promise<import("./pages/operator.js").Glimpse>} */
export const lookAfter = () => call("GET", "/operator");
/** @param {string} match */
export const endMatch = (match) => call("POST", `/operator/matches/${match}/end`);
/** @param {{address?: string, origin?: string, why?: string, hours?: number}} wanted */
export const banAddress = (wanted) => call("POST", "/operator/bans", wanted);
/** @param {string} origin */
export const liftBan = (origin) => call("DELETE", `/operator/bans/${origin}`);
export const myMatches = () => call("GET", "/accounts/me/matches");
/**
 * @typedef {{
 *   name: string,
 *   title: string,
 *   suffixes: string[],
 *   keywords: string[],
 *   characters: number,
 *   plays: boolean,
 *   bundles: boolean,
 *   example: string | null,
 * }} RuleLanguage
 */
/** The languages that rules can be written in here. @returns {Promise<RuleLanguage[]>} */
export const listLanguages = () => call("GET", "/languages");
/** @param {string} source @param {string} language */
export const checkRules = (source, language) => call("POST", "/rules/check", { source, language });
/**
 * Several files of rules, or an archive of them, as one text.
 * @param {string} language @param {{name: string, content: string}[]} files contents in base64
 * @returns {Promise<{source: string}>}
 */
export const bundleRules = (language, files) => call("POST", "/rules/bundle", { language, files });
/** @param {string} source @param {string} language */
export const hostRules = (source, language) => call("POST", "/rules", { source, language });
