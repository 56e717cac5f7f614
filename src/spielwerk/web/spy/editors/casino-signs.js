/**
 * The furniture of a casino that nobody plays in yet: drawn as on the board of a match, without
 * numbers.
 */

import { GLYPHS } from "./scenario.js";
import { html } from "../../vendor/preact-htm.js";
import { drawFurniture, drawThing } from "../art.js";

const UNUSED = { safe: "", chips: "" };

/** @param {{field: string}} props */
export function Sign({ field }) {
  const drawn = drawFurniture(GLYPHS[field] ?? "", UNUSED, false);
  return (
    drawn &&
    html`<svg class="sign" viewBox="0 0 100 100" aria-hidden="true">
      ${drawn}${field === "BAR_TABLE" && drawThing("COCKTAIL", false)}
    </svg>`
  );
}
