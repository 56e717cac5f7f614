/** A position as a still picture: for the catalogue, and wherever nobody plays. */

import { piecesOf, squaresOf } from "../presented.js";
import { html } from "../vendor/preact-htm.js";
import { geometryOf, hexagon } from "./geometry.js";
import { drawPiece } from "./pieces.js";
import { Race } from "./race.js";
import { drawStill } from "./still.js";
import { Tabletop } from "./tabletop.js";

const UNIT = 100;

/** @param {{game: import("../api.js").GamePage}} props */
export function Picture({ game }) {
  const { scene, position, roles } = game;
  switch (scene.kind) {
    case "board":
      return html`<${BoardPicture} layout=${game.layout} scene=${scene} />`;
    case "race":
      return html`<div class="picture">
        <${Race} view=${position} legal=${[]} still onMove=${() => {}} />
      </div>`;
    case "table":
      return html`<div class="picture table-picture" aria-hidden="true" inert>
        <${Tabletop}
          table=${position.table}
          roles=${roles}
          role=${null}
          still
          lit=${new Set()}
          onMove=${() => {}}
        />
      </div>`;
    case "casino":
      return html`<img class="picture" src="spy/picture.svg" alt="" />`;
  }
  return drawStill(scene);
}

/**
 * @param {{
 *   layout: import("../presented.js").Layout,
 *   scene: import("../presented.js").SceneShown,
 * }} props
 */
function BoardPicture({ layout, scene }) {
  const geometry = geometryOf(layout);
  const pieces = piecesOf(scene);
  const size = `0 0 ${geometry.width * UNIT} ${geometry.height * UNIT}`;
  return html`<svg
    class=${`picture ${layout.board} ${layout.ground}`}
    viewBox=${size}
    aria-hidden="true"
  >
    ${squaresOf(layout).map(({ name, x, y }) => drawSquare(geometry, layout, name, x, y, pieces))}
  </svg>`;
}

/**
 * @param {import("./geometry.js").Geometry} geometry @param {any} layout @param {string} name
 * @param {number} x @param {number} y @param {Map<string, string[]>} pieces
 */
function drawSquare(geometry, layout, name, x, y, pieces) {
  const [left, top] = geometry.at(x, y).map((part) => part * UNIT);
  const [w, h] = [geometry.w * UNIT, geometry.h * UNIT];
  const shade = (x + y) % 2 ? "dark" : "light";
  const ground =
    layout.board === "hex"
      ? html`<polygon class=${`square ${shade}`} points=${hexagon(left, top, w, h)} />`
      : html`
          <rect class=${`square ${shade}`} x=${left} y=${top} width=${w} height=${h} />
          <circle class="hole" cx=${left + w / 2} cy=${top + h / 2} r="42" />
        `;
  const men = (pieces.get(name) ?? []).map((piece) => drawPiece(piece, layout.glyphs[piece]));
  return html`
    ${ground}
    ${men.length > 0 && html`<g transform=${`translate(${left} ${top + (h - UNIT) / 2})`}>
      ${men}
    </g>`}
  `;
}
