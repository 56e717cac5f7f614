/**
 * Chess as the rest of the world reads it: the position as FEN and the match as PGN, to be copied.
 */

import { fenOf, pgnOf } from "../chess.js";
import { html } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { CopyButton } from "./copy.js";

/**
 * @param {object} props
 * @param {import("../presented.js").Layout} props.layout
 * @param {import("../presented.js").SceneShown} props.scene
 * @param {number} props.step
 * @param {import("../presented.js").Step[]} props.steps
 * @param {Record<string, string | null>} props.names
 * @param {Record<string, number> | null} props.outcome
 */
export function ChessCopies({ layout, scene, step, steps, names, outcome }) {
  return html`
    <${CopyButton}
      kind="little quiet"
      label=${t("table.copy.fen")}
      text=${() => fenOf(layout, scene, step)}
    />
    <${CopyButton}
      kind="little quiet"
      label=${t("table.copy.pgn")}
      text=${() => pgnOf(layout, steps, names, outcome)}
    />
  `;
}
