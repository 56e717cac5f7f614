/**
 * The casino while a match is played: the board, what can be done, who is there, and what happened.
 */

import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { SpyBoard } from "./board.js";
import { effectsOf, SpyLog } from "./log.js";
import { Outcome } from "./outcome.js";
import { Dossier, Roster } from "./people.js";
import { usePlayback } from "./playback.js";
import { SideMark } from "./art.js";
import { Tools } from "./tools.js";
import { areaOf, optionsOf, personAt, reachOf, sideOf } from "./view.js";
import { toolName } from "./words.js";

/** @typedef {import("./view.js").Casino} Casino */
/** @typedef {import("./table.js").SpyProps} SpyProps */

/** @param {SpyProps} props */
export function SpyCasino(props) {
  const playback = usePlayback(props);
  const view = /** @type {Casino} */ (playback.view);
  const options = optionsOf(playback.behind || props.still ? [] : props.legal);
  const hand = useHand(props, playback, options);
  const [told, tell] = useState(/** @type {string | null} */ (null));
  const mine = options.length > 0;
  const open = inView(view, hand.pointed, hand.chosen);
  return html`<div class="spy" aria-busy=${playback.behind}>
    ${view.phase === "over" && html`<${Outcome} view=${view} />`}
    <${Headline} view=${view} mine=${mine} />
    <div class="spy-main">
      <div class="spy-table">
        <${SpyBoard}
          view=${view}
          tool=${hand.tool}
          targets=${new Set(hand.aimed.map((one) => one.field))}
          reach=${mine && hand.tool !== "move" ? reachOf(view, hand.tool) : new Set()}
          area=${hand.area}
          lit=${new Set([told, props.note && hand.refused])}
          chosen=${hand.chosen}
          effects=${effectsOf(view, props.steps[playback.at - 1]?.view)}
          moment=${String(playback.at)}
          still=${props.still}
          onPress=${hand.press}
          onPoint=${hand.point}
          onLeave=${() => hand.aim("move", false)}
        />
        ${props.note}
      </div>
      ${mine
        ? html`<${Tools}
            view=${view}
            options=${options}
            tool=${hand.tool}
            pointed=${hand.pointed}
            stake=${hand.stake}
            setStake=${hand.setStake}
            choose=${hand.aim}
            retire=${() => hand.act("retire")}
          />`
        : view.you && !props.still && view.phase !== "over" && html`<${Waiting} view=${view} />`}
      <div class="spy-people">
        <${Roster} view=${view} chosen=${hand.chosen} choose=${hand.choose} />
        ${mine && html`<p class="muted small by-keys">${t("spy.keys")}</p>`}
      </div>
      <div class="spy-aside">
        ${open && html`<${Dossier} view=${view} name=${open} />`}
        <${SpyLog} steps=${props.steps} at=${playback.at} point=${tell} />
      </div>
    </div>
  </div>`;
}

/**
 * Whose file lies open: who is pointed at, chosen or acting.
 * @param {Casino} view @param {string | null} pointed @param {string | null} chosen
 */
function inView(view, pointed, chosen) {
  const wanted = [pointed && personAt(view, pointed), chosen, view.active?.name];
  const found = wanted.find((name) => name && view.characters[name]);
  return found ?? Object.keys(view.characters)[0];
}

/**
 * What one holds, points at and tries.
 * @param {SpyProps} props @param {ReturnType<typeof usePlayback>} playback
 * @param {import("./view.js").Option[]} options
 */
function useHand(props, playback, options) {
  const view = /** @type {Casino} */ (playback.view);
  const [tool, setTool] = useTool(view, options);
  const [stake, setStake] = useState(1);
  const [pointed, point] = useState(/** @type {string | null} */ (null));
  const [chosen, choose] = useState(/** @type {string | null} */ (null));
  const [refused, refuse] = useState(/** @type {string | null} */ (null));
  useEffect(() => choose(null), [view.active?.name]);
  const aimed = options.filter((one) => one.tool === tool);
  const act = (/** @type {string} */ move) => props.onMove([{ move, short: move }]);

  /** @param {string} field */
  function press(field) {
    if (playback.behind) return playback.skip();
    const who = personAt(view, field);
    const found = aimed.filter((one) => one.field === field);
    const staked = found.find((one) => one.stake === Math.min(stake, found.length)) ?? found[0];
    if (staked) return act(staked.text);
    if (who) choose(who);
    const walks = !tool || tool === "move";
    if (!options.length || (who && walks)) return undefined; // whoever only walks may look around
    refuse(field);
    const meant = tool || "move";
    return props.onWonder({ move: textOf(meant, field, stake) }, `${toolName(meant)} · ${field}`);
  }

  /**
   * @param {string} wanted @param {boolean} byKey whoever chose with the keyboard goes on with it
   */
  function aim(wanted, byKey) {
    setTool(wanted);
    const field = options.find((one) => one.tool === wanted)?.field;
    const there = byKey && field && document.querySelector(`[data-field="${field}"]`);
    if (there) /** @type {HTMLElement} */ (there).focus();
  }

  const within = pointed && aimed.some((one) => one.field === pointed);
  const area = within ? areaOf(view, tool, pointed) : new Set();
  return {
    ...{ tool, stake, setStake, pointed, point, chosen, choose, refused },
    ...{ aimed, area, act, press, aim },
  };
}

/** The tool in hand: walking first, and nothing dangerous before it is asked for.
 * @param {Casino} view @param {import("./view.js").Option[]} options
 * @returns {[string, (tool: string) => void]}
 */
function useTool(view, options) {
  const [tool, setTool] = useState("move");
  const { name, mp, ap } = view.active ?? { name: "", mp: 0, ap: 0 };
  useEffect(() => setTool(mp > 0 || !ap ? "move" : ""), [name]);
  useEffect(
    () =>
      setTool((now) =>
        !options.length || options.some((one) => one.tool === now) ? now : mp > 0 ? "move" : "",
      ),
    [mp, ap],
  );
  return [tool, setTool];
}

/** A move as text. @param {string} tool @param {string} field @param {number} stake */
function textOf(tool, field, stake) {
  if (tool === "gamble") return `gamble ${field} ${stake}`;
  return tool === "move" || tool === "spy" ? `${tool} ${field}` : `use ${tool} ${field}`;
}

/**
 * Keeps the place beside the board where tools stand on one's own turn.
 * @param {{view: Casino}} props
 */
function Waiting({ view: { active } }) {
  return html`<section class="panel spy-waiting">
    <h2>${active ? t("spy.turn.other", { name: active.name }) : t("spy.turn.none")}</h2>
    <p class="muted small">${t("spy.waiting")}</p>
  </section>`;
}

/** @param {{view: Casino, mine: boolean}} props */
function Headline({ view, mine }) {
  const { active, round, round_limit: limit, combinations } = view;
  const side = sideOf(view, active ? view.characters[active.name]?.faction : undefined);
  const strikes = view.you ? view.strikes[view.you === "player2" ? 1 : 0] : 0;
  return html`<header class="spy-headline">
    <p class="round">
      <b>${t("spy.round", { n: round })}</b>${" "}
      <span class="muted small">
        ${round >= limit ? t("spy.round.closed") : t("spy.round.closing", { n: limit })}
      </span>
    </p>
    ${view.phase !== "over" && html`<p class="turn">
      ${active
        ? html`
            <${SideMark} side=${side} />
            <span>${t(mine ? "spy.turn.mine" : "spy.turn.other", { name: active.name })}</span>
            <${Points} mp=${active.mp} ap=${active.ap} />
          `
        : t("spy.turn.none")}
    </p>`}
    ${view.you && html`<p class="small keys">
      <span class="muted">${t("spy.combinations")}</span>${" "}
      ${combinations.length
        ? combinations.map((number) => html`<b class="chip on">${number}</b>`)
        : t("spy.combinations.none")}
    </p>`}
    ${strikes > 0 && html`<p class="chip warned">${t("spy.strikes", { n: strikes })}</p>`}
  </header>`;
}

/** @param {{mp: number, ap: number}} props */
function Points({ mp, ap }) {
  const dots = (/** @type {number} */ count, /** @type {string} */ kind) =>
    html`<span class=${`dots ${kind}`} aria-hidden="true">
      ${Array.from({ length: Math.max(count, 0) }, () => html`<i></i>`)}${count === 0 && "0"}${" "}
      ${t(`spy.${kind}`)}
    </span>`;
  return html`<span class="points" role="img" aria-label=${t("spy.points", { mp, ap })}>
    ${dots(mp, "mp")}${dots(ap, "ap")}
  </span>`;
}
