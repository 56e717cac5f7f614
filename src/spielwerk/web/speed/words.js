/**
 * The words of the spe_ed viewer in both languages; it also lives outside this site, so it brings
 * its own.
 */

/** @typedef {"en" | "de"} Language */
/** @typedef {(key: string, values?: Record<string, string | number>) => string} Say */

/** @type {Record<Language, Record<string, string>>} */
const SPEED_WORDS = {
  en: {
    "waiting": "Waiting for a race to begin …",
    "lost": "The connection is gone. What was seen so far can still be looked at.",
    "round": "Round {n} of {last}",
    "live": "live",
    "jump": "jump round",
    "winner": "{name} wins",
    "nobody": "Nobody wins",
    "first": "First round",
    "back": "One round back",
    "run": "Run",
    "stop": "Stop",
    "on": "One round on",
    "last": "Last round",
    "slider": "Round",
    "save": "Save pictures",
    "keys": "Keys: ← → rounds, Home End, Space runs, 1 to 6 players, S saves",
    "board": "board",
    "players": "Players",
    "you": "you",
    "out": "out",
    "speed": "speed {n}",
    "took": "{used} of {given} s",
    "decision": "Why {action}?",
    "advice": "The solver would: {action}",
    "unknown": "did not answer",
    "plan": "Plan",
    "action": "action",
    "silent": "Nothing is known of what this player thought in this round.",
    "pictureless": "This player draws no pictures: {note}",
    "over": "The race is over; go back to see decisions.",
    "dead": "This player was out by then.",
    "action.turn_left": "turn left",
    "action.turn_right": "turn right",
    "action.slow_down": "slow down",
    "action.speed_up": "speed up",
    "action.change_nothing": "straight on",
    "rating.success": "success",
    "rating.cut off": "cut off",
    "rating.inverted importance": "spares",
    "rating.total": "total",
    "rating.rounds": "rounds",
    "rating.fight": "fight",
    "rating.danger": "danger",
    "picture.success": "success",
    "picture.success.about":
      "Cells that can be reached behind the chosen action; dark ones an opponent may take first.",
    "picture.cut off": "cut off",
    "picture.cut off.about":
      "Cells that are surely reached before an opponent and would stand in its way.",
    "picture.inverted importance": "inverted importance",
    "picture.inverted importance.about":
      "How little the next cells are needed later: bright ones can be used up.",
    "picture.probability": "probability",
    "picture.probability.about": "How likely opponents are here in the next rounds.",
    "picture.min steps": "minimum steps",
    "picture.min steps.about": "In how many rounds the quickest opponent can be here.",
    "picture.territory": "territory",
    "picture.territory.about": "Who gets there first: bright is ours, dark is theirs.",
    "picture.danger": "danger",
    "picture.danger.about": "Where opponents may be in this very round: bright cells are deadly.",
    "picture.best line": "best line",
    "picture.best line.about": "The walk the player means to take: bright is soon, dark is late.",
  },
  de: {
    "waiting": "Warte auf den Beginn eines Rennens …",
    "lost": "Die Verbindung ist weg. Was bis dahin zu sehen war, bleibt zum Ansehen.",
    "round": "Runde {n} von {last}",
    "live": "live",
    "jump": "Sprungrunde",
    "winner": "{name} gewinnt",
    "nobody": "Niemand gewinnt",
    "first": "Erste Runde",
    "back": "Eine Runde zurück",
    "run": "Abspielen",
    "stop": "Anhalten",
    "on": "Eine Runde weiter",
    "last": "Letzte Runde",
    "slider": "Runde",
    "save": "Bilder speichern",
    "keys": "Tasten: ← → Runden, Pos1 Ende, Leertaste spielt ab, 1 bis 6 Spieler, S speichert",
    "board": "Spielfeld",
    "players": "Spieler",
    "you": "wir",
    "out": "ausgeschieden",
    "speed": "Tempo {n}",
    "took": "{used} von {given} s",
    "decision": "Warum {action}?",
    "advice": "Der Solver würde: {action}",
    "unknown": "keine Antwort",
    "plan": "Plan",
    "action": "Aktion",
    "silent": "Was dieser Spieler in dieser Runde dachte, ist nicht bekannt.",
    "pictureless": "Dieser Spieler malt keine Bilder: {note}",
    "over": "Das Rennen ist vorbei; gehe zurück, um Entscheidungen zu sehen.",
    "dead": "Dieser Spieler war da schon ausgeschieden.",
    "action.turn_left": "nach links",
    "action.turn_right": "nach rechts",
    "action.slow_down": "langsamer",
    "action.speed_up": "schneller",
    "action.change_nothing": "geradeaus",
    "rating.success": "Erfolg",
    "rating.cut off": "Abschneiden",
    "rating.inverted importance": "Schonung",
    "rating.total": "gesamt",
    "rating.rounds": "Runden",
    "rating.fight": "Kampf",
    "rating.danger": "Gefahr",
    "picture.success": "Erfolg",
    "picture.success.about":
      "Zellen, die hinter der gewählten Aktion erreichbar sind; dunkle nimmt vielleicht ein " +
      "Gegner zuerst.",
    "picture.cut off": "Abschneiden",
    "picture.cut off.about":
      "Zellen, die sicher vor einem Gegner erreicht werden und ihm im Weg wären.",
    "picture.inverted importance": "invertierte Relevanz",
    "picture.inverted importance.about":
      "Wie wenig die nächsten Zellen später gebraucht werden: helle dürfen verbraucht werden.",
    "picture.probability": "Wahrscheinlichkeit",
    "picture.probability.about": "Wie wahrscheinlich Gegner in den nächsten Runden hier sind.",
    "picture.min steps": "minimale Schritte",
    "picture.min steps.about": "In wie vielen Runden der schnellste Gegner hier sein kann.",
    "picture.territory": "Gebiet",
    "picture.territory.about": "Wer zuerst da ist: hell gehört uns, dunkel den anderen.",
    "picture.danger": "Gefahr",
    "picture.danger.about":
      "Wo Gegner noch in dieser Runde sein können: helle Zellen sind tödlich.",
    "picture.best line": "beste Linie",
    "picture.best line.about": "Der Weg, den der Spieler vorhat: hell ist bald, dunkel ist spät.",
  },
};

/**
 * Speaks one language; a key without words stands for its last part.
 * @param {Language} language @returns {Say}
 */
export function speaker(language) {
  return (key, values = {}) => {
    const text =
      SPEED_WORDS[language][key] ??
      SPEED_WORDS.en[key] ??
      (key.endsWith(".about") ? "" : key.slice(key.indexOf(".") + 1));
    return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
  };
}
