/**
 * A match that was played elsewhere, lived through again: from a replay file of the standard, which
 * never leaves this computer.
 */

import { Loaded } from "../../parts/loaded.js";
import { loadSpyTable } from "../table.js";
import { Timeline } from "../../parts/timeline.js";
import { NoReplay, readReplay } from "./standard.js";
import { html, useState } from "../../vendor/preact-htm.js";
import { t } from "../../words.js";

const LARGEST_FILE = 100_000_000;

export function ReplayViewer() {
  const [opened, setOpened] = useState(
    /** @type {{name: string, replay: import("./standard.js").Replay} | null} */ (null),
  );
  const [refused, setRefused] = useState(/** @type {{file: string, why: string} | null} */ (null));
  const open = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    try {
      if (file.size > LARGEST_FILE) throw new NoReplay("spyedit.replay.long");
      setOpened({ name: file.name, replay: readReplay(await file.text()) });
      setRefused(null);
    } catch (problem) {
      if (!(problem instanceof NoReplay)) throw problem;
      setRefused({ file: file.name, why: problem.key });
    }
  };
  const pick = (/** @type {any} */ event) => {
    const [file] = event.target.files;
    open(file).then(() => (event.target.value = ""));
  };
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    open(event.dataTransfer?.files[0]);
  };
  const chooser = html`<label class=${`button file-button ${opened ? "little" : "main"}`}>
    ${t(opened ? "spyedit.replay.another" : "spyedit.replay.open")}
    <input type="file" class="hidden-text" accept=".json" onChange=${pick} />
  </label>`;
  return html`<div
    onDragOver=${(/** @type {Event} */ event) => event.preventDefault()}
    onDrop=${drop}
  >
    ${refused && html`<p class="notice warn" role="alert">
      <strong>${t("spyedit.refused", { file: refused.file })}</strong><span>${t(refused.why)}</span>
    </p>`}
    ${opened
      ? html`<${Loaded}
          load=${loadSpyTable}
          show=${(/** @type {any} */ Table) =>
            html`<${Watching} key=${opened.name} Table=${Table} ...${opened} chooser=${chooser} />`}
        />`
      : html`<div class="panel drop-zone">
          <p class="drop-title">${t("spyedit.replay.drop")}</p>${chooser}
          <p class="muted small">${t("spyedit.replay.private")}</p>
          <p class="muted small">${t("spyedit.replay.from")}</p>
          <pre class="command" tabindex="0">spielwerk spy replay spy-matches/SESSION.jsonl</pre>
        </div>`}
  </div>`;
}

/**
 * @param {{name: string, replay: import("./standard.js").Replay, Table: any, chooser: any}} props
 */
function Watching({ name, replay, Table, chooser }) {
  const [at, go] = useState(0);
  const { steps, names, started } = replay;
  const { view } = steps[at];
  return html`<div class="stack watching">
    <div class="row replay-head">
      <h2>${names.join(` ${t("versus")} `)}</h2>
      <span class="muted small">${started} · ${name}</span>${chooser}
    </div>
    <${Timeline}
      at=${at}
      last=${steps.length - 1}
      onGo=${go}
      label=${t("spyedit.replay.step", { step: at, last: steps.length - 1, round: view.round })}
    />
    <${Table}
      view=${view}
      legal=${[]}
      step=${at}
      steps=${steps}
      still=${true}
      note=${null}
      onMove=${() => {}}
      onWonder=${() => {}}
    />
  </div>`;
}
