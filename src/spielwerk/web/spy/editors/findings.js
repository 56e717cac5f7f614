/**
 * What is wrong with a file, in the language of the user: the server speaks English, here is the
 * German for its codes.
 */

import { settings } from "../../settings.js";
import { FIELDS } from "./scenario.js";
import { fieldName } from "./vocabulary.js";

/** @typedef {import("./files.js").Finding} Finding */

/** Message and hint by code. @type {Record<string, [string, string]>} */
const GERMAN = {
  "spy-json": [
    "Das ist kein JSON.",
    "Solche Dateien haben keine Kommentare und kein Komma nach dem letzten Eintrag.",
  ],
  "spy-too-long": ["Die Datei ist zu lang.", "Verwende eine kleinere."],
  "spy-required": ["Ein Wert fehlt.", "Ergänze ihn; der Standard braucht jeden."],
  "spy-enum": ["Dieses Wort kennt der Standard nicht.", "Wähle eines, das es gibt."],
  "spy-type": [
    "Hier steht etwas anderes als erwartet.",
    "Trage eine Zahl ein; Reichweiten und Punkte sind ganze Zahlen.",
  ],
  "spy-minimum": ["Der Wert ist zu klein.", "Verwende mindestens 0."],
  "spy-maximum": ["Der Wert ist zu groß.", "Chancen liegen zwischen 0 und 100 %."],
  "spy-minlength": ["Der Name ist zu kurz.", "Namen haben mindestens drei Zeichen."],
  "spy-uniqueitems": ["Zwei Einträge der Liste sind gleich.", "Entferne einen davon."],
  "spy-unknown-key": ["Diesen Wert kennt der Standard nicht.", "Er wird nicht beachtet."],
  "spy-empty": ["Die Karte hat keine Felder.", "Zeichne welche."],
  "spy-too-large": ["Das ist zu groß.", "Verwende weniger."],
  "spy-no-room": [
    "Acht Agenten, Katze und Hausmeister brauchen 10 begehbare, verbundene Felder.",
    "Zeichne mehr Boden oder Barhocker.",
  ],
  "spy-little-room": [
    "Mit drei neutralen Gästen braucht es 13 begehbare Felder; so kommen weniger.",
    "Zeichne mehr Boden.",
  ],
  "spy-no-safe": [
    "Es gibt keinen Tresor, und damit kein Halsband für die Katze.",
    "Stelle einen Tresor auf, der erreichbar ist.",
  ],
  "spy-no-seat": [
    "Kein Barhocker ist erreichbar: Wer exfiltriert wird, bleibt, wo er ist.",
    "Stelle einen Barhocker auf.",
  ],
  "spy-out-of-reach": [
    "Niemand kommt neben dieses Feld.",
    "Öffne einen Weg: Boden daneben, der mit dem Rest verbunden ist.",
  ],
  "spy-negative": ["Der Wert ist negativ.", "Verwende 0 oder mehr."],
  "spy-endless": [
    "Die Sperrstunde beginnt nie; die Partie könnte endlos dauern.",
    "Verwende mindestens 1.",
  ],
  "spy-no-strikes": ["Niemand könnte je zu spät sein.", "Verwende mindestens 1."],
  "spy-no-limit": ["Für Operationen gibt es keine Zeitgrenze.", "Trage Sekunden ein, etwa 30."],
  "spy-chips": ["Die wenigsten Chips sind mehr als die meisten.", "Vertausche die beiden."],
  "spy-few-characters": [
    "Zwei Spieler brauchen mindestens 8 Charaktere; mit 13 gibt es immer eine Wahl.",
    "Füge welche hinzu.",
  ],
  "spy-same-name": [
    "Dieser Name steht ein zweites Mal in der Liste.",
    "Gib ihnen verschiedene Namen.",
  ],
  "spy-name": [
    "Der Name ist zu lang oder hat Leerzeichen an falscher Stelle.",
    "Wörter mit je einem Leerzeichen, höchstens 80 Zeichen.",
  ],
  "spy-twice": ["Das steht hier zum zweiten Mal.", "Einmal genügt."],
  "spy-contrary": [
    "Zwei Eigenschaften widersprechen sich; die zweite gewinnt.",
    "Entferne eine davon.",
  ],
};

/**
 * Where the page shows something else than the file has: chances in percent.
 * @type {Record<string, [string, string]>}
 */
const ENGLISH = {
  "spy-maximum": ["This chance is too large.", "Chances are between 0 and 100 %."],
  "spy-minimum": ["This is too small.", "Use at least 0."],
};

/** @param {Finding} finding @returns {{message: string, hint: string | null}} */
export function findingText({ code, message, hint }) {
  const own = (settings.language === "de" ? GERMAN : ENGLISH)[code];
  return own
    ? { message: own[0], hint: own[1] }
    : { message: named(message), hint: hint && named(hint) };
}

/** Fields as the palette calls them. @param {string} text */
const named = (text) =>
  text.replace(/[A-Z]+(_[A-Z]+)?/g, (word) =>
    FIELDS.includes(word) ? fieldName(word).toLowerCase() : word,
  );
