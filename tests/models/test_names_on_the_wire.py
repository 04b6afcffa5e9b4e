"""Every field name of the document is the alias of a field, copied here by hand; unknown fields and values are kept."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from docdeck.models import (
    agent_instructions,
    base,
    change_requests,
    collections,
    comments,
    conversations,
    git,
    integrations,
    links,
    openapi,
    organizations,
    saml,
    search,
    sites,
    spaces,
    teams,
    translations,
)

FIELDS: dict[type[BaseModel], str] = {
    spaces.Space: "object id title emoji visibility createdAt updatedAt deletedAt editMode mergeRules urls "
    "organization parent language gitSync visitorAuth revision defaultLevel comments changeRequests changeRequestsOpen "
    "changeRequestsDraft permissions",
    organizations.Organization: "object id title createdAt emailDomains hostname type useCase communityType "
    "defaultRole defaultContent sso ai inviteLinks plan billing mergeRules urls trial customHostname blocked "
    "internal_billingMigration permissions",
    organizations.Member: "object id role user disabled joinedAt lastSeenAt sso spaces teams",
    base.User: "object id displayName email photoURL urls",
    base.Document: "object data nodes meta",
    collections.Collection: "object id title description organization parent defaultLevel urls permissions",
    teams.Team: "object id title members spaces createdAt permissions",
    teams.TeamMembership: "organization team permissions",
    teams.MemberTeam: "team member",
    teams.MemberSpace: "permission space",
    sites.Site: "object id type title icon hostname basename proxy visibility published siteSpaces createdAt "
    "adaptiveContent ads agentsContext features urls",
    sites.SiteProxy: "origin target",
    sites.SiteAds: "status submittable",
    sites.SiteFeature: "id plan frozen customizations",
    sites.SiteAdaptiveSchema: "object jsonSchema updatedAt",
    sites.TemplateCondition: "description condition",
    sites.PublishedSite: "object site structure customizations scripts",
    sites.SiteStructure: "type structure",
    sites.SiteCustomizations: "site siteSpaces",
    sites.SiteScript: "script contentSecurityPolicy cookies",
    sites.SiteSpace: "object id path section space title default condition hasAdvancedCustomizationFeature urls hidden",
    sites.SiteSection: "object id title description default path condition sectionGroup siteSpaces urls icon",
    sites.SiteSectionGroup: "object id title sectionGroup icon children",
    change_requests.ChangeRequest: "object id number status subject description createdBy createdAt updatedAt space "
    "revision revisionInitial revisionMergedAncestor revisionMerged comments outdated conversationsIssuesCluster urls",
    comments.Comment: "object id postedBy postedAt editedAt reactions replies repliers body target urls permissions "
    "status resolvedAt resolvedBy",
    comments.CommentReply: "object id postedBy postedAt editedAt reactions body urls permissions",
    comments.CommentTarget: "node tableCell changeRequest review page space revision",
    comments.TableCell: "record definition",
    comments.Reaction: "emoji count users",
    comments.ReactionBy: "user reactedAt",
    comments.Replier: "updatedAt count user",
    saml.SamlProvider: "object id label ssoURL entityID certificate defaultTeam defaultRole createdAt status "
    "service urls",
    saml.SamlService: "acsURL startURL entityID",
    saml.Subdomain: "object subdomain target isActive",
    saml.SsoLogin: "id label startURL",
    conversations.Conversation: "object id subject createdAt processedAt source urls",
    conversations.ConversationIssue: "object id title summary createdAt ingestedAt conversation cluster urls",
    conversations.IssuesCluster: "object id label createdAt updatedAt icon summary weeklyPulse sources stats urls",
    conversations.ClusterStats: "issues conversations",
    conversations.ConversationPart: "type role body",
    conversations.ConversationMetadata: "url attributes createdAt",
    conversations.ConversationDetail: "conversation parts metadata",
    conversations.IssueDetail: "issue conversation",
    openapi.OpenApiSpec: "object id createdAt updatedAt slug sourceURL processingState visibility lastVersion "
    "lastProcessedAt lastProcessErrorCode lastProcessedErrors permissions urls",
    openapi.OpenApiVersion: "object id createdAt url urls",
    openapi.OpenApiContent: "filesystem url",
    translations.Translation: "object id status source language instructions result createdAt updatedAt stats "
    "permissions urls",
    translations.TranslationStats: "runs totalWords totalPages totalDuration latestRunDuration latestPages latestWords",
    integrations.Integration: "object name version title description summary previewImages target verified visibility "
    "scopes categories blocks contentSources configurations externalLinks owner urls permissions contentSecurityPolicy",
    integrations.IntegrationBlock: "id title description icon urlUnfurl markdown",
    integrations.ContentSource: "id title description icon configuration",
    integrations.Installation: "id status space_selection site_selection spaces configuration createdAt updatedAt urls "
    "externalIds target",
    integrations.SpaceInstallation: "integration installation status configuration externalIds urls space",
    integrations.SiteInstallation: "integration installation status configuration externalIds urls site",
    integrations.IntegrationEvent: "id integrationId installationId createdAt payload status",
    integrations.EventPayload: "eventId type installationId status previous",
    integrations.EventLog: "message timestamp level",
    integrations.PublishIntegration: "runtime icon title description summary previewImages visibility target scopes "
    "categories blocks contentSources externalLinks configurations script organization secrets contentSecurityPolicy",
    integrations.DevelopmentTunnel: "tunnelUrl all",
    agent_instructions.AgentInstructions: "object instructions updatedAt updatedBy urls",
    git.GitInfo: "repoName installationProvider integration url updatedAt",
    git.ImportGit: "url ref repoCacheID repoTreeURL repoCommitURL repoProjectDirectory timestamp force standalone "
    "gitInfo",
    git.ExportGit: "url ref commitMessage repoCacheID repoTreeURL repoCommitURL repoProjectDirectory timestamp force "
    "gitInfo",
    links.Link: "status relation targetReference",
    links.LinkStats: "total broken",
    links.BrokenLinks: "total changeRequest",
    search.SearchSpaceResult: "id title pages",
    search.SearchPageResult: "id title path sections ancestors urls",
    search.SearchSection: "id title path body urls",
}


def aliases(model: type[BaseModel]) -> set[str]:
    return {field.alias or name for name, field in model.model_fields.items()}


@pytest.mark.parametrize("model", FIELDS, ids=lambda model: model.__name__)
def test_every_field_of_the_document_has_its_name(model: type[BaseModel]) -> None:
    assert set(FIELDS[model].split()) - aliases(model) == set()


MINE: dict[str, Any] = {"object": "user", "id": "u1", "displayName": "Mira", "email": "m@x.example", "photoURL": "p"}
SPACE: dict[str, Any] = {
    "object": "space",
    "id": "s1",
    "title": "Handbook",
    "emoji": "1f4d8",
    "visibility": "private",
    "createdAt": "2026-01-02T03:04:05Z",
    "updatedAt": "2026-01-02T03:04:05.678000Z",
    "editMode": "live",
    "mergeRules": {"type": "rules", "rules": [{"rule": "require_specific_reviewers", "users": ["u1"]}]},
    "urls": {"location": "https://api.example/v1/spaces/s1"},
    "organization": "o1",
    "revision": "r1",
    "defaultLevel": None,
    "comments": 2,
    "changeRequests": 3,
    "changeRequestsOpen": 1,
    "changeRequestsDraft": 1,
    "permissions": {"view": True, "merge": False},
}
SECTION: dict[str, Any] = {
    "object": "site-section",
    "id": "x1",
    "title": "Guides",
    "path": "guides",
    "siteSpaces": [{"object": "site-space", "id": "p1", "path": "a", "space": SPACE, "title": "A", "urls": {}}],
    "urls": {"published": "https://docs.example/guides"},
}
ANSWERS: list[tuple[type[base.Answer], dict[str, Any]]] = [
    (base.User, MINE),
    (spaces.Space, SPACE),
    (spaces.Space, {**SPACE, "visibility": "somewhere-new", "gitSync": {"repoName": "r", "operation": {"state": "x"}}}),
    (organizations.Member, {"object": "member", "id": "u1", "role": None, "user": MINE, "disabled": False}),
    (organizations.Organization, {"object": "organization", "id": "o1", "title": "Acme", "plan": "galactic_2031"}),
    (
        organizations.Organization,
        {"id": "o1", "internal_billingMigration": {"deadline": "2026-02-03T00:00:00Z", "discountPercent": 5}},
    ),
    (
        collections.Collection,
        {"object": "collection", "id": "c1", "title": "Docs", "parent": "c0", "defaultLevel": None},
    ),
    (
        teams.TeamMembership,
        {"organization": {"id": "u1", "role": "admin", "user": MINE}, "team": {"role": "owner"}, "permissions": {}},
    ),
    (teams.MemberTeam, {"team": {"object": "team", "id": "t1", "title": "T"}, "member": {"role": "captain"}}),
    (teams.MemberSpace, {"permission": "edit", "space": SPACE}),
    (
        sites.Site,
        {
            "id": "w1",
            "icon": {"icon": {"light": "l", "dark": "d"}},
            "ads": {"status": "live", "zoneId": "z"},
            "features": [{"id": "sites-seo", "plan": "basic", "frozen": False}],
        },
    ),
    (
        sites.PublishedSite,
        {
            "object": "published-content-site",
            "site": {"object": "site", "id": "w1", "title": "Docs"},
            "structure": {
                "type": "sections",
                "structure": [
                    SECTION,
                    {
                        "object": "site-section-group",
                        "id": "g1",
                        "title": "More",
                        "children": [
                            {"object": "site-section-group", "id": "g2", "title": "Deep", "children": [SECTION]},
                            {
                                "object": "site-external-link",
                                "id": "l1",
                                "title": "Shop",
                                "url": "https://shop.example",
                            },
                            {"object": "site-novelty", "id": "n1", "sparkle": [1, 2]},
                        ],
                    },
                ],
            },
            "customizations": {"site": {"styling": {"theme": "clean"}}, "siteSpaces": {"p1": {"title": "A"}}},
            "scripts": [{"script": "https://s.example/a.js", "contentSecurityPolicy": "default-src", "cookies": True}],
        },
    ),
    (
        sites.SiteStructure,
        {"type": "siteSpaces", "structure": [{"object": "site-space", "id": "p1", "space": SPACE, "hidden": True}]},
    ),
    (
        change_requests.ChangeRequest,
        {"id": "q1", "number": 7, "status": "frozen", "createdBy": MINE, "revisionInitial": "r0", "outdated": True},
    ),
    (
        comments.Comment,
        {
            "id": "c1",
            "status": "resolved",
            "resolvedBy": MINE,
            "target": {"node": {"id": "n"}, "tableCell": {"record": "r", "definition": "d"}, "space": "s1"},
            "reactions": [
                {"emoji": "1f44d", "count": 1, "users": [{"user": MINE, "reactedAt": "2026-01-02T03:04:05Z"}]}
            ],
            "body": {"markdown": "Hello"},
        },
    ),
    (
        saml.SamlProvider,
        {
            "id": "p",
            "ssoURL": "https://idp.example",
            "entityID": "e",
            "service": {"acsURL": "a", "startURL": "s", "entityID": "e2"},
        },
    ),
    (integrations.Installation, {"id": "i", "space_selection": "selected", "site_selection": "all", "externalIds": []}),
    (integrations.SpaceInstallation, {"integration": "n", "installation": "i", "space": SPACE}),
    (integrations.SpaceInstallation, {"integration": "n", "installation": "i", "space": "s1"}),
    (integrations.Integration, {"name": "a.b", "version": 3, "configurations": {"space": {"componentId": "c"}}}),
    (conversations.IssuesCluster, {"id": "c", "weeklyPulse": [1] * 13, "sources": {"email": 2}}),
    (links.Link, {"status": "broken", "targetReference": {"kind": "page"}}),
    (links.LinkStats, {"total": 1, "broken": {"total": 1, "changeRequest": 1}}),
    (openapi.OpenApiContent, {"filesystem": {"a": 1}, "urls": {"source": "u", "public": None}}),
    (
        search.SearchSpaceResult,
        {
            "id": "s1",
            "title": "Handbook",
            "pages": [
                {
                    "id": "p1",
                    "title": "Install",
                    "path": "install",
                    "ancestors": [{"title": "Start"}],
                    "sections": [{"id": "e1", "title": "Linux", "path": "install#linux", "body": "Run it"}],
                    "urls": {"app": "https://app.example/p1"},
                }
            ],
        },
    ),
]


@pytest.mark.parametrize(("model", "wire"), ANSWERS, ids=lambda value: getattr(value, "__name__", ""))
def test_an_answer_is_sent_on_as_it_came(model: type[base.Answer], wire: dict[str, Any]) -> None:
    assert model.model_validate(wire).to_wire() == wire


@pytest.mark.parametrize(("model", "wire"), ANSWERS, ids=lambda value: getattr(value, "__name__", ""))
def test_unknown_fields_are_kept_and_sent_on(model: type[base.Answer], wire: dict[str, Any]) -> None:
    more = {**wire, "brandNew": {"deep": [1, None, "x"]}, "snake_new": False}
    read = model.model_validate(more)
    assert read.to_wire() == more
    assert read.model_extra is not None
    assert read.model_extra["brandNew"] == {"deep": [1, None, "x"]}


@pytest.mark.parametrize(
    ("model", "wire"),
    [
        (spaces.Space, {"id": "s"}),
        (organizations.Organization, {"id": "o"}),
        (collections.Collection, {"id": "c"}),
        (teams.Team, {"id": "t"}),
        (sites.Site, {"id": "w"}),
        (sites.SiteSection, {"id": "x"}),
        (sites.SiteSectionGroup, {"id": "g"}),
        (sites.PublishedSite, {"site": {"id": "w"}}),
        (change_requests.ChangeRequest, {"id": "q", "number": 1}),
        (comments.Comment, {"id": "c"}),
        (search.SearchPageResult, {"id": "p"}),
    ],
)
def test_what_a_screen_can_do_without_may_be_missing(model: type[base.Answer], wire: dict[str, Any]) -> None:
    assert model.model_validate(wire).to_wire() == wire


def test_absent_is_not_null() -> None:
    request = change_requests.ChangeRequest.model_validate({"id": "q", "number": 1, "description": None})
    assert request.to_wire() == {"id": "q", "number": 1, "description": None}
    assert sites.PatchSiteSpace(condition=None).to_wire() == {"condition": None}
    assert sites.PatchSiteSpace(hidden=False).to_wire() == {"hidden": False}
    assert sites.PatchSite(proxy=None).to_wire() == {"proxy": None}


def test_nested_groups_are_read_as_what_they_are() -> None:
    structure = sites.SiteStructure.model_validate(ANSWERS[11][1]["structure"])
    group = structure.structure[1]
    assert isinstance(group, sites.SiteSectionGroup)
    assert [type(child) for child in group.children] == [sites.SiteSectionGroup, sites.SiteExternalLink, sites.SiteItem]
    deeper = group.children[0]
    assert isinstance(deeper, sites.SiteSectionGroup)
    assert isinstance(deeper.children[0], sites.SiteSection)


BODIES: list[tuple[type[base.Body], dict[str, Any], dict[str, Any]]] = [
    (sites.CreateSiteSection, {"spaceId": "s", "title": "ab", "icon": "x" * 50}, {"spaceId": "s", "title": "a"}),
    (sites.PatchSiteSection, {"path": "x" * 100, "condition": "c" * 1024}, {"path": ""}),
    (sites.PatchSiteSection, {"description": "d" * 256}, {"description": "d" * 257}),
    (sites.PatchSiteSection, {"condition": None}, {"condition": "c" * 1025}),
    (sites.CreateSiteSectionGroup, {"title": "a", "parent": "g"}, {"title": ""}),
    (sites.CreateSiteSectionGroup, {"title": "a" * 100}, {"title": "a" * 101}),
    (sites.PatchSite, {"proxy": "docs.example.com/help"}, {"proxy": "https://docs.example.com"}),
    (sites.CreateSite, {"title": "Docs", "spaces": ["s"]}, {"visibility": "secret"}),
    (collections.CreateCollection, {"title": "t" * 50}, {"title": "t" * 51}),
    (collections.PatchCollection, {"defaultLevel": None}, {"defaultLevel": "king"}),
    (teams.UpdateTeamMembers, {"memberships": {"u1": {"role": "owner"}}}, {"memberships": {"u1": {"role": "king"}}}),
    (comments.PostComment, {"body": {"markdown": "x"}, "tableCell": {"record": "r", "definition": "d"}}, {"body": "x"}),
    (saml.CreateSamlProvider, {"label": "Okta", "ssoURL": "https://i", "defaultRole": None}, {"label": ""}),
    (saml.CreateSamlProvider, {"label": "l" * 30}, {"certificate": "c"}),
    (openapi.CreateSpec, {"slug": "Pet-store", "source": {"url": "https://e"}}, {"slug": "a--b", "source": {}}),
    (openapi.PatchSpec, {"visibility": "public"}, {"visibility": "unlisted"}),
    (conversations.IngestConversation, {"id": "1", "parts": []}, {"id": "", "parts": []}),
    (translations.CreateTranslation, {"language": "de", "source": {"space": "s"}}, {"source": {"space": "s"}}),
    (git.ImportGit, {"url": "https://g", "ref": "refs/heads/main", "repoCacheID": "c"}, {"url": "https://g"}),
    (integrations.DevelopmentTunnel, {"tunnelUrl": "https://t", "all": True}, {"all": True}),
    (change_requests.PatchChangeRequest, {"status": "archived"}, {"status": "merged"}),
]


@pytest.mark.parametrize(("model", "good", "bad"), BODIES, ids=lambda value: getattr(value, "__name__", ""))
def test_bodies_carry_the_limits(model: type[base.Body], good: dict[str, Any], bad: dict[str, Any]) -> None:
    assert model.model_validate(good).to_wire() == good
    with pytest.raises(ValidationError):
        model.model_validate(bad)
    with pytest.raises(ValidationError):
        model.model_validate({**good, "madeUp": 1})
