"""Accounts are closed and deleted; the name of one that was deleted is given to nobody."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    closed = sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("accounts", closed)
    op.create_table(
        "reserved_names",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_index("friends_by_friend", "friends", ["friend"])


def downgrade() -> None:
    op.drop_index("friends_by_friend")
    op.drop_table("reserved_names")
    op.drop_column("accounts", "closed")
