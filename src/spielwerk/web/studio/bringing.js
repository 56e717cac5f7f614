/** Rules in files that somebody brings: one text, or several files and archives. */

import { bundleRules } from "../api.js";
import { html, useState } from "../vendor/preact-htm.js";
import { problemText, t } from "../words.js";

/** @typedef {import("../api.js").RuleLanguage} RuleLanguage */
/** @typedef {{file: string, language: RuleLanguage, text: string}} Brought */

/**
 * @param {object} props
 * @param {RuleLanguage[]} props.languages
 * @param {RuleLanguage} props.shown
 * @param {(brought: Brought) => void} props.bring
 */
export function Bringing({ languages, shown, bring }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const endings = [...languages.flatMap((one) => one.suffixes), ".json", ".zip"];
  const take = (/** @type {any} */ event) => {
    const files = /** @type {File[]} */ ([...event.target.files]);
    setProblem(null);
    if (files.length) readFiles(files, languages, shown).then(bring).catch(setProblem);
  };
  return html`<div class="bringing">
    <label class="button file-button">
      ${t("write.bring")}
      <input
        type="file"
        class="hidden-text"
        multiple
        accept=${endings.join(",")}
        data-bring
        onChange=${take}
      />
    </label>
    <span class="muted small">${t("write.bring.text")}</span>
    ${problem && html`<p class="notice warn" role="alert">${problemText(problem)}</p>`}
  </div>`;
}

/**
 * @param {File[]} files @param {RuleLanguage[]} languages @param {RuleLanguage} shown
 * @returns {Promise<Brought>}
 */
async function readFiles(files, languages, shown) {
  const owner = (/** @type {string} */ name) =>
    languages.find((one) => one.suffixes.some((suffix) => name.toLowerCase().endsWith(suffix)));
  const file = files[0].name;
  const several = files.length > 1 || file.toLowerCase().endsWith(".zip");
  if (!several) return { file, language: owner(file) ?? shown, text: await files[0].text() };
  const language = languages.find((one) => one.bundles) ?? shown;
  const contents = await Promise.all(
    files.map(async (one) => ({ name: one.name, content: await inBase64(one) })),
  );
  return { file, language, text: (await bundleRules(language.name, contents)).source };
}

/** @param {File} file */
async function inBase64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
