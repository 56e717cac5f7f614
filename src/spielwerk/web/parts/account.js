/** The account of a match: what happened, as far as one may know it, line by line. */

import { html, useEffect, useRef } from "../vendor/preact-htm.js";
import { labelText, roleName, t } from "../words.js";

/** @typedef {import("../presented.js").Step} Step */
/** @typedef {import("../presented.js").AccountEntry} AccountEntry */

/** How far from its end a list may be scrolled to still follow what comes. */
const NEAR_END = 60;

/**
 * @param {object} props
 * @param {Step[]} props.steps
 * @param {number} props.at the step that is shown; what came later is paler
 * @param {(step: number) => string} [props.to] where a step can be seen again
 */
export function AccountLog({ steps, at, to }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const follows = useRef({ on: true, top: 0 });
  const lines = steps.flatMap(({ step, account }) =>
    told(account).map((text, place) => ({ step, text, key: `${step} ${place}` })),
  );
  const last = steps.length - 1;
  useEffect(() => {
    const list = box.current;
    if (!list) return;
    const here = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[aria-current]")]).at(-1);
    if (at < last && here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
    else if (follows.current.on) list.scrollTop = list.scrollHeight;
  }, [at, lines.length]);
  const look = () => {
    const { scrollTop: top = 0, scrollHeight = 0, clientHeight = 0 } = box.current ?? {};
    const near = scrollHeight - top - clientHeight < NEAR_END;
    // who scrolls up wants to read; lines that come meanwhile do not mean that
    follows.current = { on: near || (follows.current.on && top >= follows.current.top), top };
  };
  if (!lines.length) return html`<p class="muted">${t("table.story.none")}</p>`;
  return html`<div
    class="scroll account"
    role="log"
    aria-live="polite"
    aria-label=${t("account.title")}
    tabindex="0"
    ref=${box}
    onScroll=${look}
  >
    <ol>
      ${lines.map(
        ({ step, text, key }) => html`<li
          key=${key}
          data-step=${step}
          class=${step > at ? "later" : ""}
          aria-current=${step === at ? "step" : undefined}
          title=${t("table.story.step", { n: step })}
        >
          ${to ? html`<a href=${to(step)}>${text}</a>` : text}
        </li>`,
      )}
    </ol>
  </div>`;
}

/** What is said of a step, sentence by sentence. @param {AccountEntry[]} [account] */
export const told = (account = []) =>
  account.map(({ text }) => (text ? sentence(text) : "")).filter(Boolean);

/** A sentence with the names of players filled in. @param {import("../words.js").Label} text */
const sentence = (text) =>
  labelText(text).replace(/\{([^{}]*)\}/g, (_, role) =>
    role === "random" ? t("account.chance") : roleName(role),
  );

/**
 * How the scores of a match came about.
 * @param {{tally: import("../presented.js").ScoreLine[], roles: string[]}} props
 */
export function Tally({ tally, roles }) {
  if (!tally.length) return null;
  return html`<div class="scroll tally" tabindex="0" role="region" aria-label=${t("account.tally")}>
    <table>
      <thead>
        <tr>
          <th scope="col">${t("account.tally")}</th>
          ${roles.map((role) => html`<th scope="col" key=${role}>${roleName(role)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${tally.map(
          ({ label, values, kind }, place) => html`<tr key=${place} class=${kind}>
            <th scope="row">${labelText(label)}</th>
            ${roles.map((role) => html`<td key=${role}>${shown(values[role])}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** @param {any} value */
const shown = (value) =>
  value === true ? t("account.yes") : value === false ? t("account.no") : String(value ?? "");
