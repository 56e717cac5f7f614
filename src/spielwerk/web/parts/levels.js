/** The levels at which computers play a game: what they are called, and roughly how strong. */

import { html } from "../vendor/preact-htm.js";
import { t } from "../words.js";

/** @typedef {{name: string, elo: number | null, margin: number | null}} Level */

const ROUNDED = 50;

/** What a level is called. @param {string} name */
export const levelName = (name) => t(`strength.${name}`);

/** The level that is chosen unless somebody chooses. @param {Level[]} levels */
export const usualLevel = (levels) =>
  (levels.find(({ name }) => name === "medium") ?? levels[0])?.name ?? "medium";

/** A level as a line to choose. @param {Level} level */
export const levelLine = ({ name, elo }) =>
  elo === null ? levelName(name) : t("level.rated", { level: levelName(name), elo: rounded(elo) });

/** How strong the strongest level is. @param {{levels: Level[]}} props */
export function Strongest({ levels }) {
  const elo = Math.max(...levels.map((level) => level.elo ?? -Infinity));
  if (!Number.isFinite(elo)) return null;
  return html`<span class="chip" title=${t("level.scale")}>
    ${t("level.strongest", { elo: rounded(elo) })}
  </span>`;
}

/**
 * What the ratings mean, and why there may be fewer than four levels.
 * @param {{levels: Level[], chosen: string}} props
 */
export function AboutLevels({ levels, chosen }) {
  const level = levels.find(({ name }) => name === chosen);
  return html`<p class="muted small" data-level=${chosen}>
    ${t(`level.${chosen}.text`)}
    ${level && level.elo !== null && ` ${t("level.scale")}`}
    ${levels.length < 4 && levels.length > 0 && ` ${t("level.fewer")}`}
  </p>`;
}

/** @param {number} elo */
const rounded = (elo) => String(Math.max(0, Math.round(elo / ROUNDED) * ROUNDED));
