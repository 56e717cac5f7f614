/** The script of a match that is tried: what was done, kept as tests and loaded again. */

import { html, useState } from "../../vendor/preact-htm.js";
import { t } from "../../words.js";
import { dropTest, keepTest, testsOf } from "./tests.js";

/** @typedef {import("./match.js").Trial} Trial */

/** @param {{trial: Trial}} props */
export function Script({ trial }) {
  const { script, moment } = /** @type {import("./match.js").Shown} */ (trial.shown);
  const place = (/** @type {number} */ number) => number + script.first + 1;
  return html`<ol class="trial-script" tabindex="0" start=${script.first + 1}>
    ${!script.entries.length && html`<li class="muted small">${t("trial.noscript")}</li>`}
    ${script.entries.map(
      ({ kind, text }, number) => html`<li
        class=${kind}
        aria-current=${place(number) === moment.entries ? "step" : undefined}
      >
        ${kind === "deviation" && html`<span class="chip warn">${t("trial.deviation")}</span>`}
        <code>${text}</code>
      </li>`,
    )}
  </ol>`;
}

/**
 * @param {object} props
 * @param {Trial} props.trial
 * @param {string} props.name what the rules are kept under
 * @param {string} props.game what a test calls the game
 * @param {Set<string>} props.wanted
 */
export function Tests({ trial, name, game, wanted }) {
  const [kept, setKept] = useState(() => testsOf(name));
  const [title, setTitle] = useState("");
  const moment = /** @type {any} */ (trial.shown).moment;
  const save = async (/** @type {any} */ event) => {
    event.preventDefault();
    const called = title.trim() || t("trial.test.untitled", { n: kept.length + 1 });
    const said = await trial.ask("save", { title: called, game, expects: [...wanted] });
    keepTest(name, called, said.scenario);
    setKept(testsOf(name));
    setTitle("");
  };
  return html`<div class="trial-tests">
    <form class="trial-row" onSubmit=${save}>
      <label class="field">
        <span class="hidden-text">${t("trial.test.title")}</span>
        <input
          value=${title}
          placeholder=${t("trial.test.title")}
          data-test-title
          onInput=${(/** @type {any} */ event) => setTitle(event.target.value)}
        />
      </label>
      <button class="button little main" data-save-test disabled=${!moment.deciding}>
        ${t("trial.test.save")}
      </button>
    </form>
    <p class="small muted">
      ${wanted.size ? t("trial.test.expects", { n: wanted.size }) : t("trial.test.changed")}
    </p>
    ${trial.tested && html`<${Tested} tested=${trial.tested} />`}
    <ul class="trial-kept">
      ${kept.map(
        (one) => html`<${Kept}
          key=${one.title}
          test=${one}
          play=${() => trial.loadTest(one.text)}
          drop=${() => (dropTest(name, one.title), setKept(testsOf(name)))}
        />`,
      )}
    </ul>
    <${Files} trial=${trial} game=${game} />
  </div>`;
}

/** Tests and dumps as files. @param {{trial: Trial, game: string}} props */
function Files({ trial, game }) {
  const bring = async (/** @type {any} */ event) => {
    const [file] = event.target.files;
    if (!file) return;
    const text = await file.text();
    event.target.value = "";
    if (file.name.endsWith(".json")) await trial.loadDump(text);
    else await trial.loadTest(text);
  };
  const dump = async () =>
    download(`${plain(game)}.dump.json`, (await trial.ask("save dump")).dump);
  return html`<div class="trial-row">
    <label class="button little file-button">
      ${t("trial.test.bring")}
      <input
        type="file"
        class="hidden-text"
        accept=".test,.json"
        data-bring-test
        onChange=${bring}
      />
    </label>
    <button type="button" class="button little" data-dump onClick=${dump}>
      ${t("trial.dump")}
    </button>
  </div>`;
}

/** @param {{test: import("./tests.js").KeptTest, play: () => void, drop: () => void}} props */
function Kept({ test: { title, text }, play, drop }) {
  const fetch = () => download(`${plain(title)}.test`, text);
  return html`<li>
    <span>${title}</span>
    <button type="button" class="button little" data-load-test onClick=${play}>
      ${t("trial.test.load")}
    </button>
    <button type="button" class="button little" data-download-test onClick=${fetch}>
      ${t("trial.test.download")}
    </button>
    <button
      type="button"
      class="button quiet little"
      aria-label=${t("trial.test.drop", { title })}
      onClick=${drop}
    >
      ✕
    </button>
  </li>`;
}

/** @param {{tested: {title: string, differences: any[]}}} props */
function Tested({ tested: { title, differences } }) {
  return html`<div class=${`notice ${differences.length ? "warn" : ""}`} role="status">
    <p>
      ${t(differences.length ? "trial.test.differs" : "trial.test.fine", { title })}
    </p>
    ${differences.map(
      ({ line, expected, found }) => html`<p class="small">
        ${t("write.at", { line })}: ${t("trial.test.difference", { expected, found })}
      </p>`,
    )}
  </div>`;
}

/** A name for a file. @param {string} text */
const plain = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "") || "test";

/** @param {string} name @param {string} text */
function download(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), { href, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 1_000);
}
