/**
 * The rules of a game in two minutes: positions of real matches, one after the other, with what the
 * rules say in them. Some ask whether a move is allowed; whoever answers reads why.
 */

import { dress } from "../dress.js";
import { showLesson } from "../people.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { capital, claimText, gameAbout, labelText, roleName, t, tOr, withNames } from "../words.js";
import { told } from "./account.js";
import { Scene } from "./scene.js";

/** A step may tell more than one reads. */
const MOST_LINES = 4;

/**
 * @typedef {object} LessonStep
 * @property {string} kind
 * @property {string | null} role
 * @property {any} view
 * @property {import("../presented.js").SceneShown} scene
 * @property {Record<string, import("../presented.js").Card>} made
 * @property {import("../presented.js").AccountEntry[]} account
 * @property {import("../presented.js").Card | null} card
 * @property {import("../api.js").Explanation | null} explanation
 * @property {Record<string, number> | null} outcome
 */

/** @param {{game: import("../api.js").GamePage}} props */
export function Teach({ game }) {
  const [steps, setSteps] = useState(/** @type {LessonStep[]} */ ([]));
  const [rules, setRules] = useState(/** @type {import("../words.js").Label[]} */ ([]));
  const [at, setAt] = useState(-1);
  useEffect(() => {
    Promise.all([showLesson(game.name), dress("teach")]).then(
      ([found]) => (setSteps(found.steps), setRules(found.rules)),
      () => {}, // a page without a lesson is still one
    );
  }, [game.name]);
  if (!steps.length) return null;
  return html`<section class="panel teach" aria-label=${t("teach.title")} data-teach>
    <div class="row">
      <h2>${t("teach.title")}</h2>
      ${at >= 0 && html`<span class="chip">
        ${t("teach.step", { n: at + 1, all: steps.length })}
      </span>`}
    </div>
    ${at < 0
      ? html`
          ${rules.length > 0 && html`<ul class="in-short" aria-label=${t("teach.short")}>
            ${rules.map((rule) => html`<li>${labelText(rule)}</li>`)}
          </ul>`}
          <p class="muted small">${t("teach.about", { n: steps.length })}</p>
          <p>
            <button type="button" class="button" data-teach-start onClick=${() => setAt(0)}>
              ${t("teach.start")}
            </button>
          </p>
        `
      : html`<${Shown}
          key=${at}
          game=${game}
          step=${steps[at]}
          back=${at > 0 && (() => setAt(at - 1))}
          on=${() => setAt(at + 1 < steps.length ? at + 1 : -1)}
          last=${at + 1 === steps.length}
        />`}
  </section>`;
}

/**
 * @param {object} props
 * @param {import("../api.js").GamePage} props.game
 * @param {LessonStep} props.step
 * @param {false | (() => void)} props.back
 * @param {() => void} props.on
 * @param {boolean} props.last
 */
function Shown({ game, step, back, on, last }) {
  const [answer, setAnswer] = useState(/** @type {boolean | null} */ (null));
  const asks = step.kind === "question";
  const known = !asks || answer !== null;
  const lit = asks
    ? known
      ? (step.explanation?.squares ?? [])
      : (step.card?.squares ?? [])
    : (step.explanation?.squares ?? []);
  const button = (/** @type {string} */ key, /** @type {() => void} */ act, main = false) =>
    html`<button
      type="button"
      class=${`button ${main ? "main" : ""}`}
      data-lesson=${key}
      onClick=${act}
    >
      ${t(`teach.${key}`)}
    </button>`;
  return html`<div class="lesson-step" data-kind=${step.kind}>
    <div class="lesson-scene" data-scene=${step.scene.kind} inert>
      <${Scene}
        game=${game}
        view=${step.view}
        scene=${step.scene}
        moves=${[]}
        made=${step.made}
        lit=${new Set(lit)}
        flipped=${false}
        role=${step.role}
        still
      />
    </div>
    <div class="stack">
      <div role="status" class="stack">
        <${Words} game=${game} step=${step} />
        ${asks && known && html`<${Verdict} step=${step} right=${answer} />`}
      </div>
      <div class="row">
        ${known
          ? html`
              ${back && button("back", back)} ${button(last ? "done" : "next", on, true)}
            `
          : html`${button("yes", () => setAnswer(true))} ${button("no", () => setAnswer(false))}`}
      </div>
    </div>
  </div>`;
}

/** What a step is about. @param {{game: import("../api.js").GamePage, step: LessonStep}} props */
function Words({ game, step }) {
  switch (step.kind) {
    case "story":
      return html`
        <p class="muted small">${t("teach.story")}</p>
        ${told(step.account)
          .slice(0, MOST_LINES)
          .map((line) => html`<p class="claim">${line}</p>`)}
      `;
    case "question": {
      const card = /** @type {import("../presented.js").Card} */ (step.card);
      const move = card.label ? labelText(card.label) : tOr(`word.${card.short}`, card.short);
      return html`
        <p class="muted small">${t("teach.turn", { name: roleName(step.role ?? "") })}</p>
        <p class="claim">${t("teach.question", { move })}</p>
      `;
    }
    case "end":
      return html`
        <p class="muted small">${t("teach.end")}</p>
        <p class="claim">
          ${step.explanation ? capital(withNames(claimText(step.explanation), game.roles)) : ""}
        </p>
        <p>${winners(step)}</p>
      `;
  }
  return html`
    <p class="claim">${gameAbout(game)}</p>
    <p>${t("teach.seats", { names: game.roles.map(roleName).join(", ") })}</p>
  `;
}

/** Whether one was right, and why. @param {{step: LessonStep, right: boolean | null}} props */
function Verdict({ step, right }) {
  const why = /** @type {import("../api.js").Explanation} */ (step.explanation);
  return html`
    <p class=${`verdict ${right === why.holds ? "good" : "bad"}`}>
      ${t(right === why.holds ? "teach.right" : "teach.wrong")}${" "}
      ${t(why.holds ? "teach.allowed" : "teach.refused")}
    </p>
    ${!why.holds && html`<p class="claim">${claimText(why)}</p>`}
  `;
}

/** @param {LessonStep} step */
function winners({ outcome }) {
  const all = Object.entries(outcome ?? {});
  const best = Math.max(...all.map(([, points]) => points));
  const names = all.filter(([, points]) => points === best).map(([role]) => roleName(role));
  if (all.length < 2) return t("table.points", { points: best });
  return names.length === all.length
    ? t("table.drawn")
    : t("table.wins", { name: names.join(", ") });
}
