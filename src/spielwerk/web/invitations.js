/**
 * Links that invite to our tables. This browser keeps them; a founder who comes from another one
 * gets new links from the server, which stores only hashes.
 */

import { myMatches } from "./api.js";
import { inviteTo } from "./people.js";
import { shareable } from "./router.js";

const FOLDER = "spielwerk.invitations.";
const MOST = 60;

/** @typedef {Record<string, string>} Links secrets by the seats that they lead to */

/** @param {string} match @param {Links} links */
export function keepInvitations(match, links) {
  try {
    const kept = Object.keys(localStorage).filter((key) => key.startsWith(FOLDER));
    for (const key of kept.slice(0, Math.max(0, kept.length - MOST))) localStorage.removeItem(key);
    localStorage.setItem(FOLDER + match, JSON.stringify(links));
  } catch {
    // A browser that keeps nothing asks for new links.
  }
}

/** Keep none of them. */
export function forgetInvitations() {
  const kept = Object.keys(localStorage).filter((key) => key.startsWith(FOLDER));
  for (const key of kept) localStorage.removeItem(key);
}

/** @param {string} match @returns {Links} */
function keptFor(match) {
  try {
    return JSON.parse(localStorage.getItem(FOLDER + match) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * The links to the free seats of a table of ours; none where somebody else founded it.
 * @param {string} match @param {string[]} free
 * @returns {Promise<Links>}
 */
export async function invitationsTo(match, free) {
  const kept = keptFor(match);
  const missing = free.filter((role) => !kept[role]);
  if (missing.length && (await isOurs(match))) {
    for (const role of missing) kept[role] = String((await inviteTo(match, { role })).invitation);
    keepInvitations(match, kept);
  }
  return Object.fromEntries(free.filter((role) => kept[role]).map((role) => [role, kept[role]]));
}

/** @param {string} match */
async function isOurs(match) {
  const lines = await myMatches();
  return lines.some(
    (/** @type {{match: string, founder: boolean}} */ line) => line.match === match && line.founder,
  );
}

/** The address to hand on. @param {string} match @param {string} [secret] */
export const joinAddress = (match, secret) =>
  shareable(["join", match, ...(secret ? [secret] : [])]);
