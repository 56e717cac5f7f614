/** The bar above every page: where one can go, who one is, what waits, language and appearance. */

import { person } from "../api.js";
import { newsCount, useNews } from "../news.js";
import { href } from "../router.js";
import { change, settings } from "../settings.js";
import { speak } from "../strings.js";
import { html } from "../vendor/preact-htm.js";
import { t } from "../words.js";

const NAVIGATION = ["games", "tables", "write", "heroes", "me"];

/** @param {{page: string}} props */
export function Bar({ page }) {
  const count = newsCount(useNews());
  return html`<header class="bar">
    <a class="brand" href=${href([])} aria-label="Spielwerk">
      <img src="icon.svg" alt="" /><span>Spielwerk</span>
    </a>
    <nav aria-label=${t("nav.main")}>
      ${NAVIGATION.map(
        (name) => html`<a href=${href([name])} aria-current=${page === name ? "page" : undefined}>
          ${t(`nav.${name}`)}
          ${name === "me" && count > 0 && html`<span class="count">
            ${count}<span class="hidden-text"> ${t("news.title")}</span>
          </span>`}
        </a>`,
      )}
    </nav>
    <div class="choices">
      <${Who} />
      <select
        aria-label=${t("nav.language")}
        value=${settings.language}
        onChange=${(/** @type {any} */ event) => chooseLanguage(event.target.value)}
      >
        <option value="de">DE</option><option value="en">EN</option>
      </select>
      <select
        aria-label=${t("nav.theme")}
        value=${settings.theme}
        onChange=${(/** @type {any} */ event) => change({ theme: event.target.value })}
      >
        ${["auto", "light", "dark"].map(
          (theme) => html`<option value=${theme}>${t(`theme.${theme}`)}</option>`,
        )}
      </select>
    </div>
  </header>`;
}

/** Who one is here: a name, or a way to get one. */
function Who() {
  const me = person();
  const known = me && !me.guest;
  return html`<a class="button little who" href=${href(["me"], known ? {} : { login: "1" })}>
    ${known ? me.name : t("me.login")}
  </a>`;
}

/** @param {"de" | "en"} language */
async function chooseLanguage(language) {
  await speak(language);
  change({ language });
}
