"""Addresses that work without a token for a while. Facts 0.3: the URL of a PDF works for one hour."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from sqlalchemy import delete, select

from docdeck.service.clock import stored
from docdeck.service.store.store import Tx
from docdeck.service.store.works_schema import downloads

LIFE = timedelta(hours=1)


def insert_download(tx: Tx, given: Mapping[str, Any]) -> str:
    """Open an address for an hour; answers its secret key. Those that ran out are forgotten."""
    now = tx.clock.now()
    tx.run(delete(downloads).where(downloads.c.expires_at < stored(now)))
    key = secrets.token_urlsafe(24)
    tx.insert(downloads, key=key, given=dict(given), expires_at=stored(now + LIFE))
    return key


def download_of(tx: Tx, key: str) -> dict[str, Any] | None:
    """What an address gives, as long as it works."""
    asked = select(downloads.c.given).where(downloads.c.key == key, downloads.c.expires_at >= tx.now())
    return tx.value(asked)
