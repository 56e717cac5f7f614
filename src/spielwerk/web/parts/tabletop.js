/**
 * A table as any game can describe it (`view.table`): hands, rows, piles, counters and boards. Who
 * looks at it sits below; what lies in the middle lies in the middle. Things one can do something
 * with are buttons.
 */

import { travels } from "../presented.js";
import { html } from "../vendor/preact-htm.js";
import { labelText, roleName, t } from "../words.js";
import { Board } from "./board.js";
import { CardBack } from "./tokens.js";

/** @typedef {import("../words.js").Label} Label */
/**
 * @typedef {{
 *   label?: Label,
 *   color?: string,
 *   corner?: string,
 *   note?: Label,
 *   shape: string,
 *   hidden?: boolean,
 *   moves?: string[],
 * }} Thing
 */
/**
 * @typedef {{
 *   kind: string,
 *   label: Label,
 *   role: string | null,
 *   cards?: Thing[],
 *   count?: number,
 *   top?: Thing | null,
 *   values?: [Label, number | Label][],
 *   columns?: string[],
 *   rows?: string[],
 *   squares?: {at: [string, string], cards: Thing[]}[],
 *   colors?: [string, string, string][],
 *   moves?: [string, [string, string][]][],
 * }} Area
 */
/** @typedef {{areas: Area[], moves: Record<string, Label>}} TableShown */
/** @typedef {(found: import("../presented.js").Card[]) => void} OnMove */

/**
 * @param {{
 *   table: TableShown,
 *   roles: string[],
 *   role: string | null,
 *   asked?: string[],
 *   still: boolean,
 *   lit: Set<string>,
 *   onMove: OnMove,
 * }} props
 */
export function Tabletop({ table, roles, role, asked = [], still, lit, onMove }) {
  const choose = (/** @type {string[]} */ moves) =>
    onMove(
      moves.map((move) => ({ move, short: move, choice: labelText(table.moves[move] ?? move) })),
    );
  const area = (/** @type {Area} */ one) =>
    html`<${Shown}
      area=${one}
      still=${still}
      lit=${lit}
      choose=${choose}
      onMove=${onMove}
      labels=${table.moves}
    />`;
  const shown = table.areas.filter(holdsSomething);
  const middle = shown.filter((one) => one.role === null);
  const others = roles.filter((one) => one !== role);
  const place = (/** @type {string} */ one) => {
    const own = shown.filter((area) => area.role === one);
    return html`<section
      class=${`place ${one === role ? "own" : ""} ${asked.includes(one) ? "asked" : ""}`}
      aria-label=${roleName(one)}
    >
      <h2>
        ${roleName(one)}
        ${asked.includes(one) && html` <span class="chip on">${t("tabletop.asked")}</span>`}
      </h2>
      <div class="areas">${own.map(area)}</div>
    </section>`;
  };
  return html`<div class="tabletop">
    ${others.length > 0 && html`<div class="places">${others.map(place)}</div>`}
    ${middle.length > 0 && html`<div class="middle">${middle.map(area)}</div>`}
    ${role && place(role)}
  </div>`;
}

/** Whether there is anything to see: empty places only take room. @param {Area} area */
const holdsSomething = (area) =>
  area.kind === "board" || Boolean(area.count || area.cards?.length || area.values?.length);

/**
 * The moves that can be made on the table itself.
 * @param {TableShown} table
 * @returns {Set<string>}
 */
export function movesOnTable(table) {
  const things = table.areas.flatMap((area) => [
    ...(area.cards ?? []),
    ...(area.top ? [area.top] : []),
    ...(area.squares ?? []).flatMap((square) => square.cards),
  ]);
  const onBoards = table.areas.flatMap((area) =>
    (area.moves ?? []).filter(([, squares]) => squares.length).map(([move]) => move),
  );
  return new Set([...things.flatMap((thing) => thing.moves ?? []), ...onBoards]);
}

/**
 * @param {{
 *   area: Area,
 *   still: boolean,
 *   lit: Set<string>,
 *   choose: (moves: string[]) => void,
 *   onMove: OnMove,
 *   labels: Record<string, Label>,
 * }} props
 */
function Shown({ area, still, lit, choose, onMove, labels }) {
  const label = labelText(area.label);
  const thing = (/** @type {Thing} */ one) =>
    html`<${ThingShown} thing=${one} still=${still} choose=${choose} />`;
  if (area.kind === "board")
    return html`<${BoardShown}
      area=${area}
      still=${still}
      lit=${lit}
      onMove=${onMove}
      labels=${labels}
    />`;
  if (area.kind === "counters")
    return html`<dl class="counters" aria-label=${label}>
      ${(area.values ?? []).map(
        ([name, value]) =>
          html`<div>
            <dt>${labelText(name)}</dt>
            <dd>${typeof value === "number" ? value : labelText(value)}</dd>
          </div>`,
      )}
    </dl>`;
  if (area.kind === "pile")
    return html`<figure class="pile-of-cards">
      <figcaption>${label} <b>${area.count}</b></figcaption>
      ${area.top ? thing(area.top) : html`<div class="thing hidden-thing"><${CardBack} /></div>`}
    </figure>`;
  const cards = area.cards ?? [];
  return html`<figure class="row-of-cards">
    <figcaption>${label}${cards.length > 1 && html` <b>${cards.length}</b>`}</figcaption>
    <ul>${cards.map((card) => html`<li>${thing(card)}</li>`)}</ul>
  </figure>`;
}

/** @param {{thing: Thing, still: boolean, choose: (moves: string[]) => void}} props */
function ThingShown({ thing, still, choose }) {
  const moves = thing.moves ?? [];
  const usable = moves.length > 0 && !still;
  const face = thing.hidden
    ? html`<${CardBack} /><span class="hidden-text">${t("tabletop.hidden")}</span>`
    : html`
        ${thing.corner && html`<b class="corner">${thing.corner}</b>`}
        <span class="name">${labelText(thing.label ?? "")}</span>
        ${thing.note && html`<span class="note">${labelText(thing.note)}</span>`}
      `;
  const marks = [thing.hidden && "hidden-thing", thing.color, usable && "usable"].filter(Boolean);
  const kind = ["thing", thing.shape, ...marks].join(" ");
  return usable
    ? html`<button type="button" class=${kind} data-move=${moves[0]} onClick=${() => choose(moves)}>
        ${face}
      </button>`
    : html`<div class=${kind}>${face}</div>`;
}

/**
 * @param {{
 *   area: Area,
 *   still: boolean,
 *   lit: Set<string>,
 *   onMove: OnMove,
 *   labels: Record<string, Label>,
 * }} props
 */
function BoardShown({ area, still, lit, onMove, labels }) {
  const { columns = [], rows = [], squares = [], colors = [], moves = [] } = area;
  /** @type {Record<string, string>} */
  const glyphs = {};
  const piece = (/** @type {Thing} */ { label = "", color = "", corner = "" }) => {
    const name = [color, labelText(label).toLowerCase().replaceAll(" ", "-")]
      .filter(Boolean)
      .join("-");
    if (!color) glyphs[name] = corner || labelText(label);
    return name;
  };
  const pieces = new Map(squares.map(({ at, cards }) => [nameOf(at), cards.map(piece)]));
  const cards = moves.map(([move, at]) => ({
    move,
    short: move,
    squares: at.map(nameOf),
    choice: labelText(labels[move] ?? move),
  }));
  const tints = new Map(colors.map(([column, row, color]) => [nameOf([column, row]), color]));
  const names = rows.map((row) => columns.map((column) => nameOf([column, row])));
  const ground = tints.size ? "plain" : "checkered";
  const layout = { board: "square", ground, columns, rows, squares: names, glyphs };
  return html`<div class="board-area">
    <${Board}
      layout=${layout}
      ground=${ground}
      pieces=${pieces}
      moves=${cards}
      travels=${travels(layout, cards)}
      flipped=${false}
      last=${new Set()}
      lit=${lit}
      alarmed=${new Set()}
      tints=${tints}
      still=${still}
      onMove=${onMove}
      onAttempt=${() => {}}
    />
  </div>`;
}

/** What a square is called on such a board. @param {[string, string]} at its column and row */
const nameOf = ([column, row]) => `${column}${/\d$/.test(column) ? "·" : ""}${row}`;
