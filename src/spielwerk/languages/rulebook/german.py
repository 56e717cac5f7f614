"""What the checks of rulebooks say, in German: for each English sentence or pattern, the German."""

GERMAN = {
    # The book itself
    'Write rulebook("{book_name}"). in #program rulebook_usable.': (
        'Schreibe rulebook("{book_name}"). in #program rulebook_usable.'
    ),
    'Write rulebook_version("{book_name}","1.0.0").': (
        'Schreibe rulebook_version("{book_name}","1.0.0").'
    ),
    "Write #program rulebook_usable. and below it who the book is.": (
        "Schreibe #program rulebook_usable. und darunter, wer das Buch ist."
    ),
    "It does not say that it is '{book_name}'.": "Es sagt nicht, dass es '{book_name}' ist.",
    "It claims to be '{other}' as well.": "Es gibt sich auch als '{other}' aus.",
    "A book speaks for itself only; rulebook_depends names others.": (
        "Ein Buch spricht nur für sich; rulebook_depends nennt andere."
    ),
    "It has no version.": "Es hat keine Version.",
    "'{imprint_version}' is no version.": "'{imprint_version}' ist keine Version.",
    "Versions are three numbers: 1.0.0": "Versionen sind drei Zahlen: 1.0.0",
    "'{need_versions}' is no range.": "'{need_versions}' ist kein Bereich.",
    "Ranges look like >=1.0.0 <2.0.0": "Bereiche sehen so aus: >=1.0.0 <2.0.0",
    "It needs '{need_book}' and conflicts with it.": (
        "Es braucht '{need_book}' und verträgt sich nicht damit."
    ),
    "Drop one of the two.": "Lass eines von beiden weg.",
    "The sub-program rulebook_usable is missing.": "Das Unterprogramm rulebook_usable fehlt.",
    "Books it needs stand beside it or in the library.": (
        "Bücher, die es braucht, stehen daneben oder in der Bibliothek."
    ),
    # Steps and programs
    "Nobody reads '{program}'.": "Niemand liest '{program}'.",
    "docs/rulebooks.md lists them.": "docs/rulebooks.md führt sie auf.",
    "Step {step} is never taken.": "Schritt {step} wird nie getan.",
    "Write extra_hero_validation_step({step}). in #program meta.": (
        "Schreibe extra_hero_validation_step({step}). in #program meta."
    ),
    "Step {step} is there anyway; there is no need to announce it.": (
        "Schritt {step} gibt es ohnehin; er braucht keine Ankündigung."
    ),
    "Step {step} is announced and empty.": "Schritt {step} ist angekündigt und leer.",
    "Write #program validate_hero_step_{step}.": ("Schreibe #program validate_hero_step_{step}."),
    # Words
    "Nothing reads {name} with {arity} arguments.": ("Nichts liest {name} mit {arity} Argumenten."),
    "{name} has {listed} arguments.": "{name} hat {listed} Argumente.",
    "Nothing ever makes {name} with {arity} arguments true.": (
        "Nichts macht {name} mit {arity} Argumenten je wahr."
    ),
    "No book declares the {feature} '{name}'.": "Kein Buch kennt '{name}' ({feature}).",
    'Declare it: known_{feature}("{name}"…).': 'Nenne es: known_{feature}("{name}"…).',
    "Did you mean {near}?": "Ist {near} gemeint?",
    "Did you mean '{near}'?": "Ist '{near}' gemeint?",
    # What clingo says
    "clingo refuses it: {imprint_problem}": "clingo lehnt es ab: {imprint_problem}",
    "clingo says: {message}.": "clingo sagt: {message}.",
    "A rule that counts on for ever, or combines everything with everything, does that.": (
        "So wirkt eine Regel, die ewig weiterzählt oder alles mit allem verbindet."
    ),
    "This has some {tries:,} combinations to try; {most:,} are allowed.": (
        "Hier sind etwa {tries:,} Kombinationen zu versuchen; erlaubt sind {most:,}."
    ),
    "Intervals, and conditions that share no variable, are multiplied.": (
        "Bereiche und Bedingungen ohne gemeinsame Variable werden multipliziert."
    ),
    # Books together
    "Rulebook '{book_name}' missing '{need_book}'.": (
        "Dem Regelwerk '{book_name}' fehlt '{need_book}'."
    ),
    "Use the rulebook '{need_book}' as well.": "Verwende auch das Regelwerk '{need_book}'.",
    "Rulebook '{book_name}' needs '{need_book}' in version {need_versions}, "
    "but there is version {there}.": (
        "Das Regelwerk '{book_name}' braucht '{need_book}' in Version {need_versions}, da ist "
        "aber Version {there}."
    ),
    "Use a '{need_book}' that fits.": "Verwende ein '{need_book}', das passt.",
    "Rulebooks '{book_name}' and '{rival}' contradict each other.": (
        "Die Regelwerke '{book_name}' und '{rival}' widersprechen einander."
    ),
    "Use one of them.": "Verwende eines davon.",
    "Rulebooks need each other in a circle: {circle}.": (
        "Regelwerke brauchen einander im Kreis: {circle}."
    ),
    "Let one of them stand on its own.": "Lass eines davon für sich stehen.",
    # Files
    'Write rulebook("my-book"). below #program rulebook_usable.': (
        'Schreibe rulebook("mein-buch"). unter #program rulebook_usable.'
    ),
    "The book does not say what it is called.": "Das Buch sagt nicht, wie es heißt.",
    "No file of a rulebook (.lp) is among these.": (
        "Keine Datei eines Regelwerks (.lp) ist dabei."
    ),
    "'{begin}' cannot be a file.": "'{begin}' kann keine Datei sein.",
    "Names of files are letters and digits and end with .lp": (
        "Dateinamen bestehen aus Buchstaben und Ziffern und enden auf .lp"
    ),
    "There are two files called {name}.": "Zwei Dateien heißen {name}.",
    "There is no such folder.": "Einen solchen Ordner gibt es nicht.",
    "Is the name right?": "Stimmt der Name?",
    "The file {required} is missing.": "Die Datei {required} fehlt.",
    "A rulebook has {entrypoint}, meta.lp and rules.lp; they may be empty.": (
        "Ein Regelwerk hat {entrypoint}, meta.lp und rules.lp; sie dürfen leer sein."
    ),
    "The book has more than {max_files} files.": "Das Buch hat mehr als {max_files} Dateien.",
    'Add #include "{path}". to {entrypoint}.': 'Füge #include "{path}". in {entrypoint} ein.',
    "No file of the book includes this one, so it counts for nothing.": (
        "Keine Datei des Buchs bindet diese ein, sie zählt also nicht."
    ),
    "It cannot be read: {problem_strerror}.": "Sie lässt sich nicht lesen: {problem_strerror}.",
    "The file has more than {max_size:,} bytes.": "Die Datei hat mehr als {max_size:,} Bytes.",
    "This is no UTF-8.": "Das ist kein UTF-8.",
    "Save the file as UTF-8.": "Speichere die Datei als UTF-8.",
    "There is no file {match}.": "Es gibt keine Datei {match}.",
    "This leads out of the folder.": "Das führt aus dem Ordner heraus.",
    "A book includes files of its own folder only; use rulebook_depends for others.": (
        "Ein Buch bindet nur Dateien seines Ordners ein; für andere gibt es rulebook_depends."
    ),
    # Statements
    "Statements end with a full stop; names of things are texts in double quotes.": (
        "Aussagen enden mit einem Punkt; Namen stehen in doppelten Anführungszeichen."
    ),
    "A statement of this kind ({name}) does not belong into a rulebook.": (
        "Eine Aussage dieser Art ({name}) gehört nicht in ein Regelwerk."
    ),
    "Constraints, choices and disjunctions have no place in a rulebook.": (
        "Verbote, Wahlen und Alternativen im Kopf haben in einem Regelwerk keinen Platz."
    ),
    "Derive a violation instead, for example house_rule(KEY,FEATURE) :- ... .": (
        "Leite stattdessen einen Verstoß her, etwa house_rule(KEY,FEATURE) :- ... ."
    ),
    "Scripts are not run.": "Skripte werden nicht ausgeführt.",
    "Rules are logic only; write the condition as a rule.": (
        "Regeln sind nur Logik; schreibe die Bedingung als Regel."
    ),
    "An @-function is called.": "Eine @-Funktion wird aufgerufen.",
    "There are no functions outside of the logic program.": (
        "Außerhalb des logischen Programms gibt es keine Funktionen."
    ),
}
"""German by English."""
