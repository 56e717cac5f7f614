/** How strong somebody is at each game, and how that came about. */

import { bestAt, ratingHistory, ratingsOf } from "../people.js";
import { href } from "../router.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { gameTitle, t } from "../words.js";

/** @typedef {import("../people.js").RatingLine} RatingLine */

/** @param {{name: string}} props */
export function RatingsOf({ name }) {
  const [lines, setLines] = useState(/** @type {RatingLine[]} */ ([]));
  useEffect(() => void ratingsOf(name).then(setLines, () => {}), [name]);
  return html`<section class="panel stack" aria-label=${t("rating.title")} data-ratings>
    <h2>${t("rating.title")}</h2>
    ${lines.length > 0
      ? html`<ul class="stack">
          ${lines.map((line) => html`<${Rating} key=${line.game} line=${line} />`)}
        </ul>`
      : html`<p class="muted small">${t("rating.none")}</p>`}
  </section>`;
}

/** The best at a game, where anybody has played it for points. @param {{game: string}} props */
export function Best({ game }) {
  const [lines, setLines] = useState(/** @type {RatingLine[]} */ ([]));
  useEffect(() => void bestAt(game).then(setLines, () => {}), [game]);
  if (!lines.length) return null;
  return html`<section class="panel stack">
    <h2>${t("rating.best")}</h2>
    <ol class="best">
      ${lines.map(
        ({ name, rating, provisional }) => html`<li key=${name} class="row">
          <b>${name}</b><span class="muted">${rating}${provisional ? "?" : ""}</span>
        </li>`,
      )}
    </ol>
  </section>`;
}

/** @param {{line: RatingLine}} props */
function Rating({ line }) {
  const [steps, setSteps] = useState(/** @type {import("../people.js").RatingStep[]} */ ([]));
  useEffect(() => void ratingHistory(line.name, line.game).then(setSteps, () => {}), [line]);
  const last = steps[0];
  return html`<li class="rating">
    <b>${gameTitle({ name: line.game, title: "" })}</b>
    <span class="points" title=${t("rating.about", { n: 2 * line.deviation })}>
      ${line.rating}${line.provisional ? "?" : ""}
    </span>
    <span class="muted small">${t("rating.matches", { n: line.matches })}</span>
    ${last && html`<a class="small" href=${href(["replay", last.match])}>
      ${last.change >= 0 ? "+" : "−"}${Math.abs(last.change)}
      <span class="hidden-text"> ${t("rating.last")}</span>
    </a>`}
    ${steps.length > 1 && html`<${Curve} points=${steps.map((step) => step.rating).reverse()} />`}
  </li>`;
}

const WIDE = 120;
const HIGH = 32;

/** The way a rating went. @param {{points: number[]}} props */
function Curve({ points }) {
  const low = Math.min(...points);
  const range = Math.max(...points) - low || 1;
  const line = points.map(
    (point, place) =>
      `${((place / (points.length - 1)) * WIDE).toFixed(1)},` +
      `${(HIGH - 2 - ((point - low) / range) * (HIGH - 4)).toFixed(1)}`,
  );
  return html`<svg
    class="curve"
    viewBox=${`0 0 ${WIDE} ${HIGH}`}
    role="img"
    aria-label=${t("rating.curve", { from: points[0], to: points.at(-1) ?? 0 })}
  >
    <polyline points=${line.join(" ")} />
  </svg>`;
}
