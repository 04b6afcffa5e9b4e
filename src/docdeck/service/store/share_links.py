"""The secret addresses of a site: made, found, renamed, switched on and off, deleted. Facts 2.7."""

from __future__ import annotations

import hashlib
from typing import Any

from sqlalchemy import delete, select, update

from docdeck.service.paging import Slice, Window
from docdeck.service.store.places_schema import share_links
from docdeck.service.store.store import Row, Tx


def share_link_id(key: str) -> str:
    """The id of a link, from which nobody finds its key, the secret in its address."""
    return hashlib.sha256(key.encode()).hexdigest()[:20]


def share_links_of(tx: Tx, site: str, window: Window, search: str | None) -> Slice:
    """The links of a site, oldest first; `search` looks for words in the names. A site has few."""
    wanted = (search or "").casefold()
    found = [row for row in _all(tx, site) if wanted in row["name"].casefold()]
    return window.cut(found, _place)


def _all(tx: Tx, site: str) -> list[Row]:
    return sorted(tx.rows(select(share_links).where(share_links.c.site == site)), key=_place)


def _place(row: Row) -> tuple[str, str]:
    return row["created_at"], share_link_id(row["key"])


def share_link_in(tx: Tx, site: str, id: str) -> Row | None:
    """A link of a site by its id."""
    return next((row for row in _all(tx, site) if share_link_id(row["key"]) == id), None)


def update_share_link(tx: Tx, key: str, **values: Any) -> None:
    """Change columns of a link."""
    tx.run(update(share_links).where(share_links.c.key == key).values(**values))


def delete_share_link(tx: Tx, key: str) -> None:
    """Remove a link: its address opens nothing any more."""
    tx.run(delete(share_links).where(share_links.c.key == key))
