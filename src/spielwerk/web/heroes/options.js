/** Options of a feature, sorted and put into words. */

/** @typedef {import("./api.js").Option} Option */
/** @typedef {import("./api.js").Row} Row */

/**
 * Why an option cannot be chosen now: what the server says after its name and its status.
 * @param {Option} option
 */
export const reasonOf = (option) =>
  option.says.slice(option.label.length + 2).replace(/^[^:]*: /, "");

/**
 * Things by their group, in the order of the table.
 * @template {{value: string}} T @param {T[]} things @param {Row[]} rows @returns {[string, T[]][]}
 */
export function grouped(things, rows) {
  /** @type {Map<string, T[]>} */
  const groups = new Map(rows.map((row) => [row.group ?? "", []]));
  const groupOf = new Map(rows.map((row) => [row.name, row.group ?? ""]));
  for (const one of things) {
    const group = groupOf.get(one.value) ?? "";
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  return [...groups].filter(([, found]) => found.length > 0);
}
