/** The characters of a match: a list of people, and one of them to be changed. */

import { PersonSheet } from "./person.js";
import { Portrait } from "../portrait.js";
import { SheetBar, SheetFindings, SheetUse } from "./sheet-parts.js";
import { findingsAt, useSheet } from "./sheet.js";
import { propertyName } from "./vocabulary.js";
import { html, useLayoutEffect, useRef, useState } from "../../vendor/preact-htm.js";
import { t } from "../../words.js";

/** @typedef {import("./files.js").Finding} Finding */
/** @typedef {import("./files.js").Person} Person */

/** @param {{first: import("./sheet.js").Page, sets: string[]}} props */
export function CharacterEditor({ first, sets }) {
  const sheet = useSheet("characters", first);
  const people = /** @type {Person[]} */ (sheet.value);
  const [wanted, choose] = useState(0);
  const at = Math.min(wanted, people.length - 1);
  const add = (/** @type {Person} */ person, /** @type {number} */ place) => {
    const name = freeName(people, person.name);
    sheet.change((/** @type {Person[]} */ old) => old.toSpliced(place, 0, { ...person, name }));
    choose(place);
  };
  const somebody = () => ({ name: t("spyedit.person.new"), description: "", features: [] });
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
              onClick=${() => add(somebody(), people.length)}
            >
              ${t("spyedit.person.add")}
            </button>
          </div>
          ${people.length === 0 && html`<p class="muted">${t("spyedit.people.none")}</p>`}
          <${Crowd} people=${people} at=${at} onChoose=${choose} findings=${sheet.findings} />
        </section>
        ${people[at] && html`<${PersonSheet}
          key=${at}
          person=${people[at]}
          findings=${findingsAt(sheet.findings, [at])}
          onChange=${put}
          onCopy=${() => add(people[at], at + 1)}
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

/** A name that nobody has yet. @param {Person[]} people @param {string} name */
function freeName(people, name) {
  const taken = new Set(people.map((one) => one.name));
  const stem = name.replace(/ \d+$/, "");
  for (let number = 2; ; number++) {
    if (!taken.has(name)) return name;
    name = `${stem} ${number}`;
  }
}
