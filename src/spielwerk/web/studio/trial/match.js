/**
 * A match in which rules are tried, as state of a component: what was told of it, what is under
 * way, and everything one can do with it.
 */

import { useEffect, useMemo, useState } from "../../vendor/preact-htm.js";
import { brokenLines, toggleBreak } from "./gutter.js";
import { TrialLine } from "./line.js";

const PAUSE_MS = 250;

/** @typedef {import("./told.js").Moment} Moment */
/** @typedef {import("./told.js").Break} Break */
/** @typedef {import("./told.js").Shown} Shown */

/**
 * @param {import("../../pages/write.js").Writing} writing
 * @param {{current: any}} view the editor
 */
export function useTrial(writing, view) {
  const [, redraw] = useState(0);
  const trial = useMemo(() => new Trial(writing.language, view), []);
  useEffect(() => {
    trial.changed = () => redraw((count) => count + 1);
    return () => ((trial.changed = () => {}), trial.close());
  }, []);
  return trial;
}

export class Trial {
  /** @type {Shown | null} */
  shown = null;
  /** The rules that are tried; the editor may be ahead of them. */
  text = "";
  /** @type {import("./line.js").NotDone | null} */
  problem = null;
  /** @type {any} */
  why = null;
  /** Facts that were otherwise a moment ago. */
  news = new Set();
  busy = false;
  paused = false;
  /** @type {{title: string, differences: any[]} | null} */
  tested = null;
  changed = () => {};
  /** @type {TrialLine | null} */
  #line = null;
  #running = false;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();

  /** @param {import("../../api.js").RuleLanguage} language @param {{current: any}} view */
  constructor({ name, plays }, view) {
    this.language = name;
    this.plays = plays;
    /** What can be done with rules that are fine. @type {Record<string, () => Promise<void>>} */
    this.ways = plays ? { try: async () => void (await this.open()) } : {};
    this.view = view;
  }

  close = () => {
    this.#line?.close();
    this.#line = null;
    this.shown = null;
    this.changed();
  };

  /** Try the text as it is now, with the same seats and breakpoints. @param {object} [more] */
  open = async (more = {}) => {
    const before = this.shown;
    this.text = this.view.current.state.doc.toString();
    const seed = before?.settings.seed ?? 1;
    const done = await this.#do("open", { language: this.language, seed, ...more }, this.text);
    if (!done) return false;
    for (const [role, player] of Object.entries(before?.seats ?? {}))
      await this.#do("seat", { role, player });
    const others = (before?.breakpoints ?? []).filter(({ where }) => !/^\d+$/.test(where));
    const lines = brokenLines(this.view.current).map((line) => ({
      kind: "line",
      where: String(line),
    }));
    await this.stopAt([...others, ...lines]);
    return this.#goOn();
  };

  /** Set breakpoints; whether all can be hit. @param {Omit<Break, "number">[]} all */
  stopAt = async (all) => {
    let refused = null;
    for (const { kind, where } of all)
      if (!(await this.#do("stop", { kind, where }))) refused = this.problem;
    if (refused) this.#tell(refused);
    return !refused;
  };

  /**
   * Set a breakpoint at a line, or take it away; while nothing is tried it is kept for later.
   * @param {number} line
   */
  toggle = (line) => {
    const there = this.shown?.breakpoints.find(({ where }) => where === String(line));
    if (there) this.look("clear", { number: there.number });
    else if (this.shown) this.stopAt([{ kind: "line", where: String(line) }]);
    else toggleBreak(this.view.current, line);
  };

  /** Do something; machines and chance go on. @param {string} what @param {any} [more] */
  act = async (what, more = {}, text = "") => {
    this.paused = false;
    return (await this.#do(what, more, text)) && this.#goOn();
  };

  /** Do something after which everything waits. @param {string} what @param {any} [more] */
  look = (what, more = {}) => {
    this.paused = true;
    return this.#do(what, more);
  };

  /** Ask something that changes nothing. @param {string} what @param {any} [more] */
  ask = (what, more = {}) => this.#lineNow().ask(what, more);

  /** Load a dump: it brings its own rules. @param {string} text */
  loadDump = async (text) => {
    this.paused = true;
    const said = await this.#do("dump", { language: this.language }, text);
    if (said) {
      this.text = said.rules;
      replaceText(this.view.current, said.rules);
    }
    return said;
  };

  /** Play one of the tests of a file. @param {string} text @param {number} number */
  loadTest = async (text, number = 0) => {
    this.paused = true;
    const said = await this.#do("load", { number }, text);
    if (said) this.tested = { title: said.tests[said.number], differences: said.differences };
    this.changed();
    return said;
  };

  pause = () => {
    this.paused = !this.paused;
    this.changed();
    if (!this.paused) this.#goOn(true);
  };

  forget = () => {
    this.problem = this.why = this.tested = null;
    this.changed();
  };

  async #goOn(first = false) {
    if (this.#running) return true;
    this.#running = true;
    let more = { first };
    while (!this.paused && this.#line) {
      const said = await this.#do("go on", more);
      if (!said?.more) break;
      more = { first: false };
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
    this.#running = false;
    this.changed();
    return true;
  }

  /** Whether there is anything to show. */
  get going() {
    return Boolean(this.shown || this.busy || this.problem);
  }

  get running() {
    return this.#running;
  }

  #lineNow() {
    this.#line ??= new TrialLine((why) => {
      this.#line = null;
      if (why.code !== "closed") this.#tell(why);
    });
    return this.#line;
  }

  /** One after another: what was told later is newer. @returns {Promise<any>} what was said */
  #do(/** @type {string} */ what, more = {}, text = "") {
    const done = this.#last.then(() => this.#did(what, more, text));
    this.#last = done;
    return done;
  }

  /** @param {string} what @param {any} more @param {string} text */
  async #did(what, more, text) {
    const before = this.shown;
    this.busy = true;
    this.problem = this.why = null;
    this.#foresee(what, more);
    this.changed();
    try {
      const said = await this.#lineNow().ask(what, more, text);
      if (said.why) this.why = said.why;
      else this.#take(said);
      return said.why ? null : said;
    } catch (problem) {
      this.shown = before;
      this.#tell(/** @type {import("./line.js").NotDone} */ (problem));
      return null;
    } finally {
      this.busy = false;
      this.changed();
    }
  }

  /** A choice shows before it is answered. @param {string} what @param {any} more */
  #foresee(what, more) {
    if (!this.shown) return;
    const { settings, seats } = this.shown;
    if (what === "settings") this.shown = { ...this.shown, settings: { ...settings, ...more } };
    if (what === "seat")
      this.shown = { ...this.shown, seats: { ...seats, [more.role]: more.player } };
  }

  /** @param {any} said */
  #take(said) {
    if (said.facts && this.shown) {
      const before = new Set(this.shown.facts);
      this.news = new Set(said.facts.filter((/** @type {string} */ fact) => !before.has(fact)));
    }
    if (said.game || said.moment) this.tested = null;
    this.shown = { ...this.shown, ...said };
  }

  /** @param {import("./line.js").NotDone} problem */
  #tell(problem) {
    this.problem = problem;
    if (problem.code === "ended") this.#line?.close();
    this.paused = true;
    this.changed();
  }
}

/** Put another text into the editor. @param {any} view @param {string} text */
function replaceText(view, text) {
  const { doc } = view.state;
  if (doc.toString() !== text)
    view.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
}
