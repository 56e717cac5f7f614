/**
 * Terms of rules as values: `(move a 2 a 4)` goes in, `["move", "a", "2", "a", "4"]` comes out.
 * Views, moves and explanations of GDL games are made of them.
 */

/** @typedef {string | Term[]} Term */

/** The term that a text stands for; a text that is none is a term of one word.
 * @param {string} text
 * @returns {Term}
 */
export function parseTerm(text) {
  const words = text.match(/[()]|[^\s()]+/g) ?? [];
  let place = 0;
  /** @returns {Term} */
  const read = () => {
    const word = words[place++];
    if (word !== "(") return word ?? "";
    /** @type {Term[]} */
    const inside = [];
    while (place < words.length && words[place] !== ")") inside.push(read());
    place++;
    return inside;
  };
  return read();
}

/** The text of a term. @param {Term} term @returns {string} */
export function termText(term) {
  return typeof term === "string" ? term : `(${term.map(termText).join(" ")})`;
}

/** The first word of a term. @param {Term} term @returns {string} */
export function headOf(term) {
  return typeof term === "string" ? term : termText(term[0] ?? "");
}

/** Everything behind the first word. @param {Term} term @returns {Term[]} */
export function argumentsOf(term) {
  return typeof term === "string" ? [] : term.slice(1);
}

/** What the variables of a pattern stand for in a term, or null where it does not fit.
 * @param {Term} pattern
 * @param {Term} term
 * @param {Record<string, Term>} [found]
 * @returns {Record<string, Term> | null}
 */
export function matchTerm(pattern, term, found = {}) {
  if (typeof pattern === "string") {
    if (!pattern.startsWith("?")) return pattern === term ? found : null;
    if (pattern in found && termText(found[pattern]) !== termText(term)) return null;
    found[pattern] = term;
    return found;
  }
  if (typeof term === "string" || term.length !== pattern.length) return null;
  return pattern.every((part, place) => matchTerm(part, term[place], found)) ? found : null;
}

/** The pattern with its variables filled in.
 * @param {Term} pattern
 * @param {Record<string, Term>} values
 * @returns {Term}
 */
export function fillTerm(pattern, values) {
  if (typeof pattern === "string") return values[pattern] ?? pattern;
  return pattern.map((part) => fillTerm(part, values));
}
