/**
 * Something that has to be fetched first: shows that it is on its way, itself, or what went wrong.
 */

import { href } from "../router.js";
import { Waiting } from "./notices.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { problemText, t } from "../words.js";

/** @param {{load: () => Promise<any>, show: (found: any) => any, inputs?: unknown[]}} props */
export function Loaded({ load, show, inputs = [] }) {
  const [state, setState] = useState(/** @type {{found?: any, problem?: any}} */ ({}));
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let wanted = true;
    load().then(
      (found) => wanted && setState({ found }),
      (problem) => wanted && setState({ problem }),
    );
    return () => void (wanted = false);
  }, [tries, ...inputs]);
  if (state.problem)
    return html`<${Trouble}
      problem=${state.problem}
      again=${() => (setState({}), setTries(tries + 1))}
    />`;
  return state.found === undefined ? html`<${Waiting} />` : show(state.found);
}

/**
 * A part that comes when it is first shown: from then on it is there at once.
 * @param {() => Promise<any>} load
 */
export function later(load) {
  /** @type {any} */
  let Part = null;
  return function Later(/** @type {any} */ props) {
    const [problem, setProblem] = useState(/** @type {any} */ (null));
    const [, setThere] = useState(Part !== null);
    useEffect(() => {
      if (!Part) load().then((found) => ((Part = found), setThere(true)), setProblem);
    }, []);
    if (problem) return html`<${Trouble} problem=${problem} />`;
    return Part ? html`<${Part} ...${props} />` : html`<${Waiting} />`;
  };
}

/** What went wrong and what one can do. @param {{problem: any, again?: () => void}} props */
export function Trouble({ problem, again }) {
  return html`<div class="notice warn narrow" role="alert">
    <h1>${t("error.title")}</h1>
    <p>${problemText(problem)}</p>
    <p class="row">
      ${again && html`<button type="button" class="button" onClick=${again}>
        ${t("error.again")}
      </button>`}
      <a class="button quiet" href=${href([])}>${t("error.home")}</a>
    </p>
  </div>`;
}
