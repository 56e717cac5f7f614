/**
 * A tutorial beside the text: one step after another, each done when the text is as it should be.
 * What was reached is kept by this browser, since whoever changes the game later has still learnt
 * it.
 */

import { rehearseRules } from "./api.js";
import { goTo } from "../parts/editor.js";
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { labelText, t } from "../words.js";
import { said } from "./said.js";

const REACHED = "spielwerk.tutorial.";
const PATIENCE_MS = 500;

/** @typedef {import("./api.js").Tutorial} TutorialShown */
/** @typedef {import("./api.js").TutorialStep} Step */
/** @typedef {{test: string, expected: string, found: string}} Difference */

/** @param {{tutorial: TutorialShown, text: string, view: {current: any}}} props */
export function Tutorial({ tutorial, text, view }) {
  const { language, steps } = tutorial;
  const [reached, setReached] = useState(() => reachedIn(language));
  const difference = useStep(steps[reached], text, language, () =>
    setReached(keepReached(language, reached + 1)),
  );
  return html`<section class="panel stack tutorial" aria-label=${labelText(tutorial.title)}>
    <h2>${labelText(tutorial.title)}</h2>
    ${reached === 0 && html`<p class="small">${labelText(tutorial.about)}</p>`}
    <progress max=${steps.length - 1} value=${reached} aria-label=${t("learn.progress")}></progress>
    <ol class="steps">
      ${steps.map((step, number) =>
        number === reached
          ? html`<li class="current" aria-current="step" data-step=${number + 1}>
              <b>${labelText(step.title)}</b>
              <${StepShown} step=${step} difference=${difference} />
              ${step.put && html`<button
                type="button"
                class="button"
                data-show-me
                onClick=${() => showMe(view.current, steps, number)}
              >
                ${t("learn.show")}
              </button>`}
            </li>`
          : number < reached
            ? html`<li class="done">
                <details>
                  <summary>${labelText(step.title)} <span>✓ ${t("learn.done")}</span></summary>
                  <${StepShown} step=${step} difference=${null} />
                </details>
              </li>`
            : html`<li class="muted">${labelText(step.title)}</li>`,
      )}
    </ol>
    ${reached > 0 && html`<button
      type="button"
      class="button quiet"
      onClick=${() => (emptied(view.current), setReached(keepReached(language, 0)))}
    >
      ${t("learn.again")}
    </button>`}
  </section>`;
}

/** What a step says, and what is to be written. @param {{step: Step, difference: any}} props */
function StepShown({ step, difference }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const words = labelText(step.text);
  useEffect(() => box.current?.replaceChildren(said(words)), [words]);
  const place = step.replaces || step.before.trim();
  const where = step.replaces ? "learn.instead" : step.before ? "learn.before" : "learn.write";
  return html`
    <div ref=${box}></div>
    ${step.put && html`
      <p class="small muted">${t(where)} ${place && html`<code>${place}</code>`}</p>
      <pre tabindex="0"><code>${trimmed(step.put)}</code></pre>
    `}
    ${difference && html`<p class="notice" role="status">
      ${t("learn.notyet", difference)}
    </p>`}
  `;
}

/** @param {string} text */
const trimmed = (text) => text.replace(/^\n+|\n+$/g, "");

/**
 * Watches whether a step is done; what still differs from its tests, if anything does.
 * @param {Step} step @param {string} text @param {string} language @param {() => void} done
 */
function useStep(step, text, language, done) {
  const [difference, setDifference] = useState(/** @type {Difference | null} */ (null));
  useEffect(() => {
    setDifference(null);
    if (!step.put || !isWritten(step, text)) return undefined;
    if (!step.test) return void done();
    let wanted = true;
    const timer = setTimeout(
      () =>
        rehearseRules(text, language, step.test).then(
          ({ differences }) =>
            wanted && (differences.length ? setDifference(differences[0]) : done()),
          () => {}, // what is wrong with the text stands beside it
        ),
      PATIENCE_MS,
    );
    return () => ((wanted = false), clearTimeout(timer));
  }, [step, text]);
  return difference;
}

/** @param {Step} step @param {string} text */
function isWritten({ has, lacks }, text) {
  const bare = squeezed(text);
  const lines = text
    .split("\n")
    .map((line) => `\n${squeezed(line)}`)
    .join("");
  return (
    has.every((one) =>
      one.startsWith("\n") // at the beginning of a line
        ? lines.includes(`\n${squeezed(one)}`)
        : bare.includes(squeezed(one)),
    ) && !lacks.some((one) => bare.includes(squeezed(one)))
  );
}

/** @param {string} text */
const squeezed = (text) => text.replace(/\s+/g, "");

/**
 * Write what a step says into the text; where the text has no such place, or has it already and is
 * still not right, it becomes what the steps up to here make.
 * @param {any} view @param {Step[]} steps @param {number} number
 */
function showMe(view, steps, number) {
  const before = view.state.doc.toString();
  const { put } = steps[number];
  const changes = (!isWritten(steps[number], before) && applied(steps[number], before)) || {
    from: 0,
    to: before.length,
    insert: steps.slice(0, number + 1).reduce((text, step) => {
      const { from, to, insert } = applied(step, text) ?? { from: 0, to: 0, insert: "" };
      return text.slice(0, from) + insert + text.slice(to);
    }, ""),
  };
  view.dispatch({ changes, userEvent: "input.complete" });
  const from = view.state.doc.toString().indexOf(put, changes.from);
  goTo(view, from);
}

/** Begin with nothing; it can be undone. @param {any} view */
const emptied = (view) =>
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: "" } });

/** The change that a step is. @param {Step} step @param {string} text */
function applied({ put, before, replaces }, text) {
  if (!before && !replaces) return { from: text.length, to: text.length, insert: put };
  const from = text.indexOf(replaces || before);
  return from < 0 ? null : { from, to: from + replaces.length, insert: put };
}

/** @param {string} language */
function reachedIn(language) {
  try {
    return Number(localStorage.getItem(REACHED + language)) || 0;
  } catch {
    return 0;
  }
}

/** @param {string} language @param {number} reached */
function keepReached(language, reached) {
  try {
    localStorage.setItem(REACHED + language, String(reached));
  } catch {
    // It is learnt again, then.
  }
  return reached;
}
