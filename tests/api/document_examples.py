"""Answers written from the document, by operation; nothing here comes from a service of ours."""

from __future__ import annotations

from typing import Any

# fmt: off
AT = "2026-01-02T03:04:05.678Z"
RICH = {"object": "document", "data": {"schemaVersion": 8, "further": [1]}, "meta": {"token": "t"}, "nodes": [
    {"object": "block", "type": "paragraph", "key": "k", "isVoid": False, "data": {"align": "start"}, "nodes": []}]}
USER = {"object": "user", "id": "u1", "displayName": "Ada", "email": "ada@acme.example", "photoURL": "https://p.example",
        "urls": {"location": "https://api.example/v1/users/u1"}}
RULES = {"type": "rules", "rules": [{"rule": "require_specific_reviewers", "users": ["u1"]}]}
SPACE = {"object": "space", "id": "s1", "title": "Handbook", "emoji": "1f4d8", "visibility": "in-collection",
         "createdAt": AT, "updatedAt": AT, "deletedAt": AT, "editMode": "locked", "mergeRules": RULES,
         "urls": {"location": "l", "app": "a", "published": "p", "public": "q", "icon": "i"}, "organization": "o1",
         "parent": "k1", "language": "en", "visitorAuth": {"backend": "custom"}, "revision": "r1",
         "gitSync": {"repoName": "docs", "installationProvider": "github", "integration": "git", "url": "u",
                     "updatedAt": AT},
         "defaultLevel": None, "comments": 2, "changeRequests": 3, "changeRequestsOpen": 1, "changeRequestsDraft": 1,
         "permissions": {"view": True, "access": True, "admin": False, "viewInviteLinks": False, "edit": True,
                         "triggerGitSync": False, "comment": True, "merge": False, "review": True,
                         "installIntegration": False}}
PAIR = {"monthly": 8, "yearly": 80.5}
ORGANIZATION = {
    "object": "organization", "id": "o1", "title": "Acme", "createdAt": AT, "emailDomains": ["acme.example"],
    "hostname": "acme", "type": "business", "useCase": "internalDocs", "communityType": "nonProfit",
    "defaultRole": None, "defaultContent": {"type": "site", "site": "i1"}, "sso": True, "ai": False,
    "inviteLinks": True, "plan": "free_2024", "mergeRules": {"type": "inherit"},
    "billing": {"interval": "monthly", "endDate": AT, "hasPaymentFailed": False, "isScheduledToCancel": False,
                "pricing": {"members": {"plus_2024": PAIR, "pro_2024": PAIR}, "sites": {"premium": PAIR,
                                                                                         "ultimate": PAIR}},
                "usageAddons": {"translation": {"enabled": True}}},
    "urls": {"location": "l", "app": "a", "logo": "g"},
    "trial": {"status": "notapplicable", "count": 0, "endDate": AT, "decision": "downgrade"},
    "customHostname": "docs.acme.example", "blocked": {"source": "backoffice", "reason": "unpaid"},
    "internal_billingMigration": {"deadline": AT, "discountPercent": 20, "discountEndDate": AT},
    "permissions": {"view": True, "admin": True, "ingestConversations": False}}
COLLECTION = {"object": "collection", "id": "k1", "title": "Guides", "description": "For all", "organization": "o1",
              "parent": "k0", "defaultLevel": "read", "urls": {"location": "l", "app": "a"},
              "permissions": {"view": True, "admin": True, "viewInviteLinks": False, "create": True}}
MEMBER = {"object": "member", "id": "u1", "role": None, "user": USER, "disabled": False, "joinedAt": AT,
          "lastSeenAt": AT, "sso": True, "spaces": 4, "teams": 2}
TEAM = {"object": "team", "id": "t1", "title": "Writers", "members": 3, "spaces": 2, "createdAt": AT,
        "permissions": {"admin": True, "view": True}}
SAML = {"object": "saml-provider", "id": "m1", "label": "Okta", "ssoURL": "https://sso.example", "entityID": "e",
        "certificate": "c", "defaultTeam": TEAM, "defaultRole": None, "createdAt": AT, "status": "active",
        "service": {"acsURL": "a", "startURL": "s", "entityID": "e"}, "urls": {"location": "l"}}
SITE = {"object": "site", "id": "i1", "type": "basic", "title": "Docs", "icon": {"icon": {"light": "l", "dark": "d"}},
        "hostname": "docs.acme.example", "basename": "docs", "proxy": {"origin": "acme.example/docs", "target": "t"},
        "visibility": "share-link", "published": True, "siteSpaces": 2, "createdAt": AT,
        "adaptiveContent": {"enabled": True}, "ads": {"status": "pending", "submittable": True},
        "agentsContext": "included",
        "features": [{"id": "sites-adaptive-content", "plan": "basic", "frozen": False,
                      "customizations": ["header-logo"]}],
        "urls": {"location": "l", "app": "a", "published": "p"}}
SITE_SPACE = {"object": "site-space", "id": "y1", "path": "v1", "section": "x1", "space": SPACE, "title": "v1",
              "default": True, "condition": "visitor.claims.beta", "hasAdvancedCustomizationFeature": False,
              "urls": {"published": "p"}, "hidden": True}
SECTION = {"object": "site-section", "id": "x1", "title": "API", "description": "All calls", "default": True,
           "path": "api", "condition": "true", "sectionGroup": "g1", "siteSpaces": [SITE_SPACE],
           "urls": {"published": "p"}, "icon": "gear"}
GROUP = {"object": "site-section-group", "id": "g1", "title": "More", "sectionGroup": "g0", "icon": "box",
         "children": [SECTION]}
SCHEMA = {"object": "site-adaptive-schema", "updatedAt": AT, "jsonSchema": {
    "type": "object", "additionalProperties": False, "properties": {
        "unsigned": {"type": "object", "description": "Unsigned claims of the site visitor.",
                     "properties": {"beta": {"type": "boolean", "description": "b"}}, "additionalProperties": False},
        "staff": {"type": "boolean", "description": "Works here"}}}}
LOOK = {"title": "Docs", "styling": {"theme": "clean", "primaryColor": {"light": "#fff", "dark": "#000"}},
        "pageActions": {"externalAI": True, "markdown": True, "mcp": False}}
PUBLISHED = {"object": "published-content-site", "site": SITE,
             "structure": {"type": "sections", "structure": [SECTION]},
             "customizations": {"site": LOOK, "siteSpaces": {"y1": LOOK}},
             "scripts": [{"script": "https://s.example", "contentSecurityPolicy": "default-src 'none'",
                          "cookies": True}]}
REQUEST = {"object": "change-request", "id": "c1", "number": 7, "status": "draft", "subject": "Rewrite",
           "description": RICH, "createdBy": USER, "createdAt": AT, "updatedAt": AT, "space": "s1", "revision": "r3",
           "revisionInitial": "r1", "revisionMergedAncestor": "r2", "revisionMerged": "r4", "comments": 1,
           "outdated": True, "conversationsIssuesCluster": "q1", "urls": {"app": "a", "location": "l"}}
REACTIONS = [{"emoji": "1f44d", "count": 1, "users": [{"user": USER, "reactedAt": AT}]}]
MAY = {"view": True, "edit": True, "reply": True, "delete": False}
COMMENT = {"object": "comment", "id": "n1", "postedBy": USER, "postedAt": AT, "editedAt": AT, "reactions": REACTIONS,
           "replies": 1, "repliers": [{"updatedAt": AT, "count": 1, "user": USER}], "body": {"markdown": "Why?"},
           "target": {"node": {"id": "b1"}, "tableCell": {"record": "r", "definition": "d"}, "changeRequest": "c1",
                      "review": "v1", "page": {"id": "p1"}, "space": "s1", "revision": "r1"},
           "urls": {"location": "l"}, "permissions": MAY, "status": "resolved", "resolvedAt": AT, "resolvedBy": USER}
REPLY = {"object": "comment-reply", "id": "e1", "postedBy": USER, "postedAt": AT, "editedAt": AT,
         "reactions": REACTIONS, "body": {"markdown": "So."}, "urls": {"location": "l"}, "permissions": MAY}
TALK = {"object": "conversation", "id": "w1", "subject": "Where?", "createdAt": AT, "processedAt": AT,
        "source": "email", "urls": {"location": "l", "source": "s"}}
ISSUE = {"object": "conversation-issue", "id": "z1", "title": "No guide", "summary": "s", "createdAt": AT,
         "ingestedAt": AT, "conversation": "w1", "cluster": "q1", "urls": {"location": "l"}}
ISSUE_OF = {"issue": ISSUE, "conversation": TALK}
CLUSTER = {"object": "issues-cluster", "id": "q1", "label": "Guides", "createdAt": AT, "updatedAt": AT, "icon": "book",
           "summary": "s", "weeklyPulse": [0, 1, 2.5, *[0] * 10], "sources": {"email": 4},
           "stats": {"issues": 4, "conversations": 3}, "urls": {"location": "l"}}
SPEC = {"object": "openapi-spec", "id": "f1", "createdAt": AT, "updatedAt": AT, "slug": "Pet-Store",
        "sourceURL": "https://acme.example/api.json", "processingState": "pending", "visibility": "private",
        "lastVersion": "f2", "lastProcessedAt": AT, "lastProcessErrorCode": "FETCH_TIMEOUT",
        "lastProcessedErrors": [{"message": "Too slow", "code": "X"}], "permissions": {"view": True, "edit": False},
        "urls": {"location": "l", "app": "a", "published": "p"}}
VERSION = {"object": "openapi-spec-version", "id": "f2", "createdAt": AT, "url": "u", "urls": {"location": "l"}}
FILES = {"filesystem": {"entry": {"openapi": "3.1.0"}}, "url": "u"}
TRANSLATION = {"object": "translation", "id": "l1", "status": "pending", "source": {"space": "s1", "language": "en"},
               "language": "en", "instructions": RICH, "result": {"space": "s2", "revision": "r9"}, "createdAt": AT,
               "updatedAt": AT, "stats": {"runs": 1, "totalWords": 2, "totalPages": 3, "totalDuration": 4.5,
                                          "latestRunDuration": 5, "latestPages": 6, "latestWords": 7},
               "permissions": {"view": True, "edit": True}, "urls": {"location": "l"}}
FORM = {"properties": {"key": {"title": "Key", "description": "d", "type": "string", "default": "x",
                               "completion_url": "u", "enum": ["x"]}}, "required": ["key"]}
INTEGRATION = {"object": "integration", "name": "slack", "version": 4, "title": "Slack", "description": "d",
               "summary": "# S", "previewImages": ["p"], "target": "all", "verified": True, "visibility": "public",
               "scopes": ["space:content:read"], "categories": ["analytics"],
               "blocks": [{"id": "b", "title": "Post", "description": "d", "icon": "i", "urlUnfurl": ["u"],
                           "markdown": {"codeblock": "c", "body": "b"}}],
               "contentSources": [{"id": "n", "title": "N", "description": "d", "icon": "i",
                                   "configuration": {"componentId": "c"}}],
               "configurations": {"account": FORM, "space": FORM, "site": FORM},
               "externalLinks": [{"url": "u", "label": "Site"}], "owner": ORGANIZATION,
               "urls": {"location": "l", "icon": "i", "app": "a", "assets": "s", "publicEndpoint": "p"},
               "permissions": {"admin": True}, "contentSecurityPolicy": "default-src 'none'"}
INSTALLATION = {"id": "j1", "status": "active", "space_selection": "all", "site_selection": "all", "spaces": 2,
                "configuration": {"free": {"form": 1}}, "createdAt": AT, "updatedAt": AT, "externalIds": ["e"],
                "urls": {"location": "l", "app": "a", "publicEndpoint": "p"}, "target": {"organization": "o1"}}
PLACED = {"integration": "slack", "installation": "j1", "status": "active", "configuration": {"a": 1},
          "externalIds": ["e"], "urls": {"location": "l", "publicEndpoint": "p"}}
EVENT = {"id": "h1", "integrationId": "slack", "installationId": "j1", "createdAt": AT, "status": "success",
         "payload": {"eventId": "h1", "type": "installation_setup", "installationId": "j1", "status": "active",
                     "previous": {"status": "pending", "configuration": {}}}}
GIT = {"repoName": "docs", "installationProvider": "github", "integration": "git", "url": "u", "updatedAt": AT}
AGENT = {"object": "agent-instructions", "instructions": RICH, "updatedAt": AT, "updatedBy": "u1",
         "urls": {"location": "l"}}
FOUND = {"id": "s1", "title": "Handbook", "pages": [{"id": "p1", "title": "Start", "path": "start", "sections": [
    {"id": "b1", "title": "One", "path": "start#one", "body": "text", "urls": {"app": "a"}}],
    "ancestors": [{"title": "Top"}], "urls": {"app": "a"}}]}
LINK = {"status": "broken", "relation": "reference", "targetReference": {
    "kind": "space", "organization": ORGANIZATION, "space": SPACE}}


def listed(item: Any, **more: Any) -> dict[str, Any]:
    return {"next": {"page": "cursor"}, "count": 1, "items": [item], **more}


LISTS = {
    "listSpacesInCollectionById": SPACE, "listCollectionsInOrganizationById": COLLECTION,
    "listOrganizationsForAuthenticatedUser": ORGANIZATION, "searchOrganizationContent": FOUND,
    "listMembersInOrganizationById": MEMBER, "listSpacesForOrganizationMember": {"permission": "edit", "space": SPACE},
    "listTeamsForOrganizationMember": {"team": TEAM, "member": {"role": "owner"}}, "listTeamsInOrganizationById": TEAM,
    "listTeamMembersInOrganizationById": {"organization": MEMBER, "team": {"role": "owner"},
                                          "permissions": {"view": True}},
    "listSAMLProvidersInOrganizationById": SAML, "listSites": SITE, "listSiteSpaces": SITE_SPACE,
    "listSiteSections": SECTION, "listSiteSectionGroups": GROUP, "listChangeRequestsForSpace": REQUEST,
    "listChangeRequestsForOrganization": REQUEST, "listCommentsInSpace": COMMENT, "listCommentersInSpace": MEMBER,
    "listCommentsInChangeRequest": COMMENT, "listCommentersInChangeRequest": MEMBER,
    "listCommentRepliesInChangeRequest": REPLY, "listConversationsIssuesClusters": CLUSTER, "listConversations": TALK,
    "listConversationsIssues": ISSUE_OF, "listOpenAPISpecs": SPEC, "listOpenAPISpecVersions": VERSION,
    "listTranslations": TRANSLATION, "listIntegrations": INTEGRATION, "listIntegrationInstallations": INSTALLATION,
    "listIntegrationEvents": EVENT, "listIntegrationSpaceInstallations": {**PLACED, "space": "s1"},
    "listIntegrationSiteInstallations": {**PLACED, "site": SITE},
}
_OBJECTS: list[tuple[Any, str]] = [
    (SPACE, "getSpaceById updateSpaceById duplicateSpace restoreSpace moveSpace transferSpace"),
    (COLLECTION, "getCollectionById updateCollectionById moveCollection transferCollection createCollection"),
    (ORGANIZATION, "getOrganizationById updateOrganizationById"),
    (AGENT, "getOrganizationAgentInstructions updateOrganizationAgentInstructions"),
    (MEMBER, "getMemberInOrganizationById updateMemberInOrganizationById setUserAsSSOMemberForOrganization"),
    (TEAM, "createOrganizationTeam getTeamInOrganizationById updateTeamInOrganizationById"),
    (SAML, "createOrganizationSAMLProvider getOrganizationSAMLProviderById updateOrganizationSAMLProvider"),
    (SITE, "createSite getSiteById updateSiteById publishSite"),
    (SCHEMA, "getSiteAdaptiveSchema updateSiteAdaptiveSchema"),
    (PUBLISHED, "getPublishedContentSite"),
    (SITE_SPACE, "addSpaceToSite updateSiteSpaceById moveSiteSpace"),
    (SECTION, "addSectionToSite updateSiteSectionById moveSiteSection"),
    (GROUP, "addSectionGroupToSite updateSiteSectionGroupById addSectionToGroup"),
    (REQUEST, "createChangeRequest getChangeRequestById updateChangeRequestById"),
    (COMMENT, "postCommentInSpace getCommentInSpace updateCommentInSpace postCommentInChangeRequest "
              "getCommentInChangeRequest updateCommentInChangeRequest"),
    (REPLY, "postCommentReplyInSpace getCommentReplyInSpace updateCommentReplyInSpace postCommentReplyInChangeRequest "
            "getCommentReplyInChangeRequest updateCommentReplyInChangeRequest"),
    (SPEC, "createOpenAPISpec getOpenAPISpecBySlug createOrUpdateOpenAPISpecBySlug updateOpenAPISpecBySlug"),
    (VERSION, "getLatestOpenAPISpecVersion getOpenAPISpecVersionById"),
    (FILES, "getLatestOpenAPISpecVersionContent getOpenAPISpecVersionContentById"),
    (TRANSLATION, "createTranslation getTranslation updateTranslation"),
    (INTEGRATION, "getIntegrationByName publishIntegration"),
    (INSTALLATION, "installIntegration"),
    (GIT, "getSpaceGitInfo"),
    (ISSUE_OF, "getConversationIssueById"),
]
EXAMPLES: dict[str, Any] = {
    **{operation: listed(item) for operation, item in LISTS.items()},
    **{operation: example for example, names in _OBJECTS for operation in names.split()},
    "listSpaceLinks": listed(LINK, stats={"total": 9, "broken": {"total": 2, "changeRequest": 1}}),
    "listSiteAdaptiveTemplateConditions": {"items": [{"description": "d", "condition": "c"}]},
    "listSSOProviderLoginsInOrganization": {"items": [{"id": "m1", "label": "Okta", "startURL": "s"}]},
    "getOrganizationsForEmailDomain": {"organizations": [ORGANIZATION]},
    "updateOrganizationMemberLastSeenAt": {"serviceVisitorClaims": "jwt"},
    "mergeChangeRequest": {"revision": "r4", "result": "merge"},
    "updateChangeRequest": {"revision": "r4", "result": "update"},
    "getChangeRequestPDF": {"url": "https://pdf.example"},
    "getConversationById": {"conversation": TALK, "parts": [{"type": "message", "role": "user", "body": "?"}],
                            "metadata": {"url": "u", "attributes": {"plan": "pro"}, "createdAt": AT}},
    "getIntegrationEvent": {"event": EVENT, "trace": {"logs": [{"message": "m", "timestamp": AT, "level": "debug"}]}},
}
