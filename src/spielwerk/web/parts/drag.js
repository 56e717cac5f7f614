/**
 * Dragging a piece with whatever points: from which square it is lifted, and where it is dropped.
 */

import { useRef, useState } from "../vendor/preact-htm.js";

/** So many pixels make a drag of a click. */
const DRAG_FROM = 6;

/** Dragging a piece with whatever points. @param {(from: string, to: string) => void} drop */
export function useDrag(drop) {
  const [lifted, lift] = useState({
    from: /** @type {string | null} */ (null),
    x: 0,
    y: 0,
    size: 0,
  });
  const live = useRef({
    drop,
    dragged: false,
    put: /** @type {string[] | null} */ (null),
  });
  live.current.drop = drop;

  /** @param {PointerEvent} down @param {string} from */
  function start(down, from) {
    if (down.button !== 0) return;
    const { width } = /** @type {HTMLElement} */ (down.currentTarget).getBoundingClientRect();
    live.current.dragged = false;
    const move = (/** @type {PointerEvent} */ event) => {
      if (
        !live.current.dragged &&
        Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < DRAG_FROM
      )
        return;
      live.current.dragged = true;
      lift({ from, x: event.clientX, y: event.clientY, size: width });
    };
    const end = (/** @type {PointerEvent} */ event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      lift({ from: null, x: 0, y: 0, size: 0 });
      if (!live.current.dragged) return;
      // the click that ends a drag comes first, if it comes
      setTimeout(() => (live.current.dragged = false));
      if (event.type === "pointercancel") return;
      const under = document
        .elementFromPoint(event.clientX, event.clientY)
        ?.closest("[data-square]");
      if (under instanceof HTMLElement && under.dataset.square)
        live.current.drop(from, under.dataset.square);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  return {
    ...lifted,
    start,
    ended: () => live.current.dragged,
    /** Note which way a hand has carried a piece. */
    carried: (/** @type {string[] | null} */ way) => (live.current.put = way),
    /** The way that a hand has carried the last piece: it need not be shown once more. */
    dropped: () => ({ from: live.current.put?.[0] ?? null, to: live.current.put?.[1] ?? null }),
  };
}
