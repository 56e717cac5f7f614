/**
 * A hero as a sheet of paper: to be read and rolled for, not to be changed.
 * A hero, its rulebooks and what the rules say of it go in; the paper comes out.
 */

import { showTable } from "./api.js";
import { useAnswer } from "./answer.js";
import { Check } from "./dice.js";
import { FEATURES } from "./draft.js";
import { useNames } from "./names.js";
import { grouped } from "./options.js";
import { Weapons } from "./outfit.js";
import { Waiting } from "../parts/notices.js";
import { html, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";

/** @typedef {import("./api.js").Hero} Hero */
/** @typedef {import("./api.js").Row} Row */

const FACTS = ["profession", "race", "race_variant", "culture", "experience_level"];
const LISTS = [
  "advantage",
  "disadvantage",
  "special_ability",
  "language",
  "script",
  "spell",
  "cantrip",
  "liturgy",
  "blessing",
];
/** The level of a language that one grew up with. */
const MOTHER_TONGUE = 4;
/** What is rolled for with three dice. */
const ROLLED = ["talent", "spell", "liturgy"];

/**
 * @param {object} props
 * @param {Hero} props.hero
 * @param {string[]} props.rulebooks
 * @param {import("./api.js").Verdict | null} props.verdict
 */
export function Paper({ hero, rulebooks, verdict }) {
  const shown = ["combat_technique", ...ROLLED];
  const ask = async () =>
    Object.fromEntries(
      await Promise.all(
        shown.map(async (feature) => [feature, await showTable(rulebooks, feature)]),
      ),
    );
  const { found } = useAnswer(ask, [rulebooks.join()], 0);
  const names = useNames(rulebooks);
  if (!found) return html`<${Waiting} />`;
  return html`<article class="hero-paper" aria-label=${t("hero.sheet")}>
    <header>
      ${hero.portrait && html`<img
        class="hero-portrait"
        src=${hero.portrait}
        alt=${t("hero.portrait")}
      />`}
      <h2>${hero.name || t("hero.nameless")}</h2><p>${factsOf(hero, names).join(" · ")}</p>
    </header>
    <${Numbers} values=${hero.attributes ?? {}} />
    ${verdict && html`<${Numbers} values=${verdict.derived} quiet />`}
    ${verdict && html`<${Weapons} outfit=${verdict.outfit} />`}
    <${Rolling} hero=${hero} tables=${found} />
    <div class="columns">
      <${Learned}
        title=${t("hero.fighting")}
        levels=${hero.combat_techniques}
        rows=${found.combat_technique}
      />
      ${talentGroups(hero, found.talent).map(
        ([group, rows]) =>
          html`<${Learned} key=${group} title=${group} levels=${hero.talents} rows=${rows} />`,
      )}
      ${LISTS.map(
        (feature) => html`<${Listed}
          key=${feature}
          feature=${feature}
          things=${hero[FEATURES[feature].key]}
          names=${names}
        />`,
      )}
      <${Unjudged} hero=${hero} names=${names} />
    </div>
  </article>`;
}

/**
 * Who the hero is, in the reader's words.
 * @param {Hero} hero @param {import("./names.js").Names} names
 */
const factsOf = (hero, names) =>
  FACTS.filter((key) => hero[key]).map((key) => names.of(key, hero[key]));

/** @param {{values: Record<string, number>, quiet?: boolean}} props */
function Numbers({ values, quiet }) {
  return html`<ul class=${`numbers ${quiet ? "quiet" : ""}`}>
    ${Object.entries(values).map(
      ([name, value]) => html`<li key=${name}><span>${name}</span><b>${value}</b></li>`,
    )}
  </ul>`;
}

/**
 * One skill of the hero, rolled for here. What the hero has learned comes first.
 * @param {{hero: Hero, tables: Record<string, Row[]>}} props
 */
function Rolling({ hero, tables }) {
  const [wanted, setWanted] = useState("");
  const skills = ROLLED.flatMap((feature) => {
    const levels = hero[FEATURES[feature].key] ?? {};
    return tables[feature]
      .filter((row) => row.check?.length === 3 && (feature === "talent" || levels[row.name]))
      .map((row) => ({ ...row, level: levels[row.name] ?? 0 }));
  }).sort((a, b) => Number(b.level > 0) - Number(a.level > 0));
  const chosen = skills.find((one) => one.name === wanted) ?? skills[0];
  if (!chosen) return null;
  return html`<div class="row hero-rolling">
    <label class="field">
      <span>${t("hero.roll.skill")}</span>
      <select
        value=${chosen.name}
        onChange=${(/** @type {any} */ event) => setWanted(event.target.value)}
      >
        ${skills.map((one) => html`<option value=${one.name}>${one.label} ${one.level}</option>`)}
      </select>
    </label>
    <${Check}
      key=${chosen.name}
      label=${chosen.label}
      check=${chosen.check}
      level=${chosen.level}
      attributes=${hero.attributes ?? {}}
    />
  </div>`;
}

/** @param {Hero} hero @param {Row[]} rows @returns {[string, Row[]][]} */
function talentGroups(hero, rows) {
  const known = rows.filter((row) => hero.talents?.[row.name]);
  return grouped(
    known.map((row) => ({ ...row, value: row.name })),
    rows,
  );
}

/** @param {{title: string, levels: Record<string, number>, rows: Row[]}} props */
function Learned({ title, levels, rows }) {
  const shown = rows.filter((row) => levels?.[row.name]);
  if (!shown.length) return null;
  return html`<section>
    <h3>${title}</h3>
    <table>
      <tbody>
        ${shown.map(
          (row) => html`<tr key=${row.name}>
            <td>${row.label}</td><td class="check">${row.check?.join("/") ?? ""}</td>
            <td class="level">${levels[row.name]}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

/**
 * @param {object} props
 * @param {string} props.feature
 * @param {any} props.things
 * @param {import("./names.js").Names} props.names
 */
function Listed({ feature, things, names }) {
  const all = entriesOf(things);
  if (!all.length) return null;
  const words = all.map((one) => entryText(feature, one, names));
  return html`<section><h3>${t(FEATURES[feature].title)}</h3><p>${words.join(", ")}</p></section>`;
}

/** Things in any shape as triples. @param {any} things @returns {[string, string, number][]} */
const entriesOf = (things) =>
  Array.isArray(things)
    ? things.map((one) => (typeof one === "string" ? [one, "", 1] : one))
    : Object.entries(things ?? {}).map(([name, level]) => [name, "", Number(level)]);

/**
 * @param {string} feature @param {[string, string, number]} entry
 * @param {import("./names.js").Names} names
 */
function entryText(feature, [name, using, level], names) {
  const detail = using ? ` (${names.use(using)})` : "";
  const mother = feature === "language" && level === MOTHER_TONGUE;
  const grade = mother ? ` (${t("hero.mother.tongue")})` : level > 1 ? ` ${level}` : "";
  return names.of(feature, name) + detail + grade;
}

/**
 * Entries that the loaded books do not know, by what they are.
 * @param {{hero: Hero, names: import("./names.js").Names}} props
 */
function Unjudged({ hero, names }) {
  /** @type {any[]} */
  const all = hero.unjudged ?? [];
  if (!all.length) return null;
  const kinds = [...new Set(all.map((one) => one.feature))];
  return html`<section>
    <h3>${t("hero.unjudged")}</h3>
    ${kinds.map((kind) => {
      const words = all
        .filter((one) => one.feature === kind)
        .map((one) => entryText(kind, [one.value, one.using ?? "", one.level ?? 1], names));
      return html`<p key=${kind}>${t(FEATURES[kind].title)}: ${words.join(", ")}</p>`;
    })}
  </section>`;
}
