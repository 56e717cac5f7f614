/** What the language server adds to the editor: suggestions, descriptions, keys to go by. */

import {
  autocompletion,
  completionKeymap,
  EditorState,
  EditorView,
  hoverTooltip,
  keymap,
} from "../vendor/codemirror.js";
import { t } from "../words.js";
import { offsetAt, positionAt } from "./link.js";
import { said } from "./said.js";

/** After which of these a suggestion is of use, besides words. */
const OPENING = /[\w?(<"!#/:.-]$/;
const STILL = /^[\w?.:-]*$/;

/**
 * @typedef {object} Doings what keys and clicks in the text set off
 * @property {(at: number) => void} define
 * @property {() => void} uses
 * @property {() => void} rename
 * @property {() => void} format
 */

/**
 * @param {() => import("./link.js").LanguageLink | null} link
 * @param {Doings} doings
 */
export const helped = (link, doings) => [
  autocompletion({ override: [suggesting(link)], icons: false, maxRenderedOptions: 60 }),
  hoverTooltip(describing(link), { hideOnChange: true }),
  EditorView.updateListener.of(
    (/** @type {any} */ update) =>
      update.docChanged && link()?.changed(update.startState.doc, update.changes),
  ),
  EditorView.domEventHandlers({
    mousedown(/** @type {MouseEvent} */ event, /** @type {any} */ view) {
      if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (at === null) return false;
      doings.define(at);
      return true;
    },
  }),
  EditorState.phrases.of({ Completions: t("write.completions") }),
  keymap.of([
    ...completionKeymap,
    {
      key: "F12",
      run: (/** @type {any} */ view) => (doings.define(view.state.selection.main.head), true),
    },
    { key: "Shift-F12", run: () => (doings.uses(), true) },
    { key: "F2", run: () => (doings.rename(), true) },
    { key: "Shift-Alt-f", run: () => (doings.format(), true) },
  ]),
];

/** @param {() => import("./link.js").LanguageLink | null} link */
const suggesting = (link) => async (/** @type {any} */ context) => {
  const { doc } = context.state;
  const before = doc.lineAt(context.pos).text.slice(0, context.pos - doc.lineAt(context.pos).from);
  if (!context.explicit && !OPENING.test(before)) return null;
  const position = positionAt(doc, context.pos);
  const found = await link()
    ?.ask("textDocument/completion", { position })
    .catch(() => null);
  if (!found?.length || context.aborted) return null;
  const from = offsetAt(doc, found[0].textEdit.range.start);
  const typed = doc.sliceString(from, context.pos); // known to the server as a word by now
  const others = found.filter((/** @type {any} */ one) => one.label !== typed);
  const options = others.map((/** @type {any} */ one, /** @type {number} */ number) => ({
    label: one.label,
    detail: one.detail ?? undefined,
    apply: one.textEdit.newText,
    boost: Math.max(99 - number, -99),
    info: one.documentation ? () => said(one.documentation.value) : undefined,
  }));
  return { from, options, validFor: STILL };
};

/** @param {() => import("./link.js").LanguageLink | null} link */
const describing = (link) => async (/** @type {any} */ view, /** @type {number} */ pos) => {
  const { doc } = view.state;
  const found = await link()
    ?.ask("textDocument/hover", { position: positionAt(doc, pos) })
    .catch(() => null);
  if (!found || view.state.doc !== doc) return null;
  const range = found.range ?? { start: positionAt(doc, pos), end: positionAt(doc, pos) };
  return {
    pos: offsetAt(doc, range.start),
    end: offsetAt(doc, range.end),
    above: true,
    create: () => ({ dom: said(found.contents.value) }),
  };
};

/**
 * Make the changes that an answer asks for.
 * @param {any} view @param {import("./link.js").Edit[]} edits
 */
export function applyEdits(view, edits) {
  const { doc } = view.state;
  view.dispatch({
    changes: edits.map(({ range, newText }) => ({
      from: offsetAt(doc, range.start),
      to: offsetAt(doc, range.end),
      insert: newText,
    })),
    userEvent: "input.complete",
  });
}

/**
 * The changes from one text to another without what both begin and end with, so that a cursor in
 * what stays keeps its place.
 * @param {string} before @param {string} after
 */
export function difference(before, after) {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end])
    end++;
  return {
    from: start,
    to: before.length - end,
    insert: after.slice(start, after.length - end),
  };
}
