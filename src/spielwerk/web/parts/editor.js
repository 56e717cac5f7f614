/**
 * An editor for rules: CodeMirror with words told apart and problems shown at their places. It owns
 * its text: it is given one to begin with, says what became of it, and is never told another.
 */

import { isXml, notedWordAt, wordAt, xmlWordAt } from "../highlight.js";
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
 * A problem, from one offset of the text to another.
 * @typedef {object} Mark
 * @property {number} from
 * @property {number} to
 * @property {string} severity
 * @property {string} message
 * @property {{name: string, apply: (view: any) => void}[]} [actions]
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

/** @typedef {import("../api.js").RuleLanguage} RuleLanguage */

/** How the words of a language are told apart. @param {RuleLanguage} language */
const reading = (language) =>
  language.suffixes.some((suffix) => suffix.endsWith(".xml"))
    ? [readingXmlOrNotation(language.keywords), commentsAsWritten, keymap.of([DEEPER])]
    : readingWords(language.keywords);

/** @param {string[]} keywords */
function readingWords(keywords) {
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
}

/** A language of two notations: its first line says which one it is. @param {string[]} keywords */
function readingXmlOrNotation(keywords) {
  const known = new Set(keywords);
  return StreamLanguage.define({
    startState: () => ({ xml: /** @type {boolean | null} */ (null), comment: false }),
    token(/** @type {{string: string, pos: number}} */ stream, /** @type {any} */ state) {
      state.xml ??= isXml(stream.string);
      const [length, kind, open = false] = state.xml
        ? xmlWordAt(stream.string, stream.pos, state.comment)
        : notedWordAt(stream.string, stream.pos, known);
      stream.pos += length;
      state.comment = open;
      return kind || null;
    },
    tokenTable: TAGS,
  });
}

/** Below a line that ends with a colon one writes on a step further to the right. */
const DEEPER = {
  key: "Enter",
  run(/** @type {any} */ view) {
    const { state } = view;
    const { from } = state.selection.main;
    const line = state.doc.lineAt(from);
    const before = line.text.slice(0, from - line.from);
    if (isXml(state.doc.sliceString(0, 400)) || !/:\s*(#.*)?$/.test(before)) return false;
    const indent = /^ */.exec(before)?.[0] ?? "";
    view.dispatch(state.replaceSelection(`\n${indent}  `), { scrollIntoView: true });
    return true;
  },
};

const commentsAsWritten = EditorState.languageData.of((/** @type {any} */ state) => [
  {
    commentTokens: isXml(state.doc.sliceString(0, 400))
      ? { block: { open: "<!--", close: "-->" } }
      : { line: "#" },
  },
]);

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
 * @param {object} props
 * @param {RuleLanguage} props.language
 * @param {string} props.text what stands there at first
 * @param {Mark[]} props.marks
 * @param {any[]} [props.extensions]
 * @param {(text: string) => void} props.onChange
 * @param {(view: any) => void} [props.onReady]
 */
export function Editor({ language, text, marks, extensions = [], onChange, onReady }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const view = useRef(/** @type {any} */ (null));
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    const made = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          ...extensions,
          lineNumbers(),
          lintGutter(),
          history(),
          drawSelection(),
          bracketMatching(),
          highlightActiveLine(),
          reading(language),
          syntaxHighlighting(colours),
          look,
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of({
            "aria-label": t("write.editor", { language: language.title }),
            "spellcheck": "false",
            "autocapitalize": "off",
            "autocorrect": "off",
          }),
          EditorView.updateListener.of(
            (/** @type {any} */ update) =>
              update.docChanged && change.current(update.state.doc.toString()),
          ),
        ],
      }),
    });
    made.scrollDOM.tabIndex = 0; // long rules scroll by keyboard, too
    view.current = made;
    onReady?.(made);
    return () => made.destroy();
  }, []);
  useEffect(
    () => view.current.dispatch(setDiagnostics(view.current.state, within(marks, view.current))),
    [marks],
  );
  return html`<div class="editor" ref=${box}></div>`;
}

/**
 * Marks that lie in the text, which may be shorter by now.
 * @param {Mark[]} marks @param {any} view
 */
function within(marks, view) {
  const end = view.state.doc.length;
  return marks.map((one) => ({
    ...one,
    from: Math.min(one.from, end),
    to: Math.min(Math.max(one.from, one.to), end),
    severity: one.severity === "hint" ? "info" : one.severity,
  }));
}

/**
 * Where a line and column lie in the text; both count from 1.
 * @param {any} doc @param {number} line @param {number} column
 */
export function offset(doc, line, column) {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(from + Math.max(column - 1, 0), to);
}

/**
 * Put the cursor at a place, or select up to another.
 * @param {any} view @param {number} from @param {number} [to]
 */
export function goTo(view, from, to = from) {
  view.dispatch({
    selection: { anchor: from, head: to },
    effects: EditorView.scrollIntoView(from, { y: "center" }),
  });
  view.focus();
}
