/** Where an invitation leads: who invites to what, and a seat to take. */

import { beSomebody, showGame, takeSeat } from "../api.js";
import { Connection } from "../connection.js";
import { Trouble } from "../parts/loaded.js";
import { Waiting } from "../parts/notices.js";
import { go, href } from "../router.js";
import { change, settings } from "../settings.js";
import { nameOf, ownName } from "../start.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { gameTitle, problemText, t } from "../words.js";

/** @param {{parts: string[]}} props */
export function JoinPage({ parts: [match, invitation] }) {
  const [game, setGame] = useState("");
  const [host, setHost] = useState("");
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  useEffect(() => {
    const link = new Connection(match, null, () => {
      if (link.state === "closed") setProblem({ code: link.reason });
      else if (link.picture) {
        setHost(
          Object.values(link.picture.seats).find(({ name, bot }) => name && !bot)?.name ?? "",
        );
        showGame(link.picture.game).then(
          (found) => setGame(gameTitle(found)),
          () => {},
        );
      }
    });
    return () => link.close();
  }, []);
  const sit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const name = nameOf(await beSomebody(ownName()));
      const seat = await takeSeat(match, { invitation: invitation ?? null, name });
      go(["match", match], { role: seat.role });
    } catch (why) {
      setProblem(why);
    }
  };
  if (problem && problem.code !== "seat-taken") return html`<${Trouble} problem=${problem} />`;
  return html`<form class="narrow panel" onSubmit=${sit}>
    <h1>${t("join.title")}</h1>
    ${game
      ? html`<p>${host ? t("join.host", { name: host, game }) : t("join.text", { game })}</p>`
      : html`<${Waiting} />`}
    ${problem && html`<div class="notice warn" role="alert">
      <p>${problemText(problem)} ${t("join.taken")}</p>
      <p><a class="button" href=${href(["match", match])}>${t("tables.watch")}</a></p>
    </div>`}
    <label class="field">
      <span>${t("join.name")}</span>
      <input
        value=${settings.name}
        placeholder=${t("guest")}
        maxlength="40"
        onInput=${(/** @type {any} */ event) => change({ name: event.target.value.trim() })}
      />
    </label>
    <button class="button main">${t("join.sit")}</button>
  </form>`;
}
