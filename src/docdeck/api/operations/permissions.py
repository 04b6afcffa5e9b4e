"""Who may do what with a space, a collection or a site. Platform facts 2.6. Those of sites: newer platforms only,
except the aggregate.
"""

from __future__ import annotations

from dataclasses import dataclass

from docdeck.api.description import Command, Page, Query, params_of, path_of
from docdeck.api.operations.writing import deletion
from docdeck.api.reading import many, nothing
from docdeck.models.base import RoleName
from docdeck.models.permissions import Invite, RoleBody, TeamPermission, UserPermission


@dataclass(frozen=True, slots=True)
class _Place:
    """What the permissions are about: its path, its ids, and the end of the operations' names."""

    path: str
    ids: tuple[str, ...]
    name: str


def _space(space: str) -> _Place:
    return _Place(path_of("/v1/spaces/{space}/permissions", space=space), (space,), "Space")


def _collection(collection: str) -> _Place:
    path = path_of("/v1/collections/{collection}/permissions", collection=collection)
    return _Place(path, (collection,), "Collection")


def _site(organization: str, site: str) -> _Place:
    path = path_of("/v1/orgs/{organization}/sites/{site}/permissions", organization=organization, site=site)
    return _Place(path, (organization, site), "Site")


# -- what all three do --------------------------------------------------------------------------------------------


def _aggregate(place: _Place, role: RoleName | None, limit: int | None) -> Query[Page[UserPermission]]:
    params = params_of(role=role, limit=limit)
    name = f"listPermissionsAggregateIn{place.name}"
    return Query(name, place.path + "/aggregate", many(UserPermission), params, ids=place.ids)


def _users(place: _Place, limit: int | None) -> Query[Page[UserPermission]]:
    name = f"listUserPermissionsIn{place.name}"
    return Query(name, place.path + "/users", many(UserPermission), params_of(limit=limit), ids=place.ids)


def _teams(place: _Place, limit: int | None) -> Query[Page[TeamPermission]]:
    name = f"listTeamPermissionsIn{place.name}"
    return Query(name, place.path + "/teams", many(TeamPermission), params_of(limit=limit), ids=place.ids)


def _invite(place: _Place, body: Invite) -> Command[None]:
    return Command(f"inviteTo{place.name}", "POST", place.path, nothing, body=body.to_wire(), touches=(place.ids[-1],))


def _set(place: _Place, kind: str, who: str, role: RoleName | None) -> Command[None]:
    return Command(
        f"update{kind}PermissionIn{place.name}",
        "PATCH",
        place.path + path_of("/{kind}/{who}", kind=f"{kind.lower()}s", who=who),
        nothing,
        body=RoleBody(role=role).to_wire(),
        repeat="same_effect",
        touches=(place.ids[-1], who),
    )


def _remove(place: _Place, kind: str, who: str) -> Command[None]:
    path = place.path + path_of("/{kind}/{who}", kind=f"{kind.lower()}s", who=who)
    return deletion(f"remove{kind}From{place.name}", path, (place.ids[-1], who))


# -- spaces -------------------------------------------------------------------------------------------------------


def aggregate_in_space(
    space: str, *, role: RoleName | None = None, limit: int | None = None
) -> Query[Page[UserPermission]]:
    """Everybody who can reach a space, however they came to it."""
    return _aggregate(_space(space), role, limit)


def users_in_space(space: str, *, limit: int | None = None) -> Query[Page[UserPermission]]:
    """The people with a role of their own in a space."""
    return _users(_space(space), limit)


def teams_in_space(space: str, *, limit: int | None = None) -> Query[Page[TeamPermission]]:
    """The teams with a role in a space."""
    return _teams(_space(space), limit)


def invite_to_space(space: str, body: Invite) -> Command[None]:
    """Give people and teams a role in a space."""
    return _invite(_space(space), body)


def set_user_in_space(space: str, user: str, role: RoleName | None) -> Command[None]:
    """Give a person another role in a space; None is a guest."""
    return _set(_space(space), "User", user, role)


def remove_user_from_space(space: str, user: str) -> Command[None]:
    """Take a person's own role in a space away."""
    return _remove(_space(space), "User", user)


def set_team_in_space(space: str, team: str, role: RoleName | None) -> Command[None]:
    """Give a team another role in a space; None is a guest."""
    return _set(_space(space), "Team", team, role)


def remove_team_from_space(space: str, team: str) -> Command[None]:
    """Take a team's role in a space away."""
    return _remove(_space(space), "Team", team)


# -- collections --------------------------------------------------------------------------------------------------


def aggregate_in_collection(
    collection: str, *, role: RoleName | None = None, limit: int | None = None
) -> Query[Page[UserPermission]]:
    """Everybody who can reach a collection, however they came to it."""
    return _aggregate(_collection(collection), role, limit)


def users_in_collection(collection: str, *, limit: int | None = None) -> Query[Page[UserPermission]]:
    """The people with a role of their own in a collection."""
    return _users(_collection(collection), limit)


def teams_in_collection(collection: str, *, limit: int | None = None) -> Query[Page[TeamPermission]]:
    """The teams with a role in a collection."""
    return _teams(_collection(collection), limit)


def invite_to_collection(collection: str, body: Invite) -> Command[None]:
    """Give people and teams a role in a collection."""
    return _invite(_collection(collection), body)


def set_user_in_collection(collection: str, user: str, role: RoleName | None) -> Command[None]:
    """Give a person another role in a collection; None is a guest."""
    return _set(_collection(collection), "User", user, role)


def remove_user_from_collection(collection: str, user: str) -> Command[None]:
    """Take a person's own role in a collection away."""
    return _remove(_collection(collection), "User", user)


def set_team_in_collection(collection: str, team: str, role: RoleName | None) -> Command[None]:
    """Give a team another role in a collection; None is a guest."""
    return _set(_collection(collection), "Team", team, role)


def remove_team_from_collection(collection: str, team: str) -> Command[None]:
    """Take a team's role in a collection away."""
    return _remove(_collection(collection), "Team", team)


# -- sites --------------------------------------------------------------------------------------------------------


def aggregate_in_site(
    organization: str, site: str, *, role: RoleName | None = None, limit: int | None = None
) -> Query[Page[UserPermission]]:
    """Everybody who can reach a site, and where from; `role` works on newer platforms."""
    return _aggregate(_site(organization, site), role, limit)


def users_in_site(organization: str, site: str, *, limit: int | None = None) -> Query[Page[UserPermission]]:
    """The people with a role of their own on a site."""
    return _users(_site(organization, site), limit)


def teams_in_site(organization: str, site: str, *, limit: int | None = None) -> Query[Page[TeamPermission]]:
    """The teams with a role on a site."""
    return _teams(_site(organization, site), limit)


def invite_to_site(organization: str, site: str, body: Invite) -> Command[None]:
    """Give people and teams a role on a site."""
    return _invite(_site(organization, site), body)


def set_user_in_site(organization: str, site: str, user: str, role: RoleName | None) -> Command[None]:
    """Give a person another role on a site."""
    return _set(_site(organization, site), "User", user, role)


def remove_user_from_site(organization: str, site: str, user: str) -> Command[None]:
    """Take a person's own role on a site away."""
    return _remove(_site(organization, site), "User", user)


def set_team_in_site(organization: str, site: str, team: str, role: RoleName | None) -> Command[None]:
    """Give a team another role on a site."""
    return _set(_site(organization, site), "Team", team, role)


def remove_team_from_site(organization: str, site: str, team: str) -> Command[None]:
    """Take a team's role on a site away."""
    return _remove(_site(organization, site), "Team", team)
