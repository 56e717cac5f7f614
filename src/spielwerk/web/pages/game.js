/** One game: what it looks like, the ways to play it, and its rules as the program reads them. */

import { showRules } from "../api.js";
import { AboutLevels, levelLine, usualLevel } from "../parts/levels.js";
import { Loaded, Trouble } from "../parts/loaded.js";
import { Doors, Pick, WithPeople } from "../parts/meeting.js";
import { Picture } from "../parts/picture.js";
import { Best } from "../parts/ratings.js";
import { ABOUT } from "../parts/scene.js";
import { Source } from "../parts/source.js";
import { Teach } from "../parts/teach.js";
import { go, href } from "../router.js";
import { CLOCKS, clocksFor, DOORS, playComputer, playGuided, watchComputers } from "../start.js";
import { html, useState } from "../vendor/preact-htm.js";
import { Variant, variantName } from "../parts/variant.js";
import { gameAbout, gameTitle, roleName, t } from "../words.js";
import { Chips, playersText } from "./games.js";

/** @param {{parts: string[]}} props */
export function GamePage({ parts }) {
  return html`<${Loaded}
    load=${() => showRules(parts[0])}
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
      <${Teach} game=${game} />
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
      <${Source} text=${game.source} keywords=${game.keywords} />
    </section>`}
  `;
}

/** @param {{game: import("../api.js").GamePage}} props */
function Ways({ game }) {
  const [wanted, setWanted] = useState({
    role: game.roles[0],
    strength: usualLevel(game.levels),
    clock: CLOCKS[0],
    door: DOORS[1],
  });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const { role, strength, clock, door } = wanted;
  const begin = (/** @type {() => Promise<void>} */ start) => () => {
    setBusy(true);
    start().catch((why) => (setProblem(why), setBusy(false)));
  };
  const several = game.roles.length > 1;
  return html`<section class="ways" aria-label=${t("game.play")}>
    ${problem && html`<${Trouble} problem=${problem} />`}
    <${Way}
      name="computer"
      title=${several ? t("game.bot") : t("game.alone")}
      about=${several && t("game.bot.text")}
      start=${t("game.start")}
      busy=${busy}
      begin=${begin(() => playComputer(game, role, strength, clock, door))}
    >
      <${Wishes} game=${game} wanted=${wanted} want=${setWanted} />
    <//>
    ${game.guided && html`<${Way}
      name="guide"
      title=${t("game.guide")}
      about=${t("game.guide.text")}
      start=${t("game.guide.start")}
      busy=${busy}
      begin=${begin(() => playGuided(game))}
    />`}
    ${several && html`<${WithPeople} game=${game} busy=${busy} begin=${begin} />`}
    <${Way}
      name="watch"
      title=${t("game.watch")}
      about=${t("game.watch.text")}
      start=${t("game.watch.start")}
      busy=${busy}
      begin=${begin(() => watchComputers(game, strength))}
    />
    ${several && html`<${Best} game=${game.name} />`}
  </section>`;
}

/**
 * One way to play.
 * @param {object} props
 * @param {string} props.name
 * @param {string} props.title
 * @param {string | false} props.about
 * @param {string} props.start
 * @param {boolean} props.busy
 * @param {() => void} props.begin
 * @param {any} [props.children]
 */
function Way({ name, title, about, start, busy, begin, children }) {
  const kind = name === "computer" ? "button main" : "button";
  return html`<div class="panel way">
    <div><h2>${title}</h2>${about && html`<p class="muted small">${about}</p>`}</div>
    ${children}
    <button type="button" class=${kind} data-way=${name} disabled=${busy} onClick=${begin}>
      ${start}
    </button>
  </div>`;
}

/** @typedef {{role: string, strength: string, clock: string, door: string}} Wanted */

/**
 * Where one sits, against whom, and with how much time.
 * @param {object} props
 * @param {import("../api.js").GamePage} props.game
 * @param {Wanted} props.wanted
 * @param {(wanted: Wanted) => void} props.want
 */
function Wishes({ game, wanted, want }) {
  const several = game.roles.length > 1;
  const choice = (
    /** @type {keyof Wanted} */ key,
    /** @type {string} */ label,
    /** @type {string[][]} */ options,
  ) => html`<${Pick}
    label=${label}
    value=${wanted[key]}
    set=${(/** @type {string} */ value) => want({ ...wanted, [key]: value })}
    options=${options}
  />`;
  const seats = game.roles.map((one) => [one, roleName(one)]);
  const strengths = game.levels.map((one) => [one.name, levelLine(one)]);
  const clocks = clocksFor(game).map((one) => [one, t(`clock.${one}`)]);
  return html`<div class="fields">
    ${game.sizes.length > 1 && html`<${Pick}
      label=${t("games.players")}
      value=${String(game.players)}
      set=${(/** @type {string} */ count) => go(["game", variantName(game, { count })])}
      options=${game.sizes.map((one) => [String(one), playersText(one)])}
    />`}
    <${Variant} game=${game} />
    ${several && choice("role", t("game.seat"), seats)}
    ${several && choice("strength", t("game.strength"), strengths)}
    ${choice("clock", t("game.clock"), clocks)}
    ${several && html`<${AboutLevels} levels=${game.levels} chosen=${wanted.strength} />`}
    <${Doors}
      name="watch"
      doors=${DOORS}
      door=${wanted.door}
      setDoor=${(/** @type {string} */ door) => want({ ...wanted, door })}
    />
  </div>`;
}
