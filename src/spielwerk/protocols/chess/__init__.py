"""Chess as the rest of the world writes it: FEN, UCI and PGN."""
