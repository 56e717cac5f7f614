/**
 * The spe_ed viewer: board, players, one player's decision, and the pictures behind it, round by
 * round.
 */

import { followRaces, raceOf, unpacked } from "./album.js";
import { contactSheet, paintBoard, paintHeat } from "./colours.js";
import { cardOf, decisionOf, element, shell } from "./panels.js";
import { speaker } from "./words.js";

/** @typedef {import("./album.js").Race} Race */
/** @typedef {import("./album.js").Cover} Cover */
/** @typedef {import("./album.js").Frame} Frame */
/** @typedef {import("./words.js").Language} Language */

const BEAT_MS = 160;

/** Shows one race at a time in a place of the page. */
export class SpeedViewer {
  /** @param {HTMLElement} root @param {Language} language */
  constructor(root, language) {
    this.say = speaker(language);
    this.parts = shell(this.say);
    root.replaceChildren(this.parts.all);
    /** @type {Race | null} */
    this.race = null;
    this.place = 0;
    this.chosen = 1;
    this.live = false;
    this.drawing = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.beat = undefined;
    /** @type {{name: string, canvas: HTMLCanvasElement}[]} */
    this.pictures = [];
    this.parts.slider.oninput = () => this.go(Number(this.parts.slider.value));
    this.parts.first.onclick = () => this.go(0);
    this.parts.back.onclick = () => this.go(this.place - 1);
    this.parts.on.onclick = () => this.go(this.place + 1);
    this.parts.last.onclick = () => this.go(Infinity);
    this.parts.run.onclick = () => this.toggle();
    this.parts.save.onclick = () => this.save();
    /** @param {KeyboardEvent} event */
    this.onKey = (event) => this.press(event);
    addEventListener("keydown", this.onKey);
    this.tell(this.say("waiting"));
  }

  /** Take the viewer away. */
  close() {
    clearInterval(this.beat);
    removeEventListener("keydown", this.onKey);
    this.stopFollowing?.();
  }

  /** Show a race that is over. @param {Race} race */
  show(race) {
    this.begin(race.cover);
    this.live = false;
    /** @type {Race} */ (this.race).frames.push(...race.frames);
    this.go(0);
  }

  /** Show races as they happen. @param {string} address */
  follow(address) {
    this.stopFollowing?.();
    this.stopFollowing = followRaces(address, {
      begin: (cover) => {
        this.begin(cover);
        this.live = true;
      },
      frame: (frame) => this.add(frame),
      lost: () => {
        this.live = false;
        this.tell(this.say("lost"));
      },
    });
  }

  /** Say something above the board; nothing takes it away. @param {string} text */
  tell(text) {
    this.parts.notice.textContent = text;
    this.parts.notice.hidden = !text;
    this.parts.body.hidden = !this.race?.frames.length;
  }

  /** @param {Cover} cover */
  begin(cover) {
    clearInterval(this.beat);
    this.race = { cover, frames: [] };
    this.place = 0;
    this.chosen = cover.you ?? 1;
    this.parts.board.style.setProperty("--sv-shape", String(cover.width / cover.height));
  }

  /** One more round. Whoever looks at the last one goes on with it. @param {Frame} frame */
  add(frame) {
    if (!this.race) return;
    const atEnd = this.place >= this.race.frames.length - 1;
    this.race.frames.push(frame);
    if (!frame.running) this.live = false;
    this.go(atEnd && !this.beat ? Infinity : this.place);
  }

  /** Look at a round. @param {number} place */
  go(place) {
    if (!this.race?.frames.length) return;
    const last = this.race.frames.length - 1;
    this.place = Math.max(0, Math.min(place, last));
    this.parts.slider.max = String(last);
    this.parts.slider.value = String(this.place);
    if (this.place === last && this.beat && !this.live) this.toggle();
    this.tell("");
    this.draw();
  }

  /** Run through the rounds, or stop. */
  toggle() {
    const running = this.beat !== undefined;
    clearInterval(this.beat);
    this.beat = running ? undefined : setInterval(() => this.go(this.place + 1), BEAT_MS);
    this.parts.run.textContent = running ? "▶" : "❚❚";
    this.parts.run.title = this.say(running ? "run" : "stop");
    this.parts.run.setAttribute("aria-label", this.parts.run.title);
  }

  /** Look at another player's decisions. @param {number} number */
  choose(number) {
    if (!this.race?.cover.racers[number]) return;
    this.chosen = number;
    this.draw();
  }

  async draw() {
    const { cover, frames } = /** @type {Race} */ (this.race);
    const frame = frames[this.place];
    const ticket = ++this.drawing;
    const thought = frame.thoughts[this.chosen];
    const drawn = thought?.pictures ?? [];
    const [cells, ...shades] = await Promise.all([
      unpacked(frame.cells),
      ...drawn.map((picture) => unpacked(picture.cells)),
    ]);
    if (ticket !== this.drawing) return;
    this.heading(frame, frames.length, cover);
    paintBoard(this.parts.board, cells, cover.width, cover.height, frame.players);
    this.parts.cards.replaceChildren(
      ...Object.keys(cover.racers).map((number) =>
        cardOf(this.say, cover, frame, Number(number), this.chosen, () =>
          this.choose(Number(number)),
        ),
      ),
    );
    this.parts.decision.replaceChildren(...decisionOf(this.say, frame, this.chosen));
    this.pictures = [{ name: this.say("board"), canvas: this.parts.board }];
    const figures = drawn.map((picture, index) => {
      const canvas = element("canvas", {}, []);
      paintHeat(
        canvas,
        shades[index],
        cells,
        cover.width,
        cover.height,
        frame.players[this.chosen],
      );
      const name = this.say(`picture.${picture.name}`);
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", name);
      this.pictures.push({ name, canvas });
      const scale = element("span", { className: "sv-scale" }, [
        String(picture.low),
        element("i", {}, []),
        String(picture.high),
      ]);
      return element("figure", {}, [
        canvas,
        element("figcaption", {}, [
          element("b", {}, [name]),
          scale,
          element("small", {}, [this.say(`picture.${picture.name}.about`)]),
        ]),
      ]);
    });
    this.parts.pictures.replaceChildren(...figures);
    this.parts.all.dataset.round = String(frame.round);
  }

  /** @param {Frame} frame @param {number} count @param {Cover} cover */
  heading(frame, count, cover) {
    const alive = Object.entries(frame.players).filter(([, racer]) => racer.active);
    const winner = alive.length
      ? this.say("winner", { name: cover.racers[alive[0][0]] })
      : this.say("nobody");
    const chips = [];
    if (this.live) chips.push(this.say("live"));
    if (frame.running && frame.round % 6 === 0) chips.push(this.say("jump"));
    if (!frame.running) chips.push(winner);
    this.parts.heading.replaceChildren(
      this.say("round", { n: frame.round, last: count }),
      ...chips.map((text) => element("span", { className: "sv-chip" }, [text])),
    );
  }

  /** Keep the pictures that are shown as one PNG. */
  save() {
    if (!this.pictures.length) return;
    const round = this.parts.all.dataset.round;
    const link = document.createElement("a");
    link.download = `spe_ed-round-${round}-player-${this.chosen}.png`;
    link.href = contactSheet(this.pictures, link.download.replace(".png", "")).toDataURL(
      "image/png",
    );
    link.click();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const typing = event.target instanceof HTMLInputElement && event.target.type !== "range";
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && event.target instanceof HTMLButtonElement) return;
    /** @type {Record<string, () => void>} */
    const deeds = {
      "ArrowLeft": () => this.go(this.place - 1),
      "ArrowRight": () => this.go(this.place + 1),
      "Home": () => this.go(0),
      "End": () => this.go(Infinity),
      " ": () => this.toggle(),
      "s": () => this.save(),
    };
    const deed =
      deeds[event.key] ??
      (/^[1-6]$/.test(event.key) ? () => this.choose(Number(event.key)) : undefined);
    if (!deed || !this.race) return;
    event.preventDefault();
    deed();
  }
}

/** The viewer on a page of its own. */
function alone() {
  const language = navigator.language.startsWith("de") ? "de" : "en";
  document.documentElement.lang = language;
  return new SpeedViewer(/** @type {HTMLElement} */ (document.getElementById("speed")), language);
}

/** Show an album on a page of its own. @param {any} album */
export const showAlbum = (album) => alone().show(raceOf(album));

/** Follow the server that this page comes from. @param {string} path */
export const showLive = (path) =>
  alone().follow(new URL(path, location.href).href.replace(/^http/, "ws"));
