/**
 * Something the server is asked again and again while a hero changes: the last answer stays until
 * the next is there.
 */

import { settings } from "../settings.js";
import { useEffect, useState } from "../vendor/preact-htm.js";

/**
 * @template T @param {() => Promise<T>} ask @param {unknown[]} inputs @param {number} patience
 * milliseconds without a change before it is asked
 * @param {T | null} [first] what to show until there is an answer
 * @returns {{found: T | null, problem: any,
 *   fresh: boolean}} `fresh` says whether the answer is about the inputs as they are
 */
export function useAnswer(ask, inputs, patience, first = null) {
  const [state, setState] = useState(
    /** @type {{found: T | null, problem: any, about: unknown[]}} */ ({
      found: first,
      problem: null,
      about: [],
    }),
  );
  const asked = [...inputs, settings.language];
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(
      () =>
        ask().then(
          (found) => wanted && setState({ found, problem: null, about: asked }),
          (problem) => wanted && setState((old) => ({ ...old, problem, about: asked })),
        ),
      state.about.length === 0 ? 0 : patience,
    );
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, asked);
  return {
    found: state.found,
    problem: state.problem,
    fresh: asked.every((one, place) => one === state.about[place]),
  };
}
