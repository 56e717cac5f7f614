/**
 * The parts around the board of the spe_ed viewer: controls, player cards, and a decision in
 * figures and words.
 */

import { TRAILS } from "./colours.js";

/** @typedef {import("./album.js").Cover} Cover */
/** @typedef {import("./album.js").Frame} Frame */
/** @typedef {import("./album.js").Thought} Thought */
/** @typedef {import("./words.js").Say} Say */

const ACTIONS = ["turn_left", "turn_right", "slow_down", "speed_up", "change_nothing"];
/** @type {Record<string, string>} */
const ARROWS = { up: "↑", right: "→", down: "↓", left: "←" };

/** What leads through the rounds. */
const CONTROLS = { first: "«", back: "‹", run: "▶", on: "›", last: "»" };

/** A node with its properties and children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, any>} properties @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, properties, children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/** Everything that stays from round to round. @param {Say} say */
export function shell(say) {
  const button = (/** @type {string} */ name, /** @type {string} */ sign) => {
    const made = element("button", { type: "button", title: say(name) }, [sign]);
    made.setAttribute("aria-label", say(name));
    return made;
  };
  const heading = element("h2", { className: "sv-heading" }, []);
  heading.setAttribute("aria-live", "polite");
  const board = element("canvas", { className: "sv-board" }, []);
  board.setAttribute("role", "img");
  board.setAttribute("aria-label", say("board"));
  const slider = element("input", { type: "range", min: "0", value: "0" }, []);
  slider.setAttribute("aria-label", say("slider"));
  const steps = Object.entries(CONTROLS).map(([name, sign]) => button(name, sign));
  const [first, back, run, on, last] = steps;
  const save = element("button", { type: "button", className: "sv-save" }, [say("save")]);
  const cards = element("div", { className: "sv-cards" }, []);
  const decision = element("section", { className: "sv-decision" }, []);
  const pictures = element("section", { className: "sv-pictures" }, []);
  const notice = element("p", { className: "sv-notice" }, []);
  notice.setAttribute("role", "status");
  const controls = element("div", { className: "sv-controls" }, [...steps, slider, save]);
  const body = element("div", { className: "sv-body" }, [
    element("div", { className: "sv-stage" }, [
      heading,
      board,
      controls,
      element("p", { className: "sv-keys" }, [say("keys")]),
    ]),
    element("div", { className: "sv-side" }, [cards, decision]),
    pictures,
  ]);
  const all = element("div", { className: "sv" }, [notice, body]);
  return {
    all,
    body,
    heading,
    board,
    slider,
    first,
    back,
    run,
    on,
    last,
    save,
    cards,
    decision,
    pictures,
    notice,
  };
}

/**
 * What can be said of one player in a round.
 * @param {Say} say @param {Cover} cover @param {Frame} frame @param {number} number
 * @param {number} chosen @param {() => void} choose
 */
export function cardOf(say, cover, frame, number, chosen, choose) {
  const racer = frame.players[number];
  const thought = frame.thoughts[number];
  const state = racer.active
    ? `${ARROWS[racer.direction]} ${say("speed", { n: racer.speed })}`
    : say("out");
  const mine = cover.you === number ? ` · ${say("you")}` : "";
  const card = element(
    "button",
    { type: "button", className: racer.active ? "sv-card" : "sv-card sv-out", onclick: choose },
    [
      element("b", {}, [
        element("i", { style: `background:${TRAILS[number]}` }, []),
        `${number}${mine}`,
      ]),
      element("span", { className: "sv-name", title: cover.racers[number] }, [
        cover.racers[number],
      ]),
      element("span", {}, [state]),
    ],
  );
  if (racer.active && frame.running)
    card.append(
      element("span", {}, [
        thought?.action ? say(`action.${thought.action}`) : thought ? say("unknown") : "",
      ]),
    );
  if (typeof thought?.seconds === "number")
    card.append(timeBar(say, thought.seconds, frame.allotted));
  card.setAttribute("aria-pressed", String(number === chosen));
  card.dataset.player = String(number);
  return card;
}

/** @param {Say} say @param {number} used @param {number | null} given */
function timeBar(say, used, given) {
  const text =
    given === null
      ? `${used.toFixed(2)} s`
      : say("took", { used: used.toFixed(2), given: given.toFixed(2) });
  const share = given ? Math.min(1, used / given) : 0;
  return element("span", { className: "sv-time" }, [
    element("i", { style: `inline-size:${(100 * share).toFixed(0)}%` }, []),
    text,
  ]);
}

/**
 * Why a player acted as it did.
 * @param {Say} say @param {Frame} frame @param {number} number @returns {Node[]}
 */
export function decisionOf(say, frame, number) {
  const thought = frame.thoughts[number];
  if (!frame.running) return [element("p", {}, [say("over")])];
  if (!frame.players[number].active) return [element("p", {}, [say("dead")])];
  if (thought?.note === undefined) return [element("p", {}, [say("silent")])];
  const chosen = thought.advice ?? thought.action;
  const parts = [element("h3", {}, [say("decision", { action: say(`action.${thought.action}`) })])];
  if (thought.advice && thought.advice !== thought.action)
    parts.push(
      element("h3", { className: "sv-advice" }, [
        say("advice", { action: say(`action.${thought.advice}`) }),
      ]),
    );
  const rated = Object.keys(thought.ratings ?? {}).length > 0;
  const pictureless = !thought.pictures?.length && !rated;
  parts.push(
    element("p", {}, [pictureless ? say("pictureless", { note: thought.note }) : thought.note]),
    ...planOf(say, thought.line ?? []),
  );
  if (rated) parts.push(ratingTable(say, thought, chosen));
  return parts;
}

/** What a player means to do next. @param {Say} say @param {string[]} line */
function planOf(say, line) {
  if (line.length < 2) return [];
  const steps = line.slice(0, 8).map((step) => say(`action.${step}`));
  return [element("p", {}, [`${say("plan")}: ${steps.join(", ")}`])];
}

/** @param {Say} say @param {Thought} thought @param {string | null} chosen */
function ratingTable(say, thought, chosen) {
  const ratings = thought.ratings ?? {};
  const criteria = [...new Set(Object.values(ratings).flatMap((rating) => Object.keys(rating)))];
  const most = Object.fromEntries(
    criteria.map((name) => [
      name,
      Math.max(...Object.values(ratings).map((rating) => rating[name] ?? 0), 1e-9),
    ]),
  );
  const head = element(
    "tr",
    {},
    [say("action"), ...criteria.map((name) => say(`rating.${name}`))].map((text) =>
      element("th", { scope: "col" }, [text]),
    ),
  );
  const rows = ACTIONS.filter((action) => ratings[action]).map((action) => {
    const figures = criteria.map((name) => {
      const value = ratings[action][name];
      if (value === undefined) return element("td", {}, ["–"]);
      const share = Math.max(0, Math.min(1, value / most[name]));
      return element("td", {}, [
        element("i", { style: `inline-size:${(100 * share).toFixed(0)}%` }, []),
        value.toLocaleString("en", { maximumFractionDigits: 3 }),
      ]);
    });
    const row = element("tr", { className: action === chosen ? "sv-chosen" : "" }, [
      element("th", { scope: "row" }, [say(`action.${action}`)]),
      ...figures,
    ]);
    row.dataset.action = action;
    return row;
  });
  return element("table", { className: "sv-ratings" }, [
    element("thead", {}, [head]),
    element("tbody", {}, rows),
  ]);
}
