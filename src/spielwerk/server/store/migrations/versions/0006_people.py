"""Ratings by game with their history, friends, and invitations by name."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def _account(name: str) -> sa.Column[str]:
    key = sa.ForeignKey("accounts.id", ondelete="CASCADE")
    return sa.Column(name, sa.String(24), key, primary_key=True)


def _match() -> sa.Column[str]:
    key = sa.ForeignKey("matches.id", ondelete="CASCADE")
    return sa.Column("match", sa.String(24), key, primary_key=True)


def upgrade() -> None:
    op.create_table(
        "ratings",
        _account("account"),
        sa.Column("game", sa.String(80), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "rating_changes",
        _match(),
        _account("account"),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("change", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("rating_changes_by_account", "rating_changes", ["account", "game", "at"])
    op.create_table(
        "friends",
        _account("account"),
        _account("friend"),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_table(
        "named_invitations",
        _match(),
        _account("account"),
        sa.Column("role", sa.String(80), nullable=False),
        sa.Column("host", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("named_invitations_by_account", "named_invitations", ["account", "at"])


def downgrade() -> None:
    op.drop_index("named_invitations_by_account", "named_invitations")
    op.drop_table("named_invitations")
    op.drop_table("friends")
    op.drop_index("rating_changes_by_account", "rating_changes")
    op.drop_table("rating_changes")
    op.drop_table("ratings")
