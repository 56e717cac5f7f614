/** Words of rules told apart: one reading for the rules shown on a page and for the editor. */

const WORDS = /[;%]![^\n]*|[;%]:[^\n]*|;[^\n]*|"[^"\n]*"|\?[\w+*-]*|[()]|[^\s()";]+|\s+/y;

/**
 * The stretch of text at a place, and what it is.
 *
 * @param {string} text
 * @param {number} place
 * @param {ReadonlySet<string>} keywords
 * @returns {[number, string]}
 */
export function wordAt(text, place, keywords) {
  WORDS.lastIndex = place;
  const found = WORDS.exec(text)?.[0] ?? text[place];
  return [found.length, kindOf(found, keywords)];
}

/** @param {string} word @param {ReadonlySet<string>} keywords */
function kindOf(word, keywords) {
  if (word[1] === "!" && ";%".includes(word[0])) return "header";
  if (word[1] === ":" && ";%".includes(word[0])) return "say";
  if (word[0] === ";") return "comment";
  if (word[0] === '"') return "string";
  if (word[0] === "?") return "variable";
  if (/^\d+$/.test(word)) return "number";
  return keywords.has(word.toLowerCase()) ? "keyword" : "";
}

const XML = /<\/?[\w:-]+|\/?>|"[^"]*"|[\w:-]+(?==)|[^<>"\s]+|\s+|./y;

/**
 * The stretch of XML at a place of a line, what it is, and whether a comment goes on after it.
 *
 * @param {string} line
 * @param {number} place
 * @param {boolean} comment whether a comment of an earlier line goes on here
 * @returns {[number, string, boolean]}
 */
export function xmlWordAt(line, place, comment = false) {
  if (comment || line.startsWith("<!--", place)) {
    const end = line.indexOf("-->", comment ? place : place + 4);
    return end < 0 ? [line.length - place, "comment", true] : [end + 3 - place, "comment", false];
  }
  XML.lastIndex = place;
  const text = XML.exec(line)?.[0] ?? line[place];
  const kind = text.startsWith("<")
    ? "keyword"
    : text.startsWith('"')
      ? "string"
      : line[place + text.length] === "="
        ? "variable"
        : "";
  return [text.length, kind, false];
}

/**
 * A line of XML cut into its words.
 * @param {string} line
 * @returns {{text: string, kind: string}[]}
 */
export function xmlWordsOf(line) {
  const found = [];
  for (let place = 0; place < line.length;) {
    const [length, kind] = xmlWordAt(line, place);
    found.push({ text: line.slice(place, place + length), kind });
    place += length;
  }
  return found;
}

/**
 * A line cut into its words.
 *
 * @param {string} line
 * @param {ReadonlySet<string>} keywords
 * @returns {{text: string, kind: string}[]}
 */
export function wordsOf(line, keywords) {
  const found = [];
  for (let place = 0; place < line.length;) {
    const [length, kind] = wordAt(line, place, keywords);
    found.push({ text: line.slice(place, place + length), kind });
    place += length;
  }
  return found;
}
