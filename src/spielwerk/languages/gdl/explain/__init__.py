"""Why something holds in a position, or why not.

Rules in their plain form, a position of the direct engine and an atom go in; an
:class:`~spielwerk.core.Explanation` comes out. :mod:`.explainer` puts it into words;
:mod:`.attempts` finds out how far each rule gets.
"""

from spielwerk.languages.gdl.explain.attempts import Attempts, Try
from spielwerk.languages.gdl.explain.explainer import Explainer
from spielwerk.languages.gdl.explain.sentences import read_words

__all__ = ["Attempts", "Explainer", "Try", "read_words"]
