/** Stylesheets that only one subject needs: loaded when it is first opened. */

/**
 * Load stylesheets of `styles/` that are not there yet; done when all have come.
 * @param {string[]} names
 */
export const dress = (...names) => Promise.all(names.map(load));

/** @param {string} name */
function load(name) {
  const href = new URL(`styles/${name}.css`, document.baseURI).href;
  if (document.querySelector(`link[href="${href}"]`)) return undefined;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((done) => {
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}
