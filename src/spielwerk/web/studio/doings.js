/** What can be done at the cursor with the language server's help: a question and a deed each. */

import { goTo } from "../parts/editor.js";
import { startCompletion } from "../vendor/codemirror.js";
import { applyEdits, difference } from "./help.js";
import { offsetAt, positionAt } from "./link.js";

/** @typedef {{line: number, text: string, from: number, to: number}} Place */
/**
 * What is shown below the tools.
 * @typedef {{
 *   about?: string,
 *   note?: string,
 *   places?: Place[],
 *   rename?: {name: string, position: import("./link.js").Position},
 * }} Answer
 */

/**
 * @param {{current: import("./link.js").LanguageLink | null}} link
 * @param {{current: any}} view
 * @param {(answer: Answer | null) => void} show
 */
export function doingsFor(link, view, show) {
  const here = () => positionAt(view.current.state.doc, view.current.state.selection.main.head);
  const ask = asking(link, view, show);
  return {
    complete: () => (view.current.focus(), startCompletion(view.current)),
    explain: () =>
      ask("hover", { position: here() }, (found) =>
        show(found ? { about: found.contents.value } : { note: "write.nothing" }),
      ),
    /** @param {number} [at] */
    define: (at = view.current.state.selection.main.head) =>
      ask("definition", { position: positionAt(view.current.state.doc, at) }, (found) => {
        const [first, ...others] = placesOf(view, found ?? []);
        if (!first) show({ note: "write.nodefinition" });
        else {
          goTo(view.current, first.from, first.to);
          show(others.length ? { places: [first, ...others] } : null);
        }
      }),
    uses: () =>
      ask("references", { position: here(), context: { includeDeclaration: true } }, (found) =>
        show(found?.length ? { places: placesOf(view, found) } : { note: "write.nothing" }),
      ),
    rename: () => {
      const position = here();
      return ask("prepareRename", { position }, (found) => {
        const range = found?.range ?? found;
        const { doc } = view.current.state;
        if (!range) show({ note: "write.nothing" });
        else {
          const name = doc.sliceString(offsetAt(doc, range.start), offsetAt(doc, range.end));
          show({ rename: { name, position } });
        }
      });
    },
    /** @param {import("./link.js").Position} position @param {string} newName */
    renameTo: (position, newName) =>
      ask("rename", { position, newName }, (found) => {
        const edits = found?.changes?.[link.current?.uri ?? ""] ?? [];
        applyEdits(view.current, edits);
        show(null);
        view.current.focus();
      }),
    format: () =>
      ask("formatting", { options: { tabSize: 2, insertSpaces: true } }, (found) => {
        if (found?.length) layOut(view.current, found[0].newText);
        else show({ note: "write.formatted" });
      }),
  };
}

/**
 * Asks, and goes on with the answer unless the text is another by then.
 * @param {{current: import("./link.js").LanguageLink | null}} link
 * @param {{current: any}} view
 * @param {(answer: Answer | null) => void} show
 */
const asking =
  (link, view, show) =>
  async (
    /** @type {string} */ method,
    /** @type {Record<string, unknown>} */ more,
    /** @type {(found: any) => void} */ done,
  ) => {
    const { doc } = view.current.state;
    try {
      const found = await link.current?.ask(`textDocument/${method}`, more);
      if (view.current.state.doc === doc) done(found);
    } catch (problem) {
      const { code, message } = /** @type {any} */ (problem);
      show({ note: code === "refused" && message ? message : "write.nohelp" });
    }
  };

/** @param {{current: any}} view @param {any[]} found @returns {Place[]} */
const placesOf = (view, found) =>
  found.map(({ range }) => {
    const { doc } = view.current.state;
    const from = offsetAt(doc, range.start);
    const line = doc.lineAt(from);
    return { line: line.number, text: line.text.trim(), from, to: offsetAt(doc, range.end) };
  });

/**
 * Write a text in its layout: line by line where it can be, so that the cursor stays at its word.
 * @param {any} view @param {string} after
 */
function layOut(view, after) {
  const { doc } = view.state;
  const lines = after.split("\n");
  const changes =
    lines.length === doc.lines
      ? lines.map((line, number) => {
          const { from, text } = doc.line(number + 1);
          const part = difference(text, line);
          return { from: from + part.from, to: from + part.to, insert: part.insert };
        })
      : [difference(doc.toString(), after)];
  view.dispatch({
    changes: changes.filter(({ from, to, insert }) => from < to || insert),
    userEvent: "input.format",
  });
}
