/** Try your own rules: an editor that says what is wrong where it is, and a button to play. */

import { checkRules, hostRules, listGames, listLanguages, showGame } from "../api.js";
import { Editor } from "../parts/editor.js";
import { Loaded } from "../parts/loaded.js";
import { replace } from "../router.js";
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

/** @param {{games: import("../api.js").GameLine[], languages: import("../api.js").RuleLanguage[], first: import("../api.js").GamePage}} props */
function Writing({ games, languages, first }) {
  const [text, setText] = useState(first.source ?? "");
  const [from, setFrom] = useState(first.name);
  const [language, setLanguage] = useState(
    languages.find((one) => one.name === first.language) ?? languages[0],
  );
  const [checked, setChecked] = useState(
    /** @type {{text: string, findings: import("../parts/editor.js").Finding[]} | null} */ (null),
  );
  const [place, setPlace] = useState(/** @type {{line: number, column: number} | null} */ (null));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const timer = setTimeout(
      () =>
        checkRules(text, language.name).then(
          ({ diagnostics }) => (setChecked({ text, findings: diagnostics }), setProblem(null)),
          setProblem,
        ),
      PATIENCE_MS,
    );
    return () => clearTimeout(timer);
  }, [text, language]);
  const findings = checked?.findings ?? [];
  const fine = checked?.text === text && !findings.some((one) => one.severity === "error");
  const examples = games.filter((game) => game.language === language.name);
  const speak = async (/** @type {any} */ event) => {
    const chosen = languages[event.target.selectedIndex];
    const example = games.find((game) => game.language === chosen.name);
    setLanguage(chosen);
    setChecked(null);
    if (example) await start(example.name);
    else setText("");
  };
  const start = async (/** @type {string} */ name) => {
    const game = await showGame(name);
    setFrom(name);
    setText(game.source ?? "");
    replace(["write", name]);
  };
  const play = async () => {
    setBusy(true);
    try {
      const { game } = await hostRules(text, language.name);
      const hosted = await showGame(game);
      await playComputer(hosted, hosted.roles[0], "medium", "untimed");
    } catch (why) {
      setProblem(why);
      setBusy(false);
    }
  };
  return html`<div class="writing">
    <${Editor}
      key=${language.name}
      language=${language}
      text=${text}
      findings=${findings}
      place=${place}
      onChange=${setText}
    />
    <section class="stack">
      ${languages.length > 1 && html`<label class="field">
        <span>${t("write.language")}</span>
        <select value=${language.name} onChange=${speak}>
          ${languages.map((one) => html`<option value=${one.name}>${one.title}</option>`)}
        </select>
      </label>`}
      ${examples.length > 0 && html`<label class="field">
        <span>${t("write.example")}</span>
        <select value=${from} onChange=${(/** @type {any} */ event) => start(event.target.value)}>
          ${examples.map((game) => html`<option value=${game.name}>${gameTitle(game)}</option>`)}
        </select>
      </label>`}
      <div class="panel stack">
        <p class="status" role="status">
          ${checked?.text !== text && !problem
            ? html`<span class="spinner"></span>${t("write.checking")}`
            : findings.length
              ? t(findings.length === 1 ? "write.problem" : "write.problems", {
                  n: findings.length,
                })
              : t("write.fine")}
        </p>
        ${problem && html`<p class="notice warn" role="alert">${problemText(problem)}</p>`}
        <ul class="findings">
          ${findings.map(
            (one) => html`<li class=${one.severity}>
              <button
                type="button"
                onClick=${() => setPlace({ line: one.line ?? 1, column: one.column ?? 1 })}
              >
                <b>${one.message}</b>${one.hint && html`<span class="small">${one.hint}</span>`}
                <span class="muted small">
                  ${t("write.at", { line: one.line ?? 1 })} · ${one.code}
                </span>
              </button>
            </li>`,
          )}
        </ul>
        <button
          type="button"
          class="button main"
          data-play
          disabled=${!fine || busy}
          onClick=${play}
        >
          ${t("write.play")}
        </button>
      </div>
    </section>
  </div>`;
}
