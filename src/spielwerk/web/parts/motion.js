/**
 * Life on boards and tables: pieces glide, what is taken fades, what comes is dealt, what changes
 * is turned over. It is drawn after the fact and never waited for; whoever wants stillness has it.
 */

import { html, render, useLayoutEffect, useRef } from "../vendor/preact-htm.js";
import { drawPiece } from "./pieces.js";

const GLIDE = { duration: 190, easing: "cubic-bezier(0.3, 0.7, 0.3, 1)" };
const FALL = { duration: 240, easing: "cubic-bezier(0.5, 0, 0.9, 0.6)" };
const FADE = { duration: 170, easing: "ease-out" };

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {Map<string, string[]>} Pieces what lies where */
/** @typedef {import("../presented.js").Card} Card */

/**
 * What happened between two positions: who went where, what came, went and was turned over.
 * @param {Pieces} before @param {Pieces} after @param {Card[]} made
 */
export function changesBetween(before, after, made) {
  const squares = new Set([...before.keys(), ...after.keys()]);
  const men = (/** @type {Pieces} */ pieces, /** @type {string} */ name) => pieces.get(name) ?? [];
  const changed = [...squares].filter(
    (name) => men(before, name).join() !== men(after, name).join(),
  );
  const left = changed.filter((name) => men(before, name).length);
  const entered = changed.filter((name) => men(after, name).length);
  /** @type {Map<string, string>} */
  const moves = new Map(); // by where they ended
  const goes = (/** @type {string} */ from, /** @type {string} */ to) => {
    if (from === to || moves.has(to) || [...moves.values()].includes(from)) return;
    if (left.includes(from) && entered.includes(to)) moves.set(to, from);
  };
  for (const { squares: way = [] } of made) if (way.length > 1) goes(way[0], String(way.at(-1)));
  for (const to of entered)
    for (const from of left)
      if (!men(after, from).length && men(before, from).join() === men(after, to).join())
        goes(from, to);
  const sources = new Set(moves.values());
  const arrived = (/** @type {string} */ name) => moves.has(name);
  return {
    moves,
    taken: left.filter((name) => !sources.has(name) && (arrived(name) || !men(after, name).length)),
    come: entered.filter((name) => !arrived(name) && !men(before, name).length),
    turned: entered.filter(
      (name) => !arrived(name) && men(before, name).length && !sources.has(name),
    ),
  };
}

/**
 * Show on a board how its pieces came to where they are.
 * @param {object} board
 * @param {Pieces} board.pieces
 * @param {Card[]} board.made the moves that led here
 * @param {boolean} board.flipped
 * @param {Record<string, string>} board.glyphs
 * @param {{from: string | null, to: string | null}} carried what a hand has put down already
 */
export function useMotion({ pieces, made, flipped, glyphs }, carried) {
  const grid = useRef(/** @type {HTMLElement | null} */ (null));
  const shown = useRef({ pieces, flipped });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { pieces, flipped };
    const here = grid.current;
    if (!here || before.pieces === pieces || before.flipped !== flipped || still.matches) return;
    const { moves, taken, come, turned } = changesBetween(before.pieces, pieces, made);
    if (moves.size + come.length + turned.length > 40) return; // another position altogether
    const square = (/** @type {string} */ name) =>
      /** @type {HTMLElement | null} */ (here.querySelector(`[data-square="${CSS.escape(name)}"]`));
    for (const [to, from] of moves)
      if (carried.from !== from || carried.to !== to) glide(square(from), square(to));
    for (const name of taken) fade(square(name), before.pieces.get(name) ?? [], glyphs);
    for (const name of come) arrive(square(name), Boolean(made.some(({ column }) => column)));
    for (const name of turned) turn(square(name));
  });
  return grid;
}

/** @param {HTMLElement | null} from @param {HTMLElement | null} to */
function glide(from, to) {
  if (!from || !to) return;
  const [x, y] = [from.offsetLeft - to.offsetLeft, from.offsetTop - to.offsetTop];
  to.animate({ zIndex: [5, 5] }, GLIDE);
  for (const man of to.querySelectorAll(".piece"))
    man.animate({ transform: [`translate(${x}px, ${y}px)`, "none"] }, GLIDE);
}

/** @param {HTMLElement | null} square @param {boolean} falls whether it comes from above */
function arrive(square, falls) {
  if (!square) return;
  const frames = falls
    ? { transform: [`translateY(${-square.offsetTop - square.offsetHeight}px)`, "none"] }
    : { transform: ["scale(0.6)", "none"], opacity: [0.2, 1] };
  for (const man of square.querySelectorAll(".piece")) man.animate(frames, falls ? FALL : FADE);
}

/** @param {HTMLElement | null} square */
function turn(square) {
  for (const man of square?.querySelectorAll(".piece") ?? [])
    man.animate({ transform: ["scaleX(-1)", "scaleX(0.05)", "none"] }, GLIDE);
}

/**
 * @param {HTMLElement | null} square @param {string[]} men @param {Record<string, string>} glyphs
 */
function fade(square, men, glyphs) {
  if (!square?.parentElement) return;
  const holder = document.createElement("span");
  holder.className = "leaving";
  holder.setAttribute("style", square.getAttribute("style") ?? "");
  render(
    html`${men.map(
      (piece) =>
        html`<svg class="piece" viewBox="0 0 100 100" aria-hidden="true">
          ${drawPiece(piece, glyphs[piece])}
        </svg>`,
    )}`,
    holder,
  );
  square.parentElement.append(holder);
  const gone = holder.animate({ opacity: [1, 0], transform: ["none", "scale(0.7)"] }, FADE);
  gone.onfinish = gone.oncancel = () => holder.remove();
}

/**
 * Cards on a table: whatever changed its place flies there, whatever is new is dealt from a pile,
 * and what shows another side is turned over. Things are known by `data-flies`.
 * @param {unknown} table what lies there now
 */
export function useFlights(table) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const shown = useRef({
    table: /** @type {unknown} */ (undefined),
    places: /** @type {Map<string, DOMRect>} */ (new Map()),
  });
  useLayoutEffect(() => {
    const here = box.current;
    if (!here) return;
    const known = shown.current;
    if (known.table === table && known.places.size) return;
    const things = thingsOf(here);
    // What is still flying has arrived, or its place would be measured on the way.
    for (const one of things.values()) for (const flight of one.getAnimations()) flight.finish();
    const places = new Map([...things].map(([key, one]) => [key, placeIn(here, one)]));
    if (known.places.size && !still.matches) fly(here, things, known.places, places);
    shown.current = { table, places };
  });
  return box;
}

/** @param {HTMLElement} here @returns {Map<string, HTMLElement>} */
function thingsOf(here) {
  /** @type {Map<string, HTMLElement>} */
  const things = new Map();
  for (const one of here.querySelectorAll("[data-flies]")) {
    const name = /** @type {HTMLElement} */ (one).dataset.flies ?? "";
    let copy = 0;
    while (things.has(`${name}/${copy}`)) copy += 1;
    things.set(`${name}/${copy}`, /** @type {HTMLElement} */ (one));
  }
  return things;
}

/** Where a thing lies on its table. @param {HTMLElement} here @param {HTMLElement} one */
function placeIn(here, one) {
  const [table, thing] = [here.getBoundingClientRect(), one.getBoundingClientRect()];
  return new DOMRect(thing.x - table.x, thing.y - table.y, thing.width, thing.height);
}

/**
 * @param {HTMLElement} here @param {Map<string, HTMLElement>} things
 * @param {Map<string, DOMRect>} before @param {Map<string, DOMRect>} after
 */
function fly(here, things, before, after) {
  const pile = here.querySelector(".pile-of-cards .thing");
  const deck = pile && placeIn(here, /** @type {HTMLElement} */ (pile));
  for (const [key, one] of things) {
    const [was, is] = [before.get(key), /** @type {DOMRect} */ (after.get(key))];
    const from = was ?? deck;
    if (!from) one.animate({ opacity: [0, 1], transform: ["scale(0.8)", "none"] }, FADE);
    else if (is.width && Math.hypot(from.x - is.x, from.y - is.y) > 2)
      one.animate(
        {
          // A large card from a small place starts as small, or it would stick out there.
          transform: [
            `translate(${from.x - is.x}px, ${from.y - is.y}px) scale(${from.width / is.width})`,
            "none",
          ],
          transformOrigin: ["0 0", "0 0"],
          zIndex: [5, 5],
          ...(was ? {} : { opacity: [0.3, 1] }),
        },
        GLIDE,
      );
  }
}
