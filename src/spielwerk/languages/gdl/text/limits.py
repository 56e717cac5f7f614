"""How large sources may be. Real games stay far below; what is above is refused, not suffered."""

from __future__ import annotations

MAX_SIZE = 8_000_000
"""The longest text that is read, in characters."""
MAX_RULES = 300_000
"""How many rules and facts a text may have."""
MAX_WORD = 1_000
"""The longest word, in characters."""
MAX_ARGUMENTS = 500
"""How many arguments a relation or function may have."""
MAX_CONDITIONS = 1_000
"""How many conditions a rule may have, counting those inside of others."""
MAX_PROBLEMS = 100
"""After this many problems reading stops."""
