"""What the checks of IGold say, in German: for each English sentence or pattern, the German one."""

from spielwerk.languages.igold.notation_german import NOTATION_GERMAN

GERMAN = {
    # Words and pieces
    "actor": "Akteur",
    "object": "Objekt",
    "space": "Raum",
    "field": "Feld",
    "phase": "Phase",
    "phaseState": "Phasenzustand",
    "actionState": "Aktionszustand",
    "state": "Zustand",
    "action": "Aktion",
    "implication": "Implikation",
    "attribute": "Attribut",
    "chance": "Zufall",
    "rule": "Regel",
    "value": "Wert",
    "operation": "Operation",
    "no": "nichts",
    "a value": "einen Wert",
    "a selector of {kind}s": "eine Auswahl ({kind})",
    "several ({names})": "mehreres ({names})",
    ", if {example}": ", falls {example}",
    "named {kind}": "Benanntes ({kind})",
    "type of {kind}": "Typ ({kind})",
    "attribute instance of '{one_id}'": "Attribut von '{one_id}'",
    "value of '{kind_id}'": "Wert von '{kind_id}'",
    "field of '{one_id}'": "Feld von '{one_id}'",
    "{text} is no value of an enumeration.": "{text} ist kein Wert einer Aufzählung.",
    # Reading
    "Document types and entities are refused: a file of rules stands for itself.": (
        "Dokumenttypen und Entitäten sind nicht erlaubt: Eine Regeldatei steht für sich."
    ),
    "Delete the declaration and write out what its entities stand for.": (
        "Lösche die Deklaration und schreibe aus, wofür ihre Entitäten stehen."
    ),
    "The file has more than {igold_longest:,} bytes.": (
        "Die Datei hat mehr als {igold_longest:,} Bytes."
    ),
    "This is not well-formed XML: {problem_msg}.": (
        "Das ist kein wohlgeformtes XML: {problem_msg}."
    ),
    "Close and nest all tags.": "Schließe und schachtele alle Elemente richtig.",
    "The root is '{tag}', not 'game' of the namespace {namespace}.": (
        "Die Wurzel ist '{tag}', nicht 'game' aus dem Namensraum {namespace}."
    ),
    'Begin with <game name="..." xmlns="{namespace}">.': (
        'Beginne mit <game name="..." xmlns="{namespace}">.'
    ),
    "'{name}' must stand before '{behind}'.": "'{name}' muss vor '{behind}' stehen.",
    "Put it there: in this place the order counts.": (
        "Stelle es dorthin: An dieser Stelle zählt die Reihenfolge."
    ),
    "In '{name}' something is still missing.": "In '{name}' fehlt noch etwas.",
    "'{name}' cannot stand here.": "'{name}' kann hier nicht stehen.",
    "Did you mean '{near}'?": "Ist '{near}' gemeint?",
    "Here {shown} may stand.": "Hier darf stehen: {shown}.",
    "Numbers have at most {digits} digits, and '{name}' has {count}.": (
        "Zahlen haben höchstens {digits} Ziffern, und '{name}' hat {count}."
    ),
    "Elements are nested too deeply to be worked out.": (
        "Elemente sind zu tief verschachtelt, um ausgerechnet zu werden."
    ),
    "Give parts of large rules and values names, or split them up.": (
        "Gib Teilen großer Regeln und Werte Namen oder teile sie auf."
    ),
    # Plugins
    "Plugins expand to more than {limit:,} elements.": (
        "Plugins ergeben mehr als {limit:,} Elemente."
    ),
    "'{tag}' of {listed} is no element of the language.": (
        "'{tag}' aus {listed} ist kein Element der Sprache."
    ),
    "Name the plugin it belongs to: <plugins><plugin name=.../></plugins>.": (
        "Nenne das Plugin, zu dem es gehört: <plugins><plugin name=.../></plugins>."
    ),
    "The plugin '{plugin_name}' has {listed}.": "Das Plugin '{plugin_name}' hat {listed}.",
    "The root must be an element of the language.": (
        "Die Wurzel muss ein Element der Sprache sein."
    ),
    "There are {listed}.": "Es gibt {listed}.",
    "There is no plugin '{name}'.": "Es gibt kein Plugin '{name}'.",
    "It needs the attribute '{name}'.": "Es braucht das Attribut '{name}'.",
    "It needs an element 'until' with the rules that end the turns.": (
        "Es braucht ein Element 'until' mit den Regeln, die die Züge beenden."
    ),
    "'ends' is phase or game.": "'ends' ist phase oder game.",
    "'columns' and 'rows' are numbers from 1 to 26.": (
        "'columns' und 'rows' sind Zahlen von 1 bis 26."
    ),
    "There is no square '{strange}'.": "Es gibt kein Feld '{strange}'.",
    # Definitions
    "There is no {what} '{name}'.": "Nicht zu finden: {what} '{name}'.",
    "{a} cannot have instances of {kind}s.": "Hier kann es keine Instanzen geben von: {kind}.",
    "'{one_id}' has two instances with the id '{reference}'.": (
        "'{one_id}' hat zwei Instanzen mit der Id '{reference}'."
    ),
    "'{found_id}' is abstract and cannot have instances.": (
        "'{found_id}' ist abstrakt und kann keine Instanzen haben."
    ),
    "'{one_id}' has two links with the id '{reference}'.": (
        "'{one_id}' hat zwei Verweise mit der Id '{reference}'."
    ),
    "There are two types with the id '{reference}'.": (
        "Es gibt zwei Typen mit der Id '{reference}'."
    ),
    "The first is in line {first_line}; give one of them another typeId.": (
        "Der erste steht in Zeile {first_line}; gib einem eine andere typeId."
    ),
    "It can have {allowed}.": "Möglich sind {allowed}.",
    "Only abstract types have abstract instances.": (
        "Nur abstrakte Typen haben abstrakte Instanzen."
    ),
    "Rename one of them.": "Benenne eines davon um.",
    "Make one of {near}.": "Nimm eines von {near}.",
    "Inheritance goes round in circles: {cycle}.": "Die Vererbung läuft im Kreis: {cycle}.",
    "It is true or false.": "Es ist true oder false.",
    "Let one of them extend nothing.": "Lass einen davon nichts erweitern.",
    "'{parent}' is not abstract, so '{id}' cannot extend it.": (
        "'{parent}' ist nicht abstrakt, also kann '{id}' es nicht erweitern."
    ),
    "Only abstract types can be extended.": "Nur abstrakte Typen lassen sich erweitern.",
    "'{one_id}' gives no value to the abstract attribute '{instance_id}'.": (
        "'{one_id}' gibt dem abstrakten Attribut '{instance_id}' keinen Wert."
    ),
    'Add <attributeInstanceValue instanceReference="{instance_id}">.': (
        'Füge <attributeInstanceValue instanceReference="{instance_id}"> hinzu.'
    ),
    "'{one_id}' has no state that extends the abstract state '{state_id}'.": (
        "'{one_id}' hat keinen Zustand, der den abstrakten Zustand '{state_id}' erweitert."
    ),
    'Add <phaseState extends="{state_id}" ...>.': (
        'Füge <phaseState extends="{state_id}" ...> hinzu.'
    ),
    # Sense
    "'{instance_id}' is of the kind {wanted}, but its value of the kind {given}.": (
        "'{instance_id}' ist von der Art {wanted}, sein Wert aber von der Art {given}."
    ),
    "'{instance_id}' can be hidden, but nobody could guess its value.": (
        "'{instance_id}' kann verborgen sein, aber niemand könnte den Wert erraten."
    ),
    "Use an integerAttribute with minimum and maximum, an enumeration or a set.": (
        "Verwende ein integerAttribute mit minimum und maximum, eine Aufzählung oder eine Menge."
    ),
    "A game needs a concrete type of actor.": "Ein Spiel braucht einen konkreten Akteurstyp.",
    "{low} to {high} players, usually {usual}, cannot be.": (
        "{low} bis {high} Spieler, üblich {usual}: Das geht nicht."
    ),
    "1 <= minimum <= default <= maximum <= {players}.": (
        "1 <= minimum <= default <= maximum <= {players}."
    ),
    "'{kind_id}' may not lie in a field of the type '{field}'.": (
        "'{kind_id}' darf nicht in einem Feld des Typs '{field}' liegen."
    ),
    "There can be 1 to {objects:,} objects in a field, not {max}.": (
        "In einem Feld können 1 bis {objects:,} Objekte liegen, nicht {max}."
    ),
    "An option cannot be called '{name}' here.": "Eine Option kann hier nicht '{name}' heißen.",
    "'{kind_id}' is abstract: no object can be one.": (
        "'{kind_id}' ist abstrakt: Kein Objekt kann eines sein."
    ),
    "It takes {listed}.": "Es nimmt {listed}.",
    "A seat cannot be called '{name}' here.": "Ein Platz kann hier nicht '{name}' heißen.",
    "'{listed}' is no value of '{name}'. {problem}": (
        "'{listed}' ist kein Wert von '{name}'. {problem}"
    ),
    "'{wanted}' is abstract.": "'{wanted}' ist abstrakt.",
    "A match cannot begin. {fault_claim}": "Eine Partie kann nicht beginnen. {fault_claim}",
    "A match would have more than {elements:,} elements; here they get too many.": (
        "Eine Partie hätte mehr als {elements:,} Elemente; hier werden es zu viele."
    ),
    "Make fewer instances, or give them a smaller count.": (
        "Lege weniger Instanzen an oder gib ihnen eine kleinere Anzahl."
    ),
    # The course of the game
    "After the {what} '{name}' {follow} {what}s could follow{when}.": (
        "Nach '{name}' ({what}) könnte {follow} folgen{when}."
    ),
    "Exactly one must; if the rules never come to that, all is well.": (
        "Genau eines muss es sein; kommen die Regeln nie dahin, ist alles gut."
    ),
    "A game needs at least one phase.": "Ein Spiel braucht mindestens eine Phase.",
    "Nothing leads into the phase state '{reference}'.": (
        "Nichts führt in den Phasenzustand '{reference}'."
    ),
    "Add a phaseStateTransition.": "Füge eine phaseStateTransition hinzu.",
    "Nothing leads into the phase '{phase_id}'.": "Nichts führt in die Phase '{phase_id}'.",
    "Add a phaseTransition.": "Füge eine phaseTransition hinzu.",
    "Nothing has an instance of the action '{action_id}'.": (
        "Nichts hat eine Instanz der Aktion '{action_id}'."
    ),
    "Nothing has an instance of the implication '{one_id}'.": (
        "Nichts hat eine Instanz der Implikation '{one_id}'."
    ),
    "No transition extends the abstract transition '{missing}'.": (
        "Kein Übergang erweitert den abstrakten Übergang '{missing}'."
    ),
    "abstract transition": "abstrakter Übergang",
    "value of an enumeration": "Wert einer Aufzählung",
    "object instance": "Objekt-Instanz",
    # Expressions
    "Written out, the rules have more than {written_out:,} elements.": (
        "Ausgeschrieben haben die Regeln mehr als {written_out:,} Elemente."
    ),
    "Named pieces that use others several times multiply: use fewer of them.": (
        "Benannte Teile, die andere mehrfach verwenden, vervielfachen sich: Verwende weniger."
    ),
    "A number is needed here, but {found_text} is of the kind {found_kind}.": (
        "Hier wird eine Zahl gebraucht, aber {found_text} ist von der Art {found_kind}."
    ),
    "Draw in an operation, keep the result in an attribute or link, and use that.": (
        "Ziehe in einer Operation, behalte das Ergebnis in einem Attribut oder Verweis und "
        "verwende das."
    ),
    "Chance cannot be asked {scope_where}: it would answer anew each time.": (
        "Der Zufall lässt sich hier nicht fragen ({scope_where}): Er antwortete jedes Mal neu."
    ),
    "'{tag}' cannot stand {scope_where}: {why}.": (
        "'{tag}' kann hier nicht stehen ({scope_where}): {why}."
    ),
    "Named pieces go round: {chain}.": "Benannte Teile laufen im Kreis: {chain}.",
    "{target_text} is of the kind {held_kind}, {amount_text} of {amount_kind}.": (
        "{target_text} ist von der Art {held_kind}, {amount_text} von der Art {amount_kind}."
    ),
    "{target_text} is no number.": "{target_text} ist keine Zahl.",
    "Use setAttributeValue.": "Verwende setAttributeValue.",
    "{slot_text} can never name {found_text}: its type does not fit.": (
        "{slot_text} kann nie {found_text} nennen: Der Typ passt nicht."
    ),
    "It must say from what: {parts}.": "Es muss sagen, woraus: {parts}.",
    "'{tag}' does not fit a selection of {ask_kind}s.": (
        "'{tag}' passt nicht zu dieser Auswahl ({ask_kind})."
    ),
    "The sentence speaks of '{slot}', which nothing tells.": (
        "Der Satz spricht von '{slot}', doch nichts sagt, was das ist."
    ),
    'Tell it with <actorToTell name="{slot}"> or the like.': (
        'Sag es mit <actorToTell name="{slot}"> oder dergleichen.'
    ),
    "{target_text} is no set.": "{target_text} ist keine Menge.",
    "{slot_text} is an {slot_kind}, not an {wanted}.": (
        "{slot_text} ist von der Art {slot_kind}, nicht {wanted}."
    ),
    "It must say who selects: actorWhoSelects.": ("Es muss sagen, wer auswählt: actorWhoSelects."),
    "It needs lowestInteger and highestInteger.": ("Es braucht lowestInteger und highestInteger."),
    "{one_text} ({one_kind}) cannot be compared with {other_text} ({other_kind}).": (
        "{one_text} ({one_kind}) lässt sich nicht mit {other_text} ({other_kind}) vergleichen."
    ),
    "{found_text} is no set.": "{found_text} ist keine Menge.",
    "{slot_text} is no list of {kind}s.": "{slot_text} ist keine Liste ({kind}).",
    "{part_text} ({part_kind}) has no order.": "{part_text} ({part_kind}) hat keine Ordnung.",
    "Use equal or notEqual.": "Verwende equal oder notEqual.",
    "Only fields have objects by position.": "Nur Felder haben Objekte nach Position.",
    "This chance needs {needs}.": "Dieser Zufall braucht {needs}.",
    "The chance '{one_id}' has no values.": "Der Zufall '{one_id}' hat keine Werte.",
    "This is no {kind}.": "Das ist etwas anderes ({kind} wird gebraucht).",
    "'{text}' is no value of the kind {kind}.": "'{text}' ist kein Wert der Art {kind}.",
    "A space has at most one regular layout.": (
        "Ein Raum hat höchstens eine regelmäßige Anordnung."
    ),
    "An amount is at least 1, not {weight}.": "Eine Anzahl ist mindestens 1, nicht {weight}.",
    "Keep one of them.": "Behalte eine davon.",
    "{yes_text} and {no_text} are of different kinds.": (
        "{yes_text} und {no_text} sind von verschiedener Art."
    ),
    **NOTATION_GERMAN,
}
"""German by English."""
