/** Moments as people write them. */

/** @param {number} second of those since 1970 */
export const when = (second) =>
  new Date(1000 * second).toLocaleString(document.documentElement.lang, {
    dateStyle: "medium",
    timeStyle: "short",
  });
