/** What a hero carries, how it looks, and what follows: weapons, armour, load and money. */

import { listItems } from "./api.js";
import { FileButton } from "../parts/file-button.js";
import { html, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { useAnswer } from "./answer.js";

/** @typedef {import("./workshop.js").Making} Making */

const COINS = ["Dukaten", "Silbertaler", "Heller", "Kreuzer"];
/** Pixels of a portrait's longer side; more is not printed. */
const LARGEST = 480;

/** @param {Making & {verdict: import("./api.js").Verdict | null}} props */
export function OutfitPanel({ draft, change, verdict }) {
  const { hero, rulebooks } = draft;
  const { found: items } = useAnswer(() => listItems(rulebooks), [rulebooks.join()], 0);
  const [wanted, setWanted] = useState("");
  const things = hero.belongings ?? [];
  const put = (/** @type {any} */ more) => change({ ...draft, hero: { ...hero, ...more } });
  const add = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!wanted.trim()) return;
    put({ belongings: [...things, { name: wanted.trim().slice(0, 100) }] });
    setWanted("");
  };
  const coin = (/** @type {string} */ name) => (/** @type {any} */ event) =>
    put({ purse: { ...hero.purse, [name]: Math.max(0, Math.trunc(Number(event.target.value))) } });
  return html`<details class="panel hero-outfit" open=${things.length > 0}>
    <summary><b>${t("hero.outfit")}</b></summary>
    <div class="stack">
      <${Portrait} hero=${hero} put=${put} />
      <form class="row" onSubmit=${add}>
        <label class="field">
          <span>${t("hero.outfit.add")}</span>
          <input
            list="hero-items"
            name="thing"
            value=${wanted}
            onInput=${(/** @type {any} */ event) => setWanted(event.target.value)}
          />
        </label>
        <datalist id="hero-items">
          ${(items ?? []).map((one) => html`<option value=${one.name}></option>`)}
        </datalist>
        <button class="button little" data-add-thing>${t("hero.outfit.put")}</button>
      </form>
      <ul class="row hero-chips">
        ${things.map(
          (/** @type {any} */ one, /** @type {number} */ place) => html`<li class="chip">
            ${one.amount > 1 ? `${one.amount} × ` : ""}${one.name}
            <button
              type="button"
              class="button quiet little"
              aria-label=${t("hero.outfit.drop", { name: one.name })}
              onClick=${() => put({ belongings: things.toSpliced(place, 1) })}
            >
              ×
            </button>
          </li>`,
        )}
      </ul>
      <div class="row">
        ${COINS.map(
          (name) => html`<label class="field hero-coin">
            <span>${t(`hero.coin.${name}`)}</span>
            <input type="number" min="0" value=${hero.purse?.[name] ?? 0} onChange=${coin(name)} />
          </label>`,
        )}
      </div>
      ${verdict && html`<${Weapons} outfit=${verdict.outfit} />`}
    </div>
  </details>`;
}

/** @param {{outfit: import("./api.js").Outfit}} props */
export function Weapons({ outfit }) {
  const stone = (/** @type {number} */ ounces) => Math.round(ounces / 4) / 10;
  return html`
    ${outfit.weapons.length > 0 && html`<table class="hero-weapons" data-weapons>
      <thead>
        <tr>
          <th>${t("hero.weapon")}</th><th>AT</th><th>PA</th><th>FK</th><th>TP</th>
        </tr>
      </thead>
      <tbody>
        ${outfit.weapons.map(
          (one) => html`<tr key=${one.name}>
            <td>${one.name}</td>
            <td>${one.values.AT ?? "–"}</td>
            <td>${one.values.PA ?? "–"}</td>
            <td>${one.values.FK ?? "–"}</td>
            <td>${one.damage}</td>
          </tr>`,
        )}
      </tbody>
    </table>`}
    ${(outfit.weapons.length > 0 || outfit.RS > 0 || outfit.weight > 0) && html`<p class="small">
      ${t("hero.outfit.sums", {
        rs: outfit.RS,
        be: outfit.BE,
        ini: outfit.values.INI ?? "–",
        gs: outfit.values.GS ?? "–",
        weight: stone(outfit.weight),
        capacity: stone(outfit.capacity),
      })}
    </p>`}
  `;
}

/** @param {{hero: import("./api.js").Hero, put: (more: any) => void}} props */
function Portrait({ hero, put }) {
  const bring = async (/** @type {any} */ event) => {
    const [file] = event.target.files;
    if (file) put({ portrait: await smaller(file) });
  };
  return html`<div class="row">
    ${hero.portrait && html`<img
      class="hero-portrait"
      src=${hero.portrait}
      alt=${t("hero.portrait")}
    />`}
    <${FileButton} label=${t("hero.portrait")} accept="image/*" onChange=${bring} />
    ${hero.portrait && html`<button
      type="button"
      class="button quiet little"
      onClick=${() => put({ portrait: undefined })}
    >
      ${t("hero.portrait.drop")}
    </button>`}
  </div>`;
}

/**
 * A picture as an address, no larger than is printed.
 * @param {Blob} file @returns {Promise<string>}
 */
async function smaller(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LARGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", 0.85);
}
