"""Games whose rules are written in Python."""
