"""Secrets: made long enough that nobody guesses them, kept as hashes only.

A secret begins with a word for its kind, so that nobody hands in one for another and a leaked one
is recognised. Being random and long they need no slow hash; passwords do (:mod:`.accounts`).
"""

from __future__ import annotations

import secrets
from hashlib import sha256


def new_secret(kind: str) -> str:
    """A fresh secret of a kind, such as ``seat_…``: 192 bits that nobody guesses."""
    return f"{kind}_{secrets.token_urlsafe(24)}"


_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Of codes that people write down: none looks like another."""
_MISREAD = str.maketrans("OIL", "011")
_GROUPS, _GROUP = 6, 4


def new_code() -> str:
    """A fresh secret to be written down, such as ``7K3M-…``: 120 bits that nobody guesses."""
    groups = ("".join(secrets.choice(_SIGNS) for _ in range(_GROUP)) for _ in range(_GROUPS))
    return "-".join(groups)


def digest_of_code(written: str) -> str:
    """What is stored of a code, however somebody wrote it."""
    return digest("".join(filter(str.isalnum, written.upper())).translate(_MISREAD))


def digest(secret: str) -> str:
    """What is stored of a secret."""
    return sha256(secret.encode(errors="surrogatepass")).hexdigest()


def new_id() -> str:
    """A name for a match, an account or a claim; with 72 bits it is not found by trying."""
    return secrets.token_urlsafe(9)
