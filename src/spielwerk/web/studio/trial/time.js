/** Time in a match that is tried: where it stands, what happened around it, and ways along it. */

import { html, useEffect, useRef, useState } from "../../vendor/preact-htm.js";
import { roleName, t, tOr } from "../../words.js";

/** @typedef {import("./match.js").Trial} Trial */
/** @typedef {import("./match.js").Moment} Moment */

/**
 * What keys do while rules are tried.
 * @param {Trial} trial @param {string} by
 * @returns {Record<string, () => unknown>}
 */
const keysFor = (trial, by) => ({
  F7: () => trial.look("into", { by }),
  F8: () => trial.look("resume"),
  F10: () => trial.look("step", { by }),
  ShiftF10: () => trial.look("back", { by }),
});

/** @param {{trial: Trial, show: (line: number) => void}} props */
export function Time({ trial, show }) {
  const { moment, can, settings } = /** @type {import("./match.js").Shown} */ (trial.shown);
  const [kind, setKind] = useState("");
  const by = can.steps.includes(kind) ? kind : can.steps[0];
  useKeys(keysFor(trial, by));
  const button = (/** @type {string} */ name, /** @type {string} */ sign, usable = true) =>
    html`<button
      type="button"
      class="button little"
      data-time=${name}
      title=${t(`trial.time.${name}.title`)}
      disabled=${!usable}
      onClick=${() => trial.look(name, { by })}
    >
      <span aria-hidden="true">${sign}</span> ${t(`trial.time.${name}`)}
    </button>`;
  const last = moment.place === moment.count - 1;
  return html`<section class="panel trial-time" aria-label=${t("trial.time")}>
    <div class="trial-row">
      <label class="trial-by">
        <span class="small">${t("trial.by")}</span>
        <select
          value=${by}
          data-by
          onChange=${(/** @type {any} */ event) => setKind(event.target.value)}
        >
          ${can.steps.map((one) => html`<option value=${one}>${t(`trial.by.${one}`)}</option>`)}
        </select>
      </label>
      ${button("back", "◀", moment.place > 0)} ${button("step", "▶", !last)}
      ${button("into", "↳", !last)} ${button("resume", "»", !last)}
      <label class="trial-check small">
        <input
          type="checkbox"
          checked=${settings.into}
          data-into
          onChange=${(/** @type {any} */ event) =>
            trial.look("settings", { into: event.target.checked })}
        />
        ${t("trial.into")}
      </label>
    </div>
    <${Now} moment=${moment} show=${show} />
    <${Near} trial=${trial} />
  </section>`;
}

/** @param {{moment: Moment, show: (line: number) => void}} props */
function Now({ moment, show }) {
  return html`<p
    class="trial-now"
    role="status"
    data-moment=${moment.place}
    data-mark=${moment.mark}
  >
    ${moment.stopped !== null && html`<span class="chip warn">
      ${t("trial.stopped", {
        n: moment.stopped,
      })}
    </span>`}
    ${moment.deviates && html`<span class="chip warn">${t("trial.deviates")}</span>`}
    <b>${momentText(moment)}</b>
    ${moment.line !== null && html`<button
      type="button"
      class="button quiet little"
      onClick=${() => show(/** @type {number} */ (moment.line))}
    >
      ${t("write.at", { line: moment.line })}
    </button>`}
    <span class="small muted" title=${t("trial.mark.title")}>
      ${t("trial.mark", { mark: moment.mark })}
      ${moment.same !== null && ` · ${t(moment.same ? "trial.same" : "trial.notsame")}`}
    </span>
    ${moment.note && html`<span class="notice warn">${moment.note}</span>`}
  </p>`;
}

/** The moments before and after. @param {{trial: Trial}} props */
function Near({ trial }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const { near, moment } = /** @type {import("./match.js").Shown} */ (trial.shown);
  useEffect(() => {
    const here = /** @type {HTMLElement | null} */ (list.current?.querySelector("[aria-current]"));
    if (list.current && here) list.current.scrollTop = here.offsetTop - list.current.offsetTop - 60;
  }, [moment.place]);
  return html`<details class="trial-near" open=${!moment.deciding}>
    <summary class="small">
      ${t("trial.near", { n: moment.place + 1, all: moment.count })}
    </summary>
    <ol start=${near[0]?.place ?? 0} ref=${list}>
      ${near.map(
        (one) => html`<li key=${one.place}>
          <button
            type="button"
            class=${one.deciding ? "decides" : ""}
            aria-current=${one.place === moment.place ? "step" : undefined}
            onClick=${() => trial.look("go", { place: one.place })}
          >
            ${momentText(one)}
          </button>
        </li>`,
      )}
    </ol>
  </details>`;
}

/** A moment in words. @param {Moment} moment */
export function momentText({ kind, stage, text, over, deciding, roles }) {
  if (!deciding)
    return [stage && tOr(`trial.stage.${stage}`, stage), tOr(`trial.kind.${kind}`, kind), text]
      .filter(Boolean)
      .join(" ");
  if (over) return t("trial.over");
  const names = roles.map((role) => (role === "random" ? t("trial.chance") : roleName(role)));
  const who = t("trial.decides", { who: names.join(", ") });
  return kind === "deviation" ? `${t("trial.changed", { what: text })} ${who}` : who;
}

/** Keys of the whole page while rules are tried. @param {Record<string, () => unknown>} keys */
function useKeys(keys) {
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      const run = keys[`${event.shiftKey ? "Shift" : ""}${event.key}`];
      if (!run || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      run();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}
