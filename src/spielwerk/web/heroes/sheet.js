/** The finished hero: its name, the sheet as it will look, and the ways to keep and print it. */

import {
  compareHeroes,
  download,
  loadHero,
  myHeroes,
  printSheet,
  saveHero,
  toOptolith,
} from "./api.js";
import { Problem } from "../parts/notices.js";
import { html, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { useAnswer } from "./answer.js";
import { Paper } from "./paper.js";
import { OutfitPanel } from "./outfit.js";
import { linkTo } from "./share.js";

/** @typedef {import("./workshop.js").Making} Making */

/** @param {Making & {verdict: import("./api.js").Verdict | null}} props */
export function Sheet({ draft, change, verdict }) {
  const [said, setSaid] = useState("");
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [link, setLink] = useState("");
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
  const send = attempt(
    async () => (
      download(await toOptolith(rulebooks, hero), `${hero.name || t("hero.sheet")}.json`),
      ""
    ),
  );
  const share = attempt(async () => {
    const link = await linkTo({ hero, rulebooks });
    await navigator.clipboard?.writeText(link).catch(() => null);
    setLink(link);
    return t("hero.shared");
  });
  return html`
    <div class="hero-finish">
      <label class="field">
        <span>${t("hero.name")}</span>
        <input name="hero" value=${hero.name} maxlength="100" onInput=${rename} />
      </label>
      <${Ways} named=${Boolean(hero.name.trim())} said=${said} ...${{ save, print, send, share }} />
      ${link && html`<label class="field">
        <span>${t("hero.link")}</span><input readonly data-link value=${link} />
      </label>`}
      ${problem && html`<${Problem} problem=${problem} />`}
    </div>
    <${OutfitPanel} draft=${draft} change=${change} verdict=${verdict} />
    <${Paper} hero=${hero} rulebooks=${rulebooks} verdict=${verdict} />
    <${Compared} hero=${hero} rulebooks=${rulebooks} />
  `;
}

/**
 * What can be done with a hero that is finished.
 * @param {{named: boolean, said: string, save: () => void, print: () => void, send: () => void,
 *   share: () => void}} props
 */
function Ways({ named, said, save, print, send, share }) {
  return html`<p class="row">
    <button type="button" class="button main" data-save disabled=${!named} onClick=${save}>
      ${t("hero.save")}
    </button>
    <button type="button" class="button" data-print onClick=${print}>${t("hero.print")}</button>
    <button type="button" class="button" data-optolith onClick=${send}>
      ${t("hero.optolith")}
    </button>
    <button type="button" class="button" data-share onClick=${share}>${t("hero.share")}</button>
    <span role="status">${said}</span>
  </p>`;
}

/** The hero beside another one that is kept. @param {{hero: any, rulebooks: string[]}} props */
function Compared({ hero, rulebooks }) {
  const [found, setFound] = useState(/** @type {any} */ (null));
  const { found: kept } = useAnswer(myHeroes, [], 0);
  if (!kept?.length) return null;
  const look = async (/** @type {any} */ event) => {
    const name = event.target.value;
    if (!name) return setFound(null);
    setFound(await compareHeroes(rulebooks, (await loadHero(name)).hero, hero));
  };
  return html`<section class="panel stack" data-compared>
    <label class="field">
      <span>${t("hero.compare")}</span>
      <select onChange=${look}>
        <option value="">–</option>
        ${kept.map((one) => html`<option value=${one.name}>${one.name}</option>`)}
      </select>
    </label>
    ${found && html`<ul class="small">
      ${found.changes.map((/** @type {any} */ one) => html`<li>${one.says}</li>`)}
      ${Object.entries(found.derived).map(
        ([name, pair]) =>
          html`<li>${name}: ${/** @type {any} */ (pair)[0]} → ${/** @type {any} */ (pair)[1]}</li>`,
      )}
    </ul>`}
    ${found && !found.changes.length && html`<p class="muted">${t("hero.compare.same")}</p>`}
  </section>`;
}
