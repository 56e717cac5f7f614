/**
 * What is said of the people of our own files, in German. Files of the standard have one text each,
 * in the language of whoever wrote them; of strangers that text is shown.
 */

import { labelText } from "../words.js";

/** @type {Record<string, string>} */
const GERMAN = {
  "In the first year, with one talent at most.": "Im ersten Jahr, mit höchstens einem Talent.",
  "Writes the reports that others sign.": "Schreibt die Berichte, die andere unterschreiben.",
  "Nothing has ever knocked him over, and little moves him.":
    "Nichts hat ihn je umgeworfen, und wenig bewegt ihn.",
  "People forget what they were about to do to her.":
    "Man vergisst, was man ihr gerade antun wollte.",
  "Wins at cards, and says it is mathematics.": "Gewinnt beim Kartenspiel und nennt es Mathematik.",
  "Was a nurse, and still looks after everybody.":
    "War Krankenschwester und kümmert sich noch immer um alle.",
  "Comes in from the rain in any weather.": "Kommt bei jedem Wetter aus dem Regen herein.",
  "Knows every lock of the house by its first name.":
    "Kennt jedes Schloss des Hauses beim Vornamen.",
  "Where he has been, furniture is missing.": "Wo er war, fehlen Möbel.",
  "Sees who looks away.": "Sieht, wer wegsieht.",
  "Twice at the bar before anybody else is there once.":
    "Zweimal an der Bar, bevor ein anderer einmal dort war.",
  "Spills everything, tells nothing.": "Verschüttet alles, verrät nichts.",
  "Once bet on a race with one horse, and lost.":
    "Hat auf ein Rennen mit einem einzigen Pferd gewettet und verloren.",
  "Runs the house's books and three others.": "Führt die Bücher des Hauses und drei andere.",
  "Always between the trouble and those she came with.":
    "Immer zwischen dem Ärger und denen, mit denen sie kam.",
  "A grey suit in front of a grey wall.": "Ein grauer Anzug vor einer grauen Wand.",
  "Smiles, and somebody else is hit.": "Lächelt, und jemand anders wird getroffen.",
};

/** @param {string} text as the file has it */
export const biography = (text) => labelText({ en: text, de: GERMAN[text] ?? text });
