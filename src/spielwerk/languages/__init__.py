"""Rule languages: how games are written down."""
