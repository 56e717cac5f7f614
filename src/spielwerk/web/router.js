/** Addresses of pages. They stand behind the `#`, so secrets in them never travel to a server. */

/** @typedef {{page: string, parts: string[], query: URLSearchParams}} Route */

/** @returns {Route} */
export function currentRoute() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const [page, ...parts] = path.split("/").map(decodeURIComponent);
  return { page: page || "games", parts, query: new URLSearchParams(query ?? "") };
}

/** The address of a page. @param {string[]} parts @param {Record<string, string>} [query] */
export function href(parts, query = {}) {
  const search = new URLSearchParams(query).toString();
  return `#/${parts.map(encodeURIComponent).join("/")}${search ? `?${search}` : ""}`;
}

/** Go to a page. @param {string[]} parts @param {Record<string, string>} [query] */
export function go(parts, query) {
  location.hash = href(parts, query);
}

/**
 * Change the address without a new entry in the browser's history.
 * @param {string[]} parts @param {Record<string, string>} [query]
 */
export function replace(parts, query) {
  history.replaceState(null, "", href(parts, query));
}

/**
 * A whole address to hand to others.
 * @param {string[]} parts @param {Record<string, string>} [query]
 */
export const shareable = (parts, query) => new URL(href(parts, query), location.href).href;
