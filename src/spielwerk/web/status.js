/** How a table stands, in words. */

import { machineName, roleName, t } from "./words.js";

/** @typedef {import("./connection.js").Picture} Picture */

/** Who sits at a seat. @param {import("./connection.js").SeatShown} seat */
export const occupant = (seat) => (seat.bot ? machineName(seat.bot) : (seat.name ?? t("free")));

/**
 * What a seat is called: who sits there, or else the seat itself.
 * @param {Picture} picture @param {string} role
 */
export const nameAt = (picture, role) =>
  picture.seats[role]?.name
    ? `${occupant(picture.seats[role])} (${roleName(role)})`
    : roleName(role);

/** One line that says what is going on. @param {Picture} picture */
export function statusText(picture) {
  const { phase, role, asked, outcome } = picture;
  if (phase === "waiting") return t("table.waiting");
  if (phase === "paused") return t("table.paused");
  if (phase === "abandoned") return t("table.abandoned");
  if (outcome)
    return [outcomeText(outcome, role, picture), endingText(picture.ending)]
      .filter(Boolean)
      .join(" ");
  if (role && asked.includes(role))
    return asked.length > 1 ? `${t("table.yours")}. ${t("table.both")}` : t("table.yours");
  if (!asked.length) return t("table.chance");
  const names = asked.map((one) => nameAt(picture, one)).join(", ");
  return asked.length > 1 && !role ? t("table.both") : t("table.their", { name: names });
}

/** @param {Record<string, number>} outcome @param {string | null} role @param {Picture} picture */
function outcomeText(outcome, role, picture) {
  const all = Object.entries(outcome);
  const best = Math.max(...all.map(([, points]) => points));
  const winners = all.filter(([, points]) => points === best).map(([one]) => one);
  if (all.length === 1) return t("table.points", { points: best });
  if (winners.length === all.length) return t("table.drawn");
  if (role && role in outcome)
    return winners.includes(role)
      ? winners.length === 1
        ? t("table.won")
        : t("table.drawn")
      : t("table.lost");
  return t("table.wins", { name: winners.map((one) => nameAt(picture, one)).join(", ") });
}

/** @param {string | null} ending */
function endingText(ending) {
  if (ending === "agreement") return t("table.reason.agreed");
  if (ending === "machine") return t("table.reason.machine");
  return ending === "left" ? t("table.reason.resigned") : "";
}
