/**
 * A file of No Time to Spy in the making: its value with all it was before, what the server says of
 * it, and its way to and from this computer. The browser remembers it, so that leaving the page
 * loses nothing.
 */

import { checkFile, KINDS, readSet, saveFile } from "./files.js";
import { useEffect, useState } from "../../vendor/preact-htm.js";

/** @typedef {import("./files.js").Finding} Finding */
/** @typedef {import("./files.js").KindName} KindName */
/** @typedef {{name: string, value: any}} Page */
/** @typedef {{past: Page[], now: Page, future: Page[], stroke: string | null}} Book */
/** @typedef {ReturnType<typeof useSheet>} Sheet */

const PATIENCE_MS = 300;
const MOST_STEPS = 200;
const LARGEST_FILE = 400_000;
/** @type {Finding} */
const TOO_LONG = {
  code: "spy-too-long",
  severity: "error",
  message: "The file is too long.",
  hint: "Such files have at most 400,000 characters.",
  line: 1,
  column: 1,
  part: null,
};
const memory = (/** @type {KindName} */ kind) => `spielwerk spy ${kind}`;

/**
 * Where editing begins: with what this browser remembers, or else afresh.
 * @param {KindName} kind @returns {Promise<Page>}
 */
export async function firstPage(kind) {
  try {
    const kept = JSON.parse(localStorage.getItem(memory(kind)) ?? "null");
    const value = kept && KINDS[kind].read(JSON.parse(kept.text));
    if (value) return { name: String(kept.name), value };
  } catch {
    // Nothing readable is nothing remembered.
  }
  return freshPage(kind);
}

/** @param {KindName} kind @returns {Promise<Page>} */
async function freshPage(kind) {
  const { fresh, standard } = KINDS[kind];
  return { name: `my-${kind}`, value: fresh() ?? (await readSet(kind, standard)) };
}

/** @param {KindName} kindName @param {Page} first */
export function useSheet(kindName, first) {
  const kind = KINDS[kindName];
  const [book, setBook] = useState(
    /** @type {Book} */ ({ past: [], now: first, future: [], stroke: null }),
  );
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [refused, setRefused] = useState(
    /** @type {{file: string, findings: Finding[]} | null} */ (null),
  );
  const { name, value } = book.now;
  const file = fileName(name) + kind.suffix;
  const checked = useCheck(kindName, book.now, setProblem);

  /**
   * Turn to a new page. Changes of the same stroke are undone together.
   * @param {(page: Page) => Page} update @param {string | null} [stroke]
   */
  const turn = (update, stroke = null) =>
    setBook((old) => {
      const now = update(old.now);
      if (now === old.now) return old;
      const past =
        stroke !== null && stroke === old.stroke
          ? old.past
          : [...old.past, old.now].slice(-MOST_STEPS);
      return { past, now, future: [], stroke };
    });
  /** @param {(value: any) => any} update @param {string | null} [stroke] */
  const change = (update, stroke) =>
    turn((page) => {
      const next = update(page.value);
      return next === page.value ? page : { ...page, value: next };
    }, stroke);
  const bring = (/** @type {Page} */ page) => (setRefused(null), turn(() => page));
  const open = async (/** @type {File} */ given) => {
    if (given.size > LARGEST_FILE) return setRefused({ file: given.name, findings: [TOO_LONG] });
    const content = await given.text();
    const found = kind.read(parsed(content));
    if (found) return bring({ name: given.name.replace(/\.[a-z]+$/i, ""), value: found });
    const { diagnostics } = await checkFile(kindName, content);
    setRefused({ file: given.name, findings: diagnostics });
  };
  return {
    kind,
    name,
    value,
    problem,
    file,
    refused,
    change,
    bring,
    findings: checked.findings,
    playable: checked.playable,
    checking: checked.value !== value,
    rename: (/** @type {string} */ next) => turn((page) => ({ ...page, name: next }), "name"),
    open: (/** @type {File} */ given) => open(given).catch(setProblem),
    openSet: (/** @type {string} */ set) =>
      readSet(kindName, set)
        .then((found) => bring({ name: `my-${set}`, value: kind.read(found) }))
        .catch(setProblem),
    fresh: () => freshPage(kindName).then(bring).catch(setProblem),
    undo: book.past.length ? () => setBook(stepBack) : null,
    redo: book.future.length ? () => setBook(stepOn) : null,
    save: () => saveFile(file, kind.write(value)),
  };
}

/**
 * What the server says of a page, once it has stayed the same for a moment; it is remembered then.
 * @param {KindName} kind @param {Page} page
 * @param {(problem: any) => void} onProblem `null` when it could be asked
 */
function useCheck(kind, { name, value }, onProblem) {
  const [checked, setChecked] = useState(
    /** @type {{value: any, playable: boolean, findings: Finding[]}} */ ({
      value: null,
      playable: false,
      findings: [],
    }),
  );
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(() => {
      const text = KINDS[kind].write(value);
      keep(kind, name, text);
      checkFile(kind, text).then(
        ({ playable, diagnostics }) =>
          wanted && (setChecked({ value, playable, findings: diagnostics }), onProblem(null)),
        (why) => wanted && onProblem(why),
      );
    }, PATIENCE_MS);
    return () => (clearTimeout(timer), void (wanted = false));
  }, [name, value]);
  return checked;
}

/** @param {Book} book @returns {Book} */
const stepBack = ({ past, now, future }) =>
  past.length
    ? {
        past: past.slice(0, -1),
        now: past[past.length - 1],
        future: [now, ...future],
        stroke: null,
      }
    : { past, now, future, stroke: null };
/** @param {Book} book @returns {Book} */
const stepOn = ({ past, now, future }) =>
  future.length
    ? { past: [...past, now], now: future[0], future: future.slice(1), stroke: null }
    : { past, now, future, stroke: null };

/** @param {string} name */
const fileName = (name) => name.trim().replace(/[\\/:*?"<>|\s]+/g, "-") || "unnamed";

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {KindName} kind @param {string} name @param {string} text */
function keep(kind, name, text) {
  try {
    localStorage.setItem(memory(kind), JSON.stringify({ name, text }));
  } catch {
    // A browser that keeps nothing forgets the draft with the page; everything else works.
  }
}

/**
 * The findings about a part of the file, or about what is in it.
 * @param {Finding[]} findings @param {(string | number)[]} part
 */
export const findingsAt = (findings, part) =>
  findings.filter((one) => one.part && part.every((step, at) => one.part?.[at] === step));
