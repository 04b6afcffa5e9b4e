"""What goes with spaces and collections to another organization. Document: "Spaces" (transfer)."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, select, update

from docdeck.service.store.accounts_schema import link_invites
from docdeck.service.store.places_schema import collections, site_spaces
from docdeck.service.store.schema import change_requests, grants, members, requested_reviewers, spaces
from docdeck.service.store.store import Tx


def standing_on_sites(tx: Tx, wanted: Sequence[str]) -> bool:
    """Whether one of some spaces stands on a site."""
    return tx.value(select(site_spaces.c.id).where(site_spaces.c.space.in_(wanted)).limit(1)) is not None


def carry_over(tx: Tx, organization: str, moved: Sequence[str], nested: Sequence[str]) -> None:
    """Make spaces and collections those of an organization.

    Grants and requests for reviews stay only for its members; links that let people in stay behind.
    """
    tx.run(update(collections).where(collections.c.id.in_(nested)).values(organization=organization))
    inside = spaces.c.id.in_(moved)
    if nested:
        inside = inside | spaces.c.parent.in_(nested)
    tx.run(update(spaces).where(inside).values(organization=organization))
    known = select(members.c.user).where(members.c.organization == organization)
    own = select(change_requests.c.id).where(change_requests.c.space.in_(moved))
    tx.run(delete(grants).where(grants.c.space.in_(moved), grants.c.user.not_in(known)))
    asked = requested_reviewers
    tx.run(delete(asked).where(asked.c.change_request.in_(own), asked.c.user.not_in(known)))
    tx.run(delete(link_invites).where(link_invites.c.space.in_(moved)))
