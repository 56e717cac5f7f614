/** The characters of a match: a list of people, and one of them to be changed. */

import { noted, Notes } from "./notes.js";
import { Portrait } from "../portrait.js";
import { SheetBar, SheetFindings, SheetUse } from "./sheet-parts.js";
import { findingsAt, useSheet } from "./sheet.js";
import {
  GENDER_NAMES,
  genderName,
  PROPERTY_NAMES,
  propertyAbout,
  propertyName,
} from "./vocabulary.js";
import { html, useLayoutEffect, useRef, useState } from "../../vendor/preact-htm.js";
import { t } from "../../words.js";

/** @typedef {import("./files.js").Finding} Finding */
/** @typedef {import("./files.js").Person} Person */

/** Properties that came with the later standard. */
const LATER = ["PONDEROUSNESS"];

/** @param {{first: import("./sheet.js").Page, sets: string[]}} props */
export function CharacterEditor({ first, sets }) {
  const sheet = useSheet("characters", first);
  const people = /** @type {Person[]} */ (sheet.value);
  const [wanted, choose] = useState(0);
  const at = Math.min(wanted, people.length - 1);
  const add = (/** @type {Person} */ person, /** @type {number} */ place) => {
    sheet.change((/** @type {Person[]} */ old) => old.toSpliced(place, 0, person));
    choose(place);
  };
  const put = (/** @type {Partial<Person>} */ some, /** @type {string} */ stroke) =>
    sheet.change(
      (/** @type {Person[]} */ old) =>
        old.map((one, index) => (index === at ? { ...one, ...some } : one)),
      `${at} ${stroke}`,
    );
  const jump = (/** @type {Finding} */ { part }) =>
    typeof part?.[0] === "number" && choose(part[0]);
  const where = (/** @type {Finding} */ { part }) =>
    people[Number(part?.[0] ?? -1)]?.name ||
    (part?.length ? t("spyedit.nameless") : t("spyedit.at.all"));
  return html`
    <${SheetBar} sheet=${sheet} sets=${sets} />
    <div class="sheet">
      <div class="people">
        <section class="panel crowd">
          <div class="row">
            <h2>${t("spyedit.people", { n: people.length })}</h2>
            <button
              type="button"
              class="button little"
              data-add
              onClick=${() =>
                add(
                  {
                    name: freeName(people, t("spyedit.person.new")),
                    description: "",
                    features: [],
                  },
                  people.length,
                )}
            >
              ${t("spyedit.person.add")}
            </button>
          </div>
          ${people.length === 0 && html`<p class="muted">${t("spyedit.people.none")}</p>`}
          <${Crowd} people=${people} at=${at} onChoose=${choose} findings=${sheet.findings} />
        </section>
        ${people[at] && html`<${Sheet}
          key=${at}
          person=${people[at]}
          findings=${findingsAt(sheet.findings, [at])}
          onChange=${put}
          onCopy=${() => add({ ...people[at], name: freeName(people, people[at].name) }, at + 1)}
          onRemove=${() => sheet.change((/** @type {Person[]} */ old) => old.toSpliced(at, 1))}
        />`}
      </div>
      <div class="stack beside">
        <${SheetFindings} sheet=${sheet} where=${where} onJump=${jump} />
        <${SheetUse} sheet=${sheet} commands=${["server055 -c"]} />
      </div>
    </div>
  `;
}

/**
 * @param {object} props
 * @param {Person[]} props.people
 * @param {number} props.at
 * @param {(index: number) => void} props.onChoose
 * @param {Finding[]} props.findings
 */
function Crowd({ people, at, onChoose, findings }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const box = list.current;
    const chosen = /** @type {HTMLElement | null} */ (box?.querySelector("[aria-current=true]"));
    if (!box || !chosen) return;
    const above = chosen.offsetTop - box.offsetTop;
    if (above < box.scrollTop || above + chosen.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = above - box.clientHeight / 2;
  }, [at, people.length]);
  return html`<ol class="crowd-list" ref=${list}>
    ${people.map((one, index) => {
      const own = findingsAt(findings, [index]);
      const wrong = own.some((finding) => finding.severity === "error");
      return html`<li key=${index}>
        <button
          type="button"
          aria-current=${index === at ? "true" : undefined}
          onClick=${() => onChoose(index)}
        >
          <${Portrait} name=${one.name} />
          <span class="crowd-name">
            <b>${one.name || t("spyedit.nameless")}</b>
            <span class="muted small">
              ${one.features.map(propertyName).join(", ") || t("spyedit.plain")}
            </span>
          </span>
          ${own.length > 0 && html`<span class=${`flag ${wrong ? "error" : "warning"}`}>
            ${wrong ? "!" : "?"}
            <span class="hidden-text">
              ${t(wrong ? "spyedit.severity.error" : "spyedit.severity.warning")}
            </span>
          </span>`}
        </button>
      </li>`;
    })}
  </ol>`;
}

/**
 * @param {object} props
 * @param {Person} props.person
 * @param {Finding[]} props.findings
 * @param {(some: Partial<Person>, stroke: string) => void} props.onChange
 * @param {() => void} props.onCopy
 * @param {() => void} props.onRemove
 */
function Sheet({ person, findings, onChange, onCopy, onRemove }) {
  const names = findings.filter(
    ({ part, code }) => part?.[1] === "name" || (part?.length === 1 && code === "spy-required"),
  );
  const words = [...new Set([...PROPERTY_NAMES, ...person.features])];
  const toggle = (/** @type {string} */ word) =>
    onChange(
      {
        features: person.features.includes(word)
          ? person.features.filter((one) => one !== word)
          : [...person.features, word],
      },
      `feature ${word} ${person.features.length}`,
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
    <fieldset class="features">
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
    </fieldset>
    <fieldset class="features">
      <legend>${t("spyedit.person.features")}</legend>
      <div class="feature-list">
        ${words.map((word) => {
          const own = findings.filter(
            ({ part }) => part?.[1] === "features" && person.features[Number(part[2])] === word,
          );
          return html`<label class=${`feature ${own.length ? "noted" : ""}`} key=${word}>
            <input
              type="checkbox"
              data-feature=${word}
              checked=${person.features.includes(word)}
              ...${noted(`feature-${word}`, own)}
              onChange=${() => toggle(word)}
            />
            <span>
              <b>${propertyName(word)}</b>
              ${LATER.includes(word) && html` <span class="chip">${t("spyedit.unit.later")}</span>`}
              <span class="muted small">${propertyAbout(word)}</span>
              <${Notes} id=${`feature-${word}`} findings=${own} />
            </span>
          </label>`;
        })}
      </div>
    </fieldset>
  </section>`;
}

/** A name that nobody has yet. @param {Person[]} people @param {string} name */
function freeName(people, name) {
  const taken = new Set(people.map((one) => one.name));
  const stem = name.replace(/ \d+$/, "");
  for (let number = 2; ; number++) {
    if (!taken.has(name)) return name;
    name = `${stem} ${number}`;
  }
}
