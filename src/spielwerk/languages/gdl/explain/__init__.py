"""Why something holds in a position, or why not."""
