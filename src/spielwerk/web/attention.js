/**
 * Calls people back to the page when something waits for them: in the title, in the icon of the
 * tab, and as a notification of the system where they allowed that.
 */

import { go } from "./router.js";
import { change, settings } from "./settings.js";
import { t } from "./words.js";

const ICON = "icon.svg";
const CALLING = "icon-calling.svg";

/** What waits, by who found it out. @type {Map<string, Set<string>>} */
const waiting = new Map();

/**
 * Say what waits. @param {string} source who found it out @param {string[]} matches
 */
export function setWaiting(source, matches) {
  waiting.set(source, new Set(matches));
  const count = new Set([...waiting.values()].flatMap((some) => [...some])).size;
  document.title = count ? `(${count}) ${t("news.title")} · Spielwerk` : "Spielwerk";
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  const wanted = count ? CALLING : ICON;
  if (icon && !icon.href.endsWith(`/${wanted}`)) icon.href = wanted;
}

/** A turn that has come at a table which is open here.
 * @param {string} match @param {import("./connection.js").Picture} picture
 */
export function turnAt(match, { role, asked, phase, seats }) {
  const mine = phase === "running" && role !== null && asked.includes(role);
  setWaiting("table", mine && document.hidden ? [match] : []);
  const alone = Object.values(seats).filter((seat) => !seat.bot).length < 2;
  if (mine && document.hidden && !alone) call(t("news.turn"), "", match, role);
}

/**
 * A notification of the system; a click on it leads to the table.
 * @param {string} title @param {string} body @param {string} match @param {string} [role]
 */
export function call(title, body, match, role) {
  if (!settings.notify || !("Notification" in window) || Notification.permission !== "granted")
    return;
  const note = new Notification(title, { body, tag: match, icon: ICON });
  note.onclick = () => {
    focus();
    note.close();
    go(role ? ["match", match] : ["join", match], role ? { role } : {});
  };
}

/** Whether the browser can notify at all. */
export const canCall = () => "Notification" in window && Notification.permission !== "denied";

/** Switch notifications on or off; the browser asks its user first. */
export async function switchCalls() {
  const granted = settings.notify || (await Notification.requestPermission()) === "granted";
  change({ notify: granted && !settings.notify });
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) setWaiting("table", []);
});
