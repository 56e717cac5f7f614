/**
 * What a hand does on a board: it lifts a piece and puts it down, by clicks or by dragging, and
 * plans while others think.
 */

import { useEffect, useMemo, useState } from "../vendor/preact-htm.js";
import { useDrag } from "./drag.js";

/** @typedef {import("../presented.js").Card} Card */
/** @typedef {import("./board.js").BoardProps} BoardProps */
/** @typedef {import("./board.js").Square} Square */
/** @typedef {ReturnType<typeof waysOf>} WaysOpen */
/** @typedef {ReturnType<typeof useDrag>} Drag */

/** Milliseconds for which a piece stands where it was put before the table has said yes. */
const TRUST_MS = 2_000;

/**
 * What a hand does on a board: it lifts a piece, puts it down, and plans while others think.
 * @param {BoardProps} props
 */
export function useHand(props) {
  const { onPlan } = props;
  const [selected, select] = useState(/** @type {string | null} */ (null));
  const [{ pieces, put }, lay] = useLaid(props.pieces);
  const drag = useDrag((from, to) => attempt(from, to, true));
  const ways = waysOf(props.moves, selected ?? drag.from);
  const made = put ? [{ move: "", short: "", squares: put }] : (props.made ?? []);
  const clear = () => select(null);
  useEffect(clear, [props.pieces]);
  const isOwn = (/** @type {string} */ name) =>
    (pieces.get(name) ?? []).some((piece) => piece.split("-")[0] === props.own);

  /** @param {string} from @param {string} to @param {boolean} [carried] */
  function attempt(from, to, carried = false) {
    clear();
    drag.carried(carried ? [from, to] : null);
    if (from === to) return;
    const found = ways.from(from).filter((card) => card.squares?.at(-1) === to);
    if (onPlan && isOwn(from)) onPlan([from, to]);
    else if (!found.length) props.onAttempt([from, to]);
    else {
      if (found.length === 1) lay([from, to]);
      props.onMove(found);
    }
  }

  /** @param {Square} square */
  function press({ name, column }) {
    const here = ways.at(name, column);
    const leads = ways.from(selected ?? "").some((card) => card.squares?.at(-1) === name);
    if (props.planned) onPlan?.(null);
    if (selected === name) clear();
    else if (selected && (leads || onPlan || !ways.from(name).length)) attempt(selected, name);
    else if (here.length) props.onMove(here);
    else if (onPlan && !isOwn(name)) clear();
    else if (props.travels) select(pieces.has(name) ? name : null);
    else props.onAttempt([name]);
  }

  return { pieces, made, selected, ways, drag, press, clear };
}

/**
 * What lies where, with a piece that was just put down there already.
 * @param {Map<string, string[]>} pieces
 * @returns {[{pieces: Map<string, string[]>, put: string[] | null}, (way: string[]) => void]}
 */
function useLaid(pieces) {
  const [put, setPut] = useState(
    /** @type {{on: Map<string, string[]>, way: string[]} | null} */ (null),
  );
  useEffect(() => {
    const timer = put ? setTimeout(() => setPut(null), TRUST_MS) : 0;
    return () => clearTimeout(timer);
  }, [put]);
  const laid = useMemo(() => {
    if (put?.on !== pieces) return { pieces, put: null };
    const [from, to] = put.way;
    const moved = new Map(pieces);
    moved.set(to, pieces.get(from) ?? []);
    moved.delete(from);
    return { pieces: moved, put: put.way };
  }, [pieces, put]);
  return [laid, (way) => setPut({ on: pieces, way })];
}

/**
 * What fingers can do: moves from a square, moves at a square or in its column, and where moves
 * lead.
 * @param {Card[]} moves @param {string | null} selected
 */
function waysOf(moves, selected) {
  const from = (/** @type {string} */ name) =>
    moves.filter(({ squares = [] }) => squares.length > 1 && squares[0] === name);
  const single = moves.filter(({ squares }) => squares?.length === 1);
  const leading = selected ? from(selected) : single;
  return {
    from,
    at: (/** @type {string} */ name, /** @type {string} */ column) =>
      moves.filter((card) =>
        card.squares?.length === 1 ? card.squares[0] === name : card.column === column,
      ),
    targets: new Set(leading.map(({ squares }) => squares?.at(-1))),
    drops: new Set(moves.map(({ column }) => column)),
  };
}
