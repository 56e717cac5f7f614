/** What a recipe of the cookbook shows, and the tests that hold its rules to it. */

import { rehearseRules } from "./api.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { labelText, problemText, t } from "../words.js";

/** @param {{recipe: import("./api.js").RecipePage, text: string}} props */
export function RecipeNote({ recipe, text }) {
  const [played, setPlayed] = useState(/** @type {any} */ (null));
  useEffect(() => setPlayed(null), [text]);
  const rehearse = () =>
    rehearseRules(text, recipe.language, recipe.test).then(setPlayed, (problem) =>
      setPlayed({ problem }),
    );
  return html`<section class="panel stack recipe" aria-label=${labelText(recipe.title)}>
    <h2>${labelText(recipe.title)}</h2>
    <p>${labelText(recipe.shows)}</p>
    <details>
      <summary>${t("learn.tests")}</summary>
      <pre tabindex="0"><code>${recipe.test}</code></pre>
    </details>
    <div class="row">
      <button type="button" class="button" data-rehearse onClick=${rehearse}>
        ${t("learn.rehearse")}
      </button>
    </div>
    ${played && html`<${Played} played=${played} />`}
  </section>`;
}

/** @param {{played: any}} props */
function Played({ played: { problem, tests, differences } }) {
  if (problem) return html`<p class="notice warn" role="alert">${problemText(problem)}</p>`;
  if (!differences.length) return html`<p role="status">${t("learn.passed", { n: tests })}</p>`;
  return html`<ul class="differences" role="status">
    ${differences.map((/** @type {any} */ one) => html`<li>${t("learn.notyet", one)}</li>`)}
  </ul>`;
}
