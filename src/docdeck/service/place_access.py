"""Who may see what is inside an organization: what is hidden is missing, what is visible may be denied."""

from __future__ import annotations

from docdeck.service.access import organization_access
from docdeck.service.errors import Denied, Missing
from docdeck.service.store import Row, Tx
from docdeck.service.store.collections import collection_for
from docdeck.service.store.people import members_by_user
from docdeck.service.store.sites import site_in
from docdeck.service.store.teams import team_in


def collection_access(tx: Tx, actor: str, collection: str) -> Row:
    """A collection that the person may see, else 404."""
    row = collection_for(tx, actor, collection)
    if row is None:
        raise Missing("This collection does not exist, or you may not see it.")
    return row


def insider_access(tx: Tx, actor: str, organization: str, things: str) -> Row:
    """An organization whose things (a word for people) its members see and its guests do not, else 404 or 403."""
    row = organization_access(tx, actor, organization)
    if row["member_role"] is None:
        raise Denied(f"You may not see the {things} of this organization: guests see only the spaces shared with them.")
    return row


def sites_access(tx: Tx, actor: str, organization: str) -> Row:
    """An organization whose sites the person may see, else 404, or 403 for its guests."""
    return insider_access(tx, actor, organization, "sites")


def site_access(tx: Tx, actor: str, organization: str, site: str) -> Row:
    """A site that the person may see, else 404, or 403 for guests."""
    sites_access(tx, actor, organization)
    row = site_in(tx, organization, site)
    if row is None:
        raise Missing("This organization has no such site.")
    return row


def team_access(tx: Tx, actor: str, organization: str, team: str) -> tuple[Row, Row]:
    """An organization and a team of it that the person may see, else 404, or 403 for guests."""
    home = organization_access(tx, actor, organization, "listTeams")
    row = team_in(tx, actor, organization, team)
    if row is None:
        raise Missing("This organization has no such team.")
    return home, row


def member_access(tx: Tx, actor: str, organization: str, user: str) -> tuple[Row, Row]:
    """An organization and a member of it: oneself, or anybody when the person may list members."""
    home = organization_access(tx, actor, organization, "view" if user == actor else "listMembers")
    row = members_by_user(tx, organization, [user]).get(user)
    if row is None:
        raise Missing("This user is not a member of the organization.")
    return home, row
