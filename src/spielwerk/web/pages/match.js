/** A table: the board, who sits there, and everything one can do and ask. */

import { useAttempts } from "../attempts.js";
import { useDecision } from "../ended.js";
import { useLive } from "../live.js";
import { Aside, Lost } from "../parts/aside.js";
import { besideTheBoard } from "../parts/beside.js";
import { Choices } from "../parts/choices.js";
import { Chooser } from "../parts/chooser.js";
import { roomFor } from "../parts/geometry.js";
import { Trouble } from "../parts/loaded.js";
import { isComplete, Scene } from "../parts/scene.js";
import { nearest, SeatAt, startsFlipped } from "../parts/seats.js";
import { Why } from "../parts/why.js";
import { usePlan } from "../plan.js";
import { html, useState } from "../vendor/preact-htm.js";
import { gameTitle, t } from "../words.js";

/** @typedef {import("../live.js").Seated} Seated */

/** @param {{parts: string[], query: URLSearchParams}} props */
export function MatchPage({ parts: [match], query }) {
  const live = useLive(match, query.get("role"));
  const { link, picture, game } = live;
  if (live.problem) return html`<${Trouble} problem=${live.problem} />`;
  if (link?.state === "closed") return html`<${Trouble} problem=${{ code: link.reason }} />`;
  if (!link || !picture || !game)
    return html`
      <p class="row muted" role="status"><span class="spinner"></span>${t("table.connecting")}</p>
      ${link?.state === "lost" && html`<${Lost} link=${link} />`}
    `;
  return html`<${Table} match=${match} live=${live} guided=${query.has("guide")} />`;
}

/** @param {{match: string, live: Seated, guided: boolean}} props */
function Table({ match, live, guided }) {
  const { game, picture } = live;
  const [turned, setTurned] = useState(false);
  const attempts = useAttempts(live);
  const { refusal, choice, play } = attempts;
  const complete = isComplete(picture.scene);
  const direct = complete ? [] : besideTheBoard(picture);
  const near = nearest(live, turned);
  const decision = useDecision(match, picture.outcome !== null && picture.ending === "rules");
  const laid = picture.scene.kind === "table";
  const choices = direct.length > 0 && html`<${Choices} moves=${direct} onMove=${play} />`;
  const note = refusal && html`<${Why} ...${refusal} game=${game} onClose=${attempts.forget} />`;
  return html`
    <h1 class="hidden-text">${gameTitle(game)}</h1>
    <div class="table" data-kind=${picture.scene.kind} data-step=${picture.step}>
      <div class=${`scene ${game.layout ? "" : "wide"}`} style=${roomFor(game)}>
        <${Seats} live=${live} near=${near} all=${complete} />
        <${LiveScene}
          live=${live}
          attempts=${attempts}
          turned=${turned}
          decision=${decision}
          note=${note}
          below=${laid && choices}
        />
        ${!laid && choices && html`<section class="panel stack choosing">
          <h2>${t("table.choose")}</h2>${choices}
        </section>`}
        ${!complete && html`<${SeatAt} key=${near} live=${live} role=${near} />`}
      </div>
      <${Aside}
        match=${match}
        live=${live}
        attempts=${attempts}
        decision=${decision}
        listed=${!complete && picture.moves.length > direct.length}
        note=${!complete && note}
        guided=${guided}
        flip=${() => setTurned(!turned)}
      />
      ${choice && html`<${Chooser}
        found=${choice}
        role=${picture.role}
        glyphs=${game.layout?.glyphs ?? {}}
        onMove=${play}
        onClose=${attempts.leave}
      />`}
    </div>
  `;
}

/**
 * The seats across the table, or all of them where the scene is long.
 * @param {{live: Seated, near: string, all: boolean}} props
 */
function Seats({ live, near, all }) {
  const others = live.game.roles.filter((one) => one !== near);
  // At a table of cards they sit in the order in which their things lie there.
  const far = live.picture.scene.kind === "table" ? others : others.reverse();
  const kind = all ? "seats row" : far.length > 1 ? "seats many" : "seats";
  return html`<div class=${kind}>
    ${(all ? [...far, near] : far).map(
      (one) => html`<${SeatAt} key=${one} live=${live} role=${one} />`,
    )}
  </div>`;
}

/**
 * The position as it is now, to be played with by whoever is asked.
 * @param {object} props
 * @param {Seated} props.live
 * @param {import("../attempts.js").Attempts} props.attempts
 * @param {boolean} props.turned
 * @param {import("../ended.js").Decision} props.decision
 * @param {any} props.note
 * @param {any} props.below
 */
function LiveScene({ live, attempts, turned, decision, note, below }) {
  const { game, picture, steps } = live;
  const { role, view, scene, moves, made, asked, step } = picture;
  const plan = usePlan({ game, picture, choose: attempts.choose });
  const lit = attempts.refusal?.lit ?? decision.squares;
  return html`<${Scene}
    game=${game}
    view=${view}
    scene=${scene}
    moves=${moves}
    made=${made}
    before=${steps[step - 1]?.scene}
    lit=${new Set(lit)}
    plan=${plan}
    flipped=${turned !== startsFlipped(game, role)}
    role=${role}
    asked=${asked}
    still=${!role || picture.phase !== "running"}
    onMove=${attempts.choose}
    onAttempt=${(/** @type {string[]} */ squares) => role && attempts.wonder({ squares })}
    onWonder=${attempts.wonder}
    step=${step}
    steps=${steps}
    note=${note}
    below=${below}
  />`;
}
