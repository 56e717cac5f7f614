/** How a table stands, in words. */

import { machineName, roleName, t, tOr } from "./words.js";

/** @typedef {import("./connection.js").Picture} Picture */

/** Who sits at a seat. @param {import("./connection.js").SeatShown} seat */
export const occupant = (seat) => (seat.bot ? machineName(seat.bot) : (seat.name ?? t("free")));

/**
 * What a seat is called: who sits there, or else the seat itself.
 * @param {Picture} picture @param {string} role
 */
export function nameAt(picture, role) {
  const seat = picture.seats[role];
  if (!seat?.name) return roleName(role);
  if (seat.bot) return `${roleName(role)} · ${occupant(seat)}`;
  return `${occupant(seat)} (${roleName(role)})`;
}

/** Seats that nobody has taken yet. @param {Picture} picture */
export const freeSeats = ({ seats }) => Object.keys(seats).filter((role) => !seats[role].name);

/** One line that says what is going on. @param {Picture} picture */
export function statusText(picture) {
  const { phase, role, asked, outcome } = picture;
  if (phase === "waiting")
    return t(freeSeats(picture).length > 1 ? "table.waiting.several" : "table.waiting");
  if (phase === "paused")
    return picture.fault ? t("table.stuck", { why: picture.fault }) : t("table.paused");
  if (phase === "abandoned") return t("table.abandoned");
  if (outcome) return [outcomeText(picture), decidedText(picture)].filter(Boolean).join(". ");
  if (role && asked.includes(role))
    return asked.length > 1 ? `${t("table.yours")}. ${t("table.both")}` : t("table.yours");
  if (!asked.length) return t(picture.scene.kind === "casino" ? "table.others" : "table.chance");
  const names = asked.map((one) => nameAt(picture, one)).join(", ");
  return asked.length > 1 && !role ? t("table.both") : t("table.their", { name: names });
}

/** Who won. @param {Picture} picture */
export function outcomeText(picture) {
  const { role } = picture;
  const outcome = picture.outcome ?? {};
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

/** What decided it beside the rules: whoever left, and why. @param {Picture} picture */
export function decidedText(picture) {
  const { ending, role, seats } = picture;
  if (ending === "agreement") return t("end.agreed");
  if (ending === "repetition") return t("end.repetition");
  if (!ending || ending === "rules") return "";
  const gone = Object.keys(seats).filter((one) => seats[one]?.gone);
  const who = gone.length === 1 && gone[0] === role ? "you" : "other";
  const name = gone.map((one) => nameAt(picture, one)).join(", ");
  return tOr(`end.${ending}.${who}`, "").replace("{name}", name);
}
