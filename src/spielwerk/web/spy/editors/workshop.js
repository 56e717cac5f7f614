/**
 * The workshop of No Time to Spy: casinos, match settings, characters, and replays of matches
 * elsewhere.
 */

import { dress } from "../../dress.js";
import { Loaded } from "../../parts/loaded.js";
import { href } from "../../router.js";
import { listSets } from "./files.js";
import { firstPage } from "./sheet.js";
import { html, useEffect } from "../../vendor/preact-htm.js";
import { t } from "../../words.js";

/** @type {Record<string, () => Promise<any>>} */
const EDITORS = {
  scenario: async () => (await import("./scenario-page.js")).ScenarioEditor,
  match: async () => (await import("./match-page.js")).MatchEditor,
  characters: async () => (await import("./characters-page.js")).CharacterEditor,
};
const replayViewer = async () => (await import("./replay-page.js")).ReplayViewer;
const TABS = [...Object.keys(EDITORS), "replay"];

/** @param {{parts: string[]}} props */
export function SpyPage({ parts }) {
  useEffect(() => void dress("spy", "spy-editor"), []);
  const page = TABS.includes(parts[0]) ? parts[0] : TABS[0];
  return html`
    <div class="spy-lead">
      <h1>${t("spyedit.title")}</h1>
      <nav class="spy-tabs" aria-label=${t("spyedit.title")}>
        ${TABS.map(
          (one) => html`<a
            href=${href(["spy", one])}
            aria-current=${one === page ? "page" : undefined}
          >
            ${t(`spyedit.tab.${one}`)}
          </a>`,
        )}
      </nav>
    </div>
    <p class="muted spy-about">${t(`spyedit.about.${page}`)}</p>
    <${Loaded}
      key=${page}
      load=${() =>
        page === "replay"
          ? replayViewer().then((Editor) => ({ Editor }))
          : prepare(/** @type {any} */ (page))}
      show=${(/** @type {any} */ { Editor, ...found }) => html`<${Editor} ...${found} />`}
    />
  `;
}

/**
 * An editor, what it begins with, and the ready sets of its kind.
 * @param {import("./files.js").KindName} kind
 */
async function prepare(kind) {
  const [Editor, sets, first] = await Promise.all([EDITORS[kind](), listSets(), firstPage(kind)]);
  return { Editor, sets: sets[kind], first };
}
