"""Facts about whatever stands in a tree: organizations, collections, spaces, sites and what they are built of."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

from docdeck.api.operations import members, organizations, sites, spaces, teams
from docdeck.models.collections import Collection
from docdeck.models.content import RevisionPage
from docdeck.models.organizations import Member, MergeRules, Organization
from docdeck.models.sites import Site, SiteExternalLink, SiteSection, SiteSectionGroup, SiteSpace
from docdeck.models.spaces import Space
from docdeck.models.teams import Team
from docdeck.workspace.branches import tried, watch_facts
from docdeck.workspace.details import Details, Fact, facts
from docdeck.workspace.reads import Reads
from docdeck.workspace.session import Session
from docdeck.workspace.tree import Node

Group = tuple[str, tuple[Fact, ...]]


def watch_details(session: Session, node: Node) -> AsyncGenerator[Details]:
    """Facts about the node, stored first, then fresh where there is more to ask. Raises DocdeckError."""

    async def build(reads: Reads) -> Details | None:
        made = _BUILDERS.get(node.kind)
        return Details(node.title) if made is None else await made(reads, node)

    return watch_facts(session, build)


def _permissions(flags: dict[str, bool]) -> Group:
    """What the caller may do and may not do here."""
    may = [name for name, holds in flags.items() if holds]
    may_not = [name for name, holds in flags.items() if not holds]
    return ("You may", facts(("yes", may), ("no", may_not)))


def _rules(rules: MergeRules | None) -> str:
    if rules is None:
        return ""
    if rules.type == "inherit":
        return "as the organization has them"
    return ", ".join(rule.rule.replace("_", " ") for rule in rules.rules) or "none"


async def _organization(reads: Reads, node: Node) -> Details | None:
    found = await reads.value(organizations.get(node.ids["organization"]))
    return None if found is None else organization_details(found)


def organization_details(found: Organization) -> Details:
    """An organization's profile."""
    profile = facts(
        ("Type", found.type),
        ("Used for", found.use_case),
        ("Community", found.community_type),
        ("Plan", found.plan),
        ("Created", found.created_at),
        ("Id", found.id),
    )
    access = facts(
        ("Default role", found.default_role or "guest"),
        ("Email domains", found.email_domains),
        ("Single sign-on", found.sso),
        ("Invite links", found.invite_links),
        ("AI features", found.ai),
        ("Merge rules", _rules(found.merge_rules)),
    )
    blocked = facts(("Reason", (found.blocked or {}).get("reason")))
    addresses = facts(("Hostname", found.custom_hostname or found.hostname), ("App", found.urls.get("app")))
    groups: list[Group] = [("", profile), ("Access", access), ("Addresses", addresses)]
    if blocked:
        groups.insert(0, ("Blocked", blocked))
    return Details(found.title, (*groups, _permissions(found.permissions)), str(found.urls.get("app") or ""))


async def _collection(_: Reads, node: Node) -> Details:
    found: Collection = node.about
    about = facts(
        ("Description", found.description),
        ("Default level", found.default_level),
        ("Id", found.id),
        ("App", found.urls.get("app")),
    )
    return Details(found.title, (("", about), _permissions(found.permissions)), str(found.urls.get("app") or ""))


async def _space(reads: Reads, node: Node) -> Details | None:
    found = await reads.value(spaces.get(node.ids["space"]))
    return None if found is None else space_details(found)


def space_details(found: Space) -> Details:
    """A space: what waits in it, how it is reached, who may do what."""
    waiting = facts(
        ("Open requests", found.change_requests_open),
        ("Drafts", found.change_requests_draft),
        ("All requests", found.change_requests),
        ("Open comments", found.comments),
    )
    about = facts(
        ("Visibility", found.visibility),
        ("Editing", "live" if found.edit_mode == "live" else "through change requests" if found.edit_mode else None),
        ("Language", found.language),
        ("Merge rules", _rules(found.merge_rules)),
        ("Default level", found.default_level),
        ("Created", found.created_at),
        ("Updated", found.updated_at),
        ("Deleted", found.deleted_at),
        ("Id", found.id),
        ("Revision", found.revision),
    )
    git = facts(("Repository", (found.git_sync or {}).get("repoName")), ("Synced", (found.git_sync or {}).get("url")))
    addresses = facts(("Published", found.urls.get("published")), ("App", found.urls.get("app")))
    groups: list[Group] = [("", waiting), ("Space", about), ("Addresses", addresses)]
    if git:
        groups.append(("Git", git))
    return Details(found.title, (*groups, _permissions(found.permissions)), _address(found.urls))


def _address(urls: dict[str, Any]) -> str:
    return str(urls.get("published") or urls.get("app") or "")


async def _site(reads: Reads, node: Node) -> Details | None:
    found = await reads.value(sites.get(node.ids["organization"], node.ids["site"]))
    return None if found is None else _site_details(found)


def _site_details(found: Site) -> Details:
    visitors = {
        "public": "anyone, and search engines list it",
        "unlisted": "anyone who knows the address",
        "share-link": "anyone with the secret link",
        "visitor-auth": "people who sign in as visitors",
    }
    reach = facts(
        ("Published", found.published),
        ("Reached by", visitors.get(found.visibility, found.visibility)),
        ("Address", found.urls.get("published")),
        ("Hostname", found.hostname),
        ("Basename", found.basename),
        ("Proxy", found.proxy.origin if found.proxy is not None else None),
    )
    about = facts(
        ("Plan", found.type),
        ("Spaces", found.site_spaces),
        ("By visitor", found.adaptive_content.enabled if found.adaptive_content is not None else None),
        ("Agents", found.agents_context),
        ("Created", found.created_at),
        ("Id", found.id),
        ("App", found.urls.get("app")),
    )
    groups: tuple[Group, ...] = (("What a visitor gets", reach), ("Site", about), _permissions(found.permissions))
    return Details(found.title, groups, _address(found.urls))


async def _section_group(_: Reads, node: Node) -> Details:
    found: SiteSectionGroup = node.about
    inside = facts(
        ("Holds", f"{len(found.children or found.sections)} entries"), ("Icon", found.icon), ("Id", found.id)
    )
    return Details(found.title, (("Section group", inside),))


def _shown_to(condition: str | None, hidden: bool, draft: bool) -> str:
    """What a visitor gets of an item, in words."""
    if draft:
        return "nobody: it is a draft"
    if hidden:
        return "hidden from the navigation; its address works"
    return f"visitors for whom {condition}" if condition else "every visitor"


async def _section(_: Reads, node: Node) -> Details:
    found: SiteSection = node.about
    about = facts(
        ("Shown to", _shown_to(found.condition, False, found.draft)),
        ("Address", found.urls.get("published")),
        ("Path", found.path),
        ("Default", found.default),
        ("Description", found.description),
        ("Variants", [placed.title or placed.space.title for placed in found.site_spaces]),
        ("Icon", found.icon),
        ("Id", found.id),
    )
    return Details(found.title, (("Section", about),), _address(found.urls))


async def _site_space(reads: Reads, node: Node) -> Details:
    found: SiteSpace = node.about
    about = facts(
        ("Shown to", _shown_to(found.condition, found.hidden, found.draft)),
        ("Address", found.urls.get("published")),
        ("Path", found.path),
        ("Default", found.default),
        ("Id", found.id),
    )
    read = await tried(reads.value, spaces.get(found.space.id), max_age=60)
    space = read.value or found.space
    inside = space_details(space)
    groups = (("Site space", about), *inside.groups)
    return Details(found.title or space.title, groups, _address(found.urls), problem=read.problem)


async def _external_link(_: Reads, node: Node) -> Details:
    found: SiteExternalLink = node.about
    shown = _shown_to(found.condition, False, found.draft)
    return Details(found.title, (("Link", facts(("Leads to", found.url), ("Shown to", shown))),), found.url)


async def _page(_: Reads, node: Node) -> Details:
    found: RevisionPage = node.about
    about = facts(
        ("Path", f"/{found.path}" if found.path else None),
        ("Kind", found.type),
        ("Description", found.description),
        ("Hidden", found.hidden or None),
        ("Shown if", found.condition),
        ("Leads to", found.href),
        ("Pages below", len(found.pages) or None),
        ("Created", found.created_at),
        ("Updated", found.updated_at),
        ("Id", found.id),
    )
    return Details(found.title, (("Page", about),), _address(found.urls))


async def _member(reads: Reads, node: Node) -> Details | None:
    organization, user = node.ids["organization"], node.ids["user"]
    found: Member = node.about
    held = await tried(reads.items, members.list_spaces(organization, user), max_age=60)
    inside = await tried(reads.items, members.list_teams(organization, user), max_age=60)
    about = facts(
        ("Role", found.role or "guest"),
        ("Email", found.user.email),
        ("Joined", found.joined_at),
        ("Last seen", found.last_seen_at),
        ("Single sign-on", found.sso),
        ("Disabled", found.disabled or None),
        ("Id", found.user.id),
    )
    in_teams = tuple(Fact(each.team.title, each.member.role) for each in inside.value or ())
    in_spaces = tuple(Fact(each.space.title, each.permission or "") for each in held.value or ())
    groups: list[Group] = [("Member", about)]
    groups.extend(group for group in (("Teams", in_teams), ("Spaces", in_spaces)) if group[1])
    return Details(found.user.display_name or found.user.id, tuple(groups), problem=held.problem or inside.problem)


async def _team(reads: Reads, node: Node) -> Details | None:
    found: Team | None = await reads.value(teams.get(node.ids["organization"], node.ids["team"]), max_age=60)
    if found is None:
        return None
    about = facts(("Members", found.members), ("Spaces", found.spaces), ("Created", found.created_at), ("Id", found.id))
    return Details(found.title, (("Team", about), _permissions(found.permissions)))


_BUILDERS: dict[str, Callable[[Reads, Node], Awaitable[Details | None]]] = {
    "organization": _organization,
    "collection": _collection,
    "space": _space,
    "site": _site,
    "section_group": _section_group,
    "section": _section,
    "site_space": _site_space,
    "external_link": _external_link,
    "page": _page,
    "page_group": _page,
    "page_link": _page,
    "member": _member,
    "team": _team,
}
