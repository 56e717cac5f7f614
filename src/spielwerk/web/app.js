/** The page begins here: the shell around every page, and which page an address shows. */

import { whoAmI } from "./api.js";
import { currentRoute, href } from "./router.js";
import { lookForNews } from "./news.js";
import { settings, show, watch } from "./settings.js";
import { speak } from "./strings.js";
import { html, render, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.js";
import { t } from "./words.js";
import { Bar } from "./parts/bar.js";
import { Loaded } from "./parts/loaded.js";

/** @type {Record<string, () => Promise<any>>} */
const PAGES = {
  games: async () => (await import("./pages/games.js")).GamesPage,
  game: async () => (await import("./pages/game.js")).GamePage,
  tables: async () => (await import("./pages/tables.js")).TablesPage,
  match: async () => (await import("./pages/match.js")).MatchPage,
  replay: async () => (await import("./pages/replay.js")).ReplayPage,
  join: async () => (await import("./pages/join.js")).JoinPage,
  write: async () => (await import("./pages/write.js")).WritePage,
  heroes: async () => (await import("./heroes/page.js")).HeroesPage,
  speed: async () => (await import("./speed/page.js")).SpeedPage,
  spy: async () => (await import("./spy/editors/workshop.js")).SpyPage,
  operator: async () => (await import("./pages/operator.js")).OperatorPage,
  me: async () => (await import("./pages/me.js")).MePage,
};

function App() {
  const [route, setRoute] = useState(currentRoute);
  const [, setCount] = useState(0);
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => watch(() => setCount((count) => count + 1)), []);
  // At once, not after the next frame: an address may change as soon as there is a page.
  useLayoutEffect(() => {
    const turn = () => {
      setRoute(currentRoute());
      main.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    };
    addEventListener("hashchange", turn);
    setRoute(currentRoute()); // it may have changed since the page was drawn
    return () => removeEventListener("hashchange", turn);
  }, []);
  return html`<div class=${`shell page-${route.page}`}>
    <a
      class="skip"
      href="#main"
      onClick=${(/** @type {Event} */ event) => (event.preventDefault(), main.current?.focus())}
    >
      ${t("nav.skip")}
    </a>
    <${Bar} page=${route.page} />
    <main id="main" tabindex="-1" ref=${main}>
      <${Page} key=${`${route.page}/${route.parts.join("/")}`} route=${route} />
    </main>
    <footer class="foot">
      <span>${t("footer.line")}</span><a href="api/v1/docs">${t("footer.api")}</a>
    </footer>
  </div>`;
}

/** @param {{route: import("./router.js").Route}} props */
function Page({ route }) {
  const load = PAGES[route.page];
  if (!load)
    return html`<div class="narrow">
      <h1>${t("nopage.title")}</h1><p>${t("nopage.text")}</p>
      <p><a class="button main" href=${href([])}>${t("error.home")}</a></p>
    </div>`;
  return html`<${Loaded}
    load=${load}
    show=${(/** @type {any} */ Found) =>
      html`<${Found} parts=${route.parts} query=${route.query} />`}
  />`;
}

show();
void whoAmI().then(lookForNews);
await speak(settings.language);
render(html`<${App} />`, /** @type {Element} */ (document.getElementById("app")));
