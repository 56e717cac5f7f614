/** What decided a match, asked for once it is over: a sentence of its rules, and where it shows. */

import { showEnding } from "./api.js";
import { useEffect, useState } from "./vendor/preact-htm.js";

/**
 * @typedef {object} Decision
 * @property {import("./words.js").Label | null} sentence
 * @property {string[]} squares
 */

/** More squares than this do not show anything. */
const MOST_SQUARES = 12;

/** @type {Decision} */
const NOTHING = { sentence: null, squares: [] };

/**
 * @param {string} match @param {boolean} over whether its rules have ended it
 * @returns {Decision}
 */
export function useDecision(match, over) {
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    setFound(NOTHING);
    if (!over) return;
    showEnding(match).then(
      ({ sentence, wordings, squares }) =>
        setFound({
          sentence: sentence === null ? null : { en: sentence, ...wordings },
          squares: squares.length > MOST_SQUARES ? [] : squares,
        }),
      () => undefined, // the result is there without it
    );
  }, [match, over]);
  return found;
}
