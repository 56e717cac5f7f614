"""What is said of texts in the compact notation, in German."""

NOTATION_GERMAN = {
    "Players that take turns: turns Play link=player ends=game when start of game": (
        "Spieler, die reihum ziehen: turns Play link=player ends=game when start of game"
    ),
    "Write where it is possible, below a phase or type: {own}: {action_id}": (
        "Schreib, wo sie möglich ist, unter eine Phase oder einen Typ: {own}: {action_id}"
    ),
    "The game has no parts yet.": "Das Spiel hat noch keine Teile.",
    "Say next who plays and what there is: actor, table, action, turns.": (
        "Sag als Nächstes, wer spielt und was es gibt: actor, table, action, turns."
    ),
    "This does not fit: {needed} is needed here.": "Das passt nicht: Hier fehlt {needed}.",
    "a value": "ein Wert",
    "an attribute": "ein Attribut",
    "a selection of actors": "eine Auswahl von Akteuren",
    "an actor": "ein Akteur",
    "an object": "ein Objekt",
    "a selection of objects": "eine Auswahl von Objekten",
    "a field": "ein Feld",
    "a selection of fields": "eine Auswahl von Feldern",
    "a rule": "eine Regel",
    "Write below it: {instance_id} = ...": "Schreib darunter: {instance_id} = ...",
    "Write below it: state {one_id}.Name extends {state_id}": (
        "Schreib darunter: state {one_id}.Name extends {state_id}"
    ),
    "'{name}' is a word of the notation and cannot be a name here.": (
        "'{name}' ist ein Wort der Notation und kann hier kein Name sein."
    ),
    "Choose another name, such as '{name}One'.": (
        "Wähle einen anderen Namen, zum Beispiel '{name}One'."
    ),
    "A count is a whole number up to {most}.": "Eine Anzahl ist eine ganze Zahl bis {most}.",
    "This row has {n} cells, but the table {columns} columns.": (
        "Diese Zeile hat {n} Zellen, die Tabelle aber {columns} Spalten."
    ),
    "Write a cell that has a comma in it in quotes.": (
        "Schreib eine Zelle, in der ein Komma steht, in Anführungszeichen."
    ),
    "A table of cards begins with the names of its columns.": (
        "Eine Tabelle von Karten beginnt mit den Namen ihrer Spalten."
    ),
    "Write below it, for example: name, color, cost, count": (
        "Schreib darunter zum Beispiel: name, color, cost, count"
    ),
    "No table says how many there are of each '{name}'.": (
        "Keine Tabelle sagt, wie viele es von jedem '{name}' gibt."
    ),
    "Give the table 'cards {name}' a column 'count'.": (
        "Gib der Tabelle 'cards {name}' eine Spalte 'count'."
    ),
    "Only links and lists of links can be cleared.": (
        "Nur Links und Listen von Links können geleert werden."
    ),
    "A block stands behind the colon or below it, not both.": (
        "Ein Block steht hinter dem Doppelpunkt oder darunter, nicht beides."
    ),
    "Nothing can be indented below this.": "Darunter kann nichts eingerückt stehen.",
    "This is no statement.": "Das ist keine Anweisung.",
    "Statements change something: x = 1, x += 1, move a to b, if ..., do ...": (
        "Anweisungen ändern etwas: x = 1, x += 1, move a to b, if ..., do ..."
    ),
    "One can end the action, the state, the phase or the game.": (
        "Beenden kann man action, state, phase oder game."
    ),
    "There is no 'if' above this 'else'.": "Über diesem 'else' steht kein 'if'.",
    "One goes through actors, objects or fields.": (
        "Durchgehen kann man Akteure, Objekte oder Felder."
    ),
    "One can choose an actor, object, field, number, value or yes.": (
        "Wählen kann man actor, object, field, number, value oder yes."
    ),
    "There is no selection above this.": "Darüber steht keine Auswahl.",
    "This is nested too deeply.": "Das ist zu tief verschachtelt.",
    "Before an indented block stands a colon.": (
        "Vor einem eingerückten Block steht ein Doppelpunkt."
    ),
    "Blocks are indented with blanks, not with tabs.": (
        "Blöcke werden mit Leerzeichen eingerückt, nicht mit Tabulatoren."
    ),
    "A bracket that is opened here is never closed.": (
        "Eine Klammer, die hier aufgeht, wird nie geschlossen."
    ),
    "Close it with the bracket of the same kind.": "Schließe sie mit der passenden Klammer.",
    "Blocks are nested more than {deepest} deep.": (
        "Blöcke sind mehr als {deepest} tief verschachtelt."
    ),
    "This line is indented as no line above it.": (
        "Diese Zeile ist eingerückt wie keine Zeile darüber."
    ),
    "Nothing can be indented below a comment.": (
        "Unter einem Kommentar kann nichts eingerückt stehen."
    ),
    "the end": "das Ende",
    "This cannot be read: {text}": "Das kann nicht gelesen werden: {text}",
    "'{text}' is missing here.": "Hier fehlt '{text}'.",
    "'{what}' was not expected here.": "'{what}' wurde hier nicht erwartet.",
    "This is written {name}({wanted}).": "Man schreibt {name}({wanted}).",
    "This shorthand stands for too much.": "Diese Abkürzung steht für zu viel.",
    "Here stands the name of a type.": "Hier steht der Name eines Typs.",
    "Behind the dot stands a name.": "Hinter dem Punkt steht ein Name.",
    "Nothing here is called '{name}'.": "Hier heißt nichts '{name}'.",
    "Written out, the rules have more than {most:,} elements.": (
        "Ausgeschrieben haben die Regeln mehr als {most:,} Elemente."
    ),
    "This is no rule: it cannot hold or fail.": (
        "Das ist keine Regel: Es kann weder gelten noch nicht gelten."
    ),
    "Compare it: is, ==, <, in, has.": "Vergleiche es: is, ==, <, in, has.",
    "There is the start of game, of phase and of action.": (
        "Es gibt start of game, start of phase und start of action."
    ),
    "'is' compares actors, objects, fields and spaces.": (
        "'is' vergleicht Akteure, Objekte, Felder und Räume."
    ),
    "Here a link must be named.": "Hier muss ein Link genannt werden.",
    "There is no '{name}' with {n} in brackets.": "Es gibt kein '{name}' mit {n} in Klammern.",
    "Use fewer shorthands inside of others.": "Verwende weniger Abkürzungen in anderen.",
    "Compare values with ==.": "Vergleiche Werte mit ==.",
    "A set holds values of an enumeration.": "Eine Menge enthält Werte einer Aufzählung.",
    "Behind 'only' stands what to look for: only X where Y.": (
        "Hinter 'only' steht, was gesucht wird: only X where Y."
    ),
    "Only actors, objects, fields and spaces can be searched.": (
        "Suchen kann man nur unter Akteuren, Objekten, Feldern und Räumen."
    ),
    "Actors, objects and fields can be counted.": ("Zählen kann man Akteure, Objekte und Felder."),
    "path(from, to) has two fields.": "path(von, nach) hat zwei Felder.",
    "There is no game in this text.": "In diesem Text steht kein Spiel.",
    'Begin with: game "Name" id=name': 'Beginne mit: game "Name" id=name',
    "Lines begin with {listed}.": "Zeilen beginnen mit {listed}.",
    "'{word}' declares nothing.": "'{word}' vereinbart nichts.",
    "A game begins with its name in quotes.": (
        "Ein Spiel beginnt mit seinem Namen in Anführungszeichen."
    ),
    "Actors, objects, spaces, fields and phases can be abstract.": (
        "Abstrakt sein können Akteure, Objekte, Räume, Felder und Phasen."
    ),
    "A track has 1 to {most} fields.": "Eine Leiste hat 1 bis {most} Felder.",
    "'{name}' says nothing here.": "'{name}' sagt hier nichts.",
    "A part is written as name: Type, a value as name = 1.": (
        "Ein Teil wird als name: Typ geschrieben, ein Wert als name = 1."
    ),
    "There is no enumeration '{name}'.": "Es gibt keine Aufzählung '{name}'.",
    "Here stands the sentence, in quotes.": "Hier steht der Satz, in Anführungszeichen.",
    "There is no type '{name}'.": "Es gibt keinen Typ '{name}'.",
}
