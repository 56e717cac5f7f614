/** What can be settled about a game before a match: its options, as a part of its name. */

import { go } from "../router.js";
import { html } from "../vendor/preact-htm.js";
import { baseName, labelText, t, wordName } from "../words.js";

/** @typedef {import("../api.js").GamePage} GamePage */
/** @typedef {import("../api.js").GameOption} GameOption */

/** What stands behind the colon of a name: how many play, and options. @param {GamePage} game */
function settled(game) {
  const parts = (game.name.split(":")[1] ?? "").split(",").filter(Boolean);
  const count = parts.find((part) => !part.includes("=")) ?? "";
  const pairs = parts.filter((part) => part.includes("=")).map((part) => part.split("="));
  return { count, values: Object.fromEntries(pairs) };
}

/**
 * The name of a game with something settled otherwise.
 * @param {GamePage} game @param {{count?: string, values?: Record<string, string>}} changes
 */
export function variantName(game, changes) {
  const now = settled(game);
  const values = { ...now.values, ...changes.values };
  const said = game.options
    .filter(({ name }) => name in values)
    .filter(({ name, default: usual }) => values[name] !== String(usual))
    .map(({ name }) => `${name}=${values[name]}`);
  const parts = [changes.count ?? now.count, ...said].filter(Boolean);
  return parts.length ? `${baseName(game)}:${parts.join(",")}` : baseName(game);
}

/** A field for each option. @param {{game: GamePage}} props */
export function Variant({ game }) {
  const { values } = settled(game);
  const set = (/** @type {string} */ name, /** @type {string} */ value) =>
    go(["game", variantName(game, { values: { [name]: value } })]);
  return game.options.map(
    (option) => html`<label class="field" key=${option.name}>
      <span>${labelText(option.labels) || wordName(option.name)}</span>
      <${Value}
        option=${option}
        value=${values[option.name] ?? String(option.default)}
        set=${(/** @type {string} */ value) => set(option.name, value)}
      />
    </label>`,
  );
}

/** @param {{option: GameOption, value: string, set: (value: string) => void}} props */
function Value({ option, value, set }) {
  const change = (/** @type {any} */ event) => event.target.value && set(event.target.value);
  if (typeof option.default === "number")
    return html`<input
      type="number"
      name=${option.name}
      value=${value}
      min=${option.low}
      max=${option.high}
      onChange=${change}
    />`;
  const named = (/** @type {string} */ one) =>
    labelText(option.choiceLabels[one] ?? {}) || wordName(one);
  const choices =
    typeof option.default === "boolean"
      ? [
          ["true", t("why.yes")],
          ["false", t("why.no")],
        ]
      : option.choices.map((one) => [one, named(one)]);
  return html`<select name=${option.name} value=${value} onChange=${change}>
    ${choices.map(([one, name]) => html`<option value=${one}>${name}</option>`)}
  </select>`;
}
