"""The health of a game: what many matches say about its rules.

:mod:`.figures` plays and counts, :mod:`.findings` says in sentences what deserves a look.
"""

from spielwerk.health.figures import GameHealth, Series, examine
from spielwerk.health.findings import HealthFinding, findings_of

__all__ = ["GameHealth", "HealthFinding", "Series", "examine", "findings_of"]
