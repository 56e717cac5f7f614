/** How a match went, as a curve over its steps and as a bar beside the board. */

import { html } from "../vendor/preact-htm.js";
import { roleName, t } from "../words.js";

const WIDTH = 300;
const HEIGHT = 80;

/**
 * What the first role could expect over the match; a click leads to the step.
 * @param {object} props
 * @param {import("../analysis.js").Analysis} props.analysis
 * @param {string[]} props.roles
 * @param {number} props.at
 * @param {(step: number) => void} props.onGo
 */
export function Graph({ analysis: { values, mistakes }, roles, at, onGo }) {
  const last = Math.max(1, values.length - 1);
  const x = (/** @type {number} */ step) => (WIDTH * step) / last;
  const y = (/** @type {number} */ value) => HEIGHT * (1 - value / 100);
  const points = values.flatMap((value, step) => (value === null ? [] : [[x(step), y(value)]]));
  const line = points.map((point) => point.map((one) => one.toFixed(1)).join()).join(" ");
  const go = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    onGo(Math.round(((event.clientX - box.left) / box.width) * last));
  };
  const ends = points.length ? [points[0][0], points.at(-1)?.[0] ?? 0] : [0, 0];
  return html`<svg
    class="graph"
    viewBox=${`0 0 ${WIDTH} ${HEIGHT}`}
    preserveAspectRatio="none"
    role="img"
    aria-label=${t("analysis.graph", { role: roleName(roles[0]) })}
    onClick=${go}
  >
    <path class="half" d=${`M0 ${HEIGHT / 2}H${WIDTH}`} />
    ${points.length > 1 && html`
      <polygon points=${`${ends[0]},${HEIGHT} ${line} ${ends[1]},${HEIGHT}`} />
      <polyline points=${line} />
    `}
    ${[...mistakes.values()].map(({ step, kind }) => {
      const value = values[step];
      return (
        value === null || html`<path class=${`fault ${kind}`} d=${`M${x(step)} ${y(value)}v.01`} />`
      );
    })}
    <path class="here" d=${`M${x(at)} 0V${HEIGHT}`} />
  </svg>`;
}

/**
 * What two sides can expect now, as a bar.
 * @param {{value: number | null, roles: string[], flipped: boolean}} props
 */
export function Bar({ value, roles, flipped }) {
  if (value === null || roles.length !== 2) return null;
  const label = t("analysis.bar", { role: roleName(roles[0]), value: Math.round(value) });
  return html`<div
    class=${`expected ${flipped ? "flipped" : ""}`}
    role="img"
    aria-label=${label}
    title=${label}
  >
    <i style=${`height:${value}%`}></i>
  </div>`;
}
