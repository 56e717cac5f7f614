/**
 * Small signs for gadgets and for everything one can do: lines in a square of 24, in the colour of
 * the text.
 */

import { html } from "../vendor/preact-htm.js";

/** @type {Record<string, string>} */
const LINES = {
  HAIRDRYER:
    "M4 9a5 5 0 0 1 5-5h6l5 2v6l-5 2H9a5 5 0 0 1-5-5zM9 14l1 6h4l-1-6M9 7.5a1.5 1.5 0 1 0 .01 0",
  MOLEDIE:
    "M12 6c3 0 5 3 5 6v3a5 5 0 0 1-10 0v-3c0-3 2-6 5-6zM12 7v13M7 12H3M7 16l-4 2M17 12h4" +
    "M17 16l4 2M9.5 7L7.5 3M14.5 7l2-4",
  TECHNICOLOUR_PRISM: "M12 4l8 15H4zM1.5 14L8 12M15.5 11l7-2M16.5 13.5h6M17.5 15.5l5 2",
  BOWLER_BLADE: "M6 15v-3a6 6 0 0 1 12 0v3M2 14c3 4.5 17 4.5 20 0M6 12.5c4 1.5 8 1.5 12 0",
  MAGNETIC_WATCH: "M12 6.5a5.5 5.5 0 1 0 .01 0M9 7l1-5h4l1 5M9 17l1 5h4l1-5M12 9.5V12l2 1.5",
  POISON_PILLS:
    "M4 15.5l7-7a3.5 3.5 0 0 1 5 5l-7 7a3.5 3.5 0 0 1-5-5zM7.5 12l5 5M18 3.5a2.5 2.5 0 1 0 .01 0",
  LASER_COMPACT: "M9 10a5.5 5.5 0 1 0 .01 0M13 11.5L22 3M17 3l1 3 3 1M9 13v5M6.5 15.5h5",
  ROCKET_PEN:
    "M13 5c4-3 8-3 8-3s0 4-3 8l-7 6-4-4zM7 12l-4 0 3-4h4M12 16v4l4-3v-4M6.5 15.5L3 21l5.5-3.5" +
    "M15.5 7.5h.01",
  GAS_GLOSS: "M8 21v-9h6v9zM9 12V6l4-3v9M18 5h.01M20.5 8h.01M17.5 9.5h.01M20 12h.01",
  MOTHBALL_POUCH:
    "M8 8c-6 4-6 13 4 13s10-9 4-13zM7.5 8h9M9 8L7.5 3h9L15 8M9.5 15h.01M14 14h.01M12 18h.01",
  FOG_TIN: "M7 13a3.5 3.5 0 0 1 0-7 5.5 5.5 0 0 1 10.5 1A3 3 0 0 1 17 13zM4 17h16M7 21h10",
  GRAPPLE: "M12 2v13M12 15a4 4 0 0 1-8 0l-1.5 2M12 15a4 4 0 0 0 8 0l1.5 2M9 6h6M12 15v5",
  WIRETAP_WITH_EARPLUGS:
    "M4 14v-2a8 8 0 0 1 16 0v2M4 14h3v6H5a1 1 0 0 1-1-1zM20 14h-3v6h2a1 1 0 0 0 1-1z",
  DIAMOND_COLLAR:
    "M4 5a8 8 0 0 0 16 0M12 13l3.5 4-3.5 5-3.5-5zM8.5 17h7M6.5 10.5h.01M17.5 10.5h.01",
  JETPACK: "M6 3.5h4V15H6zM14 3.5h4V15h-4zM10 8h4M7 15l-1 6M9 15l1 6M15 15l-1 6M17 15l1 6",
  CHICKEN_FEED:
    "M12 22V9M12 9c-4 0-5-4-5-4s4-1 5 2c1-3 5-2 5-2s-1 4-5 4M12 15c-4 0-5-4-5-4s4-1 5 2" +
    "M12 15c4 0 5-4 5-4s-4-1-5 2M12 7V3",
  NUGGET: "M4 15l3-7 7-3 6 6-2 6-7 3zM7 8l5 5 8-2M12 13l-1 7",
  MIRROR_OF_WILDERNESS:
    "M12 2.5c3.5 0 6 3 6 7s-2.5 7-6 7-6-3-6-7 2.5-7 6-7zM12 16.5V22M9 22h6M9.5 9.5l4-4",
  POCKET_LITTER: "M4 9l4-5 4 3 5-3 3 6-2 4 2 5-6 1-4-2-5 2-1-6zM9 11h6M9 14.5h4",
  COCKTAIL: "M3.5 5h17L12 13.5zM12 13.5V20M8 20.5h8M15 5l3.5-3.5M7 8.5h10",
  ANTI_PLAGUE_MASK:
    "M4 9c0-4 4-6 8-6s8 2 8 6c0 3-2 5-5 5-1 4-3 7-8 7 2-2 2-5 1-7-3 0-4-2-4-5z" +
    "M8.5 9a1 1 0 1 0 .01 0M15 9a1 1 0 1 0 .01 0",
  OBSERVATION: "M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 .01 0",
  BANG_AND_BURN:
    "M12 2l2 5.5L19 5l-2 5 5.5 2-5.5 2 2 5-5-2.5L12 22l-2-5.5L5 19l2-5-5.5-2L7 10 5 5l5 2.5z",
  move:
    "M12 3v18M3 12h18M12 3L9.5 5.5M12 3l2.5 2.5M12 21l-2.5-2.5M12 21l2.5-2.5M3 12l2.5-2.5" +
    "M3 12l2.5 2.5M21 12l-2.5-2.5M21 12l-2.5 2.5",
  spy: "M10 3.5a6.5 6.5 0 1 0 .01 0M15 15l6 6M7.5 10A2.5 2.5 0 0 1 10 7.5",
  gamble:
    "M12 3a9 9 0 1 0 .01 0M12 9a3 3 0 1 0 .01 0M12 3v6M12 15v6M3 12h6M15 12h6M5.6 5.6l4.3 4.3" +
    "M18.4 18.4l-4.3-4.3M18.4 5.6l-4.3 4.3M5.6 18.4l4.3-4.3",
  retire: "M6 3v18M6 4h12l-3.5 4L18 12H6",
};

/** @param {{of: string}} props */
export function Symbol({ of }) {
  return html`<svg class="spy-symbol" viewBox="0 0 24 24" aria-hidden="true">
    <path d=${LINES[of] ?? LINES.spy} />
  </svg>`;
}

/** The lines of a sign, to be put into another drawing. @param {string} of */
export const linesOf = (of) => LINES[of] ?? LINES.spy;
