/** A table: the board, who sits there, and everything one can do and ask. */

import { useAttempts } from "../attempts.js";
import { useLive } from "../live.js";
import { Aside, Lost } from "../parts/aside.js";
import { besideTheBoard } from "../parts/beside.js";
import { Choices } from "../parts/choices.js";
import { Chooser } from "../parts/chooser.js";
import { Trouble } from "../parts/loaded.js";
import { isComplete, Scene } from "../parts/scene.js";
import { nearest, SeatAt, startsFlipped } from "../parts/seats.js";
import { SlowMachine } from "../parts/slow.js";
import { Why } from "../parts/why.js";
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
  return html`<${Table} match=${match} live=${live} />`;
}

/** @param {{match: string, live: Seated}} props */
function Table({ match, live }) {
  const { game, picture } = live;
  const [turned, setTurned] = useState(false);
  const attempts = useAttempts(live);
  const { refusal, choice, play } = attempts;
  const complete = isComplete(picture.scene);
  const direct = complete ? [] : besideTheBoard(picture);
  const near = nearest(live, turned);
  const far = game.roles.filter((one) => one !== near).reverse();
  const note = refusal && html`<${Why} ...${refusal} game=${game} onClose=${attempts.forget} />`;
  return html`
    <h1 class="hidden-text">${gameTitle(game)}</h1>
    <div class="table">
      <div class=${`scene ${game.layout ? "" : "wide"}`}>
        <div class=${game.roles.length > 3 ? "seats many" : "seats"}>
          ${far.map((one) => html`<${SeatAt} key=${one} live=${live} role=${one} />`)}
        </div>
        <${LiveScene} live=${live} attempts=${attempts} turned=${turned} note=${note} />
        ${!complete && note}<${SlowMachine} picture=${picture} />
        ${direct.length > 0 && html`<section class="panel stack">
          <h2>${t("table.choose")}</h2><${Choices} moves=${direct} onMove=${play} />
        </section>`}
        <${SeatAt} key=${near} live=${live} role=${near} />
      </div>
      <${Aside}
        match=${match}
        live=${live}
        attempts=${attempts}
        listed=${!complete && picture.moves.length > direct.length}
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
 * The position as it is now, to be played with by whoever is asked.
 * @param {object} props
 * @param {Seated} props.live
 * @param {import("../attempts.js").Attempts} props.attempts
 * @param {boolean} props.turned
 * @param {any} props.note
 */
function LiveScene({ live: { game, picture, steps }, attempts, turned, note }) {
  const { role, view, scene, moves, made, asked, step } = picture;
  return html`<${Scene}
    game=${game}
    view=${view ?? game.position}
    scene=${scene ?? game.scene}
    moves=${moves}
    made=${made}
    before=${steps[step - 1]?.scene}
    lit=${new Set(attempts.refusal?.lit)}
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
  />`;
}
