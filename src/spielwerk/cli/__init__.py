"""The ``spielwerk`` command.

Each command lives in a module of its own, named after it, which is imported only when the
command is used: ``spielwerk --help`` must not wait for engines. Whatever goes wrong on purpose
(:class:`~spielwerk.core.SpielwerkError`) ends here as a message on stderr and exit status 2.
"""

from spielwerk.cli.entry import main

__all__ = ["main"]
