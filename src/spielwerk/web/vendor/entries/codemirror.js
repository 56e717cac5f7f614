export { autocompletion, completionKeymap, startCompletion } from "@codemirror/autocomplete";
export { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
export { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
export { lintGutter, setDiagnostics } from "@codemirror/lint";
export { Compartment, EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
export { Decoration, drawSelection, EditorView, gutter, GutterMarker, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
export { tags } from "@lezer/highlight";
