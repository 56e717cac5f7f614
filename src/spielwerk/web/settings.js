/**
 * What this browser remembers of its user: language, light or dark, name, sound, whether the server
 * has met it, and whether it may call.
 */

/**
 * @typedef {object} Settings
 * @property {"de" | "en"} language
 * @property {"auto" | "light" | "dark"} theme
 * @property {string} name
 * @property {boolean} sound
 * @property {boolean} met
 * @property {boolean} notify
 */

const KEY = "spielwerk";

/** @type {Settings} */
const defaults = {
  language: navigator.language.startsWith("de") ? "de" : "en",
  theme: "auto",
  name: "",
  sound: false,
  met: false,
  notify: false,
};

/** @type {Settings} */
export const settings = { ...defaults, ...read() };

/** @type {Set<() => void>} */
const watchers = new Set();

/** Change some settings and tell whoever shows them. @param {Partial<Settings>} some */
export function change(some) {
  Object.assign(settings, some);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing forgets the settings with the page; everything else works.
  }
  show();
  for (const watcher of watchers) watcher();
}

/** Put language and theme on the document. */
export function show() {
  document.documentElement.lang = settings.language;
  document.documentElement.dataset.theme = settings.theme;
}

/** @param {() => void} watcher */
export function watch(watcher) {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}
