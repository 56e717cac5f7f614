/**
 * What one tries at a table: moves that are made, refused and explained, and several that look the
 * same on the board.
 */

import { moveText } from "./parts/record.js";
import { go } from "./router.js";
import { useEffect, useRef, useState } from "./vendor/preact-htm.js";
import { claimText, problemText, t } from "./words.js";

/** @typedef {import("./presented.js").Card} Card */
/**
 * @typedef {{
 *   title: string,
 *   text: string,
 *   explanation: import("./api.js").Explanation | null,
 *   lit: string[],
 *   step: number,
 * }} Refusal
 */

/** @param {import("./live.js").Seated} seated */
export function useAttempts({ game, picture, link }) {
  const [latest, setRefusal] = useState(/** @type {Refusal | null} */ (null));
  const now = useRef(picture.step);
  now.current = picture.step;
  // What was said about another position is over, whenever the page gets to show it.
  const refusal = latest?.step === picture.step ? latest : null;
  const [choice, setChoice] = useState(/** @type {Card[] | null} */ (null));
  const eager = useRef(false);
  useEffect(() => {
    if (picture.rematch && eager.current) go(["match", picture.rematch]);
  }, [picture.rematch]);
  const called = (/** @type {Card} */ card) => moveText(game, picture.scene, card);
  const complain = (/** @type {any} */ { explanation, ...problem }, title = t("why.title")) =>
    setRefusal({
      title,
      text: explanation ? claimText(explanation) : problemText(problem),
      explanation: explanation ?? null,
      lit: explanation?.squares ?? [],
      step: now.current,
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
      if (explanation.holds)
        setRefusal({ title, text, explanation: null, lit: [], step: now.current });
      else complain({ explanation }, `${t("why.title")}: ${title}`);
    } catch (problem) {
      complain(problem);
    }
  };
  const again = () => {
    eager.current = true; // whoever wants to play again goes there as soon as all do
    return ask({ type: "offer", offer: "rematch" });
  };
  const forget = () => setRefusal(null);
  const leave = () => setChoice(null);
  return { refusal, choice, ask, again, play, choose, wonder, forget, leave };
}

/** @typedef {ReturnType<typeof useAttempts>} Attempts */
