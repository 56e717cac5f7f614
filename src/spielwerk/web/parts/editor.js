/** An editor for rules: CodeMirror with words told apart and problems shown at their places. */

import { wordAt } from "../highlight.js";
import {
  bracketMatching,
  defaultKeymap,
  drawSelection,
  EditorState,
  EditorView,
  highlightActiveLine,
  HighlightStyle,
  history,
  historyKeymap,
  keymap,
  lineNumbers,
  lintGutter,
  setDiagnostics,
  StreamLanguage,
  syntaxHighlighting,
  tags,
} from "../vendor/codemirror.js";
import { html, useEffect, useRef } from "../vendor/preact-htm.js";
import { t } from "../words.js";

/**
 * @typedef {object} Finding
 * @property {string} severity
 * @property {string} message
 * @property {string | null} hint
 * @property {number | null} line
 * @property {number | null} column
 * @property {number | null} end_line
 * @property {number | null} end_column
 * @property {string} code
 */

/** @type {Record<string, any>} */
const TAGS = {
  header: tags.meta,
  say: tags.docComment,
  comment: tags.lineComment,
  string: tags.string,
  variable: tags.variableName,
  number: tags.number,
  keyword: tags.keyword,
};

/** How the words of a language are told apart. @param {string[]} keywords */
const reading = (keywords) => {
  const known = new Set(keywords);
  return StreamLanguage.define({
    token(/** @type {{string: string, pos: number}} */ stream) {
      const [length, kind] = wordAt(stream.string, stream.pos, known);
      stream.pos += length;
      return kind || null;
    },
    tokenTable: TAGS,
    languageData: { commentTokens: { line: ";" } },
  });
};
const colours = HighlightStyle.define(
  Object.entries(TAGS).map(([kind, tag]) => ({ tag, class: `tok-${kind}` })),
);
const look = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--surface)" },
  "&.cm-focused": { outline: "none" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--muted)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": {
    backgroundColor: "color-mix(in oklab, var(--accent-soft), transparent 50%)",
  },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in oklab, var(--accent), transparent 70%) !important",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
  },
});

/**
 * @param {{
 *   language: import("../api.js").RuleLanguage,
 *   text: string,
 *   findings: Finding[],
 *   place: {line: number, column: number} | null,
 *   onChange: (text: string) => void,
 * }} props
 */
export function Editor({ language, text, findings, place, onChange }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const view = useRef(/** @type {any} */ (null));
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    view.current = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          lintGutter(),
          history(),
          drawSelection(),
          bracketMatching(),
          highlightActiveLine(),
          reading(language.keywords),
          syntaxHighlighting(colours),
          look,
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of({
            "aria-label": t("write.editor", { language: language.title }),
            "spellcheck": "false",
          }),
          EditorView.updateListener.of(
            (/** @type {any} */ update) =>
              update.docChanged && change.current(update.state.doc.toString()),
          ),
        ],
      }),
    });
    view.current.scrollDOM.tabIndex = 0; // long rules scroll by keyboard, too
    return () => view.current.destroy();
  }, []);
  useEffect(() => {
    const { doc } = view.current.state;
    if (doc.toString() !== text)
      view.current.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
  }, [text]);
  useEffect(
    () =>
      view.current.dispatch(
        setDiagnostics(view.current.state, marksFor(view.current.state.doc, findings)),
      ),
    [findings],
  );
  useEffect(() => {
    if (!place) return;
    const at = offset(view.current.state.doc, place.line, place.column);
    view.current.dispatch({
      selection: { anchor: at },
      effects: EditorView.scrollIntoView(at, { y: "center" }),
    });
    view.current.focus();
  }, [place]);
  return html`<div class="editor" ref=${box}></div>`;
}

/** @param {any} doc @param {Finding[]} findings */
function marksFor(doc, findings) {
  return findings.map((one) => {
    const from = offset(doc, one.line ?? 1, one.column ?? 1);
    const to = Math.max(
      from,
      offset(doc, one.end_line ?? one.line ?? 1, one.end_column ?? (one.column ?? 1) + 1),
    );
    return {
      from,
      to,
      severity: one.severity === "hint" ? "info" : one.severity,
      message: [one.message, one.hint].filter(Boolean).join("\n"),
    };
  });
}

/**
 * Where a line and column lie in the text.
 * @param {any} doc @param {number} line @param {number} column
 */
function offset(doc, line, column) {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(from + Math.max(column - 1, 0), to);
}
