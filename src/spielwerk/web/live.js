/** A live table as state of a component: its picture, its connection, its game and how it came here. */

import { showGame, showHistory } from "./api.js";
import { Connection } from "./connection.js";
import { chime } from "./sound.js";
import { useEffect, useRef, useState } from "./vendor/preact-htm.js";

/** @typedef {import("./connection.js").Picture} Picture */
/** @typedef {import("./chess.js").Step} Step */
/** @typedef {{link: Connection | null, picture: Picture | null, game: import("./api.js").GamePage | null, steps: Step[], problem: any}} Live */

/** @param {string} match @param {string | null} role @returns {Live} */
export function useLive(match, role) {
  const link = useRef(/** @type {Connection | null} */ (null));
  const steps = useRef(/** @type {Step[]} */ ([]));
  const [game, setGame] = useState(/** @type {import("./api.js").GamePage | null} */ (null));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [, setCount] = useState(0);
  useEffect(() => {
    const redraw = () => setCount((count) => count + 1);
    const connection = new Connection(match, role, (events) => {
      const { picture } = connection;
      if (picture) {
        showGame(picture.game).then(setGame, setProblem);
        follow(steps, picture, () => showHistory(match, role)).then(redraw, setProblem);
        if (events.some((event) => event.event === "stepped")) chime();
      }
      redraw();
    });
    link.current = connection;
    return () => connection.close();
  }, [match, role]);
  return { link: link.current, picture: link.current?.picture ?? null, game, steps: steps.current, problem };
}

/** Keep the list of steps in line with the picture: append, cut off, or ask for all of it.
 * @param {{current: Step[]}} steps @param {Picture} picture @param {() => Promise<{steps: Step[]}>} fetchAll
 */
async function follow(steps, picture, fetchAll) {
  const known = steps.current;
  const { step, view, asked } = picture;
  if (picture.phase === "waiting") return;
  if (step === known.length && picture.last?.moves) steps.current = [...known, { step, view, asked, moves: picture.last.moves }];
  else if (step < known.length - 1) steps.current = known.slice(0, step + 1);
  else if (step > known.length - 1) {
    const all = (await fetchAll()).steps;
    if (all.length > steps.current.length) steps.current = all; // an answer may be overtaken by a later one
  }
}
