/**
 * A match lived through again: step by step, with the computer's opinion, and a way to play on from
 * anywhere.
 */

import { useAnalysis } from "../analysis.js";
import { beSomebody, forkMatch, showGame, showHistory, showLog } from "../api.js";
import { isChess } from "../chess.js";
import { AccountLog } from "../parts/account.js";
import { AnalysisPanel } from "../parts/analysis-panel.js";
import { ChessCopies } from "../parts/chess-copies.js";
import { CopyButton } from "../parts/copy.js";
import { roomFor } from "../parts/geometry.js";
import { Bar } from "../parts/graph.js";
import { useLesson } from "../parts/lesson.js";
import { Loaded, Trouble } from "../parts/loaded.js";
import { Opinion } from "../parts/opinion.js";
import { MoveRecord } from "../parts/record.js";
import { Scene } from "../parts/scene.js";
import { startsFlipped } from "../parts/seats.js";
import { Tabs } from "../parts/tabs.js";
import { Timeline } from "../parts/timeline.js";
import { go, href, replace, shareable } from "../router.js";
import { ownName } from "../start.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { gameTitle, playerName, problemText, roleName, t } from "../words.js";

const FORK_STRENGTH = "medium";

/**
 * @typedef {{
 *   game: string,
 *   roles: string[],
 *   names: Record<string, string | null>,
 *   over: boolean,
 *   outcome: Record<string, number> | null,
 *   steps: import("../presented.js").Step[],
 * }} History
 */

/** @param {{parts: string[], query: URLSearchParams}} props */
export function ReplayPage({ parts: [match], query }) {
  const load = async () => {
    const history = await showHistory(match, query.get("role")).catch(() =>
      showHistory(match, null),
    ); // whoever got the link sits elsewhere
    return { history, game: await showGame(history.game) };
  };
  return html`<${Loaded}
    load=${load}
    show=${(/** @type {any} */ found) =>
      html`<${Replay} match=${match} role=${query.get("role")} query=${query} ...${found} />`}
  />`;
}

/** @param {History} history @param {string} role */
const nameOf = ({ names }, role) => (names[role] ? playerName(names[role]) : "?");

/** @typedef {import("../api.js").GamePage} GamePage */
/** @typedef {{match: string, role: string | null, history: History, game: GamePage}} Told */

/** @param {Told & {query: URLSearchParams}} props */
function Replay({ query, ...told }) {
  const { match, role, history, game } = told;
  const { steps } = history;
  const last = steps.length - 1;
  const [at, show] = useStep(match, role, query.get("step"), last);
  const [arrows, setArrows] = useState(/** @type {string[][]} */ ([]));
  const analysis = useAnalysis(match, history);
  const lesson = useLesson({ analysis, role, show });
  useEffect(() => setArrows([]), [at]);
  useEffect(() => void (query.has("analyse") && history.over && analysis.start()), []);
  if (!steps.length) return html`<${Trouble} problem=${{ code: "not-begun" }} />`;
  const { view, scene, made } = steps[at];
  const flipped = startsFlipped(game, role);
  const shown = lesson.said === "shown" && lesson.best ? [wayOf(lesson.best)] : arrows;
  const players = history.roles.map((one) => `${nameOf(history, one)} (${roleName(one)})`);
  return html`<div class="table" data-kind=${scene.kind}>
    <div class=${`scene ${game.layout ? "" : "wide"}`} style=${roomFor(game)}>
      <div class="row title">
        <h1>${gameTitle(game)}</h1>
        <span class="muted">${players.join(` ${t("versus")} `)}</span>
      </div>
      <div class="with-bar">
        <${Bar} value=${analysis.values[at] ?? null} roles=${history.roles} flipped=${flipped} />
        <${Scene}
          game=${game}
          view=${view}
          scene=${scene}
          moves=${lesson.moves}
          made=${made}
          before=${steps[at - 1]?.scene}
          flipped=${flipped}
          role=${role}
          step=${at}
          steps=${steps}
          arrows=${shown}
          still=${!lesson.asks}
          onMove=${lesson.attempt}
        />
      </div>
    </div>
    <${Beside} ...${told} ...${{ at, show, analysis, lesson }} point=${setArrows} />
  </div>`;
}

/**
 * Which step is shown; the address says it, too.
 * @param {string} match @param {string | null} role @param {string | null} wanted
 * @param {number} last
 * @returns {[number, (step: number) => void]}
 */
function useStep(match, role, wanted, last) {
  const first = wanted === null ? last : Math.min(last, Math.max(0, Number(wanted) || 0));
  const [at, setAt] = useState(first);
  useEffect(() => setAt(first), [wanted]);
  const show = (/** @type {number} */ step) => {
    setAt(step);
    replace(["replay", match], { step: String(step), ...(role ? { role } : {}) });
  };
  return [at, show];
}

/** A move as a way over the board. @param {import("../presented.js").Card} card */
const wayOf = ({ squares, column }) => squares ?? (column ? [column] : []);

/**
 * What stands beside a step: all moves, what a computer thinks of them, and ways on.
 * @param {Told & {
 *   at: number,
 *   show: (step: number) => void,
 *   analysis: import("../analysis.js").Analysis,
 *   lesson: import("../parts/lesson.js").Lesson,
 *   point: (arrows: string[][]) => void,
 * }} props
 */
function Beside({ point, show, analysis, lesson, ...props }) {
  const { match, role, history, game, at } = props;
  const step = history.steps[at];
  const last = history.steps.length - 1;
  const told = game.hidden || step.scene.kind === "table";
  const soFar = html`<${told ? AccountLog : MoveRecord}
    game=${game}
    steps=${history.steps}
    at=${at}
    mistakes=${analysis.mistakes}
    to=${(/** @type {number} */ to) =>
      href(["replay", match], { step: String(to), ...(role ? { role } : {}) })}
  />`;
  const tabs = [
    { name: "moves", label: t(told ? "account.title" : "table.moves"), content: soFar },
    ...(history.over || !game.hidden
      ? [
          {
            name: "opinion",
            label: t("analysis.opinion"),
            content: html`<${Opinion} key=${at} ...${{ match, game, step, point }} />`,
          },
        ]
      : []),
    { name: "ways", label: t("analysis.ways"), content: html`<${WaysOn} ...${props} />` },
  ];
  return html`<div class="side replaying">
    ${history.over && html`<${AnalysisPanel}
      ...${{ analysis, lesson, game, history, at }}
      onGo=${show}
    />`}
    <section class="panel beside">
      <${Tabs} label=${t("table.beside")} tabs=${tabs} />
      <${Timeline}
        at=${at}
        last=${last}
        label=${t("replay.step", { step: at, last })}
        onGo=${show}
      />
    </section>
  </div>`;
}

/** Play on from a step, hand it on, or take the match along. @param {Told & {at: number}} props */
function WaysOn({ match, role, history, game, at }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const fork = () => forkAt(match, role, history, at).catch(setProblem);
  const keep = () =>
    showLog(match).then((text) => save(`${game.name}-${match}.jsonl`, text), setProblem);
  return html`<section class="stack">
    ${problem && html`<p class="notice warn" role="alert">${problemText(problem)}</p>`}
    ${history.over && html`<p class="muted small">${t("replay.fork.text")}</p>`}
    <div class="row">
      ${history.over && html`<button type="button" class="button main" data-fork onClick=${fork}>
        ${t("replay.fork")}
      </button>`}
      <${CopyButton}
        label=${t("replay.share")}
        text=${() => shareable(["replay", match], { step: String(at) })}
      />
    </div>
    <div class="row">
      ${!history.over && html`<a
        class="button little quiet"
        href=${href(["match", match], role ? { role } : {})}
      >
        ${t("replay.live")}
      </a>`}
      ${isChess(game) && html`<${ChessCopies}
        layout=${game.layout}
        scene=${history.steps[at].scene}
        step=${at}
        steps=${history.steps}
        names=${history.names}
        outcome=${history.outcome}
      />`}
      ${history.over && html`<button type="button" class="button little quiet" onClick=${keep}>
        ${t("table.log")}
      </button>`}
    </div>
  </section>`;
}

/**
 * Play on from a step, against computers.
 * @param {string} match @param {string | null} role @param {History} history @param {number} at
 */
async function forkAt(match, role, { roles, steps }, at) {
  await beSomebody(ownName());
  const own = role ?? steps[at].asked[0] ?? roles[0];
  const others = roles.filter((other) => other !== own);
  const bots = Object.fromEntries(others.map((other) => [other, FORK_STRENGTH]));
  const copy = await forkMatch(match, at, bots, ownName());
  go(["match", copy.match], { role: own });
}

/** @param {string} name @param {string} text */
function save(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
