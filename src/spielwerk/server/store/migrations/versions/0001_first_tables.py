"""The first tables: accounts, sessions, workers, matches with their entries, rights, rules."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("key", sa.String(80), unique=True),
        sa.Column("password", sa.String(200)),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column(
            "account",
            sa.String(24),
            sa.ForeignKey("accounts.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.create_index("sessions_by_account", "sessions", ["account"])
    op.create_table(
        "workers",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("beat", sa.Float, nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
    )
    _create_matches()
    _create_rights()


def _create_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(80), nullable=False),
        sa.Column("charter", sa.Text, nullable=False),
        sa.Column("visibility", sa.String(12), nullable=False),
        sa.Column("phase", sa.String(12), nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("tended", sa.Boolean, nullable=False),
        sa.Column("founder", sa.String(24), sa.ForeignKey("accounts.id", ondelete="SET NULL")),
        sa.Column("origin", sa.String(64), nullable=False),
        sa.Column("founded", sa.Float, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Column("owner", sa.String(24)),
    )
    op.create_index("matches_for_the_lobby", "matches", ["visibility", "phase", "founded"])
    op.create_index("matches_by_origin", "matches", ["origin", "phase"])
    op.create_table(
        "entries",
        _match_column(primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("wall", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )


def _create_rights() -> None:
    op.create_table(
        "claims",
        _match_column(primary_key=True),
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("claim", sa.String(24), nullable=False, unique=True),
        sa.Column("role", sa.String(80), nullable=False),
        sa.Column("account", sa.String(24), sa.ForeignKey("accounts.id", ondelete="SET NULL")),
    )
    op.create_index("claims_by_account", "claims", ["account"])
    op.create_table(
        "invitations",
        sa.Column("token", sa.String(64), primary_key=True),
        _match_column(),
        sa.Column("role", sa.String(80), nullable=False),
    )
    op.create_index("invitations_by_match", "invitations", ["match"])
    op.create_table(
        "rules",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("account", sa.String(24), sa.ForeignKey("accounts.id", ondelete="SET NULL")),
        sa.Column("origin", sa.String(64), nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("rules_by_origin", "rules", ["origin"])


def _match_column(*, primary_key: bool = False) -> sa.Column[str]:
    return sa.Column(
        "match",
        sa.String(24),
        sa.ForeignKey("matches.id", ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=False,
    )


def downgrade() -> None:
    for table in ("rules", "invitations", "claims", "entries", "matches", "workers", "sessions"):
        op.drop_table(table)
    op.drop_table("accounts")
