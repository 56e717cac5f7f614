/** A table: the board, who sits there, and everything one can do and ask. */

import { useLive } from "../live.js";
import { Actions } from "../parts/actions.js";
import { Choices } from "../parts/choices.js";
import { Chooser } from "../parts/chooser.js";
import { CopyButton } from "../parts/copy.js";
import { Facts } from "../parts/facts.js";
import { Trouble } from "../parts/loaded.js";
import { Question } from "../parts/question.js";
import { MoveRecord, moveText } from "../parts/record.js";
import { isComplete, Scene } from "../parts/scene.js";
import { Seat } from "../parts/seat.js";
import { movesOnTable } from "../parts/tabletop.js";
import { Chat, Offers } from "../parts/talk.js";
import { Why } from "../parts/why.js";
import { onBoard, travels } from "../presented.js";
import { href, shareable } from "../router.js";
import { invitationsTo } from "../start.js";
import { statusText } from "../status.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { gameTitle, problemText, roleName, t } from "../words.js";

/** @typedef {import("../connection.js").Picture} Picture */
/** @typedef {import("../presented.js").Card} Card */
/**
 * @typedef {{
 *   title: string,
 *   text: string,
 *   explanation: import("../api.js").Explanation | null,
 *   lit: string[],
 * }} Refusal
 */

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
  return html`<${Table}
    match=${match}
    live=${live}
    game=${game}
    picture=${picture}
    link=${link}
  />`;
}

/**
 * @param {{
 *   match: string,
 *   live: import("../live.js").Live,
 *   game: import("../api.js").GamePage,
 *   picture: Picture,
 *   link: import("../connection.js").Connection,
 * }} props
 */
function Table({ match, live, game, picture, link }) {
  const { role, moves } = picture;
  const scene = picture.scene ?? game.scene;
  const [turned, setTurned] = useState(false);
  const [refusal, setRefusal] = useState(/** @type {Refusal | null} */ (null));
  const [choice, setChoice] = useState(/** @type {Card[] | null} */ (null));
  useEffect(() => setRefusal(null), [picture.step]);

  const complain = (/** @type {any} */ problem, title = t("why.title")) =>
    setRefusal({
      title,
      text: problem.explanation?.claim ?? problemText(problem),
      explanation: problem.explanation ?? null,
      lit: problem.explanation?.squares ?? [],
    });
  const ask = (/** @type {Record<string, unknown>} */ message) => link.ask(message).catch(complain);
  const play = (/** @type {string} */ move) => {
    const card = moves.find((one) => one.move === move) ?? { move, short: move };
    setRefusal(null);
    setChoice(null);
    link
      .ask({ type: "move", move, step: picture.step })
      .catch((problem) => complain(problem, moveText(game, picture.scene, card)));
  };
  const choose = (/** @type {Card[]} */ found) =>
    found.length === 1 ? play(found[0].move) : setChoice(found);
  const wonder = async (
    /** @type {{move: string} | {squares: string[]}} */ attempt,
    /** @type {string | null} */ name = null,
  ) => {
    try {
      const { move, explanation } = await link.ask({ type: "why", ...attempt });
      if (!move) return;
      const title = name ?? moveText(game, picture.scene, move);
      const text = t("table.question.yes", { move: title });
      if (explanation.holds) setRefusal({ title, text, explanation: null, lit: [] });
      else complain({ explanation }, `${t("why.title")}: ${title}`);
    } catch (problem) {
      complain(problem);
    }
  };
  const attempt = (/** @type {string[]} */ squares) => {
    if (role) wonder({ squares });
  };

  const flipped = turned !== startsFlipped(game, role);
  const near =
    turned && game.roles.length === 2
      ? game.roles.find((one) => one !== (role ?? game.roles[0]))
      : (role ?? game.roles[0]);
  const seat = (/** @type {string} */ one) => html`<${Seat}
    key=${one}
    role=${one}
    seat=${picture.seats[one]}
    own=${one === role}
    away=${isAway(link, picture.seats[one], one)}
    asked=${picture.asked.includes(one)}
    now=${() => link.now()}
    captured=${capturedBy(live, one)}
    glyphs=${game.layout?.glyphs ?? {}}
    points=${picture.outcome?.[one] ?? null}
  />`;
  const placed =
    scene.kind === "table" ? movesOnTable((picture.view ?? game.position).table) : null;
  const complete = isComplete(picture.scene);
  const direct = complete
    ? []
    : moves.filter((card) => (placed ? !placed.has(card.move) : !onBoard(card)));
  const beside = scene.kind === "board" ? (scene.facts ?? {}) : {};
  const before = live.steps[picture.step - 1]?.scene;
  const note =
    refusal && html`<${Why} ...${refusal} game=${game} onClose=${() => setRefusal(null)} />`;
  return html`
    <h1 class="hidden-text">${gameTitle(game)}</h1>
    <div class="table">
      <div class=${`scene ${game.layout ? "" : "wide"}`}>
        <div class=${game.roles.length > 3 ? "seats many" : "seats"}>
          ${game.roles
            .filter((one) => one !== near)
            .reverse()
            .map(seat)}
        </div>
        <${Scene}
          game=${game}
          view=${picture.view ?? game.position}
          scene=${scene}
          moves=${moves}
          made=${picture.made}
          before=${before}
          lit=${new Set(refusal?.lit)}
          flipped=${flipped}
          role=${role}
          asked=${picture.asked}
          still=${!role || picture.phase !== "running"}
          onMove=${choose}
          onAttempt=${attempt}
          onWonder=${wonder}
          step=${picture.step}
          steps=${live.steps}
          note=${note}
        />
        ${!complete && note}
        ${direct.length > 0 && html`<section class="panel stack">
          <h2>${t("table.choose")}</h2><${Choices} moves=${direct} onMove=${play} />
        </section>`}
        ${seat(String(near))}
      </div>
      <div class="side">
        <section class="panel stack">
          <p class="muted small">
            ${gameTitle(game)}${!role && ` · ${t("table.watching")}`}
            ${link.watching > (role ? 0 : 1) && ` · ${t("table.watchers", { n: link.watching })}`}
          </p>
          <p class="status" role="status">
            ${["running", "opening"].includes(picture.phase) &&
              !(role && picture.asked.includes(role)) && html`<span class="spinner"></span>`}
            ${statusText(picture)}
          </p>
          ${link.state === "lost" && html`<${Lost} link=${link} />`}
          ${picture.phase === "waiting" && html`<${Invitations}
            match=${match}
            picture=${picture}
          />`}
          <${Offers} picture=${picture} ask=${ask} />
          ${!game.hidden && html`<${MoveRecord}
            game=${game}
            steps=${live.steps}
            at=${picture.step}
            to=${(/** @type {number} */ step) =>
              href(["replay", match], { step: String(step), ...(role ? { role } : {}) })}
          />`}
        </section>
        <${Actions} match=${match} live=${live} ask=${ask} flip=${() => setTurned(!turned)} />
        ${role && picture.phase === "running" && html`<${Question}
          onAsk=${(/** @type {string} */ move) => wonder({ move })}
        />`}
        ${!complete && moves.length > direct.length && html`<details class="panel">
          <summary>${t("table.moves.count", { n: moves.length })}</summary>
          <${Choices} moves=${moves} onMove=${play} />
        </details>`}
        ${Object.keys(beside).length > 0 && html`<details class="panel">
          <summary>${t("table.facts")}</summary><${Facts} facts=${beside} roles=${game.roles} />
        </details>`}
        <${Chat} picture=${picture} ask=${ask} />
      </div>
      ${choice && html`<${Chooser}
        found=${choice}
        role=${role}
        glyphs=${game.layout?.glyphs ?? {}}
        onMove=${play}
        onClose=${() => setChoice(null)}
      />`}
    </div>
  `;
}

/** @param {{link: import("../connection.js").Connection}} props */
function Lost({ link }) {
  return html`<div class="notice warn" role="alert">
    <strong>${t("table.lost.title")}</strong><p>${t("table.lost.text")}</p>
    <p>
      <button type="button" class="button little" onClick=${() => link.retry()}>
        ${t("table.lost.retry")}
      </button>
    </p>
  </div>`;
}

/** @param {{match: string, picture: Picture}} props */
function Invitations({ match, picture }) {
  const free = Object.entries(invitationsTo(match)).filter(([role]) => !picture.seats[role]?.name);
  return html`<div class="notice">
    <p>${t("table.waiting.text")}</p>
    ${free.map(([role, secret]) => {
      const address = shareable(["join", match, secret]);
      return html`<div class="row" key=${role}>
        <b>${roleName(role)}</b>
        <input
          readonly
          aria-label=${roleName(role)}
          value=${address}
          onFocus=${(/** @type {any} */ event) => event.target.select()}
        />
        <${CopyButton} kind="little main" label=${t("table.share")} text=${() => address} />
      </div>`;
    })}
  </div>`;
}

/**
 * Whether a person has left the table for now.
 * @param {import("../connection.js").Connection} link
 * @param {import("../connection.js").SeatShown} seat @param {string} role
 */
const isAway = (link, seat, role) =>
  Boolean(link.present && seat?.name && !seat.bot && !link.present.has(role));

/**
 * In games of journeys everybody sits at their own side of the board.
 * @param {import("../api.js").GamePage} game @param {string | null} role
 */
export function startsFlipped(game, role) {
  return (
    role !== null &&
    game.roles.length === 2 &&
    role === game.roles[1] &&
    game.layout?.board === "square" &&
    travels(game.layout)
  );
}

/**
 * The pieces that the others had at first and have no more.
 * @param {import("../live.js").Live} live @param {string} role
 */
function capturedBy({ game, steps, picture }, role) {
  if (!game || !steps[0] || game.roles.length !== 2 || !travels(game.layout)) return [];
  const other = game.roles.find((one) => one !== role);
  const theirs = (/** @type {import("../presented.js").SceneShown | null} */ scene) =>
    Object.values(scene?.pieces ?? {})
      .flat()
      .filter((piece) => piece.split("-")[0] === other);
  const left = theirs(picture?.scene ?? null);
  return theirs(steps[0].scene).filter((piece) => {
    const place = left.indexOf(piece);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}
