/**
 * The casino as a board: fields to aim at by pointer or keyboard, people who glide over them, and
 * what just happened where.
 */

import { ARROWS } from "../arrows.js";
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { CAT, drawFurniture, drawThing, Figure, JANITOR } from "./art.js";
import { fieldsOf, personAt, placeOf, sideOf } from "./view.js";
import { expectedTexts, fieldTexts, percent, sideName } from "./words.js";

/** @typedef {import("./view.js").Casino} Casino */
/** @typedef {import("./view.js").Field} Field */
/**
 * @typedef {object} Effect what is shown at a field for a moment
 * @property {string} field
 * @property {string} text
 * @property {"good" | "bad" | "plain"} kind
 */

/**
 * @typedef {object} SpyBoardProps
 * @property {Casino} view
 * @property {string} tool what is being aimed with
 * @property {Set<string>} targets fields it can be aimed at
 * @property {Set<string>} reach fields it could reach
 * @property {Set<string>} area fields that would suffer
 * @property {Set<string | null>} lit fields that something speaks of
 * @property {string | null} chosen whose file lies open
 * @property {Effect[]} effects
 * @property {string} moment changes with every step, so that effects begin anew
 * @property {boolean} still
 * @property {(field: string) => void} onPress
 * @property {(field: string | null) => void} onPoint
 * @property {() => void} onLeave
 */

/** @param {SpyBoardProps} props */
export function SpyBoard(props) {
  const { view, still } = props;
  const [focus, setFocus] = useState(/** @type {string | null} */ (null));
  const board = useRef(/** @type {HTMLElement | null} */ (null));
  const fields = fieldsOf(view);
  const [columns, rows] = [Math.max(...view.map.map((row) => row.length)), view.map.length];
  const home = view.active ? view.characters[view.active.name]?.at : null;
  const first = focus ?? home ?? fields[0].name;
  useScrolledTo(board, home ?? null);

  /** @param {KeyboardEvent} event @param {Field} field */
  function steer(event, field) {
    if (event.key === "Escape") return props.onLeave();
    const step = ARROWS[event.key];
    if (!step) return undefined;
    event.preventDefault();
    const next = `${field.x + step[0]}/${field.y + step[1]}`;
    const found = /** @type {HTMLElement | null | undefined} */ (
      board.current?.querySelector(`[data-field="${next}"]`)
    );
    return found?.focus();
  }

  return html`<div class="spy-frame" onPointerLeave=${() => props.onPoint(null)}>
    <div
      class=${`spy-board ${still ? "still" : ""}`}
      ref=${board}
      role="group"
      aria-label=${t("spy.board")}
      style=${`--columns:${columns};--rows:${rows}`}
    >
      ${fields.map(
        (field) => html`<button
          type="button"
          key=${field.name}
          class=${`field ${marksOf(props, field, home)}`}
          style=${`grid-area:${field.y + 1}/${field.x + 1}`}
          data-field=${field.name}
          tabindex=${first === field.name ? 0 : -1}
          aria-label=${describe(props, field)}
          onClick=${() => props.onPress(field.name)}
          onFocus=${() => (setFocus(field.name), props.onPoint(field.name))}
          onBlur=${() => props.onPoint(null)}
          onPointerEnter=${() => props.onPoint(field.name)}
          onKeyDown=${(/** @type {KeyboardEvent} */ event) => steer(event, field)}
        >
          ${drawn(view, field)}
          <span class="hint"></span>
        </button>`,
      )}
      ${numbers(columns, rows)}
      <${Figures} view=${view} chosen=${props.chosen} />
      <div class="aims" aria-hidden="true">
        ${[...props.targets].map((field) =>
          at(field, field, html`<${Odds} view=${view} tool=${props.tool} field=${field} />`),
        )}
      </div>
      <${Effects} effects=${props.effects} moment=${props.moment} />
    </div>
  </div>`;
}

/**
 * What a field is at the moment, as classes.
 * @param {SpyBoardProps} props @param {Field} field @param {string | null | undefined} home
 */
function marksOf({ view, targets, reach, area, lit }, { name, x, y, glyph }, home) {
  const stands = "rt$f".includes(glyph) || view.fields[name]?.gadget || view.cat === name;
  const marks = {
    dark: (x + y) % 2,
    wall: glyph === "#",
    face: glyph === "#" && (view.map[y + 1]?.[x] ?? "#") !== "#",
    target: targets.has(name),
    reach: reach.has(name),
    area: area.has(name),
    lit: lit.has(name),
    home: home === name,
    bare: !stands && !personAt(view, name),
  };
  return Object.entries(marks)
    .filter(([, on]) => on)
    .map(([mark]) => mark)
    .join(" ");
}

/** What stands and lies on a field. @param {Casino} view @param {Field} field */
function drawn(view, { name, glyph }) {
  const special = view.fields[name] ?? {};
  const furniture = drawFurniture(glyph, special, view.combinations.includes(special.safe));
  return html`
    ${(furniture || special.gadget) && html`<svg
      class="furniture"
      viewBox="0 0 100 100"
      aria-hidden="true"
    >
      ${furniture}${special.gadget && drawThing(special.gadget, special.poisoned)}
    </svg>`}
    ${view.fog.includes(name) && html`<span class="fog"></span>`}
  `;
}

/** Everybody who is there. @param {{view: Casino, chosen: string | null}} props */
function Figures({ view, chosen }) {
  const figure = (/** @type {string} */ name) => html`<${Figure}
    name=${name}
    person=${view.characters[name]}
    side=${sideOf(view, view.characters[name].faction)}
    active=${view.active?.name === name}
  />`;
  const picture = (/** @type {any} */ lines) => html`<svg viewBox="0 0 100 100">${lines}</svg>`;
  return html`<div class="figures" aria-hidden="true">
    ${Object.entries(view.characters).map(([name, person]) =>
      at(person.at, name, figure(name), name === chosen ? "chosen" : ""),
    )}
    ${at(view.cat, " cat", picture(CAT))}
    ${view.janitor && at(view.janitor, " janitor", picture(JANITOR))}
  </div>`;
}

/** @param {{effects: Effect[], moment: string}} props */
function Effects({ effects, moment }) {
  return html`<div class="effects" aria-hidden="true">
    ${effects.map((effect, place) =>
      at(
        effect.field,
        `${moment} ${place}`,
        html`<span class=${`effect ${effect.kind}`} style=${`--nth:${countBefore(effects, place)}`}>
          ${effect.text}
        </span>`,
      ),
    )}
  </div>`;
}

/**
 * Something at a field.
 * @param {string} field @param {string} key @param {any} what @param {string} [kind]
 */
function at(field, key, what, kind = "") {
  const [x, y] = placeOf(field);
  return html`<div key=${key} class=${`at ${kind}`} style=${`--x:${x};--y:${y}`}>${what}</div>`;
}

/**
 * How many effects at the same field come before one.
 * @param {Effect[]} effects @param {number} place
 */
const countBefore = (effects, place) =>
  effects.slice(0, place).filter((one) => one.field === effects[place].field).length;

/**
 * The chance of success, written on the target.
 * @param {{view: Casino, tool: string, field: string}} props
 */
function Odds({ view, tool, field }) {
  const { chance } = view.forecast?.tools[tool]?.targets?.[field] ?? {};
  return chance === undefined
    ? null
    : html`<span class=${`odds ${chance === 0 ? "never" : ""}`}>${percent(chance)} %</span>`;
}

/**
 * A field in words, for those who do not see it.
 * @param {SpyBoardProps} props @param {Field} field
 */
function describe({ view, tool, targets, reach }, { name, glyph }) {
  const who = personAt(view, name);
  const person = who && `${who} (${sideName(sideOf(view, view.characters[who].faction))})`;
  const aim = targets.has(name)
    ? [t("spy.field.target"), ...expectedTexts(view, tool, name)]
    : [reach.has(name) && t("spy.field.reach")];
  return [name, ...fieldTexts(view, name, glyph), person, ...aim].filter(Boolean).join(", ");
}

/** Columns and rows are numbered along the edges. @param {number} columns @param {number} rows */
function numbers(columns, rows) {
  const label = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ number,
    /** @type {string} */ kind,
  ) => html`<span class=${`number ${kind}`} style=${`--x:${x};--y:${y}`}>${number}</span>`;
  return html`<div class="numbers" aria-hidden="true">
    ${Array.from({ length: columns }, (_, x) => label(x, 0, x, "column"))}
    ${Array.from({ length: rows }, (_, y) => label(0, y, y, "row"))}
  </div>`;
}

/**
 * On boards wider than the window, keep who acts in sight.
 * @param {{current: HTMLElement | null}} board @param {string | null} field
 */
function useScrolledTo(board, field) {
  useEffect(() => {
    const frame = board.current?.parentElement;
    if (!frame || !field || frame.scrollWidth <= frame.clientWidth) return;
    const cell = /** @type {HTMLElement | null} */ (frame.querySelector(`[data-field="${field}"]`));
    if (cell) frame.scrollLeft = cell.offsetLeft + cell.offsetWidth / 2 - frame.clientWidth / 2;
  }, [field]);
}
