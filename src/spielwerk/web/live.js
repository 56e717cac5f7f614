/**
 * A live table as state of a component: its picture, its connection, its game and how it came here.
 */

import { showGame, showHistory } from "./api.js";
import { turnAt } from "./attention.js";
import { isChess, kingsInCheck } from "./chess.js";
import { Connection } from "./connection.js";
import { piecesOf } from "./presented.js";
import { play, soundOf } from "./sound.js";
import { useEffect, useRef, useState } from "./vendor/preact-htm.js";

/** @typedef {import("./connection.js").Picture} Picture */
/** @typedef {import("./presented.js").Step} Step */
/**
 * @typedef {{
 *   link: Connection | null,
 *   picture: Picture | null,
 *   game: import("./api.js").GamePage | null,
 *   steps: Step[],
 *   problem: any,
 * }} Live
 */

/**
 * @typedef {{
 *   link: Connection,
 *   picture: Picture,
 *   game: import("./api.js").GamePage,
 *   steps: Step[],
 * }} Seated a live table at which everything is there
 */

/** @param {string} match @param {string | null} role @returns {Live} */
export function useLive(match, role) {
  const link = useRef(/** @type {Connection | null} */ (null));
  const way = useRef({ steps: /** @type {Step[]} */ ([]), asking: false });
  const [game, setGame] = useState(/** @type {import("./api.js").GamePage | null} */ (null));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [, setCount] = useState(0);
  useEffect(() => {
    const redraw = () => setCount((count) => count + 1);
    /** @type {Picture | null} */
    let before = null;
    const connection = new Connection(match, role, (events) => {
      const { picture } = connection;
      if (picture) {
        const known = showGame(picture.game);
        known.then(setGame, setProblem);
        const then = before;
        before = picture;
        if (then && events.some(({ event }) => ["stepped", "ended"].includes(event)))
          known.then((found) => play(soundOf(then, picture, inCheck(found, picture))));
        follow(way.current, connection, (after) => showHistory(match, role, after)).then(
          redraw,
          setProblem,
        );
        turnAt(match, picture);
      }
      redraw();
    });
    link.current = connection;
    return () => connection.close();
  }, [match, role]);
  return {
    link: link.current,
    picture: link.current?.picture ?? null,
    game,
    steps: way.current.steps,
    problem,
  };
}

/** @param {import("./api.js").GamePage} game @param {Picture} picture */
const inCheck = (game, { scene }) =>
  isChess(game) && game.layout !== null && kingsInCheck(game.layout, piecesOf(scene)).size > 0;

/** The scene of a match that has begun. @param {Picture} picture */
const sceneOf = ({ scene }) => /** @type {import("./presented.js").SceneShown} */ (scene);

/** Keep the list of steps in line with the picture: append, cut off, or ask for what is missing.
 * Where chance has a say many steps come at once, so that only one question is under way at a time.
 * @param {{steps: Step[], asking: boolean}} way @param {Connection} connection
 * @param {(after: number) => Promise<{steps: Step[]}>} fetchAfter
 */
async function follow(way, connection, fetchAfter) {
  const picture = /** @type {Picture} */ (connection.picture);
  const { step, view, asked, phase, last, made, account } = picture;
  const known = way.steps;
  if (phase === "waiting") return;
  if (step === known.length && last?.moves)
    way.steps = [
      ...known,
      { step, view, scene: sceneOf(picture), asked, moves: last.moves, made, account },
    ];
  else if (step < known.length - 1) way.steps = known.slice(0, step + 1);
  if (way.asking) return;
  way.asking = true;
  try {
    while (/** @type {Picture} */ (connection.picture).step > way.steps.length - 1) {
      const news = (await fetchAfter(way.steps.length - 1)).steps;
      if (!news.length) break;
      // an answer may be overtaken by what came over the line
      const next = news.filter((one) => one.step >= way.steps.length);
      if (next[0]?.step === way.steps.length) way.steps = [...way.steps, ...next];
    }
  } finally {
    way.asking = false;
  }
}
