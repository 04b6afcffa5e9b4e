"""Deleted spaces are kept for seven days, then removed with everything in them. Document: "Space deletion"."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from sqlalchemy import delete, select

from docdeck.service.store.accounts_schema import removed_spaces
from docdeck.service.store.schema import documents, members, revisions, spaces
from docdeck.service.store.store import Row, Tx

KEPT = timedelta(days=7)
_AT_ONCE = 400


def kept_since(tx: Tx) -> str:
    """The time of deletion from which on a space can still be restored."""
    return tx.clock.text(tx.clock.now() - KEPT)


def has_expired(tx: Tx) -> bool:
    """Whether a deleted space is past its time."""
    return tx.value(select(spaces.c.id).where(spaces.c.deleted_at < kept_since(tx)).limit(1)) is not None


def remove_expired(tx: Tx) -> None:
    """Remove the spaces whose time is over, with all that belongs to them, and the bodies nobody else uses."""
    for row in tx.rows(select(spaces.c.id, spaces.c.organization).where(spaces.c.deleted_at < kept_since(tx))):
        bodies = _bodies(tx, row["id"])
        tx.run(delete(spaces).where(spaces.c.id == row["id"]))
        tx.insert(removed_spaces, id=row["id"], organization=row["organization"], removed_at=tx.now())
        _forget(tx, bodies)


def removed_space(tx: Tx, caller: str, space: str) -> Row | None:
    """A space that is gone for good, if the user administrates the organization it belonged to."""
    joined = removed_spaces.join(members, members.c.organization == removed_spaces.c.organization)
    mine = (members.c.user == caller, members.c.role == "admin", members.c.disabled.is_(False))
    return tx.one(select(removed_spaces).select_from(joined).where(removed_spaces.c.id == space, *mine))


def _bodies(tx: Tx, space: str) -> set[str]:
    rows = tx.rows(select(revisions.c.pages).where(revisions.c.space == space))
    return set(_named(page for row in rows for page in row["pages"]))


def _named(pages: Iterable[dict[str, Any]]) -> Iterable[str]:
    return (page["document"] for page in pages if page.get("document"))


def _forget(tx: Tx, bodies: set[str]) -> None:
    """Bodies are shared by their content: those that another space has too stay."""
    for row in tx.rows(select(spaces.c.id)) if bodies else []:
        bodies -= _bodies(tx, row["id"])
        if not bodies:
            return
    gone = sorted(bodies)
    for start in range(0, len(gone), _AT_ONCE):
        tx.run(delete(documents).where(documents.c.hash.in_(gone[start : start + _AT_ONCE])))
