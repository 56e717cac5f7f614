/** The lobby: tables that wait, somebody to play with at once, and matches to watch. */

import { listGames } from "../api.js";
import { dress } from "../dress.js";
import { Loaded, Trouble } from "../parts/loaded.js";
import { MatchLine } from "../parts/matchline.js";
import { Pick } from "../parts/meeting.js";
import { openTables, useTables, wayInto } from "../parts/now.js";
import { Waiting } from "../parts/notices.js";
import { CLOCKS, playAnybody } from "../start.js";
import { html, useState } from "../vendor/preact-htm.js";
import { gameTitle, problemText, t } from "../words.js";

const FIRST = "chess";
const LATEST = 10;

export function TablesPage() {
  const { lines, problem } = useTables();
  return html`
    <div class="lead"><h1>${t("tables.title")}</h1><p>${t("tables.lead")}</p></div>
    <${Loaded}
      load=${() => Promise.all([listGames(), dress("lobby")])}
      show=${(/** @type {any} */ [games]) => html`<${Quick} games=${games} />`}
    />
    ${lines
      ? html`<${Lists} lines=${lines} />`
      : problem
        ? html`<${Trouble} problem=${problem} />`
        : html`<${Waiting} />`}
  `;
}

/** Somebody to play with at once. @param {{games: import("../api.js").GameLine[]}} props */
function Quick({ games }) {
  const [game, setGame] = useState(FIRST);
  const [clock, setClock] = useState(CLOCKS[2]);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const many = games.filter(({ roles }) => roles.length > 1);
  const pair = (/** @type {Event} */ event) => {
    event.preventDefault();
    playAnybody(game, clock).catch(setProblem);
  };
  return html`<form class="panel quick" onSubmit=${pair} aria-label=${t("lobby.quick")}>
    <div>
      <h2>${t("lobby.quick")}</h2><p class="muted small">${t("lobby.quick.text")}</p>
    </div>
    <${Pick}
      label=${t("lobby.game")}
      value=${game}
      set=${setGame}
      options=${many.map((one) => [one.name, gameTitle(one)])}
    />
    <${Pick}
      label=${t("game.clock")}
      value=${clock}
      set=${setClock}
      options=${CLOCKS.map((one) => [one, t(`clock.${one}`)])}
    />
    <button class="button main" data-pair>${t("lobby.pair")}</button>
    ${problem && html`<p class="notice warn" role="alert">${problemText(problem)}</p>`}
  </form>`;
}

/** @param {{lines: import("../parts/matchline.js").Line[]}} props */
function Lists({ lines }) {
  const ended = lines.filter(({ phase }) => phase === "ended").slice(0, LATEST);
  const sections = [
    ["open", openTables(lines)],
    ["going", lines.filter(({ phase }) => ["running", "opening", "paused"].includes(phase))],
    ...(ended.length ? [["over", ended]] : []),
  ];
  return html`${sections.map(
    ([name, some]) => html`<section class="lobby" key=${name} data-lobby=${name}>
      <h2>${t(`lobby.${name}`)}</h2>
      ${some.length > 0
        ? html`<ul class="lines">
            ${/** @type {any[]} */ (some).map(
              (line) => html`<${MatchLine} key=${line.match} line=${line} way=${wayInto(line)} />`,
            )}
          </ul>`
        : html`<p class="muted">${t(`lobby.${name}.none`)}</p>`}
    </section>`,
  )}`;
}
