/** Rulebooks that somebody brought along here: this browser remembers under which names. */

/** @typedef {import("./api.js").Book} Book */

const KEY = "spielwerk own rulebooks";
const MOST = 8;

/** @returns {Book[]} */
export function ownBooks() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** Remember a book; one of the same title gives way. @param {Book} book */
export function keepBook(book) {
  const others = ownBooks().filter((one) => one.title !== book.title);
  try {
    localStorage.setItem(KEY, JSON.stringify([book, ...others].slice(0, MOST)));
  } catch {
    // A browser that keeps nothing forgets it.
  }
}
