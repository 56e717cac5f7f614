/** Try your own rules: an editor that says what is wrong where it is, and what can be done then. */

import { bundleRules, checkRules, hostRules, listGames, listLanguages, showGame } from "../api.js";
import { keepBook } from "../heroes/own-books.js";
import { Editor } from "../parts/editor.js";
import { Loaded } from "../parts/loaded.js";
import { go, replace } from "../router.js";
import { playComputer } from "../start.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { gameTitle, problemText, t } from "../words.js";

const FIRST_EXAMPLE = "tic-tac-toe";
const PATIENCE_MS = 400;

/** @param {{parts: string[]}} props */
export function WritePage({ parts }) {
  const load = async () => ({
    games: await listGames(),
    languages: await listLanguages(),
    first: await showGame(parts[0] ?? FIRST_EXAMPLE),
  });
  return html`
    <div class="lead"><h1>${t("write.title")}</h1><p>${t("write.lead")}</p></div>
    <${Loaded} load=${load} show=${(/** @type {any} */ all) => html`<${Writing} ...${all} />`} />
  `;
}

/** @typedef {import("../parts/editor.js").Finding} Finding */
/** @typedef {import("../api.js").RuleLanguage} RuleLanguage */
/** @typedef {import("../api.js").GameLine} GameLine */

/**
 * @param {{
 *   games: GameLine[],
 *   languages: RuleLanguage[],
 *   first: import("../api.js").GamePage,
 * }} props
 */
function Writing({ games, languages, first }) {
  const [text, setText] = useState(first.source ?? "");
  const [from, setFrom] = useState(first.name);
  const [language, setLanguage] = useState(
    languages.find((one) => one.name === first.language) ?? languages[0],
  );
  const [place, setPlace] = useState(/** @type {{line: number, column: number} | null} */ (null));
  const check = useCheck(text, language.name);
  const start = async (/** @type {string} */ name) => {
    const game = await showGame(name);
    setFrom(name);
    setText(game.source ?? "");
    replace(["write", name]);
  };
  const speak = async (/** @type {RuleLanguage} */ chosen) => {
    const example = games.find((game) => game.language === chosen.name);
    setLanguage(chosen);
    check.forget();
    if (example) await start(example.name);
    else setText(chosen.example ?? "");
  };
  const bring = async (/** @type {File[]} */ files) => {
    const found = await readFiles(files, languages, language);
    check.forget();
    setLanguage(found.language);
    setText(found.text);
  };
  return html`<div class="writing">
    <${Editor}
      key=${language.name}
      language=${language}
      text=${text}
      findings=${check.findings}
      place=${place}
      onChange=${setText}
    />
    <section class="stack">
      ${languages.length > 1 && html`<${Languages}
        languages=${languages}
        language=${language}
        speak=${speak}
      />`}
      <${Examples}
        games=${games.filter((game) => game.language === language.name)}
        from=${from}
        start=${start}
      />
      <${Bringing} languages=${languages} bring=${bring} complain=${check.complain} />
      <${Verdict} check=${check} show=${setPlace} ways=${waysWith(text, language)} />
    </section>
  </div>`;
}

/** What is wrong with a text, as it is written. @param {string} text @param {string} language */
function useCheck(text, language) {
  const [checked, setChecked] = useState(
    /** @type {{text: string, findings: Finding[]} | null} */ (null),
  );
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  useEffect(() => {
    const timer = setTimeout(
      () =>
        checkRules(text, language).then(
          ({ diagnostics }) => (setChecked({ text, findings: diagnostics }), setProblem(null)),
          setProblem,
        ),
      PATIENCE_MS,
    );
    return () => clearTimeout(timer);
  }, [text, language]);
  const findings = checked?.findings ?? [];
  const done = checked?.text === text;
  const fine = done && !findings.some((one) => one.severity === "error");
  return { findings, done, fine, problem, complain: setProblem, forget: () => setChecked(null) };
}

/**
 * Rules in files that somebody brings: one text, or several files and archives.
 * @param {File[]} files @param {RuleLanguage[]} languages @param {RuleLanguage} shown
 */
async function readFiles(files, languages, shown) {
  const owner = (/** @type {string} */ name) =>
    languages.find((one) => one.suffixes.some((suffix) => name.toLowerCase().endsWith(suffix)));
  const several = files.length > 1 || files[0].name.toLowerCase().endsWith(".zip");
  if (!several) return { language: owner(files[0].name) ?? shown, text: await files[0].text() };
  const language = languages.find((one) => one.bundles) ?? shown;
  const contents = await Promise.all(
    files.map(async (file) => ({ name: file.name, content: await inBase64(file) })),
  );
  return { language, text: (await bundleRules(language.name, contents)).source };
}

/** @param {File} file */
async function inBase64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/**
 * What can be done with rules that are fine.
 * @param {string} text @param {RuleLanguage} language
 * @returns {Record<string, () => Promise<void>>}
 */
const waysWith = (text, { name, plays }) =>
  plays
    ? { play: () => playRules(text, name), host: () => openTable(text, name) }
    : { judge: () => judgeBy(text, name) };

/**
 * Have rules hosted, and go where a table can be opened.
 * @param {string} text @param {string} language
 */
async function openTable(text, language) {
  go(["game", (await hostRules(text, language)).game]);
}

/** Have a rulebook kept, and judge heroes by it. @param {string} text @param {string} language */
async function judgeBy(text, language) {
  const { title, needs } = await checkRules(text, language);
  const { game } = await hostRules(text, language);
  keepBook({ name: game, title: title ?? game, version: null, notice: null, needs });
  go(["heroes"]);
}

/** Have rules hosted and play them. @param {string} text @param {string} language */
async function playRules(text, language) {
  const { game } = await hostRules(text, language);
  const hosted = await showGame(game);
  await playComputer(hosted, hosted.roles[0], "medium", "untimed");
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
 * @param {RuleLanguage[]} props.languages
 * @param {(files: File[]) => Promise<void>} props.bring
 * @param {(why: any) => void} props.complain
 */
function Bringing({ languages, bring, complain }) {
  const endings = [...languages.flatMap((one) => one.suffixes), ".json", ".zip"];
  const take = (/** @type {any} */ event) => {
    const files = /** @type {File[]} */ ([...event.target.files]);
    if (files.length) bring(files).catch(complain);
  };
  return html`<label class="field">
    <span>${t("write.bring")}</span>
    <input type="file" multiple accept=${endings.join(",")} data-bring onChange=${take} />
    <span class="muted small">${t("write.bring.text")}</span>
  </label>`;
}

/** @param {{games: GameLine[], from: string, start: (name: string) => void}} props */
function Examples({ games, from, start }) {
  if (!games.length) return null;
  return html`<label class="field">
    <span>${t("write.example")}</span>
    <select value=${from} onChange=${(/** @type {any} */ event) => start(event.target.value)}>
      ${games.map((game) => html`<option value=${game.name}>${gameTitle(game)}</option>`)}
    </select>
  </label>`;
}

/**
 * What was found, and the buttons for what can be done with such rules, by their names.
 * @param {object} props
 * @param {ReturnType<typeof useCheck>} props.check
 * @param {(place: {line: number, column: number}) => void} props.show
 * @param {Record<string, () => Promise<void>>} props.ways
 */
function Verdict({ check: { findings, done, fine, problem, complain }, show, ways }) {
  const [busy, setBusy] = useState(false);
  const begin = (/** @type {() => Promise<void>} */ way) => () => {
    setBusy(true);
    way().catch((why) => (complain(why), setBusy(false)));
  };
  const count = t(findings.length === 1 ? "write.problem" : "write.problems", {
    n: findings.length,
  });
  return html`<div class="panel stack">
    <p class="status" role="status">
      ${!done && !problem
        ? html`<span class="spinner"></span>${t("write.checking")}`
        : findings.length
          ? count
          : t("write.fine")}
    </p>
    ${problem && html`<p class="notice warn" role="alert">${problemText(problem)}</p>`}
    <ul class="findings">
      ${findings.map((one) => html`<${FindingShown} finding=${one} show=${show} />`)}
    </ul>
    ${Object.entries(ways).map(
      ([name, way], index) => html`<button
        type="button"
        class=${`button ${index === 0 ? "main" : ""}`}
        data-way=${name}
        data-play=${name === "play"}
        disabled=${!fine || busy}
        onClick=${begin(way)}
      >
        ${t(`write.${name}`)}
      </button>`,
    )}
  </div>`;
}

/** @param {{finding: Finding, show: (place: {line: number, column: number}) => void}} props */
function FindingShown({ finding: { severity, message, hint, code, line, column }, show }) {
  const place = { line: line ?? 1, column: column ?? 1 };
  return html`<li class=${severity}>
    <button type="button" onClick=${() => show(place)}>
      <b>${message}</b>${hint && html`<span class="small">${hint}</span>`}
      <span class="muted small">${t("write.at", { line: place.line })} · ${code}</span>
    </button>
  </li>`;
}
