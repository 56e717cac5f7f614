/** The texts of the language that the page speaks; another one is loaded when it is chosen. */

/** @type {Record<string, () => Promise<{texts: Record<string, string>}>>} */
const LANGUAGES = {
  en: () => import("./strings/en.js"),
  de: () => import("./strings/de.js"),
};

/** @type {Record<string, string>} */
let spoken = {};

/** A text by its key. @param {string} key @returns {string | undefined} */
export const textOf = (key) => spoken[key];

/** Speak a language; done when its texts have come. @param {string} language */
export async function speak(language) {
  spoken = (await (LANGUAGES[language] ?? LANGUAGES.en)()).texts;
}
