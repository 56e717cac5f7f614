/** What a match that is tried shows in the editor: breakpoints, and the line time stands at. */

import {
  Decoration,
  EditorView,
  gutter,
  GutterMarker,
  keymap,
  RangeSet,
  StateEffect,
  StateField,
} from "../../vendor/codemirror.js";

const setBreaks = StateEffect.define();
const setHere = StateEffect.define();

class BreakMark extends GutterMarker {
  toDOM() {
    const mark = document.createElement("span");
    mark.className = "break-mark";
    mark.textContent = "●";
    return mark;
  }
}
const MARK = new BreakMark();
const HERE = Decoration.line({ class: "cm-here" });

/** The starts of lines, as ranges in order. @param {any} doc @param {number[]} lines */
const startsOf = (doc, lines) =>
  [...new Set(lines)]
    .filter((line) => line >= 1 && line <= doc.lines)
    .sort((one, other) => one - other)
    .map((line) => doc.line(line).from);

const breaks = StateField.define({
  create: () => RangeSet.empty,
  update(/** @type {any} */ set, /** @type {any} */ change) {
    let found = set.map(change.changes);
    for (const effect of change.effects)
      if (effect.is(setBreaks))
        found = RangeSet.of(
          startsOf(change.state.doc, effect.value).map((from) => MARK.range(from)),
        );
    return found;
  },
});

const here = StateField.define({
  create: () => Decoration.none,
  update(/** @type {any} */ set, /** @type {any} */ change) {
    let found = set.map(change.changes);
    for (const effect of change.effects)
      if (effect.is(setHere))
        found = Decoration.set(
          startsOf(change.state.doc, effect.value ? [effect.value] : []).map((from) =>
            HERE.range(from),
          ),
        );
    return found;
  },
  provide: (/** @type {any} */ field) => EditorView.decorations.from(field),
});

/**
 * @param {(line: number) => void} toggle sets a breakpoint, or takes it away
 */
export const trialGutter = (toggle) => [
  breaks,
  here,
  gutter({
    class: "cm-breaks",
    renderEmptyElements: true,
    markers: (/** @type {any} */ view) => view.state.field(breaks),
    initialSpacer: () => MARK,
    domEventHandlers: {
      mousedown(/** @type {any} */ view, /** @type {any} */ line) {
        toggle(view.state.doc.lineAt(line.from).number);
        return true;
      },
    },
  }),
  keymap.of([
    {
      key: "F9",
      run: (/** @type {any} */ view) => (
        toggle(view.state.doc.lineAt(view.state.selection.main.head).number),
        true
      ),
    },
  ]),
];

/** Show breakpoints. @param {any} view @param {number[]} lines */
export const showBreaks = (view, lines) => view.dispatch({ effects: setBreaks.of(lines) });

/** Show where time stands, if that is a line. @param {any} view @param {number | null} line */
export function showHere(view, line) {
  const effects = [setHere.of(line)];
  if (line && line <= view.state.doc.lines)
    effects.push(EditorView.scrollIntoView(view.state.doc.line(line).from, { y: "center" }));
  view.dispatch({ effects });
}

/** The lines with breakpoints as they are now. @param {any} view */
export function brokenLines(view) {
  /** @type {number[]} */
  const found = [];
  const { doc } = view.state;
  view.state.field(breaks).between(0, doc.length, (/** @type {number} */ from) => {
    found.push(doc.lineAt(from).number);
  });
  return found;
}

/** Show a breakpoint at a line, or none any more. @param {any} view @param {number} line */
export function toggleBreak(view, line) {
  const lines = brokenLines(view);
  const others = lines.filter((one) => one !== line);
  showBreaks(view, others.length < lines.length ? others : [...lines, line]);
}
