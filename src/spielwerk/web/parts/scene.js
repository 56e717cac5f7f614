/**
 * A position as it is seen: on its board, on a table, as facts, or as a story of what one knows.
 */

import { isChess, kingsInCheck } from "../chess.js";
import { piecesOf, travels } from "../presented.js";
import { html, useMemo } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { Board } from "./board.js";
import { Loaded, later } from "./loaded.js";

/** Most tables have a board: the others come where they are played. */
const Facts = later(async () => (await import("./facts.js")).Facts);
const Race = later(async () => (await import("./race.js")).Race);
const Story = later(async () => (await import("./story.js")).Story);
const Tabletop = later(async () => (await import("./tabletop.js")).Tabletop);

/** @typedef {import("../presented.js").SceneShown} SceneShown */
/** @typedef {import("../presented.js").Card} Card */

/**
 * Pages about games of a kind beyond their tables, and what leads there.
 * @type {Record<string, [string, string]>}
 */
export const ABOUT = { race: ["speed", "speed.link"], casino: ["spy", "spyedit.link"] };

/**
 * @param {object} props
 * @param {import("../api.js").GamePage} props.game
 * @param {any} props.view
 * @param {SceneShown} props.scene the view laid out
 * @param {Card[]} props.moves the legal moves
 * @param {Record<string, Card>} props.made the moves that led here
 * @param {SceneShown} [props.before] the scene before them
 * @param {Set<string>} [props.lit]
 * @param {boolean} props.flipped
 * @param {string | null} [props.role] whose eyes we look with
 * @param {string[]} [props.asked]
 * @param {boolean} [props.still]
 * @param {(found: Card[]) => void} [props.onMove]
 * @param {(squares: string[]) => void} [props.onAttempt]
 * @param {(attempt: {move: string}, name: string) => void} [props.onWonder] asks why a move is
 *   not possible, and says what it is called
 * @param {number} [props.step] how far the match is
 * @param {import("../presented.js").Step[]} [props.steps] how it came here, as far as that is known
 * @param {string[][]} [props.arrows] ways over the board to be shown, the nearest first
 * @param {import("../plan.js").Plan} [props.plan] what one will do when it is one's turn
 * @param {any} [props.below] what lies beside one's own things, where a scene has such a place
 * @param {any} [props.note] what is to be said beside the board, where a scene has a place for it
 */
export function Scene(props) {
  const { game, view, scene, role = null, still = false, lit = new Set() } = props;
  const { onMove = () => {}, step = 0, steps = [], note = null, onWonder = () => {} } = props;
  const legal = props.moves.map(({ move }) => move);
  switch (scene.kind) {
    case "board":
      return html`<${OnBoard} ...${props} />`;
    case "table":
      return html`<${Tabletop}
        table=${view.table}
        roles=${game.roles}
        role=${role}
        asked=${props.asked}
        still=${still}
        lit=${lit}
        onMove=${onMove}
        below=${props.below}
      />`;
    case "race":
      return html`<${Race}
        view=${view}
        legal=${legal}
        role=${role}
        still=${still}
        onMove=${onMove}
      />`;
    case "casino":
      return html`<${Loaded}
        load=${loadSpy}
        show=${(/** @type {any} */ SpyTable) =>
          html`<${SpyTable}
            view=${view}
            legal=${legal}
            step=${step}
            steps=${steps}
            still=${still}
            note=${note}
            onMove=${onMove}
            onWonder=${onWonder}
          />`}
      />`;
    case "facts":
      return html`<div class="panel"><${Facts} facts=${scene.facts} roles=${game.roles} /></div>`;
    case "story":
      return html`<div class="panel"><${Story} steps=${scene.steps} roles=${game.roles} /></div>`;
  }
  return html`<div class="panel"><p class="muted">${t("table.story.secret")}</p></div>`;
}

/** @param {Parameters<typeof Scene>[0]} props */
function OnBoard({ game, scene, moves, made, before, flipped, onMove, onAttempt, ...rest }) {
  const layout = /** @type {import("../presented.js").Layout} */ (game.layout);
  const pieces = useMemo(() => piecesOf(scene), [scene]);
  const touched = new Set(Object.values(made).flatMap(({ squares = [] }) => squares));
  const last = touched.size ? touched : changes(before, pieces);
  const alarmed = isChess(game) ? kingsInCheck(layout, pieces) : new Set();
  return html`<${Board}
    layout=${layout}
    ground=${layout.ground}
    pieces=${pieces}
    moves=${moves}
    travels=${travels(layout, moves)}
    flipped=${flipped}
    last=${last}
    lit=${rest.lit ?? new Set()}
    alarmed=${alarmed}
    still=${rest.still ?? false}
    arrows=${rest.arrows ?? []}
    made=${Object.values(made)}
    planned=${rest.plan?.planned ?? null}
    onPlan=${rest.plan?.onPlan ?? null}
    own=${rest.role ?? null}
    onMove=${onMove ?? (() => {})}
    onAttempt=${onAttempt ?? (() => {})}
  />`;
}

/** No Time to Spy comes only where it is played. */
const loadSpy = async () => (await import("../spy/table.js")).loadSpyTable();

/**
 * Whether a scene shows all there is to choose and to say by itself.
 * @param {SceneShown | null} scene
 */
export const isComplete = (scene) => scene?.kind === "casino";

/**
 * Squares on which something new lies.
 * @param {SceneShown | undefined} before @param {Map<string, string[]>} now
 */
function changes(before, now) {
  if (!before) return new Set();
  const pieces = piecesOf(before);
  return new Set(
    [...now.keys()].filter((square) => now.get(square)?.join() !== pieces.get(square)?.join()),
  );
}
