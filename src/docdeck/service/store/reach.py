"""What a member of an organization can reach. Document: "Organization members"."""

from __future__ import annotations

from sqlalchemy import and_

from docdeck.service.paging import Slice, Window
from docdeck.service.store.paged import cut
from docdeck.service.store.schema import grants, spaces
from docdeck.service.store.spaces import seen_with_counts
from docdeck.service.store.store import Row, Tx


def spaces_of_member(tx: Tx, caller: str, member: Row, window: Window, *, descending: bool) -> Slice:
    """The spaces that both a member can open and the caller sees, by age, with the member's own grant as `granted`."""
    theirs = grants.alias("theirs")
    asked = (
        seen_with_counts(caller)
        .outerjoin(theirs, and_(theirs.c.space == spaces.c.id, theirs.c.user == member["user"]))
        .where(spaces.c.organization == member["organization"])
        .add_columns(theirs.c.role.label("granted"))
    )
    if member["role"] is None:
        asked = asked.where(theirs.c.role.is_not(None))
    return cut(tx, asked, window, spaces.c.created_at, spaces.c.id, descending=descending)
