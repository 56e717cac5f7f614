/** Playing with people: at a table that is open to all, by invitation, or with whoever waits. */

import { CLOCKS, clocksFor, playAnybody, playPeople } from "../start.js";
import { html, useState } from "../vendor/preact-htm.js";
import { roleName, t } from "../words.js";

/** Who may sit down at a table for people. */
const OPEN = ["public", "unlisted"];

/**
 * @param {object} props
 * @param {import("../api.js").GamePage} props.game
 * @param {boolean} props.busy
 * @param {(start: () => Promise<void>) => () => void} props.begin
 */
export function WithPeople({ game, busy, begin }) {
  const [role, setRole] = useState(game.roles[0]);
  const [clock, setClock] = useState(CLOCKS[0]);
  const [door, setDoor] = useState(OPEN[0]);
  return html`<section class="panel way" aria-label=${t("game.people")}>
    <div>
      <h2>${t("game.people")}</h2><p class="muted small">${t("game.people.text")}</p>
    </div>
    <div class="fields">
      <${Pick}
        label=${t("game.people.seat")}
        value=${role}
        set=${setRole}
        options=${game.roles.map((one) => [one, roleName(one)])}
      />
      <${Pick}
        label=${t("game.people.clock")}
        value=${clock}
        set=${setClock}
        options=${clocksFor(game).map((one) => [one, t(`clock.${one}`)])}
      />
    </div>
    <${Doors} name="sit" doors=${OPEN} door=${door} setDoor=${setDoor} />
    <div class="row">
      <button
        type="button"
        class="button main"
        data-way="friend"
        disabled=${busy}
        onClick=${begin(() => playPeople(game, role, clock, door))}
      >
        ${t("game.people.start")}
      </button>
      <button
        type="button"
        class="button"
        data-way="anybody"
        disabled=${busy}
        onClick=${begin(() => playAnybody(game.name, clock))}
      >
        ${t("game.anybody")}
      </button>
    </div>
  </section>`;
}

/**
 * Who may come, to be chosen from.
 * @param {object} props
 * @param {"sit" | "watch"} props.name to do what
 * @param {string[]} props.doors
 * @param {string} props.door
 * @param {(door: string) => void} props.setDoor
 */
export function Doors({ name, doors, door, setDoor }) {
  return html`<fieldset class="doors">
    <legend>${t(`door.${name}`)}</legend>
    ${doors.map(
      (one) => html`<label key=${one}>
        <input
          type="radio"
          name=${`door-${name}`}
          value=${one}
          checked=${door === one}
          onChange=${() => setDoor(one)}
        />
        <span><b>${t(`door.${name}.${one}`)}</b></span>
      </label>`,
    )}
  </fieldset>`;
}

/** @param {{label: string, value: string, set: (value: any) => void, options: string[][]}} props */
export function Pick({ label, value, set, options }) {
  return html`<label class="field">
    <span>${label}</span>
    <select value=${value} onChange=${(/** @type {any} */ event) => set(event.target.value)}>
      ${options.map(([one, name]) => html`<option value=${one}>${name}</option>`)}
    </select>
  </label>`;
}
