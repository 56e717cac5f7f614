"""Rules in editors: a language server for every registered language, over stdio or a socket.

What can be asked about a text is the language's business (``Language.check``, ``Language.edit``);
here it is asked in a process of its own (:mod:`.desk`, :mod:`.answers`) and put into the words of
the Language Server Protocol (:mod:`.server`, :mod:`.translate`). An editor on somebody's machine
talks to :func:`serve_stdio`; a page, which may name no files, to a :class:`RemoteEditor`.
"""

from typing import TYPE_CHECKING

from spielwerk.core import lazily

if TYPE_CHECKING:
    from spielwerk.editor.desk import Desk
    from spielwerk.editor.remote import RemoteEditor, TooLong
    from spielwerk.editor.server import serve_stdio
else:
    lazily(__name__)

__all__ = ["Desk", "RemoteEditor", "TooLong", "serve_stdio"]
