/** The studio around one text of rules: the editor, what is wrong, and what one can do with it. */

import { checkRules, hostRules, showGame } from "../api.js";
import { Editor, goTo, offset } from "../parts/editor.js";
import { playComputer } from "../start.js";
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { DraftKeeper } from "./drafts.js";
import { Verdict } from "./verdict.js";

const PATIENCE_MS = 400;

/** @typedef {import("../pages/write.js").Writing} Writing */

/** @param {{writing: Writing, startOver: () => void}} props */
export function Studio({ writing, startOver }) {
  const { language, original } = writing;
  const [text, setText] = useState(writing.text);
  const view = useRef(/** @type {any} */ (null));
  const keeper = useKeeper(writing);
  const check = useCheck(text, language.name, view);
  const marks = useMemo(
    () =>
      check.findings.map((one) => ({
        from: one.from,
        to: one.to,
        severity: one.severity,
        message: [one.message, one.hint].filter(Boolean).join("\n"),
      })),
    [check.findings],
  );
  return html`<div class="studio">
    <section class="studio-text">
      <${Editor}
        language=${language}
        text=${writing.text}
        marks=${marks}
        onChange=${(/** @type {string} */ now) => (keeper.changed(now), setText(now))}
        onReady=${(/** @type {any} */ made) => (view.current = made)}
      />
      ${text !== original && html`<p class="draft-note small muted">
        ${t(keeper.works ? "write.draft" : "write.nodraft")}
        <button
          type="button"
          class="button quiet"
          onClick=${() => (keeper.changed(original), startOver())}
        >
          ${t("write.over")}
        </button>
      </p>`}
    </section>
    <section class="studio-side">
      <${Verdict}
        check=${check}
        show=${(/** @type {any} */ one) => goTo(view.current, one.from)}
        play=${() => playRules(text, language.name)}
      />
    </section>
  </div>`;
}

/** Keeps what is written for as long as the studio is open. @param {Writing} writing */
function useKeeper(writing) {
  const keeper = useMemo(() => new DraftKeeper(writing), []);
  useEffect(() => {
    addEventListener("pagehide", keeper.flush);
    return () => (keeper.flush(), removeEventListener("pagehide", keeper.flush));
  }, []);
  return keeper;
}

/**
 * What is wrong with a text, as it is written.
 * @param {string} text @param {string} language @param {{current: any}} view
 * @returns {import("./verdict.js").Check}
 */
function useCheck(text, language, view) {
  const [checked, setChecked] = useState(
    /** @type {{text: string, findings: any[], problem: any}} */ ({
      text: "",
      findings: [],
      problem: null,
    }),
  );
  useEffect(() => {
    let wanted = true;
    const take = (/** @type {any[]} */ found, /** @type {any} */ problem) =>
      wanted && setChecked({ text, findings: found.map((one) => placed(one, view)), problem });
    const timer = setTimeout(
      () =>
        askedAbout(text, language).then(
          ({ diagnostics }) => take(diagnostics, null),
          (problem) => take([], problem),
        ),
      PATIENCE_MS,
    );
    return () => ((wanted = false), clearTimeout(timer));
  }, [text, language]);
  return { findings: checked.findings, done: checked.text === text, problem: checked.problem };
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

/** Have rules hosted and play them. @param {string} text @param {string} language */
async function playRules(text, language) {
  const { game } = await hostRules(text, language);
  const hosted = await showGame(game);
  await playComputer(hosted, hosted.roles[0], "medium", "untimed");
}
