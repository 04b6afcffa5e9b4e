"""What is still to be done in the background, kept in the database so that a killed service goes on with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete, select, update

from docdeck.service.store.store import Row, Tx
from docdeck.service.store.works_schema import jobs


def queue_job(tx: Tx, kind: str, given: Mapping[str, Any], *, secret: str | None = None) -> str:
    """Leave work for the background, begun once this transaction is kept; `secret` stays in memory. Answers the id."""
    made = tx.ids()
    tx.insert(jobs, id=made, kind=kind, given=dict(given), attempts=0, created_at=tx.now())
    tx.queued[made] = secret
    return made


def next_job(tx: Tx, kind: str) -> Row | None:
    """The oldest job of a kind, counted as begun once more."""
    row = tx.one(select(jobs).where(jobs.c.kind == kind).order_by(jobs.c.created_at, jobs.c.id).limit(1))
    if row is not None:
        tx.run(update(jobs).where(jobs.c.id == row["id"]).values(attempts=row["attempts"] + 1))
    return row


def drop_job(tx: Tx, id: str) -> None:
    """Forget a job that is done."""
    tx.run(delete(jobs).where(jobs.c.id == id))


def kinds_waiting(tx: Tx) -> set[str]:
    """The kinds of work that are left from before."""
    return {row["kind"] for row in tx.rows(select(jobs.c.kind).distinct())}
