/**
 * What a table needs first, asked for before the rest of the page has begun to work: the
 * connection, what happened so far, and the game. This module needs hardly anybody, so that it runs
 * first; whoever wants one of these things later takes it from here.
 */

import { currentRoute } from "./router.js";
import { settings } from "./settings.js";
import { speak } from "./strings.js";

/** @type {Map<string, Promise<Response>>} */
const answers = new Map();
/** @type {{match: string, role: string | null, socket: WebSocket, heard: string[]} | null} */
let table = null;

/** @param {string} match */
export function openSocket(match) {
  const { protocol, host, pathname } = location;
  const folder = pathname.replace(/[^/]*$/, "");
  return new WebSocket(
    `${protocol === "https:" ? "wss:" : "ws:"}//${host}${folder}api/v1/matches/${match}/play`,
  );
}

/** The first message on a socket. @param {string | null} role @param {number | null} seq */
export const hello = (role, seq) => JSON.stringify({ type: "hello", role, seq });

/** Where a game's page is, without its rules: they are long, and few read them at a table.
 * @param {string} name
 */
export const gamePath = (name) => `/games/${encodeURIComponent(name)}?rules=false`;

/** An answer that was asked for early, once. @param {string} path */
export function takeAnswer(path) {
  const answer = answers.get(path);
  answers.delete(path);
  return answer;
}

/**
 * A connection that was made early, once, with what came over it so far.
 * @param {string} match @param {string | null} role
 */
export function takeTable(match, role) {
  const found =
    table?.match === match && table.role === role && table.socket.readyState <= WebSocket.OPEN
      ? table
      : null;
  if (table && !found) table.socket.close();
  table = null;
  return found;
}

/** @param {string} path */
function fetchEarly(path) {
  const answer = fetch(`api/v1${path}`);
  answer.catch(() => answers.delete(path));
  answers.set(path, answer);
}

/** @param {string} match @param {string | null} role */
function sitDown(match, role) {
  const socket = openSocket(match);
  /** @type {string[]} */
  const heard = [];
  table = { match, role, socket, heard };
  socket.onopen = () => socket.send(hello(role, null));
  socket.onmessage = ({ data }) => {
    heard.push(data);
    const game = heard.length === 1 && JSON.parse(data).picture?.game;
    if (game) fetchEarly(gamePath(game));
  };
  fetchEarly(`/matches/${match}/history${role ? `?role=${encodeURIComponent(role)}` : ""}`);
}

void speak(settings.language);
const { page, parts, query } = currentRoute();
if (page === "match" && /^[\w-]+$/.test(parts[0] ?? "")) sitDown(parts[0], query.get("role"));
