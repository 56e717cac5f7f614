"""Alembic's entry: runs the migrations on the connection that :mod:`..database` hands over."""

from __future__ import annotations

from alembic import context

from spielwerk.server.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
