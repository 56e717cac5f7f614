/**
 * A board to try on the first page: whoever does what the rules do not allow reads why at once. No
 * match is played here.
 */

import { showGame } from "../api.js";
import { tryOut } from "../people.js";
import { href } from "../router.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { claimText, problemText, t } from "../words.js";
import { moveText } from "./record.js";
import { Scene } from "./scene.js";

const GAME = "chess";
/** The queen gives check, so that much is not allowed. */
const MOVES = ["e2e4", "f7f6", "d1h5"];

export function TryOut() {
  const [shown, setShown] = useState(/** @type {any} */ (null));
  const [said, setSaid] = useState(/** @type {{text: string, lit: string[]} | null} */ (null));
  useEffect(() => {
    Promise.all([showGame(GAME), tryOut(GAME, MOVES, [])]).then(
      ([game, position]) => setShown({ game, ...position }),
      () => {}, // a first page without it is still one
    );
  }, []);
  if (!shown) return html`<div class="tryout"><div class="tryout-board waiting"></div></div>`;
  const { game, view, scene, moves, role } = shown;
  const attempt = (/** @type {string[]} */ squares) =>
    tryOut(GAME, MOVES, squares).then(
      ({ explanation }) =>
        setSaid({
          text: explanation ? claimText(explanation) : t("front.try.nothing"),
          lit: explanation?.squares ?? [],
        }),
      (problem) => setSaid({ text: problemText(problem), lit: [] }),
    );
  const made = (/** @type {import("../presented.js").Card[]} */ [card]) =>
    setSaid({ text: t("front.try.legal", { move: moveText(game, scene, card) }), lit: [] });
  return html`<div class="tryout">
    <div class="tryout-board">
      <${Scene}
        game=${game}
        view=${view}
        scene=${scene}
        moves=${moves}
        made=${{ white: { move: "", short: "", squares: ["d1", "h5"] } }}
        lit=${new Set(said?.lit)}
        flipped
        role=${role}
        asked=${[role]}
        onMove=${made}
        onAttempt=${attempt}
      />
    </div>
    <div class="tryout-said" role="status" data-tryout>
      ${said
        ? html`<p class="claim">${said.text}</p>`
        : html`<p class="claim">${t("front.try")}</p>`}
      <p class="muted small">${t(said ? "front.try.again" : "front.try.how")}</p>
      <p>
        <a class="button little" href=${href(["game", GAME])}>${t("front.try.play")}</a>
      </p>
    </div>
  </div>`;
}
