/** What a computer thinks of a whole match: the curve, the mistakes, and learning from them. */

import { html } from "../vendor/preact-htm.js";
import { problemText, roleName, t } from "../words.js";
import { Graph } from "./graph.js";
import { LessonPanel } from "./lesson.js";
import { Slow } from "./slow.js";

const KINDS = ["blunder", "mistake", "slip"];

/**
 * @param {object} props
 * @param {import("../analysis.js").Analysis} props.analysis
 * @param {import("./lesson.js").Lesson} props.lesson
 * @param {import("../api.js").GamePage} props.game
 * @param {import("../pages/replay.js").History} props.history
 * @param {number} props.at
 * @param {(step: number) => void} props.onGo
 */
export function AnalysisPanel({ analysis, lesson, game, history, at, onGo }) {
  const { done, all, runs, problem, start } = analysis;
  const whole = done === all;
  return html`<section class="panel standing analysis" aria-label=${t("analysis.title")}>
    ${done > 0 && html`<${Graph}
      analysis=${analysis}
      roles=${history.roles}
      at=${at}
      onGo=${onGo}
    />`}
    ${runs
      ? html`<p class="row small" role="status">
          <span class="spinner"></span>${t("analysis.runs", { n: done, all })}
        </p>`
      : !whole &&
        html`<p>
          <button type="button" class="button main" data-analyse onClick=${start}>
            ${t(done ? "analysis.on" : "analysis.start")}
          </button>
        </p>`}
    <${Slow} waits=${runs} since=${done} says=${t("slow.analysis")} />
    ${problem && html`<p class="notice warn" role="alert">
      ${problemText(problem)} ${t("analysis.again")}
    </p>`}
    ${whole && !runs && html`
      <ul class="faults">
        ${history.roles.map(
          (role) => html`<li key=${role}>
            <b>${roleName(role)}</b> ${summary(analysis, role)}
          </li>`,
        )}
      </ul>
      <${LessonPanel} lesson=${lesson} game=${game} steps=${history.steps} />
    `}
  </section>`;
}

/** @param {import("../analysis.js").Analysis} analysis @param {string} role */
function summary({ mistakes }, role) {
  const own = [...mistakes.values()].filter((one) => one.role === role);
  const counts = KINDS.map((kind) => ({ kind, n: own.filter((one) => one.kind === kind).length }));
  const said = counts.filter(({ n }) => n).map(({ kind, n }) => t(`analysis.${kind}`, { n }));
  return said.join(" · ") || t("analysis.none");
}
