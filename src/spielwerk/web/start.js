/** Beginning a match in one of the ways the page offers. */

import { beSomebody, foundMatch } from "./api.js";
import { go } from "./router.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

export const CLOCKS = ["untimed", "move=30s", "move=5s,reserve=5m", "move=10s,reserve=15m"];

/** What we are called at tables. */
export const ownName = () => settings.name || t("guest");

/**
 * Against computers; the seat is ours, all others are theirs.
 * @param {import("./api.js").GameLine} game @param {string} role @param {string} strength
 * @param {string} clock
 */
export async function playComputer(game, role, strength, clock) {
  const bots = Object.fromEntries(
    game.roles.filter((other) => other !== role).map((other) => [other, strength]),
  );
  await enter({ game: game.name, role, clock, bots, visibility: "unlisted" });
}

/** With people; the invitations stay in this tab until they are handed on.
 * @param {import("./api.js").GameLine} game @param {string} role @param {string} clock
 */
export async function playFriend(game, role, clock) {
  await enter({ game: game.name, role, clock, visibility: "unlisted" });
}

/**
 * Computers among themselves.
 * @param {import("./api.js").GameLine} game @param {string} strength
 */
export async function watchComputers(game, strength) {
  const bots = Object.fromEntries(game.roles.map((role) => [role, strength]));
  await enter({ game: game.name, watch: true, bots, visibility: "unlisted" });
}

/** @param {Record<string, unknown>} wanted */
async function enter(wanted) {
  await beSomebody(ownName());
  const founded = await foundMatch({ ...wanted, name: ownName() });
  keepInvitations(founded.match, founded.invitations);
  go(["match", founded.match]);
}

/** @param {string} match @param {Record<string, string>} invitations */
function keepInvitations(match, invitations) {
  sessionStorage.setItem(`invitations ${match}`, JSON.stringify(invitations ?? {}));
}

/**
 * The invitations to a table that we founded.
 * @param {string} match @returns {Record<string, string>}
 */
export function invitationsTo(match) {
  return JSON.parse(sessionStorage.getItem(`invitations ${match}`) ?? "{}");
}
