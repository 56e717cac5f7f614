/**
 * A check with three dice, as it is rolled at the table, and every step of it explained.
 * Values, a skill and dice go in; what is left, the quality and words come out.
 */

import { html, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";

/**
 * @typedef {object} Rolled
 * @property {number[]} dice
 * @property {number[]} paid points of the skill that each die took
 * @property {number} left
 * @property {number} quality 0 where the check failed
 * @property {"fumble" | "critical" | "plain"} kind
 */

/**
 * Three dice against three values: what they lie above is paid from the skill.
 * @param {number[]} values @param {number} skill @param {number} modifier @param {number[]} dice
 * @returns {Rolled}
 */
export function judged(values, skill, modifier, dice) {
  const paid = dice.map((die, place) => Math.max(0, die - values[place] - modifier));
  const left = skill - paid.reduce((all, one) => all + one, 0);
  const twenties = dice.filter((die) => die === 20).length;
  const ones = dice.filter((die) => die === 1).length;
  const kind = twenties >= 2 ? "fumble" : ones >= 2 ? "critical" : "plain";
  const succeeded = kind === "critical" || (kind === "plain" && left >= 0);
  const quality = succeeded ? Math.min(6, Math.max(1, Math.ceil(left / 3))) : 0;
  return { dice, paid, left, quality, kind };
}

/** Fair dice with so many sides. @param {number} many @param {number} sides */
export function roll(many, sides) {
  const most = Math.floor(2 ** 32 / sides) * sides;
  const one = () => {
    for (;;) {
      const [drawn] = crypto.getRandomValues(new Uint32Array(1));
      if (drawn < most) return (drawn % sides) + 1;
    }
  };
  return Array.from({ length: many }, one);
}

/**
 * A skill that is rolled for when it is pressed.
 * @param {object} props
 * @param {string} props.label
 * @param {string[]} props.check
 * @param {number} props.level
 * @param {Record<string, number>} props.attributes
 */
export function Check({ label, check, level, attributes }) {
  const [found, setFound] = useState(/** @type {Rolled | null} */ (null));
  const [modifier, setModifier] = useState(0);
  const values = check.map((name) => attributes[name] ?? 8);
  const throwDice = () => setFound(judged(values, level, modifier, roll(3, 20)));
  const change = (/** @type {any} */ event) => setModifier(Number(event.target.value) || 0);
  return html`<div class="hero-check">
    <button type="button" class="button little" data-roll=${label} onClick=${throwDice}>
      ${t("hero.roll", { name: label })}
    </button>
    <label class="small">
      ${t("hero.roll.modifier")}
      <input type="number" min="-10" max="10" value=${modifier} onInput=${change} />
    </label>
    <output role="status" class="small">${found && said(found, values, check, level)}</output>
  </div>`;
}

/** @param {Rolled} found @param {number[]} values @param {string[]} check @param {number} level */
function said({ dice, paid, left, quality, kind }, values, check, level) {
  const steps = dice.map((die, place) =>
    t(paid[place] ? "hero.roll.paid" : "hero.roll.fine", {
      die,
      name: check[place],
      value: values[place],
      n: paid[place],
    }),
  );
  const end = {
    fumble: t("hero.roll.fumble"),
    critical: t("hero.roll.critical", { n: quality }),
    plain: quality
      ? t("hero.roll.done", { left, n: quality })
      : t("hero.roll.failed", { n: -left }),
  }[kind];
  return `${steps.join("; ")}. ${t("hero.roll.of", { n: level })} ${end}`;
}
