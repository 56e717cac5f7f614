/** Look at races of spe_ed: from a recording on this computer, or live from a server. */

import { settings } from "../settings.js";
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { raceOf } from "./speed-album.js";
import { SpeedViewer } from "./speed-viewer.js";

const STYLES = new URL("../styles/speed.css", import.meta.url).href;

/** @param {{query: URLSearchParams}} props */
export function SpeedPage({ query }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const viewer = useRef(/** @type {SpeedViewer | null} */ (null));
  const [problem, setProblem] = useState("");
  const [address, setAddress] = useState(query.get("live") ?? "");
  const [shown, setShown] = useState(Boolean(query.get("live")));
  useEffect(() => {
    dress();
    return () => viewer.current?.close();
  }, []);
  const open = () => {
    viewer.current?.close();
    viewer.current = new SpeedViewer(/** @type {HTMLElement} */ (place.current), settings.language);
    setShown(true);
    setProblem("");
    return viewer.current;
  };
  useEffect(() => {
    if (query.get("live")) open().follow(String(query.get("live")));
  }, []);
  const read = async (/** @type {any} */ event) => {
    const file = event.target.files[0];
    if (!file) return;
    try {
      const race = raceOf(JSON.parse(await file.text()));
      open().show(race);
    } catch (why) {
      setProblem(t("speed.unreadable", { why: String(/** @type {any} */ (why).message ?? why) }));
    }
  };
  const watch = (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      open().follow(address);
    } catch {
      setProblem(t("speed.noaddress"));
    }
  };
  return html`<div class="lead"><h1>${t("speed.title")}</h1><p>${t("speed.lead")}</p></div>
    <div class="row">
      <label class="field"><span>${t("speed.file")}</span><input type="file" accept=".json,.album" onChange=${read} /></label>
      <form class="row" onSubmit=${watch}>
        <label class="field"><span>${t("speed.server")}</span><input value=${address} placeholder="ws://127.0.0.1:8021/watch" onInput=${(/** @type {any} */ event) => setAddress(event.target.value)} /></label>
        <button class="button" disabled=${!address}>${t("speed.watch")}</button>
      </form>
    </div>
    ${problem && html`<p class="notice warn" role="alert">${problem}</p>`}
    <div ref=${place} hidden=${!shown}></div>`;
}

/** Load the viewer's styles once. */
function dress() {
  if (document.querySelector(`link[href="${STYLES}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = STYLES;
  document.head.append(link);
}
