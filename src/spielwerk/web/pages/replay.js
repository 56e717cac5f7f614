/**
 * A match lived through again: step by step, with the computer's opinion, and a way to play on from
 * anywhere.
 */

import { beSomebody, forkMatch, showGame, showHistory, showLog } from "../api.js";
import { isChess } from "../chess.js";
import { ChessCopies } from "../parts/chess-copies.js";
import { CopyButton } from "../parts/copy.js";
import { Loaded, Trouble } from "../parts/loaded.js";
import { Opinion } from "../parts/opinion.js";
import { MoveRecord } from "../parts/record.js";
import { isComplete, Scene } from "../parts/scene.js";
import { startsFlipped } from "../parts/seats.js";
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
  const wanted = query.get("step");
  const [at, setAt] = useState(0);
  const [arrows, setArrows] = useState(/** @type {string[][]} */ ([]));
  useEffect(
    () => setAt(wanted === null ? last : Math.min(last, Math.max(0, Number(wanted) || 0))),
    [wanted],
  );
  useEffect(() => setArrows([]), [at]);
  const show = (/** @type {number} */ step) => {
    setAt(step);
    replace(["replay", match], { step: String(step), ...(role ? { role } : {}) });
  };
  if (!steps.length) return html`<${Trouble} problem=${{ code: "not-begun" }} />`;
  const { view, scene, made } = steps[at];
  const label = t("replay.step", { step: at, last });
  const controls = html`<${Timeline} at=${at} last=${last} label=${label} onGo=${show} />`;
  const players = history.roles.map((one) => `${nameOf(history, one)} (${roleName(one)})`);
  return html`<div class="table">
    <div class=${`scene ${game.layout ? "" : "wide"}`}>
      <div class="row">
        <h1 style="font-size:1.5rem">${gameTitle(game)}</h1>
        <span class="muted">${players.join(` ${t("versus")} `)}</span>
      </div>
      ${isComplete(scene) && controls}
      <${Scene}
        game=${game}
        view=${view}
        scene=${scene}
        moves=${[]}
        made=${made}
        before=${steps[at - 1]?.scene}
        flipped=${startsFlipped(game, role)}
        role=${role}
        step=${at}
        steps=${steps}
        arrows=${arrows}
        still
      />
      ${!isComplete(scene) && controls}
    </div>
    <${Beside} ...${told} at=${at} point=${setArrows} />
  </div>`;
}

/**
 * What stands beside a step: all moves, the computer's opinion, and ways on.
 * @param {Told & {at: number, point: (arrows: string[][]) => void}} props
 */
function Beside({ point, ...props }) {
  const { match, role, history, game, at } = props;
  const step = history.steps[at];
  return html`<div class="side">
    ${!isComplete(step.scene) && html`<section class="panel stack">
      <h2>${t("table.moves")}</h2>
      <${MoveRecord}
        game=${game}
        steps=${history.steps}
        at=${at}
        to=${(/** @type {number} */ to) =>
          href(["replay", match], { step: String(to), ...(role ? { role } : {}) })}
      />
    </section>`}
    ${(history.over || !game.hidden) && html`<${Opinion}
      key=${at}
      match=${match}
      game=${game}
      step=${step}
      point=${point}
    />`}
    <${WaysOn} ...${props} />
  </div>`;
}

/** Play on from a step, hand it on, or take the match along. @param {Told & {at: number}} props */
function WaysOn({ match, role, history, game, at }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const fork = () => forkAt(match, role, history, at).catch(setProblem);
  const keep = () =>
    showLog(match).then((text) => save(`${game.name}-${match}.jsonl`, text), setProblem);
  return html`<section class="panel stack">
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
  const copy = await forkMatch(match, at, bots);
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
