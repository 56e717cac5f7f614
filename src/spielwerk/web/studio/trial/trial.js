/** Rules tried beside their text: a window for each player, the whole position, and time. */

import { offset, goTo } from "../../parts/editor.js";
import { html, useEffect, useState } from "../../vendor/preact-htm.js";
import { problemText, t } from "../../words.js";
import { Bar } from "./bar.js";
import { Breakpoints } from "./breakpoints.js";
import { showBreaks, showHere } from "./gutter.js";
import { Inspector, Rule } from "./inspector.js";
import { Position } from "./position.js";
import { Script, Tests } from "./script.js";
import { Windows } from "./windows.js";

/** @typedef {import("./match.js").Trial} Trial */

const TABS = ["position", "rules", "stops", "script", "tests"];

/**
 * @param {object} props
 * @param {Trial} props.trial
 * @param {{current: any}} props.view the editor
 * @param {string} props.text as it stands there
 * @param {import("../../pages/write.js").Writing} props.writing
 */
export function TrialShown({ trial, view, text, writing }) {
  const { shown, problem } = trial;
  const [wanted, setWanted] = useState(/** @type {Set<string>} */ (new Set()));
  const show = showing(view);
  useEditorMarks(trial, view);
  const want = (/** @type {string} */ fact) => {
    const next = new Set(wanted);
    if (!next.delete(fact)) next.add(fact);
    setWanted(next);
  };
  const problems = problem && html`<${Problem} problem=${problem} forget=${trial.forget} />`;
  if (!shown)
    return html`<section class="trial">
      ${problems || html`<p class="row muted" role="status">
        <span class="spinner"></span>
        ${t("trial.opening")}
      </p>`}
    </section>`;
  return html`<section class="trial" role="group" aria-label=${t("trial.title")}>
    <${Bar} trial=${trial} stale=${text !== trial.text} />
    ${problems}
    ${trial.why && html`<div class="notice warn trial-why" role="alert">
      <ul class="trial-rules"><${Rule} rule=${trial.why} show=${show} open=${true} /></ul>
      <button type="button" class="button quiet little" onClick=${trial.forget}>
        ${t("write.close")}
      </button>
    </div>`}
    <${Windows} trial=${trial} />
    <${Panels}>
      ${(/** @type {string} */ tab) =>
        tab === "position"
          ? html`<${Position} trial=${trial} wanted=${still(wanted, shown.facts)} want=${want} />`
          : tab === "rules"
            ? html`<${Inspector} trial=${trial} show=${show} />`
            : tab === "stops"
              ? html`<${Breakpoints} trial=${trial} show=${show} />`
              : tab === "script"
                ? html`<${Script} trial=${trial} />`
                : html`<${Tests}
                    trial=${trial}
                    name=${writing.name}
                    game=${gameName(writing, trial)}
                    wanted=${still(wanted, shown.facts)}
                  />`}
    <//>
  </section>`;
}

/** Goes to a line of the text. @param {{current: any}} view */
export const showing = (view) => (/** @type {number} */ line) =>
  goTo(view.current, offset(view.current.state.doc, line, 1));

/** What is wanted and still so. @param {Set<string>} wanted @param {string[]} facts */
const still = (wanted, facts) => new Set(facts.filter((fact) => wanted.has(fact)));

/**
 * What a test calls the game: a game of the library as it is, or else a file beside the test.
 * @param {import("../../pages/write.js").Writing} writing @param {Trial} trial
 */
function gameName({ name, original, language }, { text, shown }) {
  const [word, , file] = name.split("/");
  const many = shown?.game.name.match(/:\d+$/)?.[0] ?? "";
  if (word !== "new" && text === original) return name.replace(/:\d+$/, "") + many;
  return (file || `${word === "new" ? "game" : word}${language.suffixes[0] ?? ""}`) + many;
}

/** Panels of which one shows at a time. @param {{children: (tab: string) => any}} props */
function Panels({ children }) {
  const [tab, setTab] = useState(TABS[0]);
  const steer = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length];
    setTab(next);
    document.getElementById(`trial-tab-${next}`)?.focus();
  };
  return html`<div class="panel trial-panels">
    <div role="tablist" class="trial-tabs" onKeyDown=${steer}>
      ${TABS.map(
        (one) => html`<button
          type="button"
          role="tab"
          id=${`trial-tab-${one}`}
          data-tab=${one}
          aria-selected=${String(one === tab)}
          aria-controls="trial-panel"
          tabindex=${one === tab ? 0 : -1}
          onClick=${() => setTab(one)}
        >
          ${t(`trial.tab.${one}`)}
        </button>`,
      )}
    </div>
    <div role="tabpanel" id="trial-panel" aria-labelledby=${`trial-tab-${tab}`}>
      ${children(tab)}
    </div>
  </div>`;
}

/** @param {{problem: any, forget: () => void}} props */
function Problem({ problem, forget }) {
  const { diagnostics = [], code } = problem;
  return html`<div class="notice warn" role="alert" data-trial-problem=${code}>
    ${code === "ended" && html`<b>${t("trial.ended")}</b> `}
    ${diagnostics.length
      ? diagnostics.map((/** @type {any} */ one) => html`<p>${one.message}</p>`)
      : (code === "refused" && problem.message) || problemText(problem)}
    <button type="button" class="button quiet little" onClick=${forget}>${t("write.close")}</button>
  </div>`;
}

/** Breakpoints and the line of the moment, in the editor. @param {Trial} trial @param {any} view */
function useEditorMarks(trial, view) {
  const { moment, breakpoints } = trial.shown ?? {};
  useEffect(() => {
    if (!breakpoints || !view.current) return;
    const lines = breakpoints.filter(({ where }) => /^\d+$/.test(where));
    showBreaks(
      view.current,
      lines.map(({ where }) => Number(where)),
    );
  }, [breakpoints]);
  useEffect(() => {
    if (view.current) showHere(view.current, moment?.line ?? null);
  }, [moment?.place, moment?.line]);
  useEffect(() => () => view.current && showHere(view.current, null), []);
}
