/**
 * Learning from a match: the positions before one's mistakes come again, and one looks for a better
 * move. Whoever does not find it is shown it.
 */

import { html, useState } from "../vendor/preact-htm.js";
import { t } from "../words.js";
import { moveText } from "./record.js";

/** Points of 100 by which a move may be worse than the best one and is still found good. */
const AS_GOOD = 4;

/** @typedef {import("../presented.js").Card} Card */
/** @typedef {import("../analysis.js").Analysis} Analysis */

/**
 * Which mistake is being looked at, and what became of the last try.
 * @param {object} told
 * @param {Analysis} told.analysis
 * @param {string | null} told.role whose mistakes come first
 * @param {(step: number) => void} told.show
 */
export function useLesson({ analysis, role, show }) {
  const [open, setOpen] = useState(/** @type {number | null} */ (null));
  const [said, say] = useState(/** @type {"" | "good" | "worse" | "shown"} */ (""));
  const all = [...analysis.mistakes.values()];
  const own = all.filter((one) => one.role === role);
  const faults = own.length ? own : all; // whoever made none learns from the others
  const step = open === null ? undefined : faults[open]?.step;
  const thought = step === undefined ? undefined : analysis.thoughts.get(step - 1);
  const turn = (/** @type {number | null} */ place) => {
    setOpen(place);
    say("");
    const fault = place === null ? undefined : faults[place];
    if (fault) show(fault.step - 1);
  };
  const attempt = (/** @type {Card[]} */ found) => {
    if (!thought) return;
    const best = thought.moves[0]?.value ?? 0;
    const good = found.some(({ move }) => {
      const weighed = thought.moves.find((one) => one.move === move);
      const close = weighed && !weighed.at_most && (weighed.value ?? 0) >= best - AS_GOOD;
      return move === thought.move || close;
    });
    say(good ? "good" : "worse");
  };
  return {
    faults,
    open,
    said,
    turn,
    attempt,
    reveal: () => say("shown"),
    best: thought?.moves.find(({ move }) => move === thought.move)?.card ?? null,
    moves: thought && said !== "good" && said !== "shown" ? thought.moves.map((m) => m.card) : [],
    asks: thought !== undefined,
  };
}

/** @typedef {ReturnType<typeof useLesson>} Lesson */

/**
 * @param {object} props
 * @param {Lesson} props.lesson
 * @param {import("../api.js").GamePage} props.game
 * @param {import("./record.js").Step[]} props.steps
 */
export function LessonPanel({ lesson, game, steps }) {
  const { faults, open, said, best } = lesson;
  const button = (/** @type {string} */ key, /** @type {() => void} */ act, kind = "") =>
    html`<button type="button" class=${`button little ${kind}`} onClick=${act}>${t(key)}</button>`;
  if (!faults.length) return html`<p class="muted small">${t("lesson.none")}</p>`;
  if (open === null) return html`<p>${button("lesson.start", () => lesson.turn(0), "main")}</p>`;
  const fault = faults[open];
  const before = steps[fault.step - 1]?.scene ?? null;
  const written = (/** @type {Card | undefined} */ card) =>
    card ? moveText(game, before, card) : "";
  const made = steps[fault.step]?.made[fault.role];
  const next = open + 1 < faults.length;
  return html`<section class="notice lesson" aria-label=${t("lesson.title")}>
    <p class="muted small">${t("lesson.count", { n: open + 1, all: faults.length })}</p>
    <p role="status">
      ${said === "good"
        ? t("lesson.good")
        : said === "worse"
          ? t("lesson.worse")
          : said === "shown"
            ? t("lesson.shown", { move: written(best ?? undefined) })
            : t("lesson.ask", { move: written(made) })}
    </p>
    <div class="row">
      ${said !== "good" && said !== "shown" && button("lesson.show", lesson.reveal)}
      ${next && button("lesson.next", () => lesson.turn(open + 1), said ? "main" : "")}
      ${button("lesson.end", () => lesson.turn(null))}
    </div>
  </section>`;
}
