/**
 * A whole match as a computer sees it: what it expects at every step, asked for one step after the
 * other, and from that which moves were mistakes. A match that was analysed once stays so.
 */

import { analyse } from "./api.js";
import { patiently } from "./patience.js";
import { useEffect, useRef, useState } from "./vendor/preact-htm.js";

const ADVISER = "auto:300ms";

/** Points of 100 that a move gives away, from which on it is called so. */
const GRADES = /** @type {const} */ ([
  ["blunder", 30, "??"],
  ["mistake", 15, "?"],
  ["slip", 8, "?!"],
]);

/** @typedef {import("./presented.js").Card} Card */
/** @typedef {{move: string, value: number | null, at_most: boolean, card: Card}} Weighed */
/** @typedef {{step: number, role: string, move: string, moves: Weighed[]}} Thought */
/** @typedef {{step: number, role: string, kind: string, sign: string, lost: number}} Mistake */
/** @typedef {import("./pages/replay.js").History} History */

/** @type {Map<string, Map<number, Thought>>} */
const known = new Map();

/**
 * @param {string} match @param {History} history
 */
export function useAnalysis(match, history) {
  const thoughts = known.get(match) ?? /** @type {Map<number, Thought>} */ (new Map());
  known.set(match, thoughts);
  const [runs, setRuns] = useState(false);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [, redraw] = useState(0);
  const here = useRef(true);
  useEffect(() => () => void (here.current = false), []);
  const wanted = history.steps.filter(({ asked }) => asked.length).map(({ step }) => step);
  const start = async () => {
    if (runs) return;
    setRuns(true);
    setProblem(null);
    for (const step of wanted.filter((one) => !thoughts.has(one))) {
      if (!here.current) return;
      try {
        thoughts.set(step, await patiently(() => ask(match, step)));
      } catch (why) {
        setProblem(why);
        break;
      }
      redraw((count) => count + 1);
    }
    setRuns(false);
  };
  const values = valuesOf(history, thoughts);
  return {
    thoughts,
    values,
    mistakes: mistakesOf(history, thoughts, values),
    done: wanted.filter((step) => thoughts.has(step)).length,
    all: wanted.length,
    runs,
    problem,
    start,
  };
}

/** @typedef {ReturnType<typeof useAnalysis>} Analysis */

/** @param {string} match @param {number} step @returns {Promise<Thought>} */
const ask = (match, step) => analyse(match, { step, player: ADVISER, why: false });

/**
 * What the first role can expect at each step, on 0 to 100; nothing where it is not known.
 * @param {History} history @param {Map<number, Thought>} thoughts
 */
function valuesOf({ steps, roles, outcome }, thoughts) {
  return steps.map(({ step }, place) => {
    if (place === steps.length - 1 && outcome) return outcome[roles[0]];
    const thought = thoughts.get(step);
    const best = thought?.moves[0]?.value;
    if (!thought || best === null || best === undefined) return null;
    if (thought.role === roles[0]) return best;
    return roles.length === 2 ? 100 - best : null;
  });
}

/**
 * Moves after which much less was to be expected than before.
 * @param {History} history @param {Map<number, Thought>} thoughts
 * @param {(number | null)[]} values
 * @returns {Map<number, Mistake>} by the step they led to
 */
function mistakesOf({ steps, roles }, thoughts, values) {
  const found = new Map();
  for (const [place, { step, moves }] of steps.entries()) {
    const before = place > 0 && thoughts.get(steps[place - 1].step);
    const made = before && moves[before.role];
    if (!before || !made) continue;
    const lost = lostBy(before, made, roles, values[place]);
    const grade = GRADES.find(([, least]) => lost >= least);
    if (grade && made !== before.move)
      found.set(step, { step, role: before.role, kind: grade[0], sign: grade[2], lost });
  }
  return found;
}

/**
 * How much a move gave away: by what came to be expected after it, or by what it was given before.
 * @param {Thought} before @param {string} made @param {string[]} roles @param {number | null} after
 */
function lostBy(before, made, roles, after) {
  const best = before.moves[0]?.value;
  if (best === null || best === undefined) return 0;
  if (roles.length <= 2 && after !== null)
    return best - (before.role === roles[0] ? after : 100 - after);
  const weighed = before.moves.find(({ move }) => move === made);
  return best - (weighed?.value ?? best);
}
