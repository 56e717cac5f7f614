/**
 * One seat's, or spectator's, live connection to a table. It keeps the picture up to date, comes
 * back by itself when it is lost, and goes on from the last sequence number it has seen.
 */

import { hello, openSocket, takeTable } from "./early.js";
import { applyPatch } from "./patch.js";

/**
 * @typedef {{
 *   name: string | null,
 *   bot: string | null,
 *   gone?: boolean,
 *   strikes?: number,
 *   reserve?: number | null,
 *   since?: number | null,
 *   deadline?: number | null,
 * }} SeatShown
 */
/**
 * @typedef {{
 *   game: string,
 *   role: string | null,
 *   phase: string,
 *   seats: Record<string, SeatShown>,
 *   offers: Record<string, string[]>,
 *   chat: {role: string, text: string, number: number}[],
 *   reason: string | null,
 *   ending: string | null,
 *   fault: string | null,
 *   rematch: string | null,
 *   last: any,
 *   step: number,
 *   view: any,
 *   scene: import("./presented.js").SceneShown,
 *   legal: string[],
 *   moves: import("./presented.js").Card[],
 *   made: Record<string, import("./presented.js").Card>,
 *   account: import("./presented.js").AccountEntry[],
 *   tally: import("./presented.js").ScoreLine[],
 *   asked: string[],
 *   clock: string,
 *   outcome: Record<string, number> | null,
 * }} Picture
 */
/** @typedef {"connecting" | "live" | "lost" | "closed"} LinkState */

const PING_MS = 25_000;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 15_000;
const FINAL_CODES = new Set(["no-such-match", "wrong-token", "not-your-seat"]);
const PARTED = "no-session";

/** A refused message: `code` and `explanation` say why. */
export class Refused extends Error {
  /** @param {any} body */
  constructor(body) {
    super(body.detail ?? "");
    /** @type {string} */
    this.code = body.code ?? "refused";
    /** @type {import("./api.js").Explanation | null} */
    this.explanation = body.explanation ?? null;
  }
}

/** Views after which the server hears that we have them; it waits for those who are 32 behind. */
const ACKNOWLEDGED = 8;

export class Connection {
  /** @type {Picture | null} */
  picture = null;
  /** @type {LinkState} */
  state = "connecting";
  /**
   * The seats somebody is connected to; null where that is not known.
   * @type {Set<string> | null}
   */
  present = null;
  /** How many watch. */
  watching = 0;
  /** Why the connection is closed for good. */
  reason = "";
  /** When the next try comes, in milliseconds of this page. */
  retryAt = 0;
  /** @type {number | null} */
  #seq = null;
  /** @type {WebSocket | null} */
  #socket = null;
  #offset = 0;
  #tries = 0;
  #final = false;
  #ids = 0;
  /** Views since the server last heard that we have them. */
  #unacknowledged = 0;
  /** @type {Map<number, {resolve: (body: any) => void, reject: (why: Error) => void}>} */
  #waiting = new Map();
  #timers = { ping: 0, retry: 0 };

  /**
   * @param {string} match
   * @param {string | null} role which seat, for those who have several
   * @param {(events: any[]) => void} changed called whenever something is new
   */
  constructor(match, role, changed) {
    this.match = match;
    this.role = role;
    this.changed = changed;
    this.#open();
    this.#timers.ping = setInterval(() => this.#send({ type: "ping" }), PING_MS);
    addEventListener("online", this.retry);
  }

  /** The second of the match, as the server's clock shows it now. */
  now() {
    return performance.now() / 1000 + this.#offset;
  }

  /** Leave the table; the seat stays ours. */
  close() {
    clearInterval(this.#timers.ping);
    clearTimeout(this.#timers.retry);
    removeEventListener("online", this.retry);
    this.#socket?.close();
    this.#socket = null;
  }

  /** Try again at once. */
  retry = () => {
    if (this.state !== "lost") return;
    clearTimeout(this.#timers.retry);
    this.#open();
  };

  /**
   * Send a message and wait for its answer.
   * @param {Record<string, unknown>} message
   * @returns {Promise<any>}
   */
  ask(message) {
    const id = ++this.#ids;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      if (!this.#send({ ...message, id })) this.#fail(id);
    });
  }

  #open() {
    const early = this.picture ? null : takeTable(this.match, this.role);
    const socket = early?.socket ?? openSocket(this.match);
    this.#socket = socket;
    if (!early)
      socket.onopen = () => socket.send(hello(this.role, this.picture ? this.#seq : null));
    socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
    socket.onclose = () => socket === this.#socket && this.#lost();
    if (early) queueMicrotask(() => early.heard.forEach((data) => this.#take(JSON.parse(data))));
  }

  /** @param {Record<string, unknown>} message */
  #send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** @param {any} body */
  #take(body) {
    if (typeof body.now === "number") this.#offset = body.now - performance.now() / 1000;
    if (body.type === "bye") this.#part(body.code);
    else if (body.type === "present") this.#meet(body);
    else if (body.type === "view") this.#see(body, body.picture, []);
    else if (body.type === "update")
      this.#see(body, applyPatch(this.picture, body.patch), body.events);
    else this.#answer(body);
  }

  /**
   * A session that is over may have given way to another one, as when one registers; if it has not,
   * it is why a seat is not ours any more.
   * @param {string} code
   */
  #part(code) {
    this.#final = FINAL_CODES.has(code);
    if (!this.#final || this.reason !== PARTED) this.reason = code;
  }

  /** @param {any} body @param {Picture} picture @param {any[]} events */
  #see(body, picture, events) {
    this.picture = picture;
    this.#seq = body.seq;
    this.#tries = 0;
    this.reason = "";
    this.state = "live";
    if (++this.#unacknowledged === ACKNOWLEDGED) {
      this.#unacknowledged = 0;
      this.#send({ type: "ack", seq: body.seq });
    }
    this.changed(events);
  }

  /** @param {{roles: string[], watching: number}} body */
  #meet({ roles, watching }) {
    this.present = new Set(roles);
    this.watching = watching;
    this.changed([]);
  }

  /** @param {any} body */
  #answer(body) {
    const waiting = this.#waiting.get(body.id);
    this.#waiting.delete(body.id);
    if (body.type === "refused") waiting?.reject(new Refused(body));
    else waiting?.resolve(body);
  }

  #lost() {
    for (const id of [...this.#waiting.keys()]) this.#fail(id);
    this.state = this.#final ? "closed" : "lost";
    if (this.state === "lost") {
      const delay = Math.min(FIRST_RETRY_MS * 2 ** this.#tries++, LAST_RETRY_MS);
      this.retryAt = Date.now() + delay;
      this.#timers.retry = setTimeout(() => this.#open(), delay);
    }
    this.changed([]);
  }

  /** @param {number} id */
  #fail(id) {
    this.#waiting.get(id)?.reject(new Refused({ code: "lost" }));
    this.#waiting.delete(id);
  }
}
