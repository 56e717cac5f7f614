/** Look at races of spe_ed: from a recording on this computer, or live at a server. */

import { dress } from "../dress.js";
import { FileButton } from "../parts/file-button.js";
import { href } from "../router.js";
import { settings } from "../settings.js";
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { raceOf } from "./album.js";
import { SpeedViewer } from "./viewer.js";

export function SpeedPage() {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const viewer = useRef(/** @type {SpeedViewer | null} */ (null));
  const [problem, setProblem] = useState("");
  const [address, setAddress] = useState("");
  const show = async (/** @type {Promise<string>} */ text) => {
    try {
      const race = raceOf(JSON.parse(await text));
      if (!place.current) return;
      viewer.current?.close();
      viewer.current = new SpeedViewer(place.current, settings.language);
      viewer.current.show(race);
      setProblem("");
    } catch (why) {
      setProblem(t("speed.unreadable", { why: String(/** @type {any} */ (why).message ?? why) }));
    }
  };
  useEffect(() => {
    dress("speed");
    show(fetch("speed/sample.json").then((answer) => answer.text()));
    return () => viewer.current?.close();
  }, []);
  const read = (/** @type {any} */ event) => {
    const file = event.target.files[0];
    if (file) show(file.text());
  };
  // Every server of spe_ed brings this viewer along; this site may not listen to other servers.
  const watch = (/** @type {Event} */ event) => {
    event.preventDefault();
    location.href = `http://${address
      .trim()
      .replace(/^\w+:\/\//, "")
      .replace(/\/.*/, "")}/`;
  };
  return html`
    <${Lead} />
    <div class="row speed-open">
      <${FileButton} label=${t("speed.file")} accept=".json,.album" onChange=${read} />
      <form class="row speed-open" onSubmit=${watch}>
        <label class="field">
          <span>${t("speed.server")}</span>
          <input
            value=${address}
            placeholder="127.0.0.1:8021"
            onInput=${(/** @type {any} */ event) => setAddress(event.target.value)}
          />
        </label>
        <button class="button" disabled=${!address.trim()}>${t("speed.watch")}</button>
      </form>
    </div>
    ${problem && html`<p class="notice warn" role="alert">${problem}</p>`}
    <div ref=${place}></div>
  `;
}

/** What there is to see, and that one can race oneself. */
function Lead() {
  return html`<div class="lead">
    <h1>${t("speed.title")}</h1>
    <p>${t("speed.lead")}</p>
    <p class="row">
      <a class="button main" href=${href(["game", "speed"])}>${t("speed.race")}</a>
      <span class="muted">${t("speed.sample")}</span>
    </p>
  </div>`;
}
