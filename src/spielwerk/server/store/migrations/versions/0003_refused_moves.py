"""Matches that go on say that illegal moves are refused; so far the server did so by itself.

Those that are over keep the charter they were played under.
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_matches = sa.table(
    "matches",
    sa.column("id", sa.String),
    sa.column("phase", sa.String),
    sa.column("charter", sa.Text),
)


def upgrade() -> None:
    _change("forfeit", "refuse")


def downgrade() -> None:
    _change("refuse", "forfeit")


def _change(old: str, new: str) -> None:
    connection, row = op.get_bind(), _matches.c
    going_on = row.phase.not_in(["ended", "abandoned"])
    for match, text in connection.execute(sa.select(row.id, row.charter).where(going_on)).all():
        charter = json.loads(text)
        if charter["illegal"] == old:
            changed = json.dumps(charter | {"illegal": new})
            connection.execute(_matches.update().where(row.id == match).values(charter=changed))
