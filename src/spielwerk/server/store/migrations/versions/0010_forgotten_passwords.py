"""Accounts have a code for whoever forgets the password, as a hash; none where none was made."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("accounts", sa.Column("recovery", sa.String(64)))


def downgrade() -> None:
    op.drop_column("accounts", "recovery")
