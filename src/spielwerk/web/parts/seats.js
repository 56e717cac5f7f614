/** The seats of a live table: on which side they are, who is away, and what they have taken. */

import { travels } from "../presented.js";
import { html } from "../vendor/preact-htm.js";
import { Seat } from "./seat.js";

/** @typedef {import("../live.js").Seated} Seated */

/** A seat of a live table. @param {{live: Seated, role: string}} props */
export function SeatAt({ live, role }) {
  const { game, picture, link } = live;
  return html`<${Seat}
    role=${role}
    seat=${picture.seats[role]}
    own=${role === picture.role}
    away=${isAway(link, picture.seats[role], role)}
    asked=${picture.asked.includes(role)}
    now=${() => link.now()}
    captured=${capturedBy(live, role)}
    glyphs=${game.layout?.glyphs ?? {}}
    points=${picture.outcome?.[role] ?? null}
  />`;
}

/** Who sits below the board. @param {Seated} live @param {boolean} turned */
export function nearest({ game, picture }, turned) {
  const near = picture.role ?? game.roles[0];
  const across = game.roles.find((one) => one !== near);
  return turned && game.roles.length === 2 ? String(across) : near;
}

/**
 * Whether a person has left the table for now.
 * @param {import("../connection.js").Connection} link
 * @param {import("../connection.js").SeatShown} seat @param {string} role
 */
const isAway = (link, seat, role) =>
  Boolean(link.present && seat?.name && !seat.bot && !link.present.has(role));

/**
 * In games of journeys everybody sits at their own side of the board.
 * @param {import("../api.js").GamePage} game @param {string | null} role
 */
export function startsFlipped(game, role) {
  return (
    role !== null &&
    game.roles.length === 2 &&
    role === game.roles[1] &&
    game.layout?.board === "square" &&
    travels(game.layout)
  );
}

/**
 * The pieces that the others had at first and have no more.
 * @param {Seated} live @param {string} role
 */
function capturedBy({ game, steps, picture }, role) {
  if (!steps[0] || game.roles.length !== 2 || !travels(game.layout)) return [];
  const other = game.roles.find((one) => one !== role);
  const theirs = (/** @type {import("../presented.js").SceneShown | null} */ scene) =>
    Object.values(scene?.pieces ?? {})
      .flat()
      .filter((piece) => piece.split("-")[0] === other);
  const left = theirs(picture.scene);
  return theirs(steps[0].scene).filter((piece) => {
    const place = left.indexOf(piece);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}
