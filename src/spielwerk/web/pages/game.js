/** One game: what it looks like, the ways to play it, and its rules as the program reads them. */

import { showGame } from "../api.js";
import { Loaded, Trouble } from "../parts/loaded.js";
import { Picture } from "../parts/picture.js";
import { ABOUT } from "../parts/scene.js";
import { Source } from "../parts/source.js";
import { go, href } from "../router.js";
import { CLOCKS, playComputer, playFriend, STRENGTHS, watchComputers } from "../start.js";
import { html, useState } from "../vendor/preact-htm.js";
import { baseName, gameAbout, gameTitle, roleName, t } from "../words.js";
import { Chips, playersText } from "./games.js";

/** @param {{parts: string[]}} props */
export function GamePage({ parts }) {
  return html`<${Loaded}
    load=${() => showGame(parts[0])}
    show=${(/** @type {any} */ game) => html`<${Game} game=${game} />`}
  />`;
}

/** @param {{game: import("../api.js").GamePage}} props */
function Game({ game }) {
  const about = ABOUT[game.scene.kind];
  return html`
    <div class="game">
      <div class="hero">
        <h1>${gameTitle(game)}</h1>
        <div class="row"><${Chips} game=${game} /></div>
        <p>${gameAbout(game)}</p>
        ${about && html`<p><a href=${href([about[0]])}>${t(about[1])}</a></p>`}
        <div class="frame"><${Picture} game=${game} /></div>
      </div>
      <${Ways} game=${game} />
    </div>
    ${game.source && html`<section class="rules">
      <div class="row">
        <h2>${t("game.rules")}</h2>
        <span class="chip">${t("game.lines", { n: game.source.split("\n").length - 1 })}</span>
      </div>
      <p class="muted">
        ${t("game.rules.text")}${" "}
        ${game.editable && html`<a href=${href(["write", game.name])}>${t("game.change")}</a>`}
      </p>
      <${Source} text=${game.source} />
    </section>`}
  `;
}

/** @param {{game: import("../api.js").GamePage}} props */
function Ways({ game }) {
  const [role, setRole] = useState(game.roles[0]);
  const [strength, setStrength] = useState("medium");
  const [clock, setClock] = useState(CLOCKS[0]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const begin = (/** @type {() => Promise<void>} */ start) => () => {
    setBusy(true);
    start().catch((why) => (setProblem(why), setBusy(false)));
  };
  const several = game.roles.length > 1;
  return html`<section class="ways" aria-label=${t("game.play")}>
    ${problem && html`<${Trouble} problem=${problem} />`}
    <div class="panel way">
      <div>
        <h2>${several ? t("game.bot") : t("game.alone")}</h2>
        ${several && html`<p class="muted small">${t("game.bot.text")}</p>`}
      </div>
      <div class="fields">
        ${game.sizes.length > 1 && html`<${Choice}
          label=${t("games.players")}
          value=${String(game.players)}
          set=${(/** @type {string} */ count) => go(["game", `${baseName(game)}:${count}`])}
          options=${game.sizes.map((one) => [String(one), playersText(one)])}
        />`}
        ${several && html`<${Choice}
          label=${t("game.seat")}
          value=${role}
          set=${setRole}
          options=${game.roles.map((one) => [one, roleName(one)])}
        />`}
        ${several && html`<${Choice}
          label=${t("game.strength")}
          value=${strength}
          set=${setStrength}
          options=${STRENGTHS.map((one) => [one, t(`strength.${one}`)])}
        />`}
        <${Choice}
          label=${t("game.clock")}
          value=${clock}
          set=${setClock}
          options=${CLOCKS.map((one) => [one, t(`clock.${one}`)])}
        />
      </div>
      <button
        type="button"
        class="button main"
        data-way="computer"
        disabled=${busy}
        onClick=${begin(() => playComputer(game, role, strength, clock))}
      >
        ${t("game.start")}
      </button>
    </div>
    ${several && html`<div class="panel way">
      <div><h2>${t("game.friend")}</h2><p class="muted small">${t("game.friend.text")}</p></div>
      <button
        type="button"
        class="button"
        data-way="friend"
        disabled=${busy}
        onClick=${begin(() => playFriend(game, role, clock))}
      >
        ${t("game.friend.start")}
      </button>
    </div>`}
    <div class="panel way">
      <div><h2>${t("game.watch")}</h2><p class="muted small">${t("game.watch.text")}</p></div>
      <button
        type="button"
        class="button"
        data-way="watch"
        disabled=${busy}
        onClick=${begin(() => watchComputers(game, strength))}
      >
        ${t("game.watch.start")}
      </button>
    </div>
  </section>`;
}

/** @param {{label: string, value: string, set: (value: any) => void, options: string[][]}} props */
function Choice({ label, value, set, options }) {
  return html`<label class="field">
    <span>${label}</span>
    <select value=${value} onChange=${(/** @type {any} */ event) => set(event.target.value)}>
      ${options.map(([one, name]) => html`<option value=${one}>${name}</option>`)}
    </select>
  </label>`;
}
