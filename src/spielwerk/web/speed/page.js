/** Look at races of spe_ed: from a recording on this computer, or live at a server. */

import { dress } from "../dress.js";
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
  useEffect(() => {
    dress("speed");
    return () => viewer.current?.close();
  }, []);
  const read = async (/** @type {any} */ event) => {
    const file = event.target.files[0];
    if (!file) return;
    try {
      const race = raceOf(JSON.parse(await file.text()));
      viewer.current?.close();
      viewer.current = new SpeedViewer(
        /** @type {HTMLElement} */ (place.current),
        settings.language,
      );
      viewer.current.show(race);
      setProblem("");
    } catch (why) {
      setProblem(t("speed.unreadable", { why: String(/** @type {any} */ (why).message ?? why) }));
    }
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
    <div class="lead"><h1>${t("speed.title")}</h1><p>${t("speed.lead")}</p></div>
    <div class="row speed-open">
      <label class="field">
        <span>${t("speed.file")}</span><input type="file" accept=".json,.album" onChange=${read} />
      </label>
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
