"""The words of the compact notation that editors tell apart.

They stand here as a plain list, so that naming them loads neither the notation nor the XML library;
a test holds them against what the notation reads.
"""

NOTED_WORDS = (
    "about", "abstract", "action", "actor", "actors", "add", "all", "allows", "among", "and",
    "assign", "begin", "begins", "bid", "boolean", "by", "cards", "chance", "choose", "chooser",
    "chosenActor", "chosenField", "chosenObject", "clear", "complex", "counted", "csv", "deal",
    "decimal", "discard", "do", "draw", "each", "eachActor", "eachField", "eachObject", "else",
    "end", "enum", "except", "extends", "false", "field", "fields", "first", "for", "from",
    "game", "give", "grid", "has", "holder", "if", "implication", "in", "integer", "is", "keeper",
    "let", "link", "list", "me", "move", "named", "noFields", "noObjects", "noSpaces", "nobody",
    "not", "note", "object", "objects", "of", "only", "operation", "option", "or", "others",
    "outcome", "owned", "ownerOfField", "ownerOfObject", "ownerOfSpace", "part", "phase",
    "players", "plugins", "private", "release", "remove", "reset", "reveal", "rule", "set",
    "show", "shuffle", "skip", "space", "spaces", "start", "state", "swap", "table", "tell",
    "text", "thatActor", "thatField", "thatObject", "thatSpace", "then", "thisAction",
    "thisActor", "thisField", "thisImplication", "thisObject", "thisSpace", "to", "track",
    "trade", "true", "turn", "turns", "unchosen", "until", "usually", "value", "visible", "when",
    "where", "with",
)  # fmt: skip
