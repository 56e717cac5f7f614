/** Heroes: those one keeps, and the way into the workshop where they are made. */

import { dress } from "../dress.js";
import { freshDraft, rememberedDraft, rememberDraft } from "./draft.js";
import {
  deleteHero,
  importHero,
  listBooks,
  loadHero,
  myHeroes,
  showTable,
  validate,
} from "./api.js";
import { ownBooks } from "./own-books.js";
import { FileButton } from "../parts/file-button.js";
import { Loaded } from "../parts/loaded.js";
import { go, href } from "../router.js";
import { Problem } from "../parts/notices.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { problemText, t } from "../words.js";
import { sharedBy } from "./share.js";
import { Paper } from "./paper.js";
import { Workshop } from "./workshop.js";

/** @typedef {import("./api.js").Book} Book */

/** @param {{parts: string[]}} props */
export function HeroesPage({ parts }) {
  useEffect(() => void dress("heroes"), []);
  if (parts[0] === "workshop") return html`<${Workshop} step=${parts[1]} />`;
  if (parts[0] === "shared") return html`<${SharedHero} code=${parts[1] ?? ""} />`;
  return html`<${Entrance} />`;
}

/** A hero that somebody shows: to be read, printed and taken over, not to be changed. */
function SharedHero(/** @type {{code: string}} */ { code }) {
  const look = async () => {
    const shared = await sharedBy(code).catch(() => null);
    return shared && { ...shared, verdict: await validate(shared.rulebooks, shared.hero) };
  };
  return html`<${Loaded}
    load=${look}
    inputs=${[code]}
    show=${(/** @type {any} */ found) =>
      found
        ? html`
            <div class="lead" data-shared>
              <h1>${found.hero.name || t("hero.nameless")}</h1><p>${t("hero.shared.read")}</p>
            </div>
            <${Paper} ...${found} />
          `
        : html`<p class="notice warn" role="alert">${t("hero.shared.broken")}</p>`}
  />`;
}

function Entrance() {
  const [visit, setVisit] = useState(0);
  const look = async () => ({
    heroes: await myHeroes(),
    books: [...(await listBooks()), ...ownBooks()],
  });
  return html`
    <div class="lead"><h1>${t("hero.title")}</h1><p>${t("hero.lead")}</p></div>
    <${Loaded}
      load=${look}
      inputs=${[visit]}
      show=${(/** @type {any} */ { heroes, books }) => html`<div class="two">
        <${Kept} heroes=${heroes} changed=${() => setVisit(visit + 1)} />
        <${Beginnings} books=${books} />
      </div>`}
    />
    <p class="muted small hero-unofficial">${t("hero.unofficial")}</p>
  `;
}

/** @param {{heroes: Awaited<ReturnType<typeof myHeroes>>, changed: () => void}} props */
function Kept({ heroes, changed }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const open = async (/** @type {string} */ name) => {
    const { hero, rulebooks } = await loadHero(name);
    rememberDraft({ ...freshDraft(), hero, rulebooks });
    go(["heroes", "workshop", "sheet"]);
  };
  const remove = async (/** @type {string} */ name) => {
    if (!confirm(t("hero.delete.sure", { name }))) return;
    await deleteHero(name);
    changed();
  };
  return html`<section class="stack">
    <h2>${t("hero.mine")}</h2>
    ${problem && html`<${Problem} problem=${problem} />`}
    ${heroes.length === 0 && html`<p class="notice">${t("hero.mine.none")}</p>`}
    <ul class="lines">
      ${heroes.map(
        (one) => html`<li key=${one.name}>
          <span>
            <b>${one.name}</b><br />
            <span class="muted small">
              ${[one.profession, one.culture, one.experience_level].filter(Boolean).join(" · ")}
            </span>
          </span>
          <span class="row">
            <button
              type="button"
              class="button little"
              onClick=${() => open(one.name).catch(setProblem)}
            >
              ${t("hero.open")}
            </button>
            <button
              type="button"
              class="button little quiet warn"
              onClick=${() => remove(one.name).catch(setProblem)}
            >
              ${t("hero.delete")}
            </button>
          </span>
        </li>`,
      )}
    </ul>
  </section>`;
}

/** @param {{books: Book[]}} props */
function Beginnings({ books }) {
  const draft = rememberedDraft();
  const [rulebooks, setRulebooks] = useState(["dsa5"]);
  const [problem, setProblem] = useState("");
  // The first question about books takes a moment; it is asked before anybody waits for the answer.
  useEffect(() => void showTable(rulebooks, "experience_level").catch(() => null), [rulebooks]);
  const begin = () => {
    if (draft && !confirm(t("hero.new.sure"))) return;
    rememberDraft({ ...freshDraft(), rulebooks });
    go(["heroes", "workshop"]);
  };
  const bring = async (/** @type {any} */ event) => {
    const file = event.target.files[0];
    if (!file) return;
    try {
      const { hero, unknown } = await importHero(rulebooks, JSON.parse(await file.text()));
      rememberDraft({ ...freshDraft(), hero, rulebooks, notes: unknown });
      go(["heroes", "workshop", "sheet"]);
    } catch (why) {
      setProblem(
        why instanceof SyntaxError
          ? t("hero.import.unreadable")
          : problemText(/** @type {any} */ (why)),
      );
    }
  };
  return html`<section class="stack">
    ${draft && html`<a class="button main" href=${href(["heroes", "workshop"])}>
      ${t("hero.continue", { name: draft.hero.name || t("hero.nameless") })}
    </a>`}
    <div class="panel stack">
      <h2>${t("hero.new")}</h2>
      <${Books} books=${books} chosen=${rulebooks} onChange=${setRulebooks} />
      <button type="button" class=${`button ${draft ? "" : "main"}`} data-new onClick=${begin}>
        ${t("hero.new")}
      </button>
    </div>
    <div class="panel stack">
      <h2>${t("hero.import")}</h2>
      ${problem && html`<p class="notice warn" role="alert">${problem}</p>`}
      <${FileButton}
        label=${t("hero.import.text")}
        accept=".json,application/json"
        onChange=${bring}
      />
    </div>
  </section>`;
}

/**
 * Which books a group plays with; a book brings those it needs.
 * @param {{books: Book[], chosen: string[], onChange: (names: string[]) => void}} props
 */
function Books({ books, chosen, onChange }) {
  const turn = (/** @type {Book} */ book, /** @type {boolean} */ on) => {
    const wanted = on
      ? [...chosen, book.name, ...book.needs]
      : chosen.filter(
          (name) =>
            name !== book.name &&
            !books.find((one) => one.name === name)?.needs.includes(book.name),
        );
    onChange(books.map((one) => one.name).filter((name) => wanted.includes(name)));
  };
  return html`<fieldset class="hero-books">
    <legend>${t("hero.books")}</legend>
    ${books.map(
      (book) => html`<label key=${book.name}>
        <input
          type="checkbox"
          checked=${chosen.includes(book.name)}
          disabled=${chosen.length === 1 && chosen[0] === book.name}
          onChange=${(/** @type {any} */ event) => turn(book, event.target.checked)}
        />${" "}
        ${book.title}
      </label>`,
    )}
  </fieldset>`;
}
