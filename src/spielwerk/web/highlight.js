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

const NOTATION =
  /#.*|"(?:[^"\\]|\\.)*"?|`[^`]*`?|<\/?[\w:.-]+|\d+(?:\.\d+)?|[\p{L}_][\p{L}\d_]*|\s+|./uy;

/**
 * The stretch of a compact notation at a place of a line, and what it is: comments begin with #,
 * types with a capital letter.
 *
 * @param {string} line
 * @param {number} place
 * @param {ReadonlySet<string>} keywords
 * @returns {[number, string]}
 */
export function notedWordAt(line, place, keywords) {
  NOTATION.lastIndex = place;
  const word = NOTATION.exec(line)?.[0] ?? line[place];
  return [word.length, notedKindOf(word, keywords)];
}

/** @param {string} word @param {ReadonlySet<string>} keywords */
function notedKindOf(word, keywords) {
  if (word[0] === "#") return "comment";
  if (word[0] === '"') return "string";
  if (word[0] === "<" && word.length > 1) return "keyword";
  if (/^\d/.test(word)) return "number";
  if (/^\p{Lu}/u.test(word)) return "variable";
  return keywords.has(word) ? "keyword" : "";
}

/** Whether a text is XML. @param {string} text */
export const isXml = (text) => text.trimStart().startsWith("<");

/**
 * Whether a text is in a compact notation: it begins with a comment, or names its game.
 * @param {string} text
 */
const isNoted = (text) => /^\s*(#|game\s+")/.test(text);

/**
 * How the lines of a text are cut into words.
 *
 * @param {string} text
 * @param {ReadonlySet<string>} keywords
 * @returns {(line: string) => {text: string, kind: string}[]}
 */
export function cutting(text, keywords) {
  /** @type {(line: string, place: number) => [number, string, boolean?]} */
  const wordOf = isXml(text)
    ? (line, place) => xmlWordAt(line, place)
    : isNoted(text)
      ? (line, place) => notedWordAt(line, place, keywords)
      : (line, place) => wordAt(line, place, keywords);
  return (line) => {
    const found = [];
    for (let place = 0; place < line.length;) {
      const [length, kind] = wordOf(line, place);
      found.push({ text: line.slice(place, place + length), kind });
      place += length;
    }
    return found;
  };
}
