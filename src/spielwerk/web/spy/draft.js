/** Before the match: choosing people and gadgets from an offer, then handing the gadgets out. */

import { propertyAbout, propertyName } from "./editors/vocabulary.js";
import { html } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { biography } from "./biographies.js";
import { gadgetAbout, gadgetName } from "./gadgets.js";
import { Portrait } from "./portrait.js";
import { Symbol } from "./symbols.js";

/**
 * @typedef {object} DraftView
 * @property {string} phase
 * @property {number[]} chosen
 * @property {number[]} strikes
 * @property {string} [you]
 * @property {{characters: string[], gadgets: string[]}} [offer]
 * @property {string[]} [characters]
 * @property {string[]} [gadgets]
 * @property {Record<string, string>} [equipment]
 * @property {Record<string, {properties: string[], about: string}>} [people]
 */

/** @typedef {{view: DraftView, legal: string[], play: (move: string) => void}} DraftProps */

const ITEMS = 8;

/** @param {DraftProps} props */
export function SpyDraft({ view, legal, play }) {
  if (!view.offer)
    return html`<div class="spy spy-draft">
      <section class="panel stack">
        <h2>${t("spy.draft.title")}</h2><p>${t("spy.draft.watch")}</p>
        ${view.chosen.map(
          (count, place) =>
            html`<${Progress}
              label=${t(place ? "spy.side.two" : "spy.side.one")}
              count=${count}
            />`,
        )}
      </section>
    </div>`;
  return html`<div class="spy spy-draft">
    ${view.phase === "equip"
      ? html`<${Equipping} view=${view} legal=${legal} play=${play} />`
      : html`<${Choosing} view=${view} legal=${legal} play=${play} />`}
    ${view.phase !== "equip" && html`<${Team} view=${view} />`}
    <${Progress}
      label=${t("spy.draft.other")}
      count=${view.chosen[view.you === "player2" ? 0 : 1]}
    />
  </div>`;
}

/** @param {DraftProps} props */
function Choosing({ view, legal, play }) {
  const { characters = [], gadgets = [] } = view.offer ?? {};
  const own = view.you === "player2" ? 1 : 0;
  if (!legal.length)
    return html`<section class="panel stack">
      <h2>${t("spy.draft.title")}</h2>
      <p class="row" role="status"><span class="spinner"></span>${t("spy.draft.wait")}</p>
    </section>`;
  return html`<section class="spy-offer">
    <div class="row">
      <h2>${t("spy.draft.title")}</h2>
      <span class="chip on">${t("spy.draft.count", { n: view.chosen[own] })}</span>
      ${view.strikes[own] > 0 && html`<span class="chip warned">
        ${t("spy.strikes", { n: view.strikes[own] })}
      </span>`}
    </div>
    <p class="muted">${t("spy.draft.lead")}</p>
    ${characters.length > 0 && html`
      <h3>${t("spy.draft.people")}</h3>
      <ul class="cards">
        ${characters.map(
          (name) => html`<li key=${name}>
            <button
              type="button"
              class="spy-card person"
              data-move=${`take character ${name}`}
              onClick=${() => play(`take character ${name}`)}
            >
              <${PersonFace} name=${name} view=${view} />
            </button>
          </li>`,
        )}
      </ul>
    `}
    ${gadgets.length > 0 && html`
      <h3>${t("spy.draft.gadgets")}</h3>
      <ul class="cards">
        ${gadgets.map(
          (gadget) => html`<li key=${gadget}>
            <button
              type="button"
              class="spy-card"
              data-move=${`take gadget ${gadget}`}
              onClick=${() => play(`take gadget ${gadget}`)}
            >
              <${GadgetFace} gadget=${gadget} />
            </button>
          </li>`,
        )}
      </ul>
    `}
  </section>`;
}

/** @param {{name: string, view: DraftView}} props */
function PersonFace({ name, view }) {
  const { properties, about } = view.people?.[name] ?? { properties: [], about: "" };
  return html`
    <${Portrait} name=${name} />
    <span class="text">
      <b>${name}</b>${about && html`<i class="small muted">${biography(about)}</i>`}
      ${properties.map(
        (property) => html`<span class="trait">
          <b>${propertyName(property)}</b> <span class="small">${propertyAbout(property)}</span>
        </span>`,
      )}
    </span>
  `;
}

/** @param {{gadget: string}} props */
const GadgetFace = ({ gadget }) =>
  html`
    <span class="medal"><${Symbol} of=${gadget} /></span>
    <span class="text">
      <b>${gadgetName(gadget)}</b><span class="small">${gadgetAbout(gadget)}</span>
    </span>
  `;

/** What was chosen so far, and how much is still free. @param {{view: DraftView}} props */
function Team({ view }) {
  const { characters = [], gadgets = [] } = view;
  const free = ITEMS - characters.length - gadgets.length;
  return html`<section class="panel spy-team">
    <h3>${t("spy.draft.yours")}</h3>
    <ul>
      ${characters.map(
        (name) => html`<li key=${name}><${Portrait} name=${name} /><span>${name}</span></li>`,
      )}
      ${gadgets.map(
        (gadget) => html`<li key=${gadget} title=${gadgetAbout(gadget)}>
          <span class="medal"><${Symbol} of=${gadget} /></span><span>${gadgetName(gadget)}</span>
        </li>`,
      )}
      ${Array.from(
        { length: free },
        (_, place) => html`<li key=${place} class="free">
          <span class="medal"></span><span class="muted">${t("spy.draft.free")}</span>
        </li>`,
      )}
    </ul>
  </section>`;
}

/** @param {DraftProps} props */
function Equipping({ view, legal, play }) {
  const { characters = [], gadgets = [], equipment = {} } = view;
  const next = gadgets.find((gadget) => !(gadget in equipment)) ?? "";
  const left = gadgets.length - Object.keys(equipment).length;
  return html`<section class="spy-equip">
    <div class="row">
      <h2>${t("spy.equip.title")}</h2>
      <span class="chip on">${t("spy.equip.left", { n: left })}</span>
    </div>
    <div class="spy-card next"><${GadgetFace} gadget=${next} /></div>
    <h3>${t("spy.equip.next")}</h3>
    <ul class="cards">
      ${characters.map((name) => {
        const move = `give ${next} to ${name}`;
        const held = gadgets.filter((gadget) => equipment[gadget] === name);
        return html`<li key=${name}>
          <button
            type="button"
            class="spy-card person"
            data-move=${move}
            disabled=${!legal.includes(move)}
            onClick=${() => play(move)}
          >
            <${Portrait} name=${name} />
            <span class="text">
              <b>${name}</b>
              <span class="small muted">
                ${(view.people?.[name]?.properties ?? []).map(propertyName).join(", ")}
              </span>
              <span class="held">
                ${held.map(
                  (gadget) =>
                    html`<span class="trait">
                      <${Symbol} of=${gadget} /> ${gadgetName(gadget)}
                    </span>`,
                )}
              </span>
            </span>
          </button>
        </li>`;
      })}
    </ul>
  </section>`;
}

/** @param {{label: string, count: number}} props */
const Progress = ({ label, count }) => html`<div class="spy-progress">
  <span>${label}</span>
  <span class="meter" aria-hidden="true"><i style=${`width:${(100 * count) / ITEMS}%`}></i></span>
  <span class="muted small">${t("spy.draft.count", { n: count })}</span>
</div>`;
