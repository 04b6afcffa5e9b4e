"""One of everything that operations can name, and a good body for each operation."""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.routing import BaseRoute

from docdeck.api.operations.catalog import CATALOG
from docdeck.service.description.openapi import described_routes
from docdeck.service.store.people import insert_member, insert_organization
from tests.service.conftest import World, new_space
from tests.service.waiting import until

SPEC = json.dumps({"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": {}})
GIT = {"url": "https://127.0.0.1:1/a.git", "ref": "refs/heads/main"}
TEXT = {"object": "document", "data": {}, "nodes": []}
SCHEMA = {
    "type": "object",
    "properties": {"beta": {"type": "boolean", "description": "In the beta"}},
    "additionalProperties": False,
}
Ids = dict[str, str]


@dataclass(frozen=True)
class Row:
    """One documented operation."""

    section: str
    method: str
    path: str
    operation: str
    success: tuple[int, ...]

    def at(self, ids: Ids) -> str:
        """The path with ids in place of names."""
        return self.path.format_map({**ids, **ids_of(self, ids)})


def rows() -> list[Row]:
    """The table of operations, in the document's order."""
    table = Path(__file__).parent.parent / "api" / "operations.csv"
    with table.open(newline="") as lines:
        return [
            Row(row["section"], row["method"], row["path"], row["operation"],
                tuple(int(status) for status in row["success"].split("|")))
            for row in csv.DictReader(lines)
        ]  # fmt: skip


def ids_of(row: Row, ids: Ids) -> Ids:
    """What a name stands for in one operation only."""
    if row.section == "Comments (change request level)":
        return {"commentId": ids["requestComment"], "commentReplyId": ids["requestReply"]}
    own = {
        "deleteSpaceById": {"spaceId": ids["spareSpace"]},
        "restoreSpace": {"spaceId": ids["deletedSpace"]},
        "transferSpace": {"spaceId": ids["movingSpace"]},
        "transferCollection": {"collectionId": ids["movingCollection"]},
        "mergeChangeRequest": {"changeRequestId": ids["mergingRequest"]},
        "removeMemberFromOrganizationById": {"userId": ids["leaving"]},
        "joinOrganization": {"organizationId": ids["openOrganization"]},
        "getSiteAdaptiveSchema": {"siteId": ids["knownSite"]},
        "getPublishedContentSite": {"siteId": ids["knownSite"]},
        "removeSectionFromGroup": {"siteSectionId": ids["otherSection"]},
        "getSpaceGitInfo": {"spaceId": ids["gitSpace"]},
    }
    return own.get(row.operation, {})


def beyond(routes: Iterable[BaseRoute]) -> list[Row]:
    """The service's calls that are not in the document; their paths have the service's own names for ids."""

    def unnamed(path: str) -> str:
        return re.sub(r"{[^}]*}", "{}", path)

    documented = {(row.method, unnamed(row.path)) for row in rows()}
    names = {(one.method, unnamed(one.path)): name for name, one in CATALOG.items()}
    calls = ((method, path, (method, unnamed(path))) for method, path, _about in described_routes(routes))
    return [Row("", method, path, names.get(key, path), ()) for method, path, key in calls if key not in documented]


def own_names(ids: Ids) -> Ids:
    """Ids by the service's own names too, and a name of nothing for the names that nothing has."""
    own = {"org": "organizationId", "request": "changeRequestId", "path": "pagePath", "provider": "samlProviderId"}
    short = {name.removesuffix("Id"): id for name, id in ids.items() if name.endswith("Id")}
    return defaultdict(lambda: "none", {**ids, **short, **{name: ids[other] for name, other in own.items()}})


def body_of(operation: str, ids: Ids) -> Any:
    """A good body of an operation, or None for one without."""
    beside = {"before": {"type": "site-space", "siteSpace": ids["otherSiteSpace"]}}
    bodies: dict[str, Any] = {
        "updateSpaceById": {"title": "Handbook"},
        "moveSpace": {"parent": ids["collectionId"]},
        "transferSpace": {"organization": ids["secondOrganization"]},
        "updateCollectionById": {"title": "All"},
        "moveCollection": {"parent": None},
        "transferCollection": {"organization": ids["secondOrganization"]},
        "createCollection": {"title": "More"},
        "updateOrganizationById": {"title": "Acme"},
        "updateOrganizationAgentInstructions": {"instructions": TEXT},
        "updateMemberInOrganizationById": {"role": "edit"},
        "createOrganizationTeam": {"title": "Team", "members": []},
        "updateTeamInOrganizationById": {"title": "Team"},
        "updateMembersInOrganizationTeam": {"add": [ids["userId"]]},
        "addMemberToOrganizationTeamById": {"role": "member"},
        "createOrganizationSAMLProvider": {"label": "ID"},
        "updateOrganizationSAMLProvider": {"label": "ID"},
        "createSite": {"title": "Docs"},
        "updateSiteById": {"title": "Docs"},
        "updateSiteAdaptiveSchema": {"jsonSchema": SCHEMA},
        "addSpaceToSite": {"spaceId": ids["spaceId"]},
        "updateSiteSpaceById": {"path": "handbook-2"},
        "moveSiteSpace": {"position": beside},
        "addSectionToSite": {"spaceId": ids["spaceId"], "title": "Section"},
        "updateSiteSectionById": {"title": "Section"},
        "moveSiteSection": {"position": {"after": {"type": "site-section", "siteSection": ids["thirdSection"]}}},
        "addSectionGroupToSite": {"title": "Group"},
        "updateSiteSectionGroupById": {"title": "Group"},
        "addSectionToGroup": {"sectionId": ids["otherSection"]},
        "createChangeRequest": {"subject": "Words"},
        "updateChangeRequestById": {"subject": "Words"},
        "updateChangeRequestContent": content(),
        "ingestConversation": {"id": "c2", "parts": [{"type": "message", "role": "user", "body": "Hello"}]},
        "createOpenAPISpec": {"slug": "more", "source": {"text": SPEC}},
        "createOrUpdateOpenAPISpecBySlug": {"source": {"text": SPEC}},
        "updateOpenAPISpecBySlug": {"visibility": "public"},
        "createTranslation": {"language": "fr", "source": {"space": ids["spaceId"], "language": "en"}},
        "updateTranslation": {"instructions": TEXT},
        "publishIntegration": integration(ids["organizationId"]),
        "installIntegration": {"organization": ids["secondOrganization"]},
        "setIntegrationDevelopmentMode": {"tunnelUrl": "http://127.0.0.1:1/"},
        "importGitRepository": GIT,
        "exportToGitRepository": {**GIT, "commitMessage": "Words"},
    }
    if operation.startswith(("post", "updateComment")) and "Comment" in operation:
        return {"body": {"markdown": "Words"}}
    return bodies.get(operation)


def integration(organization: str) -> dict[str, Any]:
    """A version to publish."""
    told = {"title": "Charts", "description": "Charts", "scopes": [], "script": "", "visibility": "public"}
    return {**told, "organization": organization}


async def everything(world: World) -> Ids:
    """Make one of everything; ids by the names in the document's paths, and by names of our own."""
    org, at = f"/v1/orgs/{world.organization}", world.at
    ids: Ids = {"organizationId": world.organization, "spaceId": world.space, "userId": world.users["review"]}
    ids |= await _content_ids(world)
    ids |= {"emailDomain": "example.org", "leaving": world.users["comment"], "specSlug": "pets"}
    ids |= {"conversationId": "c1", "integrationName": "charts"}

    async def made(method: str, path: str, body: Any = None) -> str:
        return (await world.ok("admin", method, path, body))["id"]

    for name in ("spareSpace", "deletedSpace", "movingSpace", "gitSpace"):
        ids[name] = new_space(world, name)
    await world.ok("admin", "DELETE", f"/v1/spaces/{ids['deletedSpace']}")
    for name in ("collectionId", "movingCollection"):
        ids[name] = await made("POST", f"{org}/collections", {"title": name})
    ids["inviteId"] = await made("POST", f"{org}/link-invites", {"role": "read"})
    ids["teamId"] = await made("PUT", f"{org}/teams", {"title": "Team", "members": [world.users["edit"]]})
    ids["samlProviderId"] = await made("POST", f"{org}/saml", {"label": "ID"})
    with world.store.write() as tx:
        ids["secondOrganization"] = insert_organization(tx, "Second")
        insert_member(tx, ids["secondOrganization"], world.users["admin"], "admin")
        # somebody else's, which lets in people by the domain of their address
        domains = {"email_domains": ["example.org"], "default_role": "read"}
        ids["openOrganization"] = insert_organization(tx, "Open", **domains)
        insert_member(tx, ids["openOrganization"], world.users["other"], "admin")
    await _sites(world, ids, org, made)
    ids["changeRequestId"] = (await world.request("admin")).rpartition("/")[2]
    ids["mergingRequest"] = (await world.request("admin")).rpartition("/")[2]
    for prefix, path in (("", at), ("request", f"{at}/change-requests/{ids['changeRequestId']}")):
        words = {"body": {"markdown": "Words"}}
        comment = await made("POST", f"{path}/comments", words)
        reply = await made("POST", f"{path}/comments/{comment}/replies", words)
        ids |= {f"{prefix}Comment" if prefix else "commentId": comment}
        ids |= {f"{prefix}Reply" if prefix else "commentReplyId": reply}
    talk = {"id": "c1", "subject": "Hello", "parts": [{"type": "message", "role": "user", "body": "Hello there"}]}
    await world.ok("admin", "POST", f"{org}/conversations", talk)
    ids["issueId"] = (await world.ok("admin", "GET", f"{org}/conversations-issues"))["items"][0]["issue"]["id"]
    await made("PUT", f"{org}/openapi/pets", {"source": {"text": SPEC}})
    spec = await until(world, f"{org}/openapi/pets", lambda found: "lastVersion" in found)
    ids["versionId"] = spec["lastVersion"]
    source = {"space": world.space, "language": "en"}
    ids["translationId"] = await made("POST", f"{org}/translations", {"language": "de", "source": source})
    await world.ok("admin", "POST", "/v1/integrations/charts", integration(world.organization))
    await made("POST", "/v1/integrations/charts/installations", {"organization": world.organization})
    ids["eventId"] = (await world.ok("admin", "GET", "/v1/integrations/charts/events"))["items"][0]["id"]
    git = {"url": "file:///nowhere", "ref": "refs/heads/main"}
    await world.ok("admin", "POST", f"/v1/spaces/{ids['gitSpace']}/git/import", git)
    return ids


def content() -> dict[str, Any]:
    """Changes of a change request's content: a file is put in, and a page has other words."""
    words = {"operation": "update_page", "page": "start", "document": {"markdown": "Words"}}
    file = {"name": "words.txt", "base64": "V29yZHM=", "contentType": "text/plain"}
    return {"changes": [{"operation": "insert_files", "files": [file]}, words]}


async def _content_ids(world: World) -> Ids:
    """What the content of the space has, after a file was put in."""
    path = await world.request("admin")
    await world.edit(path, content()["changes"][0], who="admin")
    merged = await world.ok("admin", "POST", f"{path}/merge")
    page = await world.ok("admin", "GET", f"{world.at}/content/path/guides/webhooks")
    (file,) = (await world.ok("admin", "GET", f"{world.at}/content/files"))["items"]
    ids = {"pageId": page["id"], "pagePath": page["path"], "documentId": page["documentId"], "fileId": file["id"]}
    return {**ids, "revisionId": merged["revision"]}


async def _sites(world: World, ids: Ids, org: str, made: Any) -> None:
    ids["siteId"] = await made("POST", f"{org}/sites", {"title": "Docs"})
    ids["knownSite"] = await made("POST", f"{org}/sites", {"title": "Known", "spaces": [world.space]})
    known, site = f"{org}/sites/{ids['knownSite']}", f"{org}/sites/{ids['siteId']}"
    await world.ok("admin", "PUT", f"{known}/adaptive-schema", {"jsonSchema": SCHEMA})
    await world.ok("admin", "POST", f"{known}/publish")
    for name in ("siteSectionId", "otherSection", "thirdSection"):
        ids[name] = await made("POST", f"{site}/sections", {"spaceId": world.space, "title": name})
    in_first = {"spaceId": world.space, "sectionId": ids["siteSectionId"]}
    ids["siteSpaceId"] = await made("POST", f"{site}/site-spaces", in_first)
    ids["otherSiteSpace"] = await made("POST", f"{site}/site-spaces", in_first)
    ids["siteSectionGroupId"] = await made("POST", f"{site}/section-groups", {"title": "Group"})
