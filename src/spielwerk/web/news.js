/** What is new for us at tables that are not open here: turns and invitations. */

import { person } from "./api.js";
import { call, setWaiting } from "./attention.js";
import { askNews } from "./people.js";
import { useEffect, useState } from "./vendor/preact-htm.js";
import { gameTitle, roleName, t } from "./words.js";

const PAUSE_MS = 15_000;
const HIDDEN_PAUSE_MS = 45_000;

/** @typedef {import("./people.js").News} News */

/** @type {News} */
let known = { turns: [], invitations: [] };
/** Whether something was known before: what waits at the first look is no news. */
let looked = false;
let timer = 0;
/** @type {Set<() => void>} */
const readers = new Set();

/** The news, and again whenever they change. @returns {News} */
export function useNews() {
  const [, setCount] = useState(0);
  useEffect(() => {
    const read = () => setCount((count) => count + 1);
    readers.add(read);
    return () => void readers.delete(read);
  }, []);
  return known;
}

/** Look now, and go on looking. Strangers have no news. */
export async function lookForNews() {
  clearTimeout(timer);
  if (person()) await askNews().then(tell, () => {});
  timer = setTimeout(lookForNews, document.hidden ? HIDDEN_PAUSE_MS : PAUSE_MS);
}

/** @param {News} found */
function tell(found) {
  const old = new Set(all(known).map(({ match }) => match));
  for (const one of looked ? all(found).filter(({ match }) => !old.has(match)) : []) {
    const title = "host" in one ? t("news.invites", { name: one.host }) : t("news.turn");
    const game = gameTitle({ name: one.game, title: "" });
    if (document.hidden)
      call(title, `${game} · ${roleName(one.role)}`, one.match, "host" in one ? "" : one.role);
  }
  known = found;
  looked = true;
  setWaiting(
    "news",
    all(found).map(({ match }) => match),
  );
  for (const read of readers) read();
}

/** @param {News} news */
const all = ({ turns, invitations }) => [...turns, ...invitations];

/** How much waits. @param {News} news */
export const newsCount = (news) => all(news).length;

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) void lookForNews();
});
