/**
 * What happened in a match, told line by line: the steps of the match go in, sentences come out.
 */

import { settings } from "../settings.js";
import { html, useEffect, useMemo, useRef } from "../vendor/preact-htm.js";
import { labelText, t } from "../words.js";
import { Symbol } from "./symbols.js";
import { changesOf } from "./view.js";
import { changeText, operationText, percent } from "./words.js";

/** @typedef {import("./view.js").Operation} Operation */
/** @typedef {import("./view.js").Casino} Casino */
/**
 * @typedef {object} Entry
 * @property {number} step
 * @property {number} round
 * @property {Operation} operation
 * @property {Casino} before
 * @property {{name: string, kind: string, by: number}[]} notes
 * @property {string} [told] what the game says of it
 */

/** Operations whose end is not in doubt. */
const PLAIN = new Set(["MOVEMENT", "RETIRE", "EXFILTRATION", "CAT_ACTION", "JANITOR_ACTION"]);
const SIGNS = /** @type {Record<string, string>} */ ({
  MOVEMENT: "move",
  JETPACK: "JETPACK",
  SPY_ACTION: "spy",
  GAMBLE_ACTION: "gamble",
  RETIRE: "retire",
  EXFILTRATION: "BANG_AND_BURN",
  CAT_ACTION: "move",
  JANITOR_ACTION: "retire",
});
/** How far from its end a list may be scrolled to still follow what comes. */
const NEAR_END = 60;

/**
 * Everything that happened: as the game tells it, or put into words from what a file says.
 * @param {import("./table.js").Told[]} steps @returns {Entry[]}
 */
export const entriesOf = (steps) =>
  steps.flatMap(({ view, account }, step) =>
    account ? given(account, view, step) : found(view, steps[step - 1]?.view, step),
  );

/**
 * What the game tells of a step.
 * @param {import("../presented.js").AccountEntry[]} account @param {any} view @param {number} step
 * @returns {Entry[]}
 */
const given = (account, view, step) =>
  account
    .filter(({ kind }) => kind === "operation")
    .map(({ fields = {}, text = "" }) => ({
      step,
      round: fields.round,
      operation: fields.operation,
      before: view,
      notes: [],
      told: labelText(text),
    }));

/**
 * What the views of a file tell of a step.
 * @param {any} view @param {any} before @param {number} step @returns {Entry[]}
 */
function found(view, before, step) {
  const operations = /** @type {Operation[]} */ (view?.operations ?? []);
  const telling = operations.findIndex((one) => !PLAIN.has(one.type));
  const notes = view?.map && before?.map ? changesOf(before, view) : [];
  return operations.map((operation, place) => ({
    step,
    round: view.round,
    operation,
    before: before?.map ? before : view,
    notes: place === Math.max(0, telling) ? notes : [],
  }));
}

/**
 * @param {object} props
 * @param {import("./table.js").Told[]} props.steps
 * @param {number} props.at
 * @param {(field: string | null) => void} props.point
 */
export function SpyLog({ steps, at, point }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  // What stays the same is not drawn anew.
  const told = useMemo(() => linesOf(steps, point), [steps, settings.language]);
  const lines = told.filter((line) => line.step <= at);
  const follows = useRef(true);
  const look = () => {
    const list = box.current;
    if (list) follows.current = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END;
  };
  useEffect(() => {
    if (box.current && follows.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines.length]);
  return html`<section class="panel spy-log">
    <h2>${t("spy.log")}</h2>
    ${!lines.length && html`<p class="muted small">${t("spy.log.none")}</p>`}
    <div
      role="log"
      aria-live="polite"
      aria-label=${t("spy.log")}
      tabindex="0"
      ref=${box}
      onScroll=${look}
      onPointerLeave=${() => point(null)}
    >
      <ol>${lines.map((line) => line.drawn)}</ol>
    </div>
  </section>`;
}

/**
 * Every entry as a line, and where a round begins its number.
 * @param {import("./table.js").Told[]} steps @param {(field: string | null) => void} point
 */
function linesOf(steps, point) {
  let round = 0;
  return entriesOf(steps).flatMap((entry, place) => {
    const line = {
      step: entry.step,
      drawn: html`<${Line} key=${`${entry.step} ${place}`} entry=${entry} point=${point} />`,
    };
    if (entry.round === round) return [line];
    round = entry.round;
    return [
      {
        step: entry.step,
        drawn: html`<li key=${`round ${round}`} class="round">${t("spy.round", { n: round })}</li>`,
      },
      line,
    ];
  });
}

/** @param {{entry: Entry, point: (field: string | null) => void}} props */
function Line({ entry: { operation, before, notes, told }, point }) {
  const doubtful = !PLAIN.has(operation.type);
  const sign = operation.gadget ?? operation.used_property ?? SIGNS[operation.type];
  return html`<li
    class=${doubtful ? (operation.successful ? "good" : "bad") : ""}
    onPointerEnter=${() => point(operation.target)}
  >
    <${Symbol} of=${sign} />
    <span>
      ${told ?? operationText(operation, before)}
      ${doubtful && html` <b
        class="end"
        title=${t(operation.successful ? "spy.log.yes" : "spy.log.no")}
      >
        <span aria-hidden="true">${operation.successful ? "✓" : "✗"}</span>
        <span class="hidden-text">${t(operation.successful ? "spy.log.yes" : "spy.log.no")}</span>
      </b>`}
      ${operation.chance !== undefined && html` <span class="muted small">
        ${percent(operation.chance)} %
      </span>`}
      ${notes.length > 0 && html` <span class="muted small">
        ${notes.map((note) => `${note.name} ${changeText(note)}`).join(", ")}
      </span>`}
    </span>
  </li>`;
}

/**
 * What a step shows at its fields for a moment.
 * @param {Casino} view @param {Casino | undefined} before @returns {import("./board.js").Effect[]}
 */
export function effectsOf(view, before) {
  const ends = view.operations
    .filter((one) => !PLAIN.has(one.type))
    .map((one) => ({
      field: one.target,
      text: one.successful ? "✓" : "✗",
      kind: /** @type {"good" | "bad"} */ (one.successful ? "good" : "bad"),
    }));
  const numbers = changesOf(before?.map ? before : undefined, view).map((change) => ({
    field: change.at,
    text: changeText(change),
    kind: /** @type {"good" | "bad"} */ (change.by > 0 ? "good" : "bad"),
  }));
  return [...ends, ...numbers];
}
