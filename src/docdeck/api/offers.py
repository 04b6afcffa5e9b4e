"""What not every platform offers, and what to do instead. Platform facts, "From 146 to 202".

A newer platform answers a call that it no longer knows with 404, like a call about an absent thing. Who is meant is
found out by asking for the thing itself: when it is there, it is the operation that is absent.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal, cast
from urllib.parse import unquote

from docdeck.api.description import Page, Query
from docdeck.api.errors import DocdeckError, NotFound, NotOffered

Where = Literal["newer", "older"]
Ask = Callable[[Query[Any]], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Absence:
    """An operation that `newer` platforms took away, or `older` ones do not have yet.

    `instead` tells a person what does the same; `replaced_by` names the operations that do.
    """

    operation: str
    where: Where
    instead: str = ""
    replaced_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Doubt:
    """What settles a 404: the operation is absent when all of `there` answer (with an item of that id, where one is
    given), and `gone`, the list its thing would be in, is not offered either."""

    there: tuple[tuple[Query[Any], str | None], ...]
    gone: Query[Any] | None = None


_IN_APP: Final = "The platform's own app may still do it."
_GROUPS: Final = "A change of the section itself, naming its group, does the same."
_NEWER: Final = (
    Absence("transferSpace", "newer", "A collection can still be transferred with all that lies in it.",
            ("transferCollection",)),
    Absence("listSpaceLinks", "newer", _IN_APP),
    Absence("addSectionToGroup", "newer", _GROUPS, ("updateSiteSectionById",)),
    Absence("removeSectionFromGroup", "newer", _GROUPS, ("updateSiteSectionById",)),
    Absence("listConversationsIssuesClusters", "newer", _IN_APP),
    Absence("getConversationsIssuesCluster", "newer", _IN_APP),
    Absence("listConversations", "newer", _IN_APP),
    Absence("ingestConversation", "newer", _IN_APP),
    Absence("getConversationById", "newer", _IN_APP),
    Absence("listConversationsIssues", "newer", _IN_APP),
    Absence("getConversationIssueById", "newer", _IN_APP),
    Absence("deleteLegacyGitInstallation", "newer"),
)  # fmt: skip
_OLDER: Final = tuple(
    Absence(operation, "older", "Newer versions of the platform have it.")
    for operation in (
        "createOrganization",
        "updateChangeRequestContent",
        "listOrganizationAuditEvents",
        "getOrganizationAuditEvent",
        "listOrganizationAuditEventActions",
        "listImportRuns",
        "getImportRun",
        "inviteToSite",
        "listUserPermissionsInSite",
        "listTeamPermissionsInSite",
        "updateUserPermissionInSite",
        "removeUserFromSite",
        "updateTeamPermissionInSite",
        "removeTeamFromSite",
    )
)
ABSENCES: Final = MappingProxyType({one.operation: one for one in (*_NEWER, *_OLDER)})
"""What is known to be absent somewhere, by operation id."""

DEPRECATED: Final = MappingProxyType(
    {
        "moveSiteSpace": "sortSiteStructure",
        "moveSiteSection": "sortSiteStructure",
        "moveSiteSectionGroup": "sortSiteStructure",
    }
)
"""Operations still offered, with the one that platforms want to be asked instead (`sites.sort`)."""


def not_offered(operation: str, status: int = 404) -> NotOffered:
    """The error that says so, with what does the same elsewhere."""
    absence = ABSENCES.get(operation)
    if absence is None:
        return NotOffered("This platform does not offer it.", status=status, operation=operation)
    age = "any more" if absence.where == "newer" else "yet"
    return NotOffered(f"This platform does not offer it {age}.", absence.instead, status=status, operation=operation)


async def settled(error: NotFound, path: str, ask: Ask, body: Any = None) -> NotFound | NotOffered:
    """The 404 of a call as what it is. `ask` reads a query; where that settles nothing the 404 stays as it was."""
    doubt = doubt_of(error.operation, path, body)
    if doubt is None:
        return error
    try:
        for query, wanted in doubt.there:
            answer = await ask(query)
            if wanted is not None and not _holds(answer, wanted):
                return error
    except DocdeckError:
        return error
    try:
        if doubt.gone is not None:
            await ask(doubt.gone)
            return error
    except (NotFound, NotOffered):
        return not_offered(error.operation)
    except DocdeckError:
        return error
    return not_offered(error.operation)


def _holds(answer: Any, wanted: str) -> bool:
    items: tuple[Any, ...] = cast("Page[Any]", answer).items if isinstance(answer, Page) else ()
    return any(getattr(item, "id", None) == wanted for item in items)


def doubt_of(operation: str, path: str, body: Any = None) -> Doubt | None:
    """What has to be asked before a 404 of this call says anything; None when it can only be about the thing."""
    if operation not in ABSENCES or operation == "updateChangeRequestContent":
        return None  # a page that is not in the change request is answered with 404 as well
    names = _ids_in(path)
    sent: dict[str, Any] = cast("dict[str, Any]", body) if isinstance(body, dict) else {}
    there = [*_holder(names), *_named_in(operation, names, sent)]
    listed = _LISTED.get(operation)
    return Doubt(tuple(there), listed(names) if listed else None)


_PLACES: Final = re.compile(
    r"/v1/(?:spaces/(?P<space>[^/]+)|orgs?/(?P<organization>[^/]+)(?:/sites/(?P<site>[^/]+))?)(?P<rest>.*)"
)
_GROUP: Final = re.compile(r"/section-groups/([^/]+)/")


def _ids_in(path: str) -> dict[str, str]:
    """The ids of a path, as they were before they were encoded."""
    match = _PLACES.fullmatch(path)
    found = match.groupdict() if match else {}
    return {name: unquote(value) if name != "rest" else value for name, value in found.items() if value}


def _holder(names: dict[str, str]) -> tuple[tuple[Query[Any], str | None], ...]:
    """The space, site or organization that a call is about."""
    from docdeck.api.operations import organizations, sites, spaces

    if "space" in names:
        return ((spaces.get(names["space"]), None),)
    if "site" in names:
        return ((sites.get(names["organization"], names["site"]), None),)
    if "organization" in names:
        return ((organizations.get(names["organization"]), None),)
    return ()


def _named_in(operation: str, names: dict[str, str], sent: dict[str, Any]) -> tuple[tuple[Query[Any], str | None], ...]:
    """What else has to be there: the group of the path and the section of the body, or the organization of the body."""
    from docdeck.api.operations import organizations, sites

    if operation == "transferSpace":
        return ((organizations.get(str(sent.get("organization") or "-")), None),)
    if operation == "addSectionToGroup":
        organization, site = names["organization"], names["site"]
        match = _GROUP.match(names["rest"])
        return (
            (sites.section_groups(organization, site, limit=1000), unquote(match.group(1)) if match else ""),
            (sites.sections(organization, site, limit=1000), str(sent.get("sectionId") or "")),
        )
    return ()


def _clusters(names: dict[str, str]) -> Query[Any]:
    from docdeck.api.operations import conversations

    return conversations.list_clusters(names["organization"], limit=1)


def _conversations(names: dict[str, str]) -> Query[Any]:
    from docdeck.api.operations import conversations

    return conversations.list_in_organization(names["organization"], limit=1)


def _events(names: dict[str, str]) -> Query[Any]:
    from docdeck.api.operations import audit

    return audit.list_events(names["organization"], limit=1)


def _runs(names: dict[str, str]) -> Query[Any]:
    from docdeck.api.operations import imports

    return imports.list_runs(names["organization"], limit=1)


def _people(names: dict[str, str]) -> Query[Any]:
    from docdeck.api.operations import permissions

    return permissions.users_in_site(names["organization"], names["site"], limit=1)


_LISTED: Final[dict[str, Callable[[dict[str, str]], Query[Any]]]] = {
    "getConversationsIssuesCluster": _clusters,
    "getConversationById": _conversations,
    "getConversationIssueById": _conversations,
    "getOrganizationAuditEvent": _events,
    "getImportRun": _runs,
    "inviteToSite": _people,
    "updateUserPermissionInSite": _people,
    "updateTeamPermissionInSite": _people,
}
"""Calls about one of many, with the list that is absent together with them."""
