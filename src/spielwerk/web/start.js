/** Beginning a match in one of the ways the page offers. */

import { beSomebody, foundMatch } from "./api.js";
import { keepInvitations } from "./invitations.js";
import { pairUp } from "./people.js";
import { go } from "./router.js";
import { settings } from "./settings.js";
import { t } from "./words.js";

export const CLOCKS = ["unhurried", "move=30s", "reserve=5m", "reserve=15m"];

/** The clocks that one can choose for a game; some rules have a clock of their own.
 * @param {import("./api.js").GamePage} game
 */
export const clocksFor = ({ hurries }) => (hurries ? [...CLOCKS, "untimed"] : CLOCKS);

/** Who may come to a table: all who find it in the lobby, those with the link, nobody. */
export const DOORS = ["public", "unlisted", "private"];

/** What we are called at tables. */
export const ownName = () => settings.name || t("guest");

/**
 * Against computers; the seat is ours, all others are theirs.
 * @param {import("./api.js").GameLine} game @param {string} role @param {string} strength
 * @param {string} clock @param {string} [door] who may watch
 */
export async function playComputer(game, role, strength, clock, door = "unlisted") {
  const bots = Object.fromEntries(
    game.roles.filter((other) => other !== role).map((other) => [other, strength]),
  );
  await enter({ game: game.name, role, clock, bots, visibility: door });
}

/**
 * The first match of somebody who does not know a game yet, with a guide beside the table.
 * @param {import("./api.js").GameLine} game
 */
export async function playGuided(game) {
  const [role, ...others] = game.roles;
  const bots = Object.fromEntries(others.map((other) => [other, "easy"]));
  const wanted = { game: game.name, role, clock: CLOCKS[0], bots, visibility: "private" };
  await enter(wanted, { guide: "1" });
}

/**
 * With people: whoever comes, or those whom we invite.
 * @param {import("./api.js").GameLine} game @param {string} role @param {string} clock
 * @param {string} door
 */
export async function playPeople(game, role, clock, door) {
  await enter({ game: game.name, role, clock, visibility: door });
}

/**
 * With whoever waits for somebody, at once; or wait for somebody.
 * @param {string} game @param {string} clock
 */
export async function playAnybody(game, clock) {
  const name = nameOf(await beSomebody(ownName()));
  const { match } = await pairUp({ game, clock, name });
  go(["match", match]);
}

/**
 * Computers among themselves.
 * @param {import("./api.js").GameLine} game @param {string} strength
 */
export async function watchComputers(game, strength) {
  const bots = Object.fromEntries(game.roles.map((role) => [role, strength]));
  await enter({ game: game.name, watch: true, bots, visibility: "unlisted" });
}

/** Guests change their names as they like. @param {import("./api.js").Me} me */
export const nameOf = (me) => (me.guest ? ownName() : me.name);

/** @param {Record<string, unknown>} wanted @param {Record<string, string>} [query] */
async function enter(wanted, query = {}) {
  const name = nameOf(await beSomebody(ownName()));
  const founded = await foundMatch({ ...wanted, name });
  keepInvitations(founded.match, founded.invitations ?? {});
  go(["match", founded.match], query);
}
