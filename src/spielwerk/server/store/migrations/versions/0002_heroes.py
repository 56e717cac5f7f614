"""Heroes, each known to its account by its name."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "heroes",
        sa.Column(
            "account",
            sa.String(24),
            sa.ForeignKey("accounts.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("name", sa.String(100), primary_key=True),
        sa.Column("rulebooks", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("saved", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("heroes")
