"""The tables of the database, the same on SQLite and PostgreSQL.

A match is its row in ``matches`` (the charter, and a summary for listings) and its rows in
``entries``; everything else is about who may do what. Secrets are stored as hashes only.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

METADATA = MetaData()

accounts = Table(
    "accounts",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("key", String(80), unique=True, doc="the name as it is compared; none for guests"),
    Column("password", String(200), doc="argon2id; none for guests"),
    Column("created", Float, nullable=False),
    Column(
        "operator",
        Boolean,
        nullable=False,
        server_default=false(),
        doc="whether it looks after the server",
    ),
    Column(
        "closed",
        Boolean,
        nullable=False,
        server_default=false(),
        doc="whether an operator keeps it shut",
    ),
    Column("recovery", String(64), doc="sha256 of the code for whoever forgets the password"),
)

reserved_names = Table(
    "reserved_names",
    METADATA,
    Column("key", String(64), primary_key=True, doc="sha256 of a name whose account was deleted"),
    Column("since", Float, nullable=False),
)

sessions = Table(
    "sessions",
    METADATA,
    Column("token", String(64), primary_key=True, doc="sha256 of the secret"),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("expires", Float, nullable=False),
    Column("begun", Float, nullable=False, server_default="0"),
    Column("used", Float, nullable=False, server_default="0", doc="when, not more than roughly"),
    Column("browser", String(20), nullable=False, server_default="", doc="none for programs"),
    Column("system", String(20), nullable=False, server_default=""),
    Index("sessions_by_account", "account"),
    Index("sessions_by_end", "expires"),
)

workers = Table(
    "workers",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("beat", Float, nullable=False, doc="when it last said that it lives"),
    Column("left", Boolean, nullable=False, doc="whether it has gone in order"),
)

matches = Table(
    "matches",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("game", String(80), nullable=False),
    Column("charter", Text, nullable=False, doc="JSON; holds the seed"),
    Column("visibility", String(12), nullable=False),
    Column("phase", String(12), nullable=False),
    Column("seats", Text, nullable=False, doc="JSON for listings: who sits where"),
    Column("tended", Boolean, nullable=False, doc="whether it goes on by itself"),
    Column("founder", ForeignKey("accounts.id", ondelete="SET NULL")),
    Column("origin", String(64), nullable=False, doc="hash of whom its limits count for"),
    Column("founded", Float, nullable=False),
    Column("touched", Float, nullable=False, doc="when the last listed change happened"),
    Column("owner", String(24), doc="the worker that may append entries"),
    Index("matches_for_the_lobby", "visibility", "phase", "founded"),
    Index("matches_by_age", "visibility", "founded"),
    Index("matches_of_a_game", "visibility", "game", "founded"),
    Index("matches_of_a_game_by_phase", "visibility", "game", "phase", "founded"),
    Index("matches_that_go_on", "phase", "tended"),
    Index("matches_by_origin", "origin", "phase"),
    Index("matches_by_founder", "founder", "phase"),
)

entries = Table(
    "entries",
    METADATA,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("wall", Float, nullable=False, doc="seconds since 1970"),
    Column("at", Float, nullable=False, doc="seconds of the match"),
    Column("body", Text, nullable=False, doc="JSON"),
)

claims = Table(
    "claims",
    METADATA,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("token", String(64), primary_key=True, doc="sha256 of the seat's secret"),
    Column("claim", String(24), nullable=False, unique=True),
    Column("role", String(80), nullable=False),
    Column("account", ForeignKey("accounts.id", ondelete="SET NULL")),
    Index("claims_by_account", "account"),
)

invitations = Table(
    "invitations",
    METADATA,
    Column("token", String(64), primary_key=True, doc="sha256 of the secret in the link"),
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("role", String(80), nullable=False),
    Index("invitations_by_match", "match"),
)

rules = Table(
    "rules",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("account", ForeignKey("accounts.id", ondelete="SET NULL")),
    Column("origin", String(64), nullable=False, doc="hash of whom its limits count for"),
    Column("source", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("language", String(40), nullable=False, server_default="gdl"),
    Index("rules_by_origin", "origin"),
    Index("rules_by_account", "account"),
)

heroes = Table(
    "heroes",
    METADATA,
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("name", String(100), primary_key=True),
    Column("rulebooks", Text, nullable=False, doc="JSON: names"),
    Column("body", Text, nullable=False, doc="JSON"),
    Column("saved", Float, nullable=False),
    Column("origin", String(64), nullable=False, server_default="", doc="hash of an address"),
    Index("heroes_by_origin", "origin"),
)

bans = Table(
    "bans",
    METADATA,
    Column("origin", String(64), primary_key=True, doc="hash of the address"),
    Column("why", String(200), nullable=False),
    Column("since", Float, nullable=False),
    Column("until", Float, nullable=False),
)

ratings = Table(
    "ratings",
    METADATA,
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(80), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("matches", Integer, nullable=False, doc="how many were rated"),
    Column("at", Float, nullable=False, doc="when the last one was"),
    Index("ratings_of_a_game", "game"),
)

rating_changes = Table(
    "rating_changes",
    METADATA,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(80), nullable=False),
    Column("rating", Float, nullable=False, doc="afterwards"),
    Column("change", Float, nullable=False),
    Column("at", Float, nullable=False),
    Index("rating_changes_by_account", "account", "game", "at"),
)

friends = Table(
    "friends",
    METADATA,
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("friend", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("since", Float, nullable=False),
    Index("friends_by_friend", "friend"),
)

named_invitations = Table(
    "named_invitations",
    METADATA,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("role", String(80), nullable=False, doc="the seat that is kept for them"),
    Column("host", String(40), nullable=False, doc="what whoever invites is called"),
    Column("at", Float, nullable=False),
    Index("named_invitations_by_account", "account", "at"),
)
