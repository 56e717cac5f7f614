/** One person of a match to be changed: a name, a description, a gender, and features. */

import { noted, Notes } from "./notes.js";
import { Portrait } from "../portrait.js";
import {
  GENDER_NAMES,
  genderName,
  PROPERTY_NAMES,
  propertyAbout,
  propertyName,
} from "./vocabulary.js";
import { html } from "../../vendor/preact-htm.js";
import { t } from "../../words.js";

/** @typedef {import("./files.js").Finding} Finding */
/** @typedef {import("./files.js").Person} Person */

/**
 * @typedef {object} PersonProps
 * @property {Person} person
 * @property {Finding[]} findings
 * @property {(some: Partial<Person>, stroke: string) => void} onChange
 */

/** Properties that came with the later standard. */
const LATER = ["PONDEROUSNESS"];

/** @param {PersonProps & {onCopy: () => void, onRemove: () => void}} props */
export function PersonSheet({ person, findings, onChange, onCopy, onRemove }) {
  const names = findings.filter(
    ({ part, code }) => part?.[1] === "name" || (part?.length === 1 && code === "spy-required"),
  );
  return html`<section class="panel stack person" aria-label=${person.name}>
    <div class="person-head">
      <${Portrait} name=${person.name} />
      <label class="field">
        <span>${t("spyedit.person.name")}</span>
        <input
          type="text"
          data-name
          value=${person.name}
          ...${noted("person-name", names)}
          onInput=${(/** @type {any} */ event) => onChange({ name: event.target.value }, "name")}
        />
      </label>
      <span class="row tight">
        <button type="button" class="button little" onClick=${onCopy}>
          ${t("spyedit.person.copy")}
        </button>
        <button type="button" class="button little quiet warn" onClick=${onRemove}>
          ${t("spyedit.person.remove")}
        </button>
      </span>
    </div>
    <${Notes} id="person-name" findings=${names} />
    <label class="field">
      <span>${t("spyedit.person.about")}</span>
      <textarea
        rows="2"
        value=${person.description ?? ""}
        onInput=${(/** @type {any} */ event) =>
          onChange({ description: event.target.value }, "description")}
      ></textarea>
    </label>
    <${Gender} person=${person} onChange=${onChange} />
    <${Features} person=${person} findings=${findings} onChange=${onChange} />
  </section>`;
}

/** @param {Omit<PersonProps, "findings">} props */
function Gender({ person, onChange }) {
  return html`<fieldset class="features">
    <legend>${t("spyedit.person.gender")}</legend>
    <div class="row tight">
      ${[undefined, ...GENDER_NAMES].map(
        (gender) => html`<label class="pill">
          <input
            type="radio"
            name="gender"
            checked=${person.gender === gender}
            onChange=${() => onChange({ gender }, "gender")}
          />
          <span>${gender ? genderName(gender) : t("spyedit.gender.none")}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/** @param {PersonProps} props */
function Features({ person, findings, onChange }) {
  const own = person.features;
  const toggle = (/** @type {string} */ word) =>
    onChange(
      { features: own.includes(word) ? own.filter((one) => one !== word) : [...own, word] },
      `feature ${word} ${own.length}`,
    );
  const about = (/** @type {string} */ word) =>
    findings.filter(({ part }) => part?.[1] === "features" && own[Number(part[2])] === word);
  return html`<fieldset class="features">
    <legend>${t("spyedit.person.features")}</legend>
    <div class="feature-list">
      ${[...new Set([...PROPERTY_NAMES, ...own])].map(
        (word) => html`<label class=${`feature ${about(word).length ? "noted" : ""}`} key=${word}>
          <input
            type="checkbox"
            data-feature=${word}
            checked=${own.includes(word)}
            ...${noted(`feature-${word}`, about(word))}
            onChange=${() => toggle(word)}
          />
          <span>
            <b>${propertyName(word)}</b>
            ${LATER.includes(word) && html` <span class="chip">${t("spyedit.unit.later")}</span>`}
            <span class="muted small">${propertyAbout(word)}</span>
            <${Notes} id=${`feature-${word}`} findings=${about(word)} />
          </span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}
