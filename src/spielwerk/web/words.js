/** Words in the language of the user: keys of `strings/` go in, texts come out. */

import { settings } from "./settings.js";
import { textOf } from "./strings.js";

/** A text by its key, with `{names}` filled in; a key without a text stands for itself.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  return (textOf(key) ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** A text, or what to say where there is none. @param {string} key @param {string} otherwise */
export const tOr = (key, otherwise) => textOf(key) ?? otherwise;

/** @typedef {string | Record<string, string>} Label a text, or one for each language */

/** A label in the language of the user. @param {Label} label @returns {string} */
export const labelText = (label) =>
  typeof label === "string"
    ? label
    : (label[settings.language] ?? label.en ?? Object.values(label)[0] ?? "");

/** What a seat is called. @param {string} role */
export const roleName = (role) => tOr(`role.${role}`, capital(role));

/** Kinds of players that old matches have seated, as their specs begin. */
const MACHINES = ["easy", "medium", "strong", "expert", "auto", "random", "mcts", "alphabeta"];

/** What a computer is called: by its level, if it has one. @param {string} spec */
export const machineName = (spec) => {
  const level = textOf(`strength.${spec.split(":")[0]}`);
  return level ? t("level.machine", { level }) : t("table.computer");
};

/** What a name at a table stands for: people have their own, computers their spec.
 * @param {string} name
 */
export const playerName = (name) =>
  MACHINES.includes(name.split(":")[0]) ? machineName(name) : name;

/** A text in which seats are called as everywhere. @param {string} text @param {string[]} roles */
export const withNames = (text, roles) =>
  text.replace(/[\w-]+/g, (word) => (roles.includes(word) ? roleName(word) : word));

/** What a word of the rules is called, such as a piece. @param {string} word */
export const wordName = (word) =>
  tOr(`word.${word}`, capital(word.replaceAll("-", " ").replaceAll("_", " ")));

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A game's title in the user's language. @param {{name: string, title: string}} game */
export const gameTitle = (game) =>
  tOr(`game.${baseName(game)}`, game.title || capital(baseName(game).replaceAll("-", " ")));

/** @param {{name: string, about: string}} game */
export const gameAbout = (game) => tOr(`game.${baseName(game)}.about`, game.about);

/** A game's name without the number of players. @param {{name: string}} game */
export const baseName = (game) => game.name.split(":")[0];

/**
 * A problem in words: by its code where we know it. What the server says is English, and is said
 * to those who speak it.
 * @param {{code?: string, message?: string}} problem
 */
export const problemText = (problem) =>
  tOr(
    `problem.${problem.code}`,
    (settings.language === "en" && problem.message) || t("problem.unknown"),
  );

/**
 * What an explanation claims. Rules may say it in several languages.
 * @param {{claim: string, wordings?: Record<string, string>, denies?: string}} explanation
 */
export const claimText = ({ claim, wordings = {}, denies }) =>
  wordings[settings.language] ?? (denies ? t("why.nottrue", { claim: denies }) : claim);
