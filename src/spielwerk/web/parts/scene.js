/** A position as it is seen: on its board, on a table, as facts, or as a story of what one knows. */

import { isChess, kingsInCheck } from "../chess.js";
import { intentOf } from "../intents.js";
import { placeFacts } from "../layout.js";
import { headOf } from "../terms.js";
import { html, useMemo } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { Board } from "./board.js";
import { groundOf, travels } from "./ground.js";
import { Facts } from "./facts.js";
import { Loaded } from "./loaded.js";
import { Race } from "./race.js";
import { Story } from "./story.js";
import { Tabletop } from "./tabletop.js";

/**
 * @param {object} props
 * @param {import("../api.js").GamePage} props.game
 * @param {any} props.view
 * @param {string[]} props.legal
 * @param {Record<string, string>} props.moves the moves that led here
 * @param {any} props.before the view before them
 * @param {Set<string>} [props.lit]
 * @param {boolean} props.flipped
 * @param {string | null} [props.role] whose eyes we look with
 * @param {string[]} [props.asked]
 * @param {boolean} [props.still]
 * @param {(found: import("../intents.js").Intent[]) => void} [props.onMove]
 * @param {(squares: {column: string, row: string}[]) => void} [props.onAttempt]
 * @param {(moves: string[], name?: string) => void} [props.onWonder] asks why moves are not possible, and what they are called
 * @param {number} [props.step] how far the match is
 * @param {import("../chess.js").Step[]} [props.steps] how it came here, as far as that is known
 * @param {any} [props.note] what is to be said beside the board, where a scene has a place for it
 */
export function Scene({
  game,
  view,
  legal,
  moves,
  before,
  lit = new Set(),
  flipped,
  role = null,
  asked = [],
  still = false,
  onMove = () => {},
  onAttempt = () => {},
  onWonder = () => {},
  step = 0,
  steps = [],
  note = null,
}) {
  const { layout } = game;
  const position = useMemo(() => placeFacts(layout, view?.facts ?? []), [view, layout]);
  if (view?.table)
    return html`<${Tabletop} table=${view.table} roles=${game.roles} role=${role} asked=${asked} still=${still} lit=${lit} onMove=${onMove} />`;
  if (view?.cells)
    return html`<${Race} view=${view} legal=${legal} role=${role} still=${still} onMove=${onMove} />`;
  if (isComplete(view))
    return html`<${Loaded} load=${loadSpy} show=${(/** @type {any} */ SpyTable) => html`<${SpyTable} view=${view} legal=${legal} step=${step} steps=${steps} still=${still} note=${note} onMove=${onMove} onWonder=${onWonder} />`} />`;
  if (view?.facts && layout) {
    const intents = legal.map((move) => intentOf(layout, move));
    const last = new Set(Object.values(moves).flatMap((move) => intentOf(layout, move).squares));
    const alarmed = isChess(game) ? kingsInCheck(layout, position.pieces) : new Set();
    return html`<${Board} layout=${layout} ground=${groundOf(game)} pieces=${position.pieces} intents=${intents} travels=${travels(game, intents)} flipped=${flipped}
      last=${last.size ? last : changes(layout, before, position.pieces)} lit=${lit} alarmed=${alarmed} still=${still} onMove=${onMove} onAttempt=${onAttempt} />`;
  }
  if (view?.facts)
    return html`<div class="panel"><${Facts} facts=${position.others} roles=${game.roles} /></div>`;
  if (view?.percepts)
    return html`<div class="panel"><${Story} view=${view} roles=${game.roles} /></div>`;
  if (Object.keys(view ?? {}).length > 1)
    return html`<pre class="source" tabindex="0" role="region" aria-label=${t("table.facts")}>${JSON.stringify(view, null, 1)}</pre>`;
  return html`<div class="panel"><p class="muted">${t("table.story.secret")}</p></div>`;
}

/** No Time to Spy comes only where it is played. */
const loadSpy = async () => (await import("../spy/table.js")).loadSpyTable();

/** Whether a scene shows all there is to choose and to say by itself. @param {any} view @returns {boolean} */
export const isComplete = (view) => Boolean(view?.phase && (view.map || view.chosen));

/** Squares on which something new lies. @param {import("../layout.js").Layout} layout @param {any} before @param {Map<string, string[]>} now */
function changes(layout, before, now) {
  if (!before?.facts) return new Set();
  const { pieces } = placeFacts(layout, before.facts);
  return new Set(
    [...now.keys()].filter((square) => now.get(square)?.join() !== pieces.get(square)?.join()),
  );
}

/** What the board does not show, without whose turn it is. @param {import("../api.js").GamePage} game @param {any} view */
export function besides(game, view) {
  if (!game.layout || !view?.facts) return [];
  return placeFacts(game.layout, view.facts).others.filter((fact) => headOf(fact) !== "control");
}
