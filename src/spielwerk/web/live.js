/**
 * A live table as state of a component: its picture, its connection, its game and how it came here.
 */

import { showGame, showHistory } from "./api.js";
import { Connection } from "./connection.js";
import { chime } from "./sound.js";
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
    const connection = new Connection(match, role, (events) => {
      const { picture } = connection;
      if (picture) {
        showGame(picture.game).then(setGame, setProblem);
        follow(way.current, connection, (after) => showHistory(match, role, after)).then(
          redraw,
          setProblem,
        );
        if (events.some((event) => event.event === "stepped")) chime();
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

/** The scene of a match that has begun. @param {Picture} picture */
const sceneOf = ({ scene }) => /** @type {import("./presented.js").SceneShown} */ (scene);

/** Keep the list of steps in line with the picture: append, cut off, or ask for what is missing.
 * Where chance has a say many steps come at once, so that only one question is under way at a time.
 * @param {{steps: Step[], asking: boolean}} way @param {Connection} connection
 * @param {(after: number) => Promise<{steps: Step[]}>} fetchAfter
 */
async function follow(way, connection, fetchAfter) {
  const picture = /** @type {Picture} */ (connection.picture);
  const { step, view, asked, phase, last, made } = picture;
  const known = way.steps;
  if (phase === "waiting") return;
  if (step === known.length && last?.moves)
    way.steps = [...known, { step, view, scene: sceneOf(picture), asked, moves: last.moves, made }];
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
