/** Applying a JSON patch (RFC 6902), as far as the server uses it: add, remove, replace. */

/** The document after the operations; the one given stays as it is.
 * @param {any} document
 * @param {{op: string, path: string, value?: any}[]} patch
 */
export function applyPatch(document, patch) {
  let whole = structuredClone(document);
  for (const { op, path, value } of patch) {
    if (path === "") {
      whole = value;
      continue;
    }
    const parts = path
      .slice(1)
      .split("/")
      .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = /** @type {string} */ (parts.pop());
    const inside = parts.reduce((found, part) => found[part], whole);
    if (!Array.isArray(inside)) {
      if (op === "remove") delete inside[last];
      else inside[last] = value;
    } else if (op === "add") inside.splice(last === "-" ? inside.length : Number(last), 0, value);
    else if (op === "remove") inside.splice(Number(last), 1);
    else inside[Number(last)] = value;
  }
  return whole;
}
