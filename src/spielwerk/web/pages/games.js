/**
 * The first page: what is special here, what others play, and every game with a picture of a real
 * position.
 */

import { listGames, showGame } from "../api.js";
import { dress } from "../dress.js";
import { Strongest } from "../parts/levels.js";
import { Loaded } from "../parts/loaded.js";
import { Now } from "../parts/now.js";
import { Picture } from "../parts/picture.js";
import { TryOut } from "../parts/tryout.js";
import { href } from "../router.js";
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { gameAbout, gameTitle, t } from "../words.js";

/** The games that come first: what this place was made for. */
const FIRST = ["chess", "citadels", "spy", "speed"];
const NOTHING = { text: "", players: "", kind: "" };

export function GamesPage() {
  return html`<${Loaded}
    load=${() => Promise.all([listGames(), dress("lobby")])}
    show=${(/** @type {any} */ [games]) => html`
      <div class="front">
        <div class="lead">
          <h1>${t("front.title")}</h1>
          <p>${t("front.lead")}</p>
          <p class="row">
            <a class="button main" href=${href(["tables"])}>${t("front.lobby")}</a>
            <a class="button" href=${href(["write"])}>${t("front.write")}</a>
          </p>
        </div>
        <${TryOut} />
      </div>
      <${Now} /><${Catalogue} games=${games} />
    `}
  />`;
}

/** @param {{games: import("../api.js").GameLine[]}} props */
function Catalogue({ games }) {
  const [wanted, setWanted] = useState(NOTHING);
  const found = games.filter(
    (game) =>
      `${game.name} ${gameTitle(game)} ${gameAbout(game)}`
        .toLowerCase()
        .includes(wanted.text.trim().toLowerCase()) &&
      (!wanted.players || game.sizes.includes(Number(wanted.players))) &&
      (!wanted.kind || (wanted.kind === "hidden") === game.hidden),
  );
  const everything = !wanted.text.trim() && !wanted.players && !wanted.kind;
  const first = FIRST.flatMap((name) => games.filter((game) => game.name === name));
  const others = everything ? found.filter((game) => !FIRST.includes(game.name)) : found;
  return html`
    <h2 class="catalogue-title">${t("games.title")}</h2>
    ${everything && html`<ul class="cards first">
      ${first.map((game) => html`<${Tile} key=${game.name} game=${game} />`)}<${Heroes} />
    </ul>`}
    <${Filters} wanted=${wanted} want=${setWanted} games=${games} />
    <p class="hidden-text" role="status">${t("games.count", { n: found.length })}</p>
    ${found.length
      ? html`<ul class="cards small">
          ${others.map((game) => html`<${Tile} key=${game.name} game=${game} />`)}
        </ul>`
      : html`<div class="notice">
          <p>${t("games.none")}</p>
          <p>
            <button type="button" class="button" onClick=${() => setWanted(NOTHING)}>
              ${t("games.clear")}
            </button>
          </p>
        </div>`}
  `;
}

/** @typedef {typeof NOTHING} Wishes */

/**
 * @param {object} props
 * @param {Wishes} props.wanted
 * @param {(wanted: Wishes) => void} props.want
 * @param {import("../api.js").GameLine[]} props.games
 */
function Filters({ wanted, want: set, games }) {
  const want = (/** @type {string} */ key) => (/** @type {any} */ event) =>
    set({ ...wanted, [key]: event.target.value });
  const counts = [...new Set(games.flatMap((game) => game.sizes))].sort();
  return html`<form
    class="filters"
    role="search"
    onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}
  >
    <label class="field">
      <span>${t("games.search")}</span>
      <input type="search" value=${wanted.text} onInput=${want("text")} />
    </label>
    <label class="field">
      <span>${t("games.players")}</span>
      <select value=${wanted.players} onChange=${want("players")}>
        <option value="">${t("games.any")}</option>
        ${counts.map((count) => html`<option value=${count}>${playersText(count)}</option>`)}
      </select>
    </label>
    <label class="field">
      <span>${t("games.kind")}</span>
      <select value=${wanted.kind} onChange=${want("kind")}>
        <option value="">${t("games.all")}</option>
        <option value="open">${t("games.open")}</option>
        <option value="hidden">${t("games.hidden")}</option>
      </select>
    </label>
  </form>`;
}

/** @param {{game: import("../api.js").GameLine}} props */
function Tile({ game }) {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const [page, setPage] = useState(/** @type {import("../api.js").GamePage | null} */ (null));
  useEffect(() => {
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry.isIntersecting) return;
        watcher.disconnect();
        // A tile without its picture still leads to its game.
        showGame(game.name).then(setPage, () => {});
      },
      { rootMargin: "200px" },
    );
    watcher.observe(/** @type {Element} */ (frame.current));
    return () => watcher.disconnect();
  }, []);
  return html`<li class="tile">
    <div class="frame" ref=${frame}>${page && html`<${Picture} game=${page} />`}</div>
    <div class="text">
      <h3><a href=${href(["game", game.name])}>${gameTitle(game)}</a></h3>
      <div class="row">
        <${Chips} game=${game} />${page && html`<${Strongest} levels=${page.levels} />`}
      </div>
      <p>${gameAbout(game)}</p>
    </div>
  </li>`;
}

/** Heroes are no game, and still belong to the first. */
function Heroes() {
  return html`<li class="tile">
    <div class="frame"><img class="picture" src="heroes/picture.svg" alt="" /></div>
    <div class="text">
      <h3><a href=${href(["heroes"])}>${t("front.heroes")}</a></h3>
      <div class="row"><span class="chip">${t("front.heroes.kind")}</span></div>
      <p>${t("front.heroes.text")}</p>
    </div>
  </li>`;
}

/** @param {{game: import("../api.js").GameLine}} props */
export function Chips({ game }) {
  return html`
    <span class="chip">
      ${game.sizes.length > 1
        ? t("players.range", { from: game.sizes[0], to: game.sizes.at(-1) ?? "" })
        : playersText(game.players)}
    </span>
    ${game.hidden && html`<span class="chip on">${t("kind.hidden")}</span>`}
  `;
}

/** @param {number} count */
export const playersText = (count) => (count === 1 ? t("players.1") : t("players.n", { n: count }));
