/** A short soft tone when something was played, for those who switched it on. */

import { settings } from "./settings.js";

const PITCH = 523;
const SECONDS = 0.18;

export function chime() {
  if (!settings.sound) return;
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = PITCH;
  volume.gain.setValueAtTime(0.12, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + SECONDS);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + SECONDS);
  tone.onended = () => audio.close();
}
