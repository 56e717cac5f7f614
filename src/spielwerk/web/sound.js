/**
 * Sounds of a table, made here and now, for those who switched them on: a piece is put down, one is
 * taken, a king is in check, it is your turn, it is over.
 */

import { settings } from "./settings.js";

/** @typedef {"move" | "capture" | "check" | "turn" | "end"} Sound */
/** @typedef {[number, number, number, number, OscillatorType]} Tone pitch, begin, length, volume */

/** Wood is a low tone that falls at once; bells ring on. @type {Record<Sound, Tone[]>} */
const SOUNDS = {
  move: [[190, 0, 0.09, 0.3, "triangle"]],
  capture: [
    [150, 0, 0.1, 0.34, "triangle"],
    [95, 0.04, 0.14, 0.3, "sine"],
  ],
  check: [
    [660, 0, 0.16, 0.1, "sine"],
    [880, 0.09, 0.2, 0.1, "sine"],
  ],
  turn: [[523, 0, 0.2, 0.09, "sine"]],
  end: [
    [392, 0, 0.5, 0.1, "sine"],
    [494, 0.1, 0.5, 0.09, "sine"],
    [587, 0.2, 0.8, 0.09, "sine"],
  ],
};

/** @type {AudioContext | null} */
let audio = null;

/** @param {Sound} name */
export function play(name) {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const tone of SOUNDS[name]) ring(audio, tone);
}

/** @param {AudioContext} context @param {Tone} tone */
function ring(context, [pitch, begin, seconds, loud, kind]) {
  const at = context.currentTime + begin;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = kind;
  tone.frequency.setValueAtTime(pitch, at);
  if (kind === "triangle") tone.frequency.exponentialRampToValueAtTime(pitch / 2, at + seconds);
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + seconds);
}

/**
 * What a step sounds like to somebody.
 * @param {import("./connection.js").Picture} before @param {import("./connection.js").Picture} now
 * @param {boolean} check whether a king is in danger
 * @returns {Sound}
 */
export function soundOf(before, now, check) {
  if (now.outcome) return "end";
  if (check) return "check";
  const count = (/** @type {import("./connection.js").Picture} */ { scene }) =>
    Object.values(scene?.pieces ?? {}).flat().length;
  if (count(now) < count(before)) return "capture";
  return now.role && now.asked.includes(now.role) && !now.made[now.role] ? "turn" : "move";
}
