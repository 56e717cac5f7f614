/**
 * Showing what happened in its order: several steps may arrive at once, and then the scene lags
 * behind for a moment, one operation after the other. It never waits for long, and not at all
 * where nothing should move or where whoever plays is impatient.
 */

import { useEffect, useRef, useState } from "../vendor/preact-htm.js";

/** @typedef {{view: any}[]} Steps */

const HOLD_MS = 520;
const ALL_MS = 2_600;
/** More operations than this are not lived through again, only told in the log. */
const MOST = 14;
/** How long to wait for steps that were announced and have not come yet. */
const PATIENCE_MS = 900;

/** @param {{view: any, step: number, steps: Steps, still: boolean}} newest */
export function usePlayback({ view, step, steps, still }) {
  const [at, setAt] = useState(step);
  const since = useRef(0);
  const calm = still || !view.map || matchMedia("(prefers-reduced-motion: reduce)").matches;
  useEffect(() => {
    const { next, wait } = nextStep(steps, at, step, calm);
    if (next === at) return undefined;
    const timer = setTimeout(
      () => {
        since.current = performance.now();
        setAt(next);
      },
      Math.max(0, wait - (performance.now() - since.current)),
    );
    return () => clearTimeout(timer);
  }, [at, step, steps.length, calm]);
  const behind = !calm && at < step;
  return {
    view: behind ? (steps[at]?.view ?? view) : view,
    at: behind ? at : step,
    behind,
    skip: () => setAt(step),
  };
}

/**
 * Which step to show next, and how long the one before it is held.
 * @param {Steps} steps @param {number} at @param {number} step @param {boolean} calm
 */
export function nextStep(steps, at, step, calm) {
  if (calm || step <= at) return { next: step, wait: 0 };
  const telling = [];
  for (let place = at + 1; place <= Math.min(step, steps.length - 1); place++)
    if (steps[place].view?.operations?.length) telling.push(place);
  const complete = steps.length > step;
  if (!telling.length) return { next: step, wait: complete ? HOLD_MS / 2 : PATIENCE_MS };
  const next = telling[Math.max(0, telling.length - MOST)];
  return { next, wait: Math.min(HOLD_MS, ALL_MS / telling.length) };
}
