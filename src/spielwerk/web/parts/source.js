/** The text of rules with its words told apart, and a line of it shown. */

import { cutting } from "../highlight.js";
import { html, useEffect, useRef } from "../vendor/preact-htm.js";
import { t } from "../words.js";

/** @param {{text: string, keywords: string[], line?: number | null}} props */
export function Source({ text, keywords, line = null }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const here = /** @type {HTMLElement | null} */ (box.current?.querySelector(".here"));
    if (here && box.current)
      box.current.scrollTop = here.offsetTop - box.current.offsetTop - box.current.clientHeight / 3;
  }, [line, text]);
  const cut = cutting(text, new Set(keywords));
  const lines = text.replace(/\n$/, "").split("\n");
  return html`<pre
    class="source"
    ref=${box}
    tabindex="0"
    role="region"
    aria-label=${t("game.rules")}
  >
    ${lines.map(
      (one, number) =>
        html`<code class=${`line ${number + 1 === line ? "here" : ""}`}>
          ${cut(one).map(({ text: word, kind }) =>
            kind ? html`<span class=${`tok-${kind}`}>${word}</span>` : word,
          )}
          ${"\n"}
        </code>`,
    )}
  </pre>`;
}
