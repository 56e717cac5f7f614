/** The finished hero: its name, the sheet as it will look, and the ways to keep and print it. */

import { FEATURES } from "./draft.js";
import { download, printSheet, saveHero, showTable } from "./api.js";
import { Problem, Waiting } from "../parts/notices.js";
import { html, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { useAnswer } from "./answer.js";
import { grouped } from "./options.js";

/** @typedef {import("./api.js").Row} Row */
/** @typedef {import("./workshop.js").Making} Making */

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

/** @param {Making & {verdict: import("./api.js").Verdict | null}} props */
export function Sheet({ draft, change, verdict }) {
  const [said, setSaid] = useState("");
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const { hero, rulebooks } = draft;
  const rename = (/** @type {any} */ event) =>
    change({ ...draft, hero: { ...hero, name: event.target.value } });
  const attempt = (/** @type {() => Promise<string>} */ work) => () =>
    work().then(
      (text) => (setSaid(text), setProblem(null)),
      (why) => (setSaid(""), setProblem(why)),
    );
  const save = attempt(async () => (await saveHero(rulebooks, hero), t("hero.saved")));
  const print = attempt(
    async () => (
      download(await printSheet(rulebooks, hero), `${hero.name || t("hero.sheet")}.pdf`),
      ""
    ),
  );
  return html`
    <div class="hero-finish">
      <label class="field">
        <span>${t("hero.name")}</span>
        <input name="hero" value=${hero.name} maxlength="100" onInput=${rename} />
      </label>
      <p class="row">
        <button
          type="button"
          class="button main"
          data-save
          disabled=${!hero.name.trim()}
          onClick=${save}
        >
          ${t("hero.save")}
        </button>
        <button type="button" class="button" data-print onClick=${print}>${t("hero.print")}</button>
        <span role="status">${said}</span>
      </p>
      ${problem && html`<${Problem} problem=${problem} />`}
    </div>
    <${Paper} hero=${hero} rulebooks=${rulebooks} verdict=${verdict} />
  `;
}

/**
 * @param {object} props
 * @param {import("./api.js").Hero} props.hero
 * @param {string[]} props.rulebooks
 * @param {import("./api.js").Verdict | null} props.verdict
 */
function Paper({ hero, rulebooks, verdict }) {
  const shown = ["attribute", "talent", "combat_technique", ...LISTS];
  const ask = async () =>
    Object.fromEntries(
      await Promise.all(
        shown.map(async (feature) => [feature, await showTable(rulebooks, feature)]),
      ),
    );
  const { found } = useAnswer(ask, [rulebooks.join()], 0);
  if (!found) return html`<${Waiting} />`;
  const facts = ["profession", "race", "race_variant", "culture", "experience_level"]
    .map((key) => hero[key])
    .filter(Boolean);
  return html`<article class="hero-paper" aria-label=${t("hero.sheet")}>
    <header><h2>${hero.name || t("hero.nameless")}</h2><p>${facts.join(" · ")}</p></header>
    <ul class="numbers">
      ${Object.entries(hero.attributes ?? {}).map(
        ([name, value]) => html`<li key=${name}><span>${name}</span><b>${value}</b></li>`,
      )}
    </ul>
    ${verdict && html`<ul class="numbers quiet">
      ${Object.entries(verdict.derived).map(
        ([name, value]) => html`<li key=${name}><span>${name}</span><b>${value}</b></li>`,
      )}
    </ul>`}
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
          title=${t(FEATURES[feature].title)}
          things=${hero[FEATURES[feature].key]}
          rows=${found[feature]}
        />`,
      )}
    </div>
  </article>`;
}

/** @param {import("./api.js").Hero} hero @param {Row[]} rows @returns {[string, Row[]][]} */
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

/** @param {{title: string, things: any, rows: Row[]}} props */
function Listed({ title, things, rows }) {
  const labels = new Map(rows.map((row) => [row.name, row.label]));
  const all = Array.isArray(things)
    ? things.map((one) => (typeof one === "string" ? [one, "", 1] : one))
    : Object.entries(things ?? {}).map(([name, level]) => [name, "", level]);
  if (!all.length) return null;
  const words = all.map(
    ([name, using, level]) =>
      `${labels.get(name) ?? name}${using ? ` (${using})` : ""}${level > 1 ? ` ${level}` : ""}`,
  );
  return html`<section><h3>${title}</h3><p>${words.join(", ")}</p></section>`;
}
