/**
 * What one tries at a table: moves that are made, refused and explained, and several that look the
 * same on the board.
 */

import { moveText } from "./parts/record.js";
import { useEffect, useState } from "./vendor/preact-htm.js";
import { problemText, t } from "./words.js";

/** @typedef {import("./presented.js").Card} Card */
/**
 * @typedef {{
 *   title: string,
 *   text: string,
 *   explanation: import("./api.js").Explanation | null,
 *   lit: string[],
 * }} Refusal
 */

/** @param {import("./live.js").Seated} seated */
export function useAttempts({ game, picture, link }) {
  const [refusal, setRefusal] = useState(/** @type {Refusal | null} */ (null));
  const [choice, setChoice] = useState(/** @type {Card[] | null} */ (null));
  useEffect(() => setRefusal(null), [picture.step]);
  const called = (/** @type {Card} */ card) => moveText(game, picture.scene, card);
  const complain = (/** @type {any} */ { explanation, ...problem }, title = t("why.title")) =>
    setRefusal({
      title,
      text: explanation?.claim ?? problemText(problem),
      explanation: explanation ?? null,
      lit: explanation?.squares ?? [],
    });
  const ask = (/** @type {Record<string, unknown>} */ message) => link.ask(message).catch(complain);
  const play = (/** @type {string} */ move) => {
    const card = picture.moves.find((one) => one.move === move) ?? { move, short: move };
    setRefusal(null);
    setChoice(null);
    link
      .ask({ type: "move", move, step: picture.step })
      .catch((problem) => complain(problem, called(card)));
  };
  const choose = (/** @type {Card[]} */ found) =>
    found.length === 1 ? play(found[0].move) : setChoice(found);
  const wonder = async (
    /** @type {{move: string} | {squares: string[]}} */ attempt,
    /** @type {string | null} */ name = null,
  ) => {
    try {
      const { move, explanation } = await link.ask({ type: "why", ...attempt });
      if (!move) return;
      const title = name ?? called(move);
      const text = t("table.question.yes", { move: title });
      if (explanation.holds) setRefusal({ title, text, explanation: null, lit: [] });
      else complain({ explanation }, `${t("why.title")}: ${title}`);
    } catch (problem) {
      complain(problem);
    }
  };
  const forget = () => setRefusal(null);
  const leave = () => setChoice(null);
  return { refusal, choice, ask, play, choose, wonder, forget, leave };
}

/** @typedef {ReturnType<typeof useAttempts>} Attempts */
