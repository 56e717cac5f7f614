"""What is looked for among all that was ever played is found by an index."""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_INDEXES = {
    "sessions_by_end": ("sessions", ["expires"]),
    "matches_by_age": ("matches", ["visibility", "founded"]),
    "matches_of_a_game": ("matches", ["visibility", "game", "founded"]),
    "matches_of_a_game_by_phase": ("matches", ["visibility", "game", "phase", "founded"]),
    "matches_that_go_on": ("matches", ["phase", "tended"]),
    "ratings_of_a_game": ("ratings", ["game"]),
}


def upgrade() -> None:
    for name, (table, columns) in _INDEXES.items():
        op.create_index(name, table, columns)


def downgrade() -> None:
    for name, (table, _) in _INDEXES.items():
        op.drop_index(name, table)
