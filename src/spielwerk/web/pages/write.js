/** Try your own rules: an editor that says what is wrong where it is, and a button to play. */

import { checkRules, hostRules, listGames, showGame } from "../api.js";
import { Editor } from "../parts/editor.js";
import { Loaded } from "../parts/loaded.js";
import { replace } from "../router.js";
import { playComputer } from "../start.js";
import { Problem } from "../parts/notices.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { gameTitle, t } from "../words.js";

/** @typedef {import("../parts/editor.js").Finding} Finding */

const FIRST_EXAMPLE = "tic-tac-toe";
const PATIENCE_MS = 400;

/** @param {{parts: string[]}} props */
export function WritePage({ parts }) {
  const load = async () => ({
    games: await listGames(),
    text: (await showGame(parts[0] ?? FIRST_EXAMPLE)).source ?? "",
  });
  return html`
    <div class="lead"><h1>${t("write.title")}</h1><p>${t("write.lead")}</p></div>
    <${Loaded}
      load=${load}
      show=${(/** @type {any} */ { games, text }) =>
        html`<${Writing} games=${games} first=${text} example=${parts[0] ?? FIRST_EXAMPLE} />`}
    />
  `;
}

/** @param {{games: import("../api.js").GameLine[], first: string, example: string}} props */
function Writing({ games, first, example }) {
  const [text, setText] = useState(first);
  const [from, setFrom] = useState(example);
  const [place, setPlace] = useState(/** @type {{line: number, column: number} | null} */ (null));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  const checked = useCheck(text, setProblem);
  const findings = checked?.findings ?? [];
  const fine = checked?.text === text && !findings.some((one) => one.severity === "error");
  const start = async (/** @type {any} */ event) => {
    const name = event.target.value;
    const game = await showGame(name);
    setFrom(name);
    setText(game.source ?? "");
    replace(["write", name]);
  };
  const play = async () => {
    setBusy(true);
    try {
      const { game } = await hostRules(text);
      const hosted = await showGame(game);
      await playComputer(hosted, hosted.roles[0], "medium", "untimed");
    } catch (why) {
      setProblem(why);
      setBusy(false);
    }
  };
  return html`<div class="writing">
    <${Editor} text=${text} findings=${findings} place=${place} onChange=${setText} />
    <section class="stack">
      <label class="field">
        <span>${t("write.example")}</span>
        <select value=${from} onChange=${start}>
          ${games
            .filter((game) => game.language === "gdl")
            .map((game) => html`<option value=${game.name}>${gameTitle(game)}</option>`)}
        </select>
      </label>
      <div class="panel stack">
        <p class="status" role="status">
          ${checked?.text !== text && !problem
            ? html`<span class="spinner"></span>${t("write.checking")}`
            : countText(findings.length)}
        </p>
        ${problem && html`<${Problem} problem=${problem} />`}
        <${Findings} findings=${findings} onGo=${setPlace} />
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

/**
 * What the server says of the rules, once they have stayed the same for a moment.
 * @param {string} text @param {(problem: any) => void} onProblem `null` when it could be asked
 * @returns {{text: string, findings: Finding[]} | null}
 */
function useCheck(text, onProblem) {
  const [checked, setChecked] = useState(
    /** @type {{text: string, findings: Finding[]} | null} */ (null),
  );
  useEffect(() => {
    const check = () =>
      checkRules(text).then(
        ({ diagnostics }) => (setChecked({ text, findings: diagnostics }), onProblem(null)),
        onProblem,
      );
    const timer = setTimeout(check, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return checked;
}

/** @param {number} n */
function countText(n) {
  if (n === 0) return t("write.fine");
  return t(n === 1 ? "write.problem" : "write.problems", { n });
}

/** @param {{findings: Finding[], onGo: (place: {line: number, column: number}) => void}} props */
function Findings({ findings, onGo }) {
  return html`<ul class="findings">
    ${findings.map(
      (one) => html`<li class=${one.severity}>
        <button
          type="button"
          onClick=${() => onGo({ line: one.line ?? 1, column: one.column ?? 1 })}
        >
          <b>${one.message}</b>${one.hint && html`<span class="small">${one.hint}</span>`}
          <span class="muted small">${t("write.at", { line: one.line ?? 1 })} · ${one.code}</span>
        </button>
      </li>`,
    )}
  </ul>`;
}
