/**
 * A table as any game can describe it (`view.table`): hands, rows, piles, counters and boards. Who
 * looks at it sits below; what lies in the middle lies in the middle. Things one can do something
 * with are buttons.
 */

import { html } from "../vendor/preact-htm.js";
import { labelText, roleName, t } from "../words.js";
import { BoardShown } from "./board-area.js";
import { useFlights } from "./motion.js";
import { CardBack } from "./tokens.js";

/** Where there is little room, the places of others are folded. */
const narrow = matchMedia("(max-width: 62rem)");

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
 *   below?: any,
 * }} props what is `below` lies beside one's own things
 */
export function Tabletop({ table, roles, role, asked = [], still, lit, onMove, below = null }) {
  const box = useFlights(table);
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
  const title = (/** @type {string} */ one) => html`
    ${roleName(one)}
    ${asked.includes(one) && html` <span class="chip on">${t("tabletop.asked")}</span>`}
  `;
  const place = (/** @type {string} */ one) => {
    const theirs = shown.filter((area) => area.role === one);
    return html`<details
      class=${`place ${asked.includes(one) ? "asked" : ""}`}
      key=${one}
      open=${!narrow.matches}
    >
      <summary>
        <span class="name">${title(one)}</span>
        <span class="brief">${theirs.map(briefly).filter(Boolean).join(" · ")}</span>
      </summary>
      <div class="areas">${theirs.map(area)}</div>
    </details>`;
  };
  const own = shown.filter((area) => area.role === role && role);
  return html`<div class="tabletop" ref=${box}>
    ${others.length > 0 && html`<div class="places">${others.map(place)}</div>`}
    ${middle.length > 0 && html`<div class="middle">${middle.map(area)}</div>`}
    ${role && html`<section
      class=${`place own ${asked.includes(role) ? "asked" : ""}`}
      aria-label=${roleName(role)}
    >
      <h2>${title(role)}</h2>
      <div class="areas">${own.map(area)}</div>
      ${below}
    </section>`}
  </div>`;
}

/** What lies in an area, in a few words. @param {Area} area */
function briefly({ kind, label, values = [], cards = [], count }) {
  if (kind === "counters")
    return values.map(([name, value]) => `${labelText(name)} ${valueText(value)}`).join(" · ");
  return kind === "board" ? "" : `${labelText(label)} ${count ?? cards.length}`;
}

/**
 * A number, a word with its labels, or a seat, which is called as everywhere else.
 * @param {number | Label} value
 */
const valueText = (value) =>
  typeof value === "string"
    ? roleName(value)
    : typeof value === "number"
      ? value
      : labelText(value);

/** Whether there is anything to see: empty places only take room. @param {Area} area */
const holdsSomething = (area) =>
  area.kind === "board" || Boolean(area.count || area.cards?.length || area.values?.length);

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
    html`<${ThingShown}
      thing=${one}
      still=${still}
      choose=${choose}
      flies=${one.hidden ? `${area.role} ${label}` : `${labelText(one.label ?? "")} ${one.corner}`}
    />`;
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
            <dd>${valueText(value)}</dd>
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

/**
 * @param {object} props
 * @param {Thing} props.thing
 * @param {boolean} props.still
 * @param {(moves: string[]) => void} props.choose
 * @param {string} props.flies by what it is known when it flies elsewhere
 */
function ThingShown({ thing, still, choose, flies }) {
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
    ? html`<button
        type="button"
        class=${kind}
        data-flies=${flies}
        data-move=${moves[0]}
        onClick=${() => choose(moves)}
      >
        ${face}
      </button>`
    : html`<div class=${kind} data-flies=${flies} title=${thing.note && labelText(thing.note)}>
        ${face}
      </div>`;
}
