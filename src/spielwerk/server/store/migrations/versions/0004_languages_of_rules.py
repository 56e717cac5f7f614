"""Uploaded rules say what they are written in; until now that was GDL."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    language = sa.Column("language", sa.String(40), nullable=False, server_default="gdl")
    op.add_column("rules", language)


def downgrade() -> None:
    op.drop_column("rules", "language")
