/** Who is in the casino: everybody in a row, and the file of one of them. */

import { propertyAbout, propertyName } from "./editors/vocabulary.js";
import { html } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { Figure, SideMark } from "./art.js";
import { gadgetAbout, gadgetName } from "./gadgets.js";
import { Portrait } from "./portrait.js";
import { Symbol } from "./symbols.js";
import { sideOf } from "./view.js";
import { sideName } from "./words.js";

/** @typedef {import("./view.js").Casino} Casino */

const ORDER = ["mine", "one", "enemy", "two", "unknown", "neutral"];

/**
 * Everybody, side by side.
 * @param {{view: Casino, chosen: string | null, choose: (name: string) => void}} props
 */
export function Roster({ view, chosen, choose }) {
  const people = Object.entries(view.characters).map(([name, person]) => ({
    name,
    person,
    side: sideOf(view, person.faction),
  }));
  people.sort((one, other) => ORDER.indexOf(one.side) - ORDER.indexOf(other.side));
  return html`<section class="spy-roster" aria-label=${t("spy.people")}>
    <ul>
      ${people.map(
        ({ name, person, side }) => html`<li key=${name}>
          <button
            type="button"
            class=${`side-${side} ${view.active?.name === name ? "acts" : ""}`}
            aria-pressed=${chosen === name}
            onClick=${() => choose(name)}
          >
            <${Figure}
              name=${name}
              person=${person}
              side=${side}
              active=${view.active?.name === name}
            />
            <span class="who">
              <b>${name}</b><span class="small side">${sideName(side)}</span>
              <span class="small">${person.hp} HP · ${person.ip} IP</span>
            </span>
          </button>
        </li>`,
      )}
    </ul>
  </section>`;
}

/** All that is known of somebody. @param {{view: Casino, name: string}} props */
export function Dossier({ view, name }) {
  const person = view.characters[name];
  const side = sideOf(view, person.faction);
  const tapped = view.wiretap?.on === name && view.wiretap;
  return html`<section class=${`panel spy-file side-${side}`} aria-label=${name}>
    <header>
      <${Portrait} name=${name} />
      <div>
        <h2>${name}</h2>
        <p class="small"><${SideMark} side=${side} /> ${sideName(side)} · ${person.at}</p>
      </div>
    </header>
    <${Health} hp=${person.hp} />
    <dl class="counters">
      <div><dt>${t("spy.ip")}</dt><dd>${person.ip}</dd></div>
      <div><dt>${t("spy.chips")}</dt><dd>${person.chips}</dd></div>
    </dl>
    ${tapped && html`<p class="small">
      <${Symbol} of="WIRETAP_WITH_EARPLUGS" /> ${t(tapped.working ? "spy.tapped" : "spy.untapped")}
    </p>`}
    <h3>${t("spy.carries")}</h3>
    ${person.gadgets.length
      ? html`<ul class="things">
          ${person.gadgets.map(
            (gadget) => html`<li key=${gadget}>
              <${Symbol} of=${gadget} />
              <span>
                <b>${gadgetName(gadget)}</b>${extra(view, person, gadget)}${" "}
                <span class="muted small">${gadgetAbout(gadget)}</span>
              </span>
            </li>`,
          )}
        </ul>`
      : html`<p class="muted small">${t("spy.carries.none")}</p>`}
    ${person.properties.length > 0 && html`
      <h3>${t("spy.traits")}</h3>
      <ul class="things">
        ${person.properties.map(
          (property) => html`<li key=${property}>
            <span>
              <b>${propertyName(property)}</b>${" "}
              <span class="muted small">${propertyAbout(property)}</span>
            </span>
          </li>`,
        )}
      </ul>
    `}
  </section>`;
}

/**
 * How many uses something has left, and whether a drink is poisoned.
 * @param {Casino} view @param {import("./view.js").Person} person @param {string} gadget
 */
function extra(view, person, gadget) {
  if (gadget === "COCKTAIL" && person.poisoned)
    return html` <span class="chip">${t("spy.poisoned")}</span>`;
  return (
    gadget in view.usages &&
    html` <span class="chip">${t("spy.uses", { n: view.usages[gadget] })}</span>`
  );
}

/** @param {{hp: number}} props */
const Health = ({ hp }) => html`<div class="spy-health">
  <span class="small">${t("spy.hp")}</span>
  <span class="meter" aria-hidden="true">
    <i class=${hp <= 30 ? "low" : ""} style=${`width:${hp}%`}></i>
  </span>
  <b>${hp}</b>
</div>`;
