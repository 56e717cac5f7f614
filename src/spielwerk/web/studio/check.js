/**
 * What is wrong with a text, as it is written: told by the language server while there is a line to
 * it, and asked for by request while there is none.
 */

import { checkRules } from "../api.js";
import { offset } from "../parts/editor.js";
import { useEffect, useMemo, useRef, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { applyEdits } from "./help.js";
import { LanguageLink, offsetAt } from "./link.js";

const PATIENCE_MS = 400;
const MENDED = 10;
const SEVERITIES = ["", "error", "warning", "hint", "hint"];

/** @typedef {import("./verdict.js").Finding} Finding */
/** @typedef {{text: string, findings: Finding[], problem: any}} Checked */

/**
 * A line to the language server for as long as the studio is open, and what it told last.
 * @param {import("../api.js").RuleLanguage} language @param {{current: any}} view
 */
export function useLink(language, view) {
  const link = useRef(/** @type {LanguageLink | null} */ (null));
  const [state, setState] = useState(/** @type {import("./link.js").LinkState} */ ("connecting"));
  const [told, setTold] = useState(/** @type {Checked | null} */ (null));
  useEffect(() => {
    if (language.bundles) return setState("none"); // several files as one text: no editor's text
    const made = new LanguageLink(
      language,
      () => view.current.state.doc.toString(),
      (problems, version) => version === made.version && setTold(read(problems, view.current)),
      () => setState(made.state),
    );
    link.current = made;
    return () => made.close();
  }, []);
  return { link, state, told };
}

/**
 * Problems of the protocol as findings.
 * @param {any[]} problems @param {any} view
 * @returns {Checked}
 */
function read(problems, view) {
  const { doc } = view.state;
  const findings = problems.map((one) => ({
    severity: SEVERITIES[one.severity ?? 1],
    message: one.data?.message ?? one.message,
    hint: one.data?.hint ?? null,
    wordings: one.data?.wordings ?? {},
    code: String(one.code ?? ""),
    line: one.range.start.line + 1,
    from: offsetAt(doc, one.range.start),
    to: offsetAt(doc, one.range.end),
    fixes: [],
    told: { ...one, data: { ...one.data, wordings: undefined } }, // nobody needs them back
  }));
  return { text: doc.toString(), findings, problem: null };
}

/**
 * @param {string} text
 * @param {import("../api.js").RuleLanguage} language
 * @param {{current: any}} view
 * @param {ReturnType<typeof useLink>} line
 * @returns {import("./verdict.js").Check}
 */
export function useCheck(text, language, view, { link, state, told }) {
  const [asked, setAsked] = useState(/** @type {Checked | null} */ (null));
  useEffect(() => {
    if (state !== "lost" && state !== "none") return undefined;
    let wanted = true;
    const take = (/** @type {any[]} */ found, /** @type {any} */ problem) =>
      wanted && setAsked({ text, findings: found.map((one) => placed(one, view)), problem });
    const timer = setTimeout(
      () =>
        askedAbout(text, language.name).then(
          ({ diagnostics }) => take(diagnostics, null),
          (problem) => take([], problem),
        ),
      PATIENCE_MS,
    );
    return () => ((wanted = false), clearTimeout(timer));
  }, [text, state]);
  const known = state === "lost" && asked ? asked : (told ?? asked);
  const fixes = useFixes(known, link, view);
  const findings = useMemo(
    () => (known?.findings ?? []).map((one, number) => ({ ...one, fixes: fixes[number] ?? [] })),
    [known, fixes],
  );
  return { findings, done: known?.text === text, problem: known?.problem ?? null };
}

/**
 * How problems can be mended, by their numbers.
 * @param {Checked | null} known
 * @param {{current: LanguageLink | null}} link
 * @param {{current: any}} view
 */
function useFixes(known, link, view) {
  const [fixes, setFixes] = useState(/** @type {Record<number, Finding["fixes"]>} */ ({}));
  useEffect(() => {
    setFixes({});
    const mendable = (known?.findings ?? [])
      .map((one, number) => ({ number, problem: /** @type {any} */ (one).told }))
      .filter(({ problem }) => problem?.data?.hint && JSON.stringify(problem).length < 1_200)
      .slice(0, MENDED);
    if (!mendable.length || !link.current) return undefined;
    let wanted = true;
    const problems = mendable.map(({ problem }) => problem);
    const { uri } = link.current;
    link.current
      .ask("textDocument/codeAction", {
        range: problems[0].range,
        context: { diagnostics: problems, only: ["quickfix"] },
      })
      .then((actions) => wanted && setFixes(sorted(actions ?? [], mendable, uri, view)))
      .catch(() => {}); // a text without remedies is no worse than before
    return () => void (wanted = false);
  }, [known]);
  return fixes;
}

/**
 * Remedies to the problems they mend.
 * @param {any[]} actions
 * @param {{number: number, problem: any}[]} mendable
 * @param {string} uri
 * @param {{current: any}} view
 */
function sorted(actions, mendable, uri, view) {
  /** @type {Record<number, Finding["fixes"]>} */
  const found = {};
  for (const { title, edit, diagnostics } of actions) {
    const about = JSON.stringify(diagnostics?.[0]?.range) + diagnostics?.[0]?.message;
    const meant = mendable.find(
      ({ problem }) => JSON.stringify(problem.range) + problem.message === about,
    );
    const edits = edit?.changes?.[uri];
    if (meant && edits)
      (found[meant.number] ??= []).push({
        title: edits.length ? t("write.mend", { word: edits[0].newText }) : title,
        apply: () => applyEdits(view.current, edits),
      });
  }
  return found;
}

/** @param {string} text @param {string} language */
const askedAbout = (text, language) =>
  text.trim() ? checkRules(text, language) : Promise.reject({ code: "empty-rules" });

/** A problem with its place in the text. @param {any} one @param {{current: any}} view */
function placed(one, view) {
  const { doc } = view.current.state;
  const from = offset(doc, one.line ?? 1, one.column ?? 1);
  const to = offset(doc, one.end_line ?? one.line ?? 1, one.end_column ?? (one.column ?? 1) + 1);
  return { ...one, line: one.line ?? 1, from, to, fixes: [] };
}
