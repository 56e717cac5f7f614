"""``spielwerk lsp``: the language server that editors start."""

from __future__ import annotations

import click


@click.command()
@click.option("--stdio", is_flag=True, help="Talk over standard input and output, as always.")
def command(stdio: bool) -> None:
    """Serve an editor: problems, completion, descriptions, names, outline, layout, quick fixes.

    Editors start this command themselves and talk to it in the Language Server Protocol over
    standard input and output; docs/editors.md says how to set them up.
    """
    from spielwerk.editor import serve_stdio

    serve_stdio()
