/**
 * Lays out the page's html`...` templates as Prettier lays out JSX: what is too long for one line
 * goes on several. The templates are read by htm, which drops white space that holds a line break
 * at either end of a text; so a line may end wherever there is no space, and nowhere else.
 */

import { doc } from "prettier";
import * as estree from "prettier/plugins/estree";

const { fill, group, hardline, ifBreak, indent, join, line, lineSuffixBoundary, softline } =
  doc.builders;

const original = (estree.default ?? estree).printers.estree;

export const printers = { estree: { ...original, embed } };

/** How many expressions one template can have: each is a letter of Unicode's private area. */
const HOLE = 0xe000;
const HOLES = "\ue000-\uf8ff";
const TAG = new RegExp(`<([\\w:.-]+|[${HOLES}])`, "y");
const ATTRIBUTE = new RegExp(
  `\\s+(\\.\\.\\.[${HOLES}]|[\\w:.-]+)(?:=("[^"]*"|'[^']*'|[^\\s>]+?(?=\\s|/?>)))?`,
  "y",
);
const END = /\s*(\/?>)/y;
const CLOSE = /<\/[^>]*>/y;
const TEXT = new RegExp(`[^<${HOLES}]+`, "y");
const SPACE = '${" "}';

/**
 * @typedef {{kind: "text", text: string} | {kind: "hole", hole: number} | Element} Child
 * @typedef {{kind: "element", tag: string, attributes: [string, string?][], children: Child[],
 *   close: string | null}} Element
 */

function embed(path) {
  const { node, parent } = path;
  if (node.type !== "TemplateLiteral" || parent.type !== "TaggedTemplateExpression") return null;
  if (parent.tag.name !== "html" || path.key !== "quasi") return null;
  const source = node.quasis
    .map(({ value }, at) => (at ? String.fromCharCode(HOLE + at - 1) : "") + value.raw)
    .join("");
  const children = new Reader(source).all();
  return (_textToDoc, print) => ["`", root(children, holes(path, print)), "`"];
}

/** Reads a template whose expressions are single letters. */
class Reader {
  constructor(source) {
    this.source = source;
    this.at = 0;
  }

  all() {
    const found = this.children();
    if (this.at < this.source.length) throw this.problem();
    return found;
  }

  /** @returns {Child[]} */
  children() {
    const found = [];
    while (this.at < this.source.length && !this.source.startsWith("</", this.at)) {
      if (this.source[this.at] === "<") found.push(this.element());
      else if (this.source.charCodeAt(this.at) >= HOLE)
        found.push({ kind: "hole", hole: this.source.charCodeAt(this.at++) - HOLE });
      else found.push({ kind: "text", text: this.take(TEXT)[0] });
    }
    return found;
  }

  /** @returns {Element} */
  element() {
    const tag = this.take(TAG)[1];
    const attributes = [];
    for (let one = this.look(ATTRIBUTE); one; one = this.look(ATTRIBUTE))
      attributes.push([one[1], one[2]]);
    if (this.take(END)[1] === "/>")
      return { kind: "element", tag, attributes, children: [], close: null };
    const children = this.children();
    return { kind: "element", tag, attributes, children, close: this.take(CLOSE)[0] };
  }

  look(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  take(pattern) {
    const found = this.look(pattern);
    if (!found) throw this.problem();
    return found;
  }

  problem() {
    return new Error(
      `This template cannot be read here: ${this.source.slice(this.at, this.at + 60)}`,
    );
  }
}

/** The expressions as they are printed; a single space is a space that a line may end with. */
function holes(path, print) {
  return path.map((one) => {
    const { node } = one;
    if (node.type === "StringLiteral" && node.value === " ") return null;
    const guarded =
      node.type === "LogicalExpression" &&
      node.right.type === "TaggedTemplateExpression" &&
      !node.comments;
    const printed = guarded
      ? [one.call(print, "left"), ` ${node.operator} `, one.call(print, "right")]
      : print();
    return ["${", printed, lineSuffixBoundary, "}"];
  }, "expressions");
}

function root(children, printed) {
  const { begin, content, end, several } = contents(children, printed, false);
  return several || begin.newline
    ? group([indent([begin.doc, content]), end.doc], { shouldBreak: begin.newline })
    : [begin.space, content, end.space];
}

function element({ tag, attributes, children, close }, printed) {
  const names = attributes.map(([name, value]) => [
    filled(name, printed),
    value === undefined ? "" : ["=", filled(value, printed)],
  ]);
  const inner = names.length ? indent([line, join(line, names)]) : "";
  if (close === null) return group(["<", filled(tag, printed), inner, line, "/>"]);
  const open = group(["<", filled(tag, printed), inner, names.length ? softline : "", ">"]);
  if (children.length === 0) return [open, filled(close, printed)];
  const { begin, content, end } = contents(children, printed, tag === "pre");
  return group([open, indent([begin.doc, content]), end.doc, filled(close, printed)], {
    shouldBreak: begin.newline,
  });
}

/** A text with expressions in it. */
function filled(text, printed) {
  return Array.from(text, (letter) =>
    letter.charCodeAt(0) >= HOLE ? printed[letter.charCodeAt(0) - HOLE] : letter,
  );
}

/**
 * What stands between two tags, and what may be broken before and after it.
 * @param {Child[]} children
 */
function contents(children, printed, verbatim) {
  const pieces = children.flatMap((child) => pieced(child, printed, verbatim));
  const begin = edge(pieces[0]);
  const end = edge(pieces.at(-1));
  const parts = [];
  for (const piece of pieces) {
    const gap = piece.gap !== undefined;
    const follows = parts.length % 2 === 1;
    if (gap && follows) parts.push(piece.gap);
    else if (gap && parts.length) parts[parts.length - 1] = stronger(parts.at(-1), piece.gap);
    else if (gap) continue;
    else if (!follows) parts.push(piece);
    else if (piece.text || parts.at(-1).text) parts.push(glued(parts.pop(), piece));
    else parts.push(softline, piece);
  }
  if (parts.length && parts.length % 2 === 0) parts.pop();
  const docs = parts.map((part, at) => (at % 2 ? part : part.doc));
  const several = docs.length > 1;
  return { begin, content: several ? fill(docs) : docs, end, several };
}

/** Pieces that nothing parts. */
function glued(one, other) {
  return { doc: [one.doc, other.doc], text: other.text };
}

/** A line break that was written stays one. */
function stronger(one, other) {
  return one === SPACED || other === SPACED ? SPACED : one === hardline ? one : other;
}

const SPACED = ifBreak([SPACE, softline], " ");

/** The words and gaps of a child. @param {Child} child */
function pieced(child, printed, verbatim) {
  if (child.kind === "element") return [{ doc: element(child, printed), text: false }];
  if (child.kind === "hole")
    return printed[child.hole] ? [{ doc: printed[child.hole], text: false }] : [{ gap: SPACED }];
  if (verbatim) {
    const kept = child.text.replace(/^\s*\n\s*|\s*\n\s*$/g, "");
    return kept ? [{ doc: kept, text: true }] : [{ gap: hardline }];
  }
  const [, before, middle, after] = /^(\s*)([^]*?)(\s*)$/.exec(child.text);
  const words = middle
    .split(/\s+/)
    .flatMap((word, at) => [...(at ? [{ gap: line }] : []), { doc: word, text: true }]);
  return middle ? [...gap(before), ...words, ...gap(after)] : gap(before);
}

function gap(space) {
  if (!space) return [];
  return [{ gap: space.includes("\n") ? hardline : SPACED }];
}

/** What may stand between a tag and what it holds. */
function edge(piece) {
  if (piece?.gap === SPACED) return { doc: " ", space: " ", newline: false };
  return { doc: softline, space: "", newline: piece?.gap === hardline };
}
