/** A race of spe_ed as it stands, steered with the arrow keys by whoever sits in it. */

import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";

const STAY = "change_nothing";
/** @type {Record<string, string>} */
const KEYS = {
  "ArrowLeft": "turn_left",
  "ArrowRight": "turn_right",
  "ArrowUp": "speed_up",
  "ArrowDown": "slow_down",
  " ": STAY,
};

/**
 * @param {object} props
 * @param {any} props.view the message of the official server
 * @param {string[]} props.legal
 * @param {string | null} [props.role] who steers
 * @param {boolean} props.still
 * @param {(found: import("../presented.js").Card[]) => void} props.onMove
 */
export function Race({ view, legal, role = null, still, onMove }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const [colours, setColours] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    import("../speed/colours.js").then(({ paintBoard, TRAILS }) => {
      setColours(TRAILS);
      const cells = Uint8Array.from(view.cells.flat(), (/** @type {number} */ cell) =>
        cell < 0 ? 255 : cell,
      );
      if (canvas.current) paintBoard(canvas.current, cells, view.width, view.height, view.players);
    });
  }, [view]);
  // Whoever races looks at the lines and not for what has the focus: keys count on all of the page,
  // but for those that are needed where something is written, chosen or scrolled. A key that comes
  // as soon as a round is shown is for that round, so nobody waits for the next frame to listen.
  useLayoutEffect(() => {
    const steer = (/** @type {KeyboardEvent} */ event) => {
      const move = KEYS[event.key];
      const at = /** @type {Element | null} */ (event.target);
      const needed = at?.closest(
        `input, select, textarea${move === STAY ? ", button, a, summary" : ""}`,
      );
      const held = event.repeat || event.altKey || event.ctrlKey || event.metaKey;
      if (!move || needed || held || !legal.includes(move)) return;
      event.preventDefault();
      onMove([{ move, short: move }]);
    };
    if (still) return undefined;
    addEventListener("keydown", steer);
    return () => removeEventListener("keydown", steer);
  }, [still, legal.join(), onMove]);
  return html`<figure class="race">
    <canvas
      ref=${canvas}
      role="img"
      aria-label=${t("race.board", { n: view.round ?? 1 })}
      tabindex=${still ? undefined : 0}
    ></canvas>
    <ul class="row racers">
      ${Object.entries(view.players).map(
        ([number, /** @type {any} */ racer]) => html`<li
          class=${`chip ${number === role ? "on" : ""}`}
        >
          <i style=${`background:${colours[Number(number)] ?? "none"}`} aria-hidden="true"></i>
          ${number === role ? t("race.you", { n: number }) : number} ·${" "}
          ${racer.active ? t("race.speed", { n: racer.speed }) : t("race.out")}
        </li>`,
      )}
    </ul>
    ${!still && html`<figcaption class="muted small by-keys">${t("race.keys")}</figcaption>`}
  </figure>`;
}
