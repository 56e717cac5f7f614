/** Scenario tests that this browser keeps with a draft, each by its title. */

const FOLDER = "spielwerk.tests.";
const MOST = 50;

/** @typedef {{title: string, text: string}} KeptTest */

/** @param {string} name what the rules are kept under @returns {KeptTest[]} */
export function testsOf(name) {
  try {
    const kept = JSON.parse(localStorage.getItem(FOLDER + name) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one?.text === "string") : [];
  } catch {
    return [];
  }
}

/** Keep a test; one of the same title gives way. @param {string} name @param {string} title
 * @param {string} text
 */
export function keepTest(name, title, text) {
  const others = testsOf(name).filter((one) => one.title !== title);
  keep(name, [...others, { title, text }].slice(-MOST));
}

/** @param {string} name @param {string} title */
export const dropTest = (name, title) =>
  keep(
    name,
    testsOf(name).filter((one) => one.title !== title),
  );

/** @param {string} name @param {KeptTest[]} tests */
function keep(name, tests) {
  try {
    if (tests.length) localStorage.setItem(FOLDER + name, JSON.stringify(tests));
    else localStorage.removeItem(FOLDER + name);
  } catch {
    // A browser that keeps nothing has tests downloaded.
  }
}
