/**
 * A guided first match: what is good to know about what can be done now, each thing once, and a
 * move with its reason for whoever does not know what to do.
 */

import { analyse } from "../api.js";
import { showLesson } from "../people.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { labelText, problemText, t } from "../words.js";
import { moveText } from "./record.js";

const ADVISER = "medium";

/** @typedef {{when: string[], text: import("../words.js").Label}} Tip */

/** How a move begins. @param {string} move */
const verb = (move) => /[\w-]+/.exec(move)?.[0] ?? "";

/** @param {{match: string, live: import("../live.js").Seated}} props */
export function Guide({ match, live: { game, picture } }) {
  const [tips, setTips] = useState(/** @type {Tip[]} */ ([]));
  const [read, setRead] = useState(/** @type {Tip[]} */ ([]));
  const [advice, setAdvice] = useState(/** @type {{move?: string, why?: string} | null} */ (null));
  const [thinks, setThinks] = useState(false);
  const { role, asked, moves, step } = picture;
  useEffect(() => void showLesson(game.name).then((found) => setTips(found.tips)), [game.name]);
  useEffect(() => setAdvice(null), [step]);
  const ours = Boolean(role && asked.includes(role));
  const verbs = new Set(moves.map(({ move }) => verb(move)));
  const tip = tips.find((one) => !read.includes(one) && one.when.some((word) => verbs.has(word)));
  const ask = () => {
    setThinks(true);
    analyse(match, { player: ADVISER })
      .then(
        (found) => {
          const card = moves.find(({ move }) => move === found.move);
          setAdvice({
            move: card ? moveText(game, picture.scene, card) : found.move,
            why: found.why?.best?.says ? labelText(found.why.best.says) : "",
          });
        },
        (problem) => setAdvice({ why: problemText(problem) }),
      )
      .finally(() => setThinks(false));
  };
  if (!ours || picture.phase !== "running") return null;
  return html`<section class="notice guide" aria-label=${t("guide.title")} data-guide>
    <p class="muted small">${t("guide.title")}</p>
    <p role="status">${tip ? labelText(tip.text) : t("guide.yours")}</p>
    ${advice && html`<p role="status" data-advice>
      ${advice.move && html`<b>${advice.move}</b>`} ${advice.why}
    </p>`}
    <div class="row">
      ${tip && html`<button
        type="button"
        class="button little"
        data-tip-read
        onClick=${() => setRead([...read, tip])}
      >
        ${t("guide.read")}
      </button>`}
      <button type="button" class="button little" data-advise disabled=${thinks} onClick=${ask}>
        ${t(thinks ? "replay.opinion.thinking" : "guide.ask")}
      </button>
    </div>
  </section>`;
}
