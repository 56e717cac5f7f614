"""What the checks of GDL say, in German: for each English sentence or pattern, the German one."""

GERMAN = {
    # Words and pieces
    "relation": "Relation",
    "function": "Funktion",
    "fact": "Fakt",
    "move": "Zug",
    "term": "Term",
    "fact of the state": "Fakt des Zustands",
    "no": "kein",
    "no arguments": "kein Argument",
    "one argument": "ein Argument",
    "{count} arguments": "{count} Argumente",
    "exactly one condition": "genau eine Bedingung",
    "exactly two terms": "genau zwei Terme",
    "at least one condition": "mindestens eine Bedingung",
    "a head and conditions, and stands outside of all other forms": (
        "einen Kopf und Bedingungen und steht außerhalb aller anderen Klammern"
    ),
    "a condition": "eine Bedingung",
    "a term": "ein Term",
    "the name of a relation": "der Name einer Relation",
    "the end of the range": "das Ende des Bereichs",
    "{more} or the end of the rule": "{more} oder das Ende der Regel",
    " elsewhere": " an anderer Stelle",
    " in line {line}": " in Zeile {line}",
    " in line {span_line}": " in Zeile {span_line}",
    " (line {line})": " (Zeile {line})",
    " So it is in line {listed}.": " So ist es auch in Zeile {listed}.",
    " The same holds in line {listed}.": " Dasselbe gilt in Zeile {listed}.",
    "{message}{also}": "{message}{also}",
    "so this never holds": "also gilt das nie",
    "so the 'not' always holds": "also gilt das 'not' immer",
    "under a 'not', which only tests": "unter einem 'not', das nur prüft,",
    "in a 'distinct', which only tests": "in einem 'distinct', das nur prüft,",
    "in what the rule concludes": "in dem, was die Regel folgert,",
    "{where} (in line {line}, which this rule needs)": (
        "{where} (in Zeile {line}, die diese Regel braucht)"
    ),
    # Words that differ only by case
    "'{rare_name}' and '{common_name}'{line} differ only by case: they are two names.": (
        "'{rare_name}' und '{common_name}'{line} unterscheiden sich nur in Groß- und "
        "Kleinschreibung: Das sind zwei Namen."
    ),
    "Write '{common_name}' if the same is meant, or give one of them another name.": (
        "Schreibe '{common_name}', wenn dasselbe gemeint ist, oder gib einem einen anderen Namen."
    ),
    # Games in turn
    "'{head_relation}' is given by the match; rules cannot conclude it.": (
        "'{head_relation}' gibt die Partie vor; Regeln können es nicht folgern."
    ),
    "Do you mean '{instead}'?": "Ist '{instead}' gemeint?",
    "'{atom_relation}' takes {wanted} argument{plural}, not {count}.": (
        "'{atom_relation}' hat {wanted} Argument(e), nicht {count}."
    ),
    "Write it like {word_example}.": "Man schreibt es so: {word_example}.",
    "Nothing says what {var} can be, so such moves can be tried but not listed.": (
        "Nichts sagt, was {var} sein kann: Solche Züge kann man versuchen, aber nicht auflisten."
    ),
    "Add a condition that gives {var} a value, or a type: [1,3]:{var}.": (
        "Füge eine Bedingung hinzu, die {var} einen Wert gibt, oder einen Typ: [1,3]:{var}."
    ),
    "{var} gets no value, but a fact of the state needs one.": (
        "{var} bekommt keinen Wert, aber ein Fakt des Zustands braucht einen."
    ),
    "There is no type '{kind}', so it restricts nothing.": (
        "Es gibt keinen Typ '{kind}', er schränkt also nichts ein."
    ),
    "Do you mean '{near}'?": "Ist '{near}' gemeint?",
    "Declare its values: (type {kind} ...).": "Nenne seine Werte: (type {kind} ...).",
    "'{term}' is not a value of the type {kind}.": "'{term}' ist kein Wert des Typs {kind}.",
    "Add it with (type {kind} {term}), or use one of the values it has.": (
        "Füge ihn mit (type {kind} {term}) hinzu oder nimm einen der Werte, die er hat."
    ),
    "Use a number of the range.": "Nimm eine Zahl aus dem Bereich.",
    # Names
    "This rule can never fire.": "Diese Regel kann nie greifen.",
    "'{atom_relation}' is a fact of the state: write (true {atom}).": (
        "'{atom_relation}' ist ein Fakt des Zustands: Schreibe (true {atom})."
    ),
    "Do you mean '{word}'?": "Ist '{word}' gemeint?",
    "Define it, or delete this condition.": "Definiere es oder lösche diese Bedingung.",
    "No {what} can have '{misfit}' at this place, {consequence}.": (
        "Kein {what} kann an dieser Stelle '{misfit}' haben, {consequence}."
    ),
    "'{name}' means nothing to a game, and there is no '{word}'.": (
        "'{name}' bedeutet für ein Spiel nichts, und '{word}' gibt es nicht."
    ),
    "'{name}' means nothing to a game; nothing uses it.": (
        "'{name}' bedeutet für ein Spiel nichts; niemand verwendet es."
    ),
    "Check it against {listed}.": "Vergleiche es mit {listed}.",
    "No '{keyword}' covers this: there is none with '{misfit}' at this place.": (
        "Kein '{keyword}' deckt das ab: Keines hat an dieser Stelle '{misfit}'."
    ),
    "The game has no '{name}'.": "Das Spiel hat kein '{name}'.",
    "No rule or fact defines '{name}', so it never holds.": (
        "Keine Regel und kein Fakt definiert '{name}', also gilt es nie."
    ),
    "'{misfit}' is not a role of this game.": "'{misfit}' ist keine Rolle dieses Spiels.",
    "List it with '{keyword}', too.": "Führe es auch mit '{keyword}' auf.",
    "Nothing uses '{name}'.": "Nichts verwendet '{name}'.",
    "Delete it, if it is not meant for readers.": (
        "Lösche es, wenn es nicht für Leser gedacht ist."
    ),
    "The roles are {listed}.": "Die Rollen sind {listed}.",
    "A term is never distinct from itself.": "Ein Term ist nie von sich selbst verschieden.",
    "Both {literal} and its negation are asked for.": (
        "Verlangt wird {literal} und zugleich das Gegenteil."
    ),
    "Name the players: (role white) (role black).": (
        "Nenne die Spieler: (role white) (role black)."
    ),
    "Say what players may do: (<= (legal ?p noop) ...).": (
        "Sage, was Spieler tun dürfen: (<= (legal ?p noop) ...)."
    ),
    "Say when the match is over: (<= terminal ...).": (
        "Sage, wann die Partie zu Ende ist: (<= terminal ...)."
    ),
    "Say who wins: (<= (goal ?p 100) ...).": "Sage, wer gewinnt: (<= (goal ?p 100) ...).",
    # Order
    "'{relation}' is fixed before the match, but depends on '{on}': {chain}.": (
        "'{relation}' steht vor der Partie fest, hängt aber von '{on}' ab: {chain}."
    ),
    "Use only facts and relations that no move changes.": (
        "Verwende nur Fakten und Relationen, die kein Zug ändert."
    ),
    "'{relation}' is settled before moves are made, but depends on '{on}': {chain}.": (
        "'{relation}' steht fest, bevor gezogen wird, hängt aber von '{on}' ab: {chain}."
    ),
    "Remember the move in the state with 'next', and ask for it with 'true'.": (
        "Merke den Zug mit 'next' im Zustand und frage ihn mit 'true' ab."
    ),
    "Whether {said} holds depends on whether it does not: {circle}.": (
        "Ob {said} gilt, hängt davon ab, ob es nicht gilt: {circle}."
    ),
    "Break the circle; a 'not' may only ask for what is settled without it.": (
        "Löse den Kreis auf; ein 'not' darf nur nach dem fragen, was ohne es feststeht."
    ),
    "'{relation}' needs itself in a circle, and nothing outside of the circle "
    "limits {variable_names}.": (
        "'{relation}' braucht sich im Kreis selbst, und nichts außerhalb des Kreises begrenzt "
        "{variable_names}."
    ),
    "Add a condition that lists the values, from a relation outside of the circle.": (
        "Füge eine Bedingung hinzu, die die Werte aufzählt, aus einer Relation außerhalb des "
        "Kreises."
    ),
    # Rules
    "The {kind} '{name}' has {arguments} here, but {arguments2}{at}.": (
        "{kind} '{name}' hat hier {arguments}, aber {arguments2}{at}."
    ),
    "Give it the same number everywhere, or use two names.": (
        "Gib ihm überall gleich viele oder verwende zwei Namen."
    ),
    "Give the {kind} a name of its own.": "Gib dem Genannten ({kind}) einen eigenen Namen.",
    "The value of a goal must be a whole number from 0 to 100.": (
        "Der Wert eines Ziels ist eine ganze Zahl von 0 bis 100."
    ),
    "0 is the worst result and 100 the best.": (
        "0 ist das schlechteste Ergebnis und 100 das beste."
    ),
    "Write '{inner}' around '{atom_relation}': ({inner} ({atom_relation} ...)).": (
        "Schreibe '{inner}' um '{atom_relation}': ({inner} ({atom_relation} ...))."
    ),
    "Ask for it by itself: {term_text}": "Frage es für sich ab: {term_text}",
    "'{inner}' stands inside '{atom_relation}', where it only names a {kind}: "
    "it is not the word of the language there.": (
        "'{inner}' steht in '{atom_relation}' und benennt dort nur etwas ({kind}): "
        "Das Wort der Sprache ist es dort nicht."
    ),
    "This is said already{at}.": "Das steht schon da{at}.",
    "Delete one of the two.": "Lösche eines von beiden.",
    "'{atom_relation}' can only be concluded, not asked for.": (
        "'{atom_relation}' kann man nur folgern, nicht abfragen."
    ),
    "Ask for the present state with '{instead}'.": (
        "Den gegenwärtigen Zustand fragt man mit '{instead}' ab."
    ),
    "The sentence before this rule speaks of ?{name}, which the rule does not have.": (
        "Der Satz vor dieser Regel spricht von ?{name}, das die Regel nicht hat."
    ),
    "Do you mean ?{near}?": "Ist ?{near} gemeint?",
    "Use the names of the rule's variables.": "Verwende die Namen der Variablen der Regel.",
    "'{name}' takes {arguments}, not {count}.": "'{name}' verlangt {arguments}, nicht {count}.",
    "Write it like {example}.": "Man schreibt es so: {example}.",
    # Variables without a value
    "Add a condition that lists the values of ?{name}, such as (role ?{name}) for roles.": (
        "Füge eine Bedingung hinzu, die die Werte von ?{name} aufzählt, etwa (role ?{name}) für "
        "Rollen."
    ),
    "'{relation}' is asked here without a value for {asker_variable}, "
    "but its rule{line} gives {last_variable} none.": (
        "'{relation}' wird hier ohne einen Wert für {asker_variable} abgefragt, aber seine "
        "Regel{line} gibt {last_variable} keinen."
    ),
    "Add a condition that lists the values of {asker_variable}, here or in that rule.": (
        "Füge hier oder in jener Regel eine Bedingung hinzu, die die Werte von "
        "{asker_variable} aufzählt."
    ),
    "This rule has too many alternatives to be checked.": (
        "Diese Regel hat zu viele Alternativen, um geprüft zu werden."
    ),
    "Give parts of the rule relations of their own.": ("Gib Teilen der Regel eigene Relationen."),
    "?{name} stands {where}, but no condition gives it a value.{same}": (
        "?{name} steht {where} aber keine Bedingung gibt ihm einen Wert.{same}"
    ),
    "No condition of this rule gives {names} a value, so '{relation}' cannot be "
    "listed; it only works where its user gives the values.": (
        "Keine Bedingung dieser Regel gibt {names} einen Wert: '{relation}' lässt sich nicht "
        "aufzählen und geht nur, wo der Fragende die Werte angibt."
    ),
    "Add conditions that list the values.": "Füge Bedingungen hinzu, die die Werte aufzählen.",
    # Ranges, numbers, includes
    "'{shown}' is not a relation that can be listed.": (
        "'{shown}' ist keine Relation, die sich aufzählen lässt."
    ),
    "There are {listed}; (succ next-row) lists one under another name.": (
        "Es gibt {listed}; (succ next-row) führt eine unter anderem Namen auf."
    ),
    "This is not a range.": "Das ist kein Bereich.",
    "Write two numbers or two single letters, the smaller one first: (1 .. 8) or (a .. h).": (
        "Schreibe zwei Zahlen oder zwei Buchstaben, die kleinere zuerst: (1 .. 8) oder (a .. h)."
    ),
    "The name of the file to include, {name}, is not in quotation marks.": (
        "Der Name der einzubindenden Datei, {name}, steht nicht in Anführungszeichen."
    ),
    'Write (include "{name}").': 'Schreibe (include "{name}").',
    "A range stands in a rule; only facts can have ranges.": (
        "Ein Bereich steht in einer Regel; nur Fakten haben Bereiche."
    ),
    "Name it by facts, such as (row (1 .. 8)), and ask (row ?y) in the rule.": (
        "Benenne ihn durch Fakten, etwa (row (1 .. 8)), und frage in der Regel (row ?y)."
    ),
    "The file includes itself: {listed}.": "Die Datei bindet sich selbst ein: {listed}.",
    "Take one of these includes out.": "Nimm eine dieser Einbindungen heraus.",
    "More than {max_files} files are included.": (
        "Mehr als {max_files} Dateien werden eingebunden."
    ),
    "Put several of them into one.": "Fasse einige davon zusammen.",
    "'{clash}' is defined by an included file, too.": (
        "'{clash}' definiert auch eine eingebundene Datei."
    ),
    "Take another name, or leave the include out.": (
        "Nimm einen anderen Namen oder lass die Einbindung weg."
    ),
    "'{kind}' must name the relations that it shall list.": (
        "'{kind}' muss die Relationen nennen, die es aufzählen soll."
    ),
    "Write for example ({kind} {listed} succ); there are {given}.": (
        "Schreibe zum Beispiel ({kind} {listed} succ); es gibt {given}."
    ),
    "'{kind}' does not go with this range.": "'{kind}' passt nicht zu diesem Bereich.",
    "Write (numbers 1 .. 8 ...) or (letters a .. h ...).": (
        "Schreibe (numbers 1 .. 8 ...) oder (letters a .. h ...)."
    ),
    "The ranges and numbers of this game become more than {max_facts:,} facts.": (
        "Aus den Bereichen und Zahlen dieses Spiels werden mehr als {max_facts:,} Fakten."
    ),
    "Take a shorter range, or describe the relation by a rule.": (
        "Nimm einen kürzeren Bereich oder beschreibe die Relation durch eine Regel."
    ),
    'There is no file "{name}" beside the game, nor in the library.': (
        'Es gibt keine Datei "{name}", weder neben dem Spiel noch in der Bibliothek.'
    ),
    "The library has {listed}.": "Die Bibliothek hat {listed}.",
    '"{name}" leads out of the folder of the game.': (
        '"{name}" führt aus dem Ordner des Spiels heraus.'
    ),
    "Only files beside the game, in folders below it and of the library are included.": (
        "Eingebunden werden nur Dateien neben dem Spiel, aus Ordnern darunter und der Bibliothek."
    ),
    # Brackets and words
    "An opening parenthesis is missing before this word.": (
        "Vor diesem Wort fehlt eine öffnende Klammer."
    ),
    "Add the missing '(' before it.": "Füge davor die fehlende '(' ein.",
    "This parenthesis is never closed.": "Diese Klammer wird nie geschlossen.",
    "Add the missing ')' at the end of this rule or fact.": (
        "Füge am Ende dieser Regel oder dieses Fakts die fehlende ')' ein."
    ),
    "The word {text!r} contains a character that cannot be seen.": (
        "Das Wort {text!r} enthält ein unsichtbares Zeichen."
    ),
    "Delete it and type the word again.": "Lösche es und tippe das Wort neu.",
    "This word has {count:,} characters; at most {max_word:,} are allowed.": (
        "Dieses Wort hat {count:,} Zeichen; erlaubt sind {max_word:,}."
    ),
    "Is there a blank missing?": "Fehlt ein Leerzeichen?",
    "This text in quotation marks does not end on its line.": (
        "Dieser Text in Anführungszeichen endet nicht in seiner Zeile."
    ),
    'Close it with a second " on the same line.': (
        'Schließe ihn in derselben Zeile mit einem zweiten ".'
    ),
    "Forms nest more than {max_depth} levels deep here.": (
        "Klammern sind hier tiefer als {max_depth} Ebenen verschachtelt."
    ),
    "Split the term or the rule; no game needs to nest that deeply.": (
        "Teile den Term oder die Regel auf; kein Spiel braucht so tiefe Verschachtelung."
    ),
    "This closing parenthesis has no opening one.": (
        "Zu dieser schließenden Klammer fehlt die öffnende."
    ),
    "Delete it, or add the '(' that belongs to it.": (
        "Lösche sie oder füge die zugehörige '(' ein."
    ),
    # Infix notation
    "A rule reads head(X) :- condition(X) & ~other(X); variables start with a capital letter.": (
        "Eine Regel lautet head(X) :- condition(X) & ~other(X); Variablen beginnen groß."
    ),
    "Write | for 'or'; comments start with %.": (
        "Schreibe | für 'oder'; Kommentare beginnen mit %."
    ),
    "Write :- between what follows and its conditions.": (
        "Schreibe :- zwischen das Gefolgerte und seine Bedingungen."
    ),
    "Write one & between conditions.": "Schreibe ein & zwischen Bedingungen.",
    "Write one | between alternatives.": "Schreibe ein | zwischen Alternativen.",
    "Write ~ for 'not'.": "Schreibe ~ für 'nicht'.",
    "Write ~ for 'not', and distinct(X, Y) for terms that differ.": (
        "Schreibe ~ für 'nicht' und distinct(X, Y) für verschiedene Terme."
    ),
    "Write ~distinct(X, Y) for equal terms, and distinct(X, Y) for those that differ.": (
        "Schreibe ~distinct(X, Y) für gleiche Terme und distinct(X, Y) für verschiedene."
    ),
    "The rule is not finished: expected {problem_wanted} behind '{last_text}'.": (
        "Die Regel ist nicht fertig: Hinter '{last_text}' fehlt {problem_wanted}."
    ),
    "A variable needs a name.": "Eine Variable braucht einen Namen.",
    "Write one, such as X.": "Schreibe einen, etwa X.",
    "{text} cannot be a word of GDL.": "{text} kann kein Wort von GDL sein.",
    "Words are not empty and contain no blanks, parentheses, semicolons or double quotes, "
    "and only variables start with a question mark.": (
        "Wörter sind nicht leer, enthalten keine Leerzeichen, Klammern, Semikolons oder "
        "Anführungszeichen, und nur Variablen beginnen mit einem Fragezeichen."
    ),
    "Expected {wanted}, found {found}.": "Erwartet: {wanted}; gefunden: {found}.",
    "Keep these rules in prefix notation.": "Lass diese Regeln in der Präfix-Schreibweise.",
    "'{atom_relation}' is not used like this in the infix notation.": (
        "'{atom_relation}' verwendet man in der Infix-Schreibweise nicht so."
    ),
    "Write ~p(X) for not, p(X) & q(X), (p(X) | q(X)), and distinct(X, Y).": (
        "Schreibe ~p(X) für nicht, p(X) & q(X), (p(X) | q(X)) und distinct(X, Y)."
    ),
    # Reading
    "The rule has more than {max_conditions:,} conditions.": (
        "Die Regel hat mehr als {max_conditions:,} Bedingungen."
    ),
    "Give parts of it relations of their own.": "Gib Teilen davon eigene Relationen.",
    "There are {count:,} arguments here; at most {max_arguments} are allowed.": (
        "Hier stehen {count:,} Argumente; erlaubt sind {max_arguments}."
    ),
    "Is there a parenthesis missing?": "Fehlt eine Klammer?",
    "'{name}' cannot be what a rule or fact states.": (
        "'{name}' kann nicht das sein, was eine Regel oder ein Fakt aussagt."
    ),
    "Only a relation can; conditions come after {conditions}.": (
        "Das kann nur eine Relation; Bedingungen stehen hinter {conditions}."
    ),
    "Reading stopped here, after {max_problems} problems.": (
        "Das Lesen endet hier, nach {max_problems} Problemen."
    ),
    "Mend the first ones; is this a GDL file at all?": (
        "Behebe die ersten; ist das überhaupt eine GDL-Datei?"
    ),
    "Reading stopped here, after {max_rules:,} rules and facts.": (
        "Das Lesen endet hier, nach {max_rules:,} Regeln und Fakten."
    ),
    "Describe repeated facts by rules.": "Beschreibe wiederholte Fakten durch Regeln.",
    "The text has {count:,} characters; at most {max_size:,} are read.": (
        "Der Text hat {count:,} Zeichen; gelesen werden {max_size:,}."
    ),
    "Describe repeated facts by rules, ranges or includes.": (
        "Beschreibe wiederholte Fakten durch Regeln, Bereiche oder Einbindungen."
    ),
    "This is not a text: it contains a zero byte.": ("Das ist kein Text: Er enthält ein Nullbyte."),
    "Give a file with GDL rules in UTF-8.": "Gib eine Datei mit GDL-Regeln in UTF-8.",
    "'{node_name}' stands outside of all parentheses.": (
        "'{node_name}' steht außerhalb aller Klammern."
    ),
    "Write ({node_name} ...).": "Schreibe ({node_name} ...).",
    "A form must start with the name of a relation.": (
        "Eine Klammer beginnt mit dem Namen einer Relation."
    ),
    "Write (name argument ...).": "Schreibe (Name Argument ...).",
    "'{name}' takes {listed}, not {given}.": "'{name}' verlangt {listed}, nicht {given}.",
    "The seed dialect is strict; the ggp dialect allows more for some words.": (
        "Der Dialekt seed ist streng; der Dialekt ggp erlaubt bei manchen Wörtern mehr."
    ),
    "'{item_name}' is not a word of the seed dialect.": (
        "'{item_name}' ist kein Wort des Dialekts seed."
    ),
    "Words are made of letters, digits and underscores; variables start with '?'.": (
        "Wörter bestehen aus Buchstaben, Ziffern und Unterstrichen; Variablen beginnen mit '?'."
    ),
    "Argument {position} of '{name}' is a {part}.": (
        "Argument {position} von '{name}' ist falsch: {part}."
    ),
    "It must be a {listed}.": "Dort muss stehen: {listed}.",
    "There is nothing between these parentheses.": "Zwischen diesen Klammern steht nichts.",
    "Delete them, or write a name and its arguments inside.": (
        "Lösche sie oder schreibe einen Namen und seine Argumente hinein."
    ),
    "'{name}' takes {takes}.": "'{name}' verlangt {takes}.",
    "Nothing was given; expected a term such as (mark 1 2) or noop.": (
        "Es fehlt ein Term wie (mark 1 2) oder noop."
    ),
    "A form must start with the name of a {kind}, not with another form.": (
        "Eine Klammer beginnt mit einem Namen ({kind}), nicht mit einer anderen Klammer."
    ),
    "Write (name argument ...); is there one '(' too many?": (
        "Schreibe (Name Argument ...); ist eine '(' zu viel?"
    ),
    "The variable {name} stands where the name of a {kind} must.": (
        "Die Variable {name} steht, wo ein Name ({kind}) stehen muss."
    ),
    "A variable can be an argument, but not a {kind}.": (
        "Eine Variable kann ein Argument sein, aber kein Name ({kind})."
    ),
    "The text {name} stands where the name of a {kind} must.": (
        "Der Text {name} steht, wo ein Name ({kind}) stehen muss."
    ),
    "Only the file of an include is written in quotation marks.": (
        "Nur die Datei eines include steht in Anführungszeichen."
    ),
    "'{name}' is read as one word.": "'{name}' wird als ein Wort gelesen.",
    "Put a space after the arrow: (<= {name} ...)": (
        "Setze ein Leerzeichen hinter den Pfeil: (<= {name} ...)"
    ),
    "This rule has no head.": "Diese Regel hat keinen Kopf.",
    "Write what follows after '<=', then its conditions.": (
        "Schreibe hinter '<=' das Gefolgerte, dann seine Bedingungen."
    ),
    "This is read in the dialect seed-2: {why}.": ("Das wird im Dialekt seed-2 gelesen: {why}."),
    "Say so in a header, //! dialect seed-2, or name another one.": (
        "Sage das in einem Kopf, //! dialect seed-2, oder nenne einen anderen."
    ),
}
"""German by English."""
