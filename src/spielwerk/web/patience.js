/** Asking again where the machine had no time to answer: later, but not refused for being slow. */

const TRIES = 4;
const PAUSE_MS = 2_000;
/** What a server says that was too busy, and not what was wrong with the question. */
const LATE = ["busy", "no-analysis"];

/**
 * @template T @param {() => Promise<T>} deed @param {number} [left] how often it may be tried
 * @returns {Promise<T>}
 */
export async function patiently(deed, left = TRIES) {
  try {
    return await deed();
  } catch (problem) {
    const { code } = /** @type {import("./api.js").ApiError} */ (problem);
    if (left <= 1 || !LATE.includes(code)) throw problem;
  }
  await new Promise((done) => setTimeout(done, PAUSE_MS));
  return patiently(deed, left - 1);
}
