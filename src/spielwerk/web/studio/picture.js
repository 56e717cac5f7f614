/**
 * Pictures of what is written, beside it, and what can be added there. While rules are wrong the
 * last picture stays.
 */

import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { t, tOr } from "../words.js";
import { Altering } from "./altering.js";
import { Drawing } from "./drawing.js";

const STEP = 1.25;

/** @typedef {{kinds: string[], show: string | null, svg: string | null, old: boolean}} Drawn */

/**
 * The picture of the text, drawn anew whenever it was read.
 * @param {{current: import("./link.js").LanguageLink | null}} link
 * @param {unknown} told what changes when the text was read
 */
export function usePicture(link, told) {
  const [show, setShow] = useState(/** @type {string | null} */ (null));
  const [drawn, setDrawn] = useState(/** @type {Drawn | null} */ (null));
  useEffect(() => {
    let wanted = true;
    link.current
      ?.ask("spielwerk/picture", show ? { show } : {})
      .then((found) => wanted && found && setDrawn((last) => kept(last, found)))
      .catch(() => {}); // the last picture stays
    return () => void (wanted = false);
  }, [told, show]);
  return { drawn, choose: setShow };
}

/**
 * A new picture, or the last of its kind where there is none.
 * @param {Drawn | null} last @param {Drawn} found
 */
function kept(last, found) {
  if (found.svg) return { ...found, old: false };
  return { ...found, svg: last?.show === found.show ? last.svg : null, old: true };
}

/**
 * @param {object} props
 * @param {ReturnType<typeof usePicture>} props.picture
 * @param {{current: import("./link.js").LanguageLink | null}} props.link
 * @param {unknown} props.told what changes when the text was read
 * @param {number} props.line where the cursor is
 * @param {string} props.file
 * @param {{current: any}} props.view
 */
export function Picture({ picture: { drawn, choose }, link, told, line, file, view }) {
  const [zoom, setZoom] = useState(/** @type {import("./drawing.js").Zoom} */ (1));
  const [large, setLarge] = useState(false);
  const missing = drawn?.kinds.length ? "write.nopicture" : "write.nopictures";
  return html`<div class=${`stack ${large ? "picture-large" : ""}`}>
    ${drawn && drawn.kinds.length > 0 && html`<${PictureTools}
      drawn=${drawn}
      choose=${choose}
      zoom=${zoom}
      setZoom=${setZoom}
      large=${large}
      setLarge=${setLarge}
    />`}
    ${(!drawn || drawn.old || !drawn.svg) && html`<p class="small muted" role="status">
      ${t(drawn?.svg ? "write.oldpicture" : drawn ? missing : "write.nopicture")}
    </p>`}
    ${drawn?.svg && html`<${Drawing}
      svg=${drawn.svg}
      zoom=${zoom}
      setZoom=${setZoom}
      line=${line}
      file=${file}
      view=${view}
    />`}
    <${Altering} link=${link} told=${told} line=${line} view=${view} />
  </div>`;
}

/** @param {any} props */
function PictureTools({ drawn, choose, zoom, setZoom, large, setLarge }) {
  const by = (/** @type {number} */ factor) => () =>
    setZoom((/** @type {import("./drawing.js").Zoom} */ now) => (now === "fit" ? 1 : now) * factor);
  return html`<div class="picture-tools" role="group" aria-label=${t("write.pictures")}>
    ${drawn.kinds.map(
      (/** @type {string} */ kind) => html`<button
        type="button"
        class="button"
        aria-pressed=${String(kind === drawn.show)}
        onClick=${() => choose(kind)}
      >
        ${tOr(`write.show.${kind}`, kind)}
      </button>`,
    )}
    <button type="button" class="button" aria-label=${t("write.smaller")} onClick=${by(1 / STEP)}>
      −
    </button>
    <button type="button" class="button" aria-label=${t("write.larger")} onClick=${by(STEP)}>
      +
    </button>
    <button
      type="button"
      class="button"
      aria-pressed=${String(zoom === "fit")}
      onClick=${() => setZoom(zoom === "fit" ? 1 : "fit")}
    >
      ${t("write.fit")}
    </button>
    <button
      type="button"
      class="button"
      aria-pressed=${String(large)}
      onClick=${() => setLarge(!large)}
    >
      ${t("write.wide")}
    </button>
  </div>`;
}
