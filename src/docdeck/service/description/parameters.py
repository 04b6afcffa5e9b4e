"""The query parameters of routes, by the path of the route. Facts N19 has their names and values."""

from __future__ import annotations

from typing import Any

from docdeck.service.rules.customization import SITE_TYPES
from docdeck.service.rules.publishing import CATEGORIES, SCOPES, TARGETS

Schema = dict[str, Any]


def _one_of(*values: str) -> Schema:
    return {"type": "string", "enum": list(values)}


def _many_of(*values: str) -> Schema:
    return {"type": "array", "items": _one_of(*values)}


_TEXT: Schema = {"type": "string"}
_FLAG: Schema = {"type": "boolean"}
_LIMIT: Schema = {"type": "integer", "minimum": 1, "maximum": 1000}
_ORDER = _one_of("asc", "desc")
_FORMAT = _one_of("document", "markdown")
_STATUSES = _many_of("draft", "open", "archived", "merged")
_ROLES = ("admin", "create", "review", "edit", "comment", "read")
_REQUESTS = {
    "status": _STATUSES,
    "creator": _TEXT,
    "contributor": _TEXT,
    "requestedReviewer": _TEXT,
    "conversationsIssuesCluster": _TEXT,
}
_COMMENTS = {
    "format": _FORMAT,
    "status": _one_of("all", "open", "resolved"),
    "targetPage": _TEXT,
    "authors": {"type": "array", "items": _TEXT},
    "order": _ORDER,
}
_INTEGRATIONS = {
    "search": _TEXT,
    "category": _one_of(*CATEGORIES),
    "blockDomain": {"type": "string", "maxLength": 100, "pattern": "^[a-zA-Z0-9-_.]+$"},
    "blocks": _FLAG,
    "contentSources": _FLAG,
    "owner": _TEXT,
    "scope": _one_of(*SCOPES),
    "target": _one_of(*TARGETS),
}
_ORG, _SPACE = "/v1/orgs/{org}", "/v1/spaces/{space}"
_REQUEST = f"{_SPACE}/change-requests/{{request}}"
_SITE = f"{_ORG}/sites/{{site}}"
_INTEGRATION = "/v1/integrations/{integration}"
_PLACED = {"externalId": _TEXT, "extended": _FLAG}

QUERY: dict[str, dict[str, Schema]] = {
    "/v1/orgs": {"withDefaultSite": _FLAG},
    f"{_SPACE}/links": {"status": _one_of("ok", "broken", "in-app")},
    f"{_ORG}/collections": {"nested": _FLAG},
    f"{_ORG}/search": {"query": {"type": "string", "maxLength": 512}},
    f"{_SPACE}/search": {"query": {"type": "string", "maxLength": 512}},
    f"{_ORG}/members": {
        "role": _one_of(*_ROLES, "guest"),
        "search": _TEXT,
        "sort": _one_of("joinedAt", "lastSeenAt"),
        "order": _ORDER,
    },
    f"{_ORG}/members/{{user}}/spaces": {"order": _ORDER},
    f"{_ORG}/members/{{user}}/teams": {"title": _TEXT},
    f"{_ORG}/teams": {"owner": _TEXT, "title": _TEXT},
    f"{_ORG}/sites": {"space": _TEXT, "title": _TEXT, "published": _FLAG, "type": _many_of(*SITE_TYPES)},
    f"{_SITE}/site-spaces": {"shareKey": _TEXT, "default": _FLAG},
    f"{_SITE}/sections": {"shareKey": _TEXT},
    f"{_SITE}/structure": {"shareKey": _TEXT},
    f"{_SITE}/published": {"shareKey": _TEXT},
    f"{_SPACE}/change-requests": _REQUESTS,
    f"{_ORG}/change-requests": _REQUESTS,
    f"{_SPACE}/pdf": {"only": _FLAG, "page": _TEXT},
    f"{_REQUEST}/pdf": {"only": _FLAG, "page": _TEXT},
    f"{_REQUEST}/content": {"compat": _FLAG},
    f"{_REQUEST}/reviews": {"format": _FORMAT, "outdated": _FLAG},
    f"{_SPACE}/comments": _COMMENTS,
    f"{_REQUEST}/comments": _COMMENTS,
    f"{_SPACE}/documents/{{document}}": {"schema": _one_of("current", "next")},
    f"{_SPACE}/revisions/{{revision}}/page/{{page}}/document": {
        "evaluated": _one_of("true", "false", "deterministic-only")
    },
    f"{_SPACE}/revisions/{{revision}}/changes": {"limit": _LIMIT},
    f"{_REQUEST}/changes": {"limit": _LIMIT},
    **{
        f"{place}/{one}": {"format": _FORMAT}
        for place in (f"{_SPACE}/content", f"{_SPACE}/revisions/{{revision}}", f"{_REQUEST}/content")
        for one in ("page/{page}", "path/{path}")
    },
    f"{_ORG}/conversations": {"source": _TEXT},
    f"{_ORG}/conversations-issues": {"cluster": _TEXT, "conversation": _TEXT},
    f"{_ORG}/conversations-clusters": {
        "order": _ORDER,
        "orderBy": _one_of("updatedAt", "issues", "conversations", "tasksTotal", "tasksBacklog", "tasksStarted"),
    },
    "/v1/urls/content": {"url": {"type": "string", "maxLength": 2048}},
    "/v1/integrations": _INTEGRATIONS,
    f"{_ORG}/integrations": _INTEGRATIONS,
    f"{_ORG}/installations": {"search": _TEXT},
    f"{_SPACE}/integrations": {"search": _TEXT},
    f"{_SITE}/integrations": {"search": _TEXT},
    f"{_SITE}/customization": {"unmasked": _FLAG},
    f"{_SITE}/site-spaces/{{siteSpace}}/customization": {"unmasked": _FLAG},
    f"{_SITE}/permissions/aggregate": {"role": _one_of(*_ROLES)},
    f"{_SPACE}/permissions/aggregate": {"role": _one_of(*_ROLES)},
    "/v1/collections/{collection}/permissions/aggregate": {"role": _one_of(*_ROLES)},
    f"{_SITE}/share-links": {"search": _TEXT},
    f"{_INTEGRATION}/installations": {"externalId": _TEXT},
    f"{_INTEGRATION}/spaces": _PLACED,
    f"{_INTEGRATION}/sites": _PLACED,
}
PAGING: dict[str, Schema] = {"page": _TEXT, "limit": _LIMIT}
"""What every list takes."""
