"""What is known of a space's Git repository, and how the last import or export went. Document section: "Git"."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, select, update

from docdeck.service.store.store import Row, Tx
from docdeck.service.store.works_schema import git_syncs


def git_sync_of(tx: Tx, space: str) -> Row | None:
    """The repository of a space, or None without one."""
    return tx.one(select(git_syncs).where(git_syncs.c.space == space))


def put_git_sync(tx: Tx, space: str, **values: Any) -> None:
    """Set what is known of a space's repository."""
    if git_sync_of(tx, space) is None:
        tx.insert(git_syncs, space=space, **values)
    else:
        tx.run(update(git_syncs).where(git_syncs.c.space == space).values(**values))


def forget_git_sync(tx: Tx, space: str) -> None:
    """Let a space go its own way again."""
    tx.run(delete(git_syncs).where(git_syncs.c.space == space))
