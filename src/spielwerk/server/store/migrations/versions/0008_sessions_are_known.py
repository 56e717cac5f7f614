"""Of a session is known when it began, when it was used last, and in which browser."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_LASTED = 30 * 24 * 3600
"""Seconds from beginning to end of every session so far."""


def upgrade() -> None:
    for name in ("begun", "used"):
        op.add_column("sessions", sa.Column(name, sa.Float, nullable=False, server_default="0"))
    for name in ("browser", "system"):
        column = sa.Column(name, sa.String(20), nullable=False, server_default="")
        op.add_column("sessions", column)
    op.execute(f"UPDATE sessions SET begun = expires - {_LASTED}, used = expires - {_LASTED}")


def downgrade() -> None:
    for name in ("system", "browser", "used", "begun"):
        op.drop_column("sessions", name)
