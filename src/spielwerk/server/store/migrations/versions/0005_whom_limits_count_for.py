"""Heroes count for an address, too; some accounts look after the server; addresses are banned."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("heroes", sa.Column("origin", sa.String(64), nullable=False, server_default=""))
    op.create_index("heroes_by_origin", "heroes", ["origin"])
    op.create_index("matches_by_founder", "matches", ["founder", "phase"])
    op.create_index("rules_by_account", "rules", ["account"])
    operator = sa.Column("operator", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("accounts", operator)
    op.create_table(
        "bans",
        sa.Column("origin", sa.String(64), primary_key=True),
        sa.Column("why", sa.String(200), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("bans")
    op.drop_column("accounts", "operator")
    op.drop_index("rules_by_account")
    op.drop_index("matches_by_founder")
    op.drop_index("heroes_by_origin")
    op.drop_column("heroes", "origin")
