"""People of an organization, as far as a reviewer needs them."""

from __future__ import annotations

from docdeck.api.operations import members
from docdeck.models.organizations import Member
from docdeck.workspace.session import Session

MEMBERS_FOR = 300.0
"""How long a stored list of members is good enough for choosing somebody (seconds)."""
_MOST = 2_000


async def members_of(session: Session, organization: str) -> tuple[Member, ...]:
    """The members that can act, by name. Raises DocdeckError."""
    found = await session.platform.all_items(
        members.list_in_organization(organization), limit=_MOST, max_age=MEMBERS_FOR
    )
    active = [member for member in found if not member.disabled]
    return tuple(sorted(active, key=lambda member: member.user.display_name.casefold()))
