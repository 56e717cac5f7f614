"""GDL in an editor: a text that is being written goes in, answers for editors come out.

===================  ==============================================================================
:mod:`.clauses`      a text in either notation as forms, whatever is still missing
:mod:`.naming`       every name and what it stands for
:mod:`.known`        what follows about a name: who defines it, what it depends on
:mod:`.sources`      the names of a text together with those of what it includes
:mod:`.context`      what may stand at a place
:mod:`.describing`   what there is to say about a name
:mod:`.completing`   how to go on
:mod:`.outlining`    the outline
:mod:`.layout`       the usual layout
:mod:`.altering`     what a picture adds
:mod:`.edited`       all of it, as editors ask for it
===================  ==============================================================================
"""

from spielwerk.languages.gdl.editing.edited import edit_gdl

__all__ = ["edit_gdl"]
