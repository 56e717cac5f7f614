/**
 * Rules that somebody is writing, kept by this browser: each under what it began with. A draft is
 * there again after a reload, a crash or a day, until it is thrown away.
 */

const FOLDER = "spielwerk.draft.";
const LAST = "spielwerk.draft-last";
const MOST = 20;
const PAUSE_MS = 300;

/** @typedef {{text: string, language: string, at: number}} Draft */

/** @param {string} name @returns {Draft | null} */
export function draftOf(name) {
  try {
    const kept = JSON.parse(localStorage.getItem(FOLDER + name) ?? "null");
    return typeof kept?.text === "string" ? kept : null;
  } catch {
    return null;
  }
}

/** What was written last. */
export function lastDraft() {
  try {
    return localStorage.getItem(LAST);
  } catch {
    return null;
  }
}

/**
 * Keep a draft; the oldest give way. False where nothing can be kept.
 * @param {string} name @param {string} language @param {string} text
 */
export function keepDraft(name, language, text) {
  try {
    localStorage.setItem(LAST, name);
    const others = drafts().filter((one) => one !== name);
    for (const oldest of others.slice(0, Math.max(0, others.length - MOST + 1))) forget(oldest);
    for (;;) {
      try {
        const kept = JSON.stringify({ text, language, at: Date.now() });
        localStorage.setItem(FOLDER + name, kept);
        return true;
      } catch (problem) {
        const oldest = drafts().find((one) => one !== name);
        if (!oldest) throw problem;
        forget(oldest);
      }
    }
  } catch {
    return false; // a browser that keeps nothing loses drafts with the page; everything else works
  }
}

/** Throw a draft away. @param {string} name */
export function dropDraft(name) {
  try {
    forget(name);
  } catch {
    // There is none where nothing is kept.
  }
}

/** @param {string} name */
const forget = (name) => localStorage.removeItem(FOLDER + name);

/** The names of all drafts, the oldest first. */
function drafts() {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(FOLDER))
    .map((key) => key.slice(FOLDER.length))
    .sort((one, other) => (draftOf(one)?.at ?? 0) - (draftOf(other)?.at ?? 0));
}

/** Keeps one text while it is written: a moment after each change, and when the page goes. */
export class DraftKeeper {
  /** Whether this browser keeps anything. */
  works = true;
  /** @type {string | null} */
  #unsaved = null;
  #timer = 0;

  /** @param {import("../pages/write.js").Writing} writing */
  constructor({ name, language, original }) {
    this.name = name;
    this.language = language.name;
    this.original = original;
  }

  /** @param {string} text */
  changed(text) {
    clearTimeout(this.#timer);
    this.#unsaved = text;
    this.#timer = setTimeout(this.flush, PAUSE_MS);
  }

  /** Keep at once what is not kept yet. */
  flush = () => {
    clearTimeout(this.#timer);
    if (this.#unsaved === this.original) dropDraft(this.name);
    else if (this.#unsaved !== null)
      this.works = keepDraft(this.name, this.language, this.#unsaved);
    this.#unsaved = null;
  };
}
