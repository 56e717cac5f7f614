/** Write rules: which language, what to begin with, and the studio around the text. */

import { listRecipes, listTutorials, showRecipe } from "../studio/api.js";
import { listGames, listLanguages, showRules } from "../api.js";
import { dress } from "../dress.js";
import { Loaded } from "../parts/loaded.js";
import { href, replace } from "../router.js";
import { Bringing } from "../studio/bringing.js";
import { draftOf, dropDraft, keepDraft, lastDraft } from "../studio/drafts.js";
import { Studio } from "../studio/studio.js";
import { html, useState } from "../vendor/preact-htm.js";
import { gameTitle, labelText, t } from "../words.js";

const FIRST_EXAMPLE = "tic-tac-toe";
const EMPTY = "new";
const LEARN = "learn";
const RECIPE = "recipe";

/** @typedef {import("../api.js").RuleLanguage} RuleLanguage */
/** @typedef {import("../api.js").GameLine} GameLine */
/**
 * Rules that can be written on: what they are kept under, how they began, and how they are now.
 * Some are learnt from: a tutorial goes with them, or they are a recipe.
 * @typedef {object} Writing
 * @property {string} name
 * @property {RuleLanguage} language
 * @property {string} original
 * @property {string} text
 * @property {import("../studio/api.js").Tutorial} [tutorial]
 * @property {import("../studio/api.js").RecipePage} [recipe]
 */

/** @param {{parts: string[]}} props */
export function WritePage({ parts }) {
  const load = async () => {
    const [games, languages, recipes, tutorials] = await Promise.all([
      listGames(),
      listLanguages(),
      listRecipes(),
      listTutorials(),
      dress("studio", "learning", "trial"),
    ]);
    return { games, languages, recipes, tutorials, first: await firstWriting(parts, languages) };
  };
  return html`
    <div class="lead studio-lead"><h1>${t("write.title")}</h1><p>${t("write.lead")}</p></div>
    <${Loaded} load=${load} show=${(/** @type {any} */ all) => html`<${Desk} ...${all} />`} />
  `;
}

/**
 * What an address asks for; without a word what was written last.
 * @param {string[]} parts @param {RuleLanguage[]} languages
 */
async function firstWriting(parts, languages) {
  const last = lastDraft();
  if (parts.length || !last) return opened(parts.join("/") || FIRST_EXAMPLE, languages);
  return opened(last, languages).catch(() => opened(FIRST_EXAMPLE, languages));
}

/**
 * A game's rules, or an empty text, as far as they were changed here.
 * @param {string} name @param {RuleLanguage[]} languages
 * @returns {Promise<Writing>}
 */
async function opened(name, languages) {
  const draft = draftOf(name);
  const [word, chosen, file] = name.split("/");
  const tutorial =
    word === LEARN ? (await listTutorials()).find((one) => one.language === chosen) : undefined;
  const recipe = word === RECIPE ? await showRecipe(chosen) : undefined;
  const game =
    recipe ??
    (word === EMPTY || tutorial ? { language: chosen, source: null } : await showRules(name));
  const language = languages.find((one) => one.name === game.language) ?? languages[0];
  const original = game.source ?? (file || tutorial ? "" : (language.example ?? ""));
  return { name, language, original, text: draft?.text ?? original, tutorial, recipe };
}

/**
 * @param {object} props
 * @param {GameLine[]} props.games
 * @param {RuleLanguage[]} props.languages
 * @param {import("../studio/api.js").RecipeLine[]} props.recipes
 * @param {import("../studio/api.js").Tutorial[]} props.tutorials
 * @param {Writing} props.first
 */
function Desk({ games, languages, recipes, tutorials, first }) {
  const [writing, setWriting] = useState(first);
  const [count, setCount] = useState(0); // how many texts were opened: each has a studio of its own
  const open = async (/** @type {string} */ name) => {
    setWriting(await opened(name, languages));
    setCount(count + 1);
    replace(["write", ...name.split("/")]);
  };
  const bring = (
    /** @type {import("../studio/bringing.js").Brought} */ { file, language, text },
  ) => {
    const name = `${EMPTY}/${language.name}/${file.replaceAll("/", "-")}`;
    keepDraft(name, language.name, text);
    setWriting({ name, language, original: "", text });
    setCount(count + 1);
    replace(["write", ...name.split("/")]);
  };
  const { name, language } = writing;
  const examples = games.filter((game) => game.language === language.name);
  const speak = (/** @type {RuleLanguage} */ chosen) =>
    open(games.find((game) => game.language === chosen.name)?.name ?? `${EMPTY}/${chosen.name}`);
  return html`
    <nav class="learn-links" aria-label=${t("learn.title")}>
      ${tutorials.map(
        (one) => html`<a class="button" href=${href(["write", LEARN, one.language])}>
          ${labelText(one.title)}
        </a>`,
      )}
    </nav>
    <div class="studio-choice">
      ${languages.length > 1 && html`<${Languages}
        languages=${languages}
        language=${language}
        speak=${speak}
      />`}
      <${Examples}
        games=${examples}
        recipes=${recipes.filter((one) => one.language === language.name)}
        tutorials=${tutorials.filter((one) => one.language === language.name)}
        from=${name}
        empty=${`${EMPTY}/${language.name}`}
        first=${t(language.example ? "write.first" : "write.empty")}
        start=${open}
      />
      <${Bringing} languages=${languages} shown=${language} bring=${bring} />
    </div>
    <${Studio}
      key=${`${name} ${count}`}
      writing=${writing}
      startOver=${() => (dropDraft(name), open(name))}
    />
  `;
}

/**
 * @param {object} props
 * @param {RuleLanguage[]} props.languages
 * @param {RuleLanguage} props.language
 * @param {(language: RuleLanguage) => void} props.speak
 */
function Languages({ languages, language, speak }) {
  const change = (/** @type {any} */ event) => speak(languages[event.target.selectedIndex]);
  return html`<label class="field">
    <span>${t("write.language")}</span>
    <select value=${language.name} onChange=${change}>
      ${languages.map((one) => html`<option value=${one.name}>${one.title}</option>`)}
    </select>
  </label>`;
}

/**
 * @param {object} props
 * @param {GameLine[]} props.games
 * @param {import("../studio/api.js").RecipeLine[]} props.recipes
 * @param {import("../studio/api.js").Tutorial[]} props.tutorials
 * @param {string} props.from
 * @param {string} props.empty
 * @param {string} props.first what the text is called that is no game's
 * @param {(name: string) => void} props.start
 */
function Examples({ games, recipes, tutorials, from, empty, first, start }) {
  const learnt = [
    ...tutorials.map((one) => ({ ...one, name: `${LEARN}/${one.language}` })),
    ...recipes.map((one) => ({ ...one, name: `${RECIPE}/${one.name}` })),
  ];
  const known = from === empty || [...games, ...learnt].some(({ name }) => name === from);
  return html`<label class="field">
    <span>${t("write.example")}</span>
    <select value=${from} onChange=${(/** @type {any} */ event) => start(event.target.value)}>
      <option value=${empty}>${first}</option>
      ${!known && html`<option value=${from}>${from.split("/").pop()}</option>`}
      ${learnt.length > 0 && html`<optgroup label=${t("learn.recipes")}>
        ${learnt.map(({ name, title }) => html`<option value=${name}>${labelText(title)}</option>`)}
      </optgroup>`}
      ${games.length > 0 && html`<optgroup label=${t("learn.games")}>
        ${games.map((game) => html`<option value=${game.name}>${gameTitle(game)}</option>`)}
      </optgroup>`}
    </select>
  </label>`;
}
