/**
 * A replay of the standard, as any server sends it, turned into views of our own: what spectators
 * see, step by step. The `REPLAY` message goes in, in either dialect; who played, the steps and the
 * end come out.
 */

import { GLYPHS } from "./scenario.js";

/** @typedef {import("../view.js").Casino} Casino */
/** @typedef {{names: [string, string], started: string, steps: {view: Casino}[]}} Replay */

/** A file that is no replay; `key` says why in words of the page. */
export class NoReplay extends Error {
  /** @param {string} key */
  constructor(key) {
    super(key);
    this.key = key;
  }
}

/** @param {string} text @returns {Replay} @throws {NoReplay} */
export function readReplay(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new NoReplay("spyedit.replay.nojson");
  }
  if (!Array.isArray(value?.messages)) throw new NoReplay("spyedit.replay.other");
  try {
    const steps = stepsOf(value);
    if (steps.length)
      return {
        names: [String(value.playerOneName ?? "?"), String(value.playerTwoName ?? "?")],
        started: String(value.gameStart ?? ""),
        steps,
      };
  } catch {
    throw new NoReplay("spyedit.replay.broken");
  }
  throw new NoReplay("spyedit.replay.empty");
}

/**
 * Who works for whom, whose eyes these are, and whose identifier is whose: what messages tell on
 * the way.
 * @typedef {object} Knowledge
 * @property {Map<string, string>} factions
 * @property {Map<string, string>} names
 * @property {string | undefined} you
 * @property {number} limit
 */

/** @param {any} replay @returns {{view: Casino}[]} */
function stepsOf(replay) {
  const owner = replay.playerId ?? replay.clientId;
  const you =
    owner === replay.playerOneId ? "player1" : owner === replay.playerTwoId ? "player2" : undefined;
  /** @type {Knowledge} */
  const known = {
    factions: new Map(),
    names: new Map(),
    you,
    limit: Number(replay.settings?.RoundLimit ?? replay.settings?.roundLimit ?? 0),
  };
  /** @type {{view: Casino}[]} */
  const steps = [];
  for (const message of replay.messages) {
    learn(known, message);
    if (message.type === "GAME_STATUS" && message.state) addStatus(steps, viewOf(message, known));
    if (message.type === "STATISTICS" && steps.length)
      steps.push({ view: endOf(steps[steps.length - 1].view, message, replay) });
  }
  return steps;
}

/** What a message tells beside how things stand. @param {Knowledge} known @param {any} message */
function learn({ factions, you }, message) {
  const own = you === "player2" ? "PLAYER_TWO" : "PLAYER_ONE";
  const told = /** @type {[string, string[] | undefined][]} */ ([
    ["PLAYER_ONE", message.factionPlayerOneIds],
    ["PLAYER_TWO", message.factionPlayerTwoIds],
    ["NEUTRAL", message.factionNeutralIds],
    [
      own,
      you && message.type === "REQUEST_EQUIPMENT_CHOICE" ? message.chosenCharacterIds : undefined,
    ],
  ]);
  for (const [faction, ids] of told) for (const id of ids ?? []) factions.set(id, faction);
}

/**
 * A status in which nothing happened only says who is next: it belongs to the step before.
 * @param {{view: Casino}[]} steps @param {Casino} view
 */
function addStatus(steps, view) {
  const last = steps[steps.length - 1];
  if (last && !view.operations.length && view.round === last.view.round)
    last.view = { ...view, operations: last.view.operations };
  else steps.push({ view });
}

/** @param {any} message @param {Knowledge} known @returns {Casino} */
function viewOf({ state, operations, activeCharacterId }, { factions, names, you, limit }) {
  for (const one of state.characters) names.set(one.characterId, one.name);
  const present = state.characters.filter((/** @type {any} */ one) => isPlace(one.coordinates));
  const active = present.find((/** @type {any} */ one) => one.characterId === activeCharacterId);
  const rows = /** @type {any[][]} */ (state.map.map);
  return {
    phase: "play",
    round: state.currentRound,
    round_limit: limit,
    active: active ? { name: active.name, mp: active.mp, ap: active.ap } : null,
    map: rows.map((row) => row.map((field) => GLYPHS[field.state] ?? ".").join("")),
    fields: Object.fromEntries(
      rows.flatMap((row, y) =>
        row.map((field, x) => [`${x}/${y}`, specialOf(field)]).filter(([, special]) => special),
      ),
    ),
    fog: rows.flatMap((row, y) => row.flatMap((field, x) => (field.isFoggy ? [`${x}/${y}`] : []))),
    cat: placeOf(state.catCoordinates) ?? "",
    janitor: placeOf(state.janitorCoordinates),
    characters: Object.fromEntries(
      present.map((/** @type {any} */ one) => [
        one.name,
        personOf(one, factions.get(one.characterId)),
      ]),
    ),
    usages: usagesOf(present),
    wiretap: wiretapOf(present, names),
    combinations: state.mySafeCombinations ?? [],
    operations: (operations ?? []).map((/** @type {any} */ one) => operationOf(one, names)),
    strikes: [0, 0],
    ...(you ? { you } : {}),
  };
}

/** What is special about a field. @param {any} field */
function specialOf(field) {
  const lying = field.gadget && {
    gadget: field.gadget.gadget,
    ...(field.gadget.gadget === "COCKTAIL" ? { poisoned: Boolean(field.gadget.isPoisoned) } : {}),
  };
  if (field.state === "SAFE") return { safe: field.safeIndex };
  if (field.state === "ROULETTE_TABLE")
    return { chips: field.chipAmount, inverted: field.isInverted, destroyed: field.isDestroyed };
  return lying || null;
}

/** @param {any} one @param {string | undefined} faction */
function personOf(one, faction) {
  const gadgets = /** @type {any[]} */ (one.gadgets ?? []);
  return {
    at: /** @type {string} */ (placeOf(one.coordinates)),
    hp: one.hp,
    ip: one.ip,
    chips: one.chips,
    properties: one.properties ?? [],
    gadgets: gadgets.map((held) => held.gadget),
    ...(gadgets.some((held) => held.isPoisoned) ? { poisoned: true } : {}),
    ...(faction ? { faction } : {}),
  };
}

/** Uses that are left of what wears out. @param {any[]} people @returns {Record<string, number>} */
function usagesOf(people) {
  const held = people.flatMap((one) => one.gadgets ?? []);
  return Object.fromEntries(
    held.filter(({ usages }) => usages > 1).map(({ gadget, usages }) => [gadget, usages]),
  );
}

/** @param {any[]} people @param {Map<string, string>} names */
function wiretapOf(people, names) {
  const tap = people
    .flatMap((one) => one.gadgets ?? [])
    .find((held) => held.gadget === "WIRETAP_WITH_EARPLUGS" && held.activeOn);
  const on = tap && names.get(tap.activeOn);
  return on ? { on, working: Boolean(tap.working) } : null;
}

/**
 * @param {any} told @param {Map<string, string>} names @returns {import("../view.js").Operation}
 */
function operationOf(told, names) {
  const from = placeOf(told.from);
  return {
    type: told.type,
    target: placeOf(told.target) ?? "",
    successful: Boolean(told.successful),
    ...(told.characterId ? { character: names.get(told.characterId) ?? "?" } : {}),
    ...(from ? { from } : {}),
    ...(told.gadget ? { gadget: told.gadget } : {}),
    ...(told.usedProperty ? { used_property: told.usedProperty } : {}),
    ...(typeof told.stake === "number" ? { stake: told.stake } : {}),
    ...(typeof told.isEnemy === "boolean" ? { is_enemy: told.isEnemy } : {}),
  };
}

/**
 * The last view with the end of the match.
 * @param {Casino} view @param {any} message @param {any} replay @returns {Casino}
 */
function endOf(view, message, replay) {
  const winner = message.winner === replay.playerTwoId ? "PLAYER_TWO" : "PLAYER_ONE";
  return {
    ...view,
    phase: "over",
    active: null,
    operations: [],
    winner,
    reason: message.reason,
    statistics: message.statistics?.entries ?? undefined,
  };
}

/** Absent ones are null or beyond the map. @param {any} point */
const isPlace = (point) => point != null && point.x >= 0 && point.y >= 0;
/** @param {any} point @returns {string | null} */
const placeOf = (point) => (isPlace(point) ? `${point.x}/${point.y}` : null);
