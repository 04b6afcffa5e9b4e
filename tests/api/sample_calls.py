"""Calls every operation's function with sample values: each id is its parameter's name, each body has a good sample."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, get_args, get_origin, get_type_hints

from docdeck.models.base import Body, Document, PatchUser
from docdeck.models.change_requests import ContentChange
from docdeck.models.collections import CreateCollection, MoveContent, PatchCollection
from docdeck.models.conversations import IngestConversation
from docdeck.models.customization import CustomizationBody
from docdeck.models.git import ExportGit, ImportGit
from docdeck.models.imports import StartImport
from docdeck.models.installed import PatchInstallation, PatchPlacedInstallation
from docdeck.models.integrations import PublishIntegration
from docdeck.models.invites import CreateInvite, PatchInvite
from docdeck.models.openapi import SpecSource
from docdeck.models.organizations import CreateOrganization, PatchOrganization
from docdeck.models.permissions import Invite, InviteToOrganization
from docdeck.models.publishing import (
    CreateRedirect,
    MoveSectionGroup,
    PatchPublishingAuth,
    PatchRedirect,
    SortStructure,
)
from docdeck.models.saml import CreateSamlProvider, PatchSamlProvider
from docdeck.models.share_links import PatchShareLink
from docdeck.models.sites import (
    CreateSite,
    CreateSiteSection,
    CreateSiteSectionGroup,
    MoveSiteSection,
    MoveSiteSpace,
    PatchSite,
    PatchSiteSection,
    PatchSiteSectionGroup,
    PatchSiteSpace,
)
from docdeck.models.spaces import CreateSpace, PatchSpace
from docdeck.models.teams import UpdateTeamMembers
from docdeck.models.translations import CreateTranslation

_NEIGHBOUR = {"type": "site-section", "id": "x9"}
_PAGE = {"kind": "site-page", "siteSpaceId": "y1", "pageId": "p1"}
BODIES: dict[type[Body], dict[str, Any]] = {
    CreateSpace: {"title": "Handbook", "emoji": "1f4d8", "parent": "k1", "language": "en", "empty": True},
    PatchSpace: {"editMode": "locked", "title": "Handbook", "defaultLevel": None, "language": "de",
                 "mergeRules": {"type": "inherit"}, "emoji": "1f4d8"},
    MoveContent: {"parent": "k1", "position": {"before": {"type": "space", "space": "s2"}}},
    CreateCollection: {"title": "Guides", "parent": "k1"},
    PatchCollection: {"title": "Guides", "description": "For all", "defaultLevel": "read"},
    CreateOrganization: {"title": "Acme"},
    PatchOrganization: {"title": "Acme", "emailDomains": ["acme.example"], "hostname": "acme", "defaultRole": None,
                        "defaultContent": {"type": "site", "site": "i1"}, "logo": None, "sso": True, "ai": False,
                        "inviteLinks": True, "mergeRules": {"type": "rules", "rules": [
                            {"rule": "require_specific_reviewers", "users": ["u1"]}, {"rule": "require_agent_review"},
                            {"rule": "custom", "expression": "space.title == 'x'"}]}},
    UpdateTeamMembers: {"add": ["u1", "mo@acme.example"], "remove": ["u2"], "memberships": {"u1": {"role": "owner"}}},
    CreateSamlProvider: {"label": "Okta", "entityID": "e", "certificate": "c", "ssoURL": "https://sso.example",
                         "defaultTeam": "t1", "defaultRole": None},
    PatchSamlProvider: {"label": "Okta", "defaultRole": "read"},
    CreateSite: {"type": "basic", "title": "Docs", "visibility": "public", "spaces": ["s1"]},
    PatchSite: {"title": "Docs", "visibility": "unlisted", "basename": "docs", "adaptiveContent": {"enabled": True},
                "agentsContext": "excluded", "defaultSiteSpace": "y1", "defaultSiteSection": "x1", "proxy": None},
    MoveSiteSpace: {"position": {"before": {"type": "site-space", "siteSpace": "y2"}}},
    PatchSiteSpace: {"path": "v2", "condition": None, "spaceId": "s2", "hidden": False},
    CreateSiteSection: {"spaceId": "s1", "title": "API", "icon": None},
    PatchSiteSection: {"title": "API", "path": "api", "defaultSiteSpace": "y1", "condition": "visitor.claims.beta",
                       "icon": "gear", "description": None},
    MoveSiteSection: {"position": {"after": {"type": "site-section", "siteSection": "x2"}}},
    CreateSiteSectionGroup: {"title": "More", "icon": "box", "sections": ["x1"], "parent": "g1"},
    PatchSiteSectionGroup: {"title": "More", "icon": None},
    MoveSectionGroup: {"position": {"before": _NEIGHBOUR}},
    SortStructure: {"item": {"type": "site-space", "id": "y1"}, "position": {"before": _NEIGHBOUR}},
    IngestConversation: {"id": "c-1", "subject": "Where?", "parts": [{"type": "message", "role": "user", "body": "?"}],
                         "metadata": {"url": "https://x.example", "attributes": {"plan": "pro"}}},
    SpecSource: {"url": "https://acme.example/openapi.json"},
    CreateTranslation: {"language": "de", "source": {"space": "s1", "language": "en"}},
    PublishIntegration: {"runtime": "v1", "title": "Slack", "description": "Chat", "scopes": ["space:content:read"],
                         "script": "export default {}", "organization": "o1", "secrets": {"key": "value"},
                         "contentSecurityPolicy": {"default-src": "'none'"}},
    ImportGit: {"url": "https://git.example/docs.git", "ref": "refs/heads/main", "repoCacheID": "c", "force": True,
                "timestamp": "2026-01-02T03:04:05Z", "standalone": True, "gitInfo": {"provider": "github", "url": "u"}},
    ExportGit: {"url": "https://git.example/docs.git", "ref": "refs/heads/main", "commitMessage": "Docs"},
    StartImport: {"source": {"type": "website", "url": "https://old.example"}, "target": {"space": "s1"}},
    PatchInstallation: {"externalIds": ["e"], "configuration": {"a": 1}, "space_selection": "selected"},
    PatchPlacedInstallation: {"configuration": {"a": 1}},
    CreateInvite: {"level": "read", "space": "s1"},
    PatchInvite: {"role": None},
    Invite: {"role": "edit", "users": ["u1"]},
    InviteToOrganization: {"emails": ["mo@acme.example"], "role": "read"},
    PatchShareLink: {"active": False},
    PatchPublishingAuth: {"backend": "custom", "fallbackURL": None},
    CreateRedirect: {"source": "/old", "destination": _PAGE},
    PatchRedirect: {"source": "/older"},
    CustomizationBody: {"title": "Docs", "styling": {"theme": "clean"}},
    PatchUser: {"displayName": "Ada"},
    ContentChange: {"operation": "delete_page", "page": "p1"},
}  # fmt: skip
TEXTS = {"verdict": "approved", "status": "approved", "visibility": "public", "role": "read"}


def sample_of(hint: Any, name: str) -> Any:
    """A good value for a required parameter."""
    if hint is str:
        return name
    if inspect.isclass(hint) and issubclass(hint, Body):
        return hint.model_validate(BODIES[hint])
    if hint is Document:
        return Document(nodes=[{"object": "block", "type": "paragraph", "nodes": []}])
    if get_origin(hint) is dict:
        return {"type": "object", "properties": {}, "additionalProperties": False}
    inner = [one for one in get_args(hint) if one is not type(None)]
    if hint in (list[str],) or "Sequence" in str(get_origin(hint)):
        return [sample_of(inner[0], name)]
    return sample_of(inner[0], name) if not isinstance(inner[0], str) else inner[0]


def called(function: Callable[..., Any]) -> Any:
    """The description that a function makes when only what it must have is given."""
    hints = get_type_hints(function)
    required = [one for one in inspect.signature(function).parameters.values() if one.default is one.empty]
    return function(*(sample_of(hints[one.name], one.name) for one in required))
