"""Organizations, their nested collections, the spaces in them, and the pages of those.

Where a server has no list of an organization's spaces, they are put together from its collections, its sites and
the spaces of the member who asks, and the tree says so.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from docdeck.api.errors import DocdeckError, NotFound, NotOffered
from docdeck.api.operations import collections, members, organizations, sites, spaces
from docdeck.models.collections import Collection
from docdeck.models.organizations import Organization
from docdeck.models.spaces import Space
from docdeck.workspace.branches import watch_nodes
from docdeck.workspace.page_nodes import pages_of_page, pages_of_space
from docdeck.workspace.parents import parent_in
from docdeck.workspace.reads import Reads, StoredReads
from docdeck.workspace.session import Session
from docdeck.workspace.tree import Children, Node

MERGED_WORDS = "This server lists no spaces of an organization: these come from collections, sites and your own spaces."


def organization_node(organization: Organization) -> Node:
    """An organization as the top of a tree."""
    return Node(
        f"organization:{organization.id}",
        "organization",
        organization.title or organization.id,
        branch=True,
        about=organization,
        ids={"organization": organization.id},
    )


async def organization_nodes(reads: Reads) -> tuple[Node, ...] | None:
    """The organizations of the caller."""
    found = await reads.items(organizations.list_mine())
    return None if found is None else tuple(organization_node(each) for each in found)


def watch_roots(session: Session) -> AsyncGenerator[Children]:
    """The organizations, stored first, then fresh."""
    return watch_nodes(session, organization_nodes)


def watch_branch(session: Session, node: Node) -> AsyncGenerator[Children]:
    """What lies in an organization, a collection, a space or a page. Raises DocdeckError."""

    async def build(reads: Reads) -> tuple[Node, ...] | None:
        match node.kind:
            case "organization":
                return await _inside(reads, session, node.ids["organization"], None)
            case "collection":
                return await _inside(reads, session, node.ids["organization"], node.ids["collection"])
            case "space":
                return await pages_of_space(reads, node.key, node.ids["space"])
            case _:
                return await pages_of_page(reads, node)

    return watch_nodes(session, build)


async def _inside(reads: Reads, session: Session, organization: str, parent: str | None) -> tuple[Node, ...] | None:
    found, held = await asyncio.gather(
        _collections(reads, organization), spaces_of_organization(reads, session, organization)
    )
    if found is None or held is None:
        return None
    parents = {each.id: each.parent for each in found}
    nodes = [_collection(each) for each in found if parent_in(parents, each.id) == parent]
    # A parent that cannot be seen counts as none: nothing may get lost below it.
    nodes.extend(
        space_node(each) for each in held.spaces if (each.parent if each.parent in parents else None) == parent
    )
    if held.merged and parent is None:
        nodes.append(Node(f"merged:{organization}", "heading", MERGED_WORDS))
    if parent is None:
        nodes.extend(
            Node(f"problem {at}:{organization}", "heading", problem) for at, problem in enumerate(held.problems)
        )
    return tuple(nodes)


async def _collections(reads: Reads, organization: str) -> tuple[Collection, ...] | None:
    """The collections; a platform without them has spaces all the same."""
    try:
        return await reads.items(collections.list_in_organization(organization))
    except NotOffered:
        return ()


def _collection(collection: Collection) -> Node:
    return Node(
        f"collection:{collection.id}",
        "collection",
        collection.title or "(no title)",
        branch=True,
        about=collection,
        ids={"organization": collection.organization, "collection": collection.id},
    )


def space_node(space: Space) -> Node:
    """A space, with what waits in it."""
    marks: list[str] = []
    if space.deleted_at is not None:
        marks.append("deleted")
    if space.visibility not in (None, "", "private", "in-collection"):
        marks.append(space.visibility or "")
    if space.change_requests_open:
        marks.append(f"{space.change_requests_open} open")
    title = f"{space.emoji} {space.title}" if space.emoji else space.title
    return Node(
        f"space:{space.id}",
        "space",
        title,
        branch=True,
        marks=tuple(marks),
        about=space,
        ids={"organization": space.organization, "space": space.id},
    )


@dataclass(frozen=True, slots=True)
class SpacesFound:
    """The spaces of an organization; `merged` when the list was put together; `problems` (raw) of what failed."""

    spaces: tuple[Space, ...]
    merged: bool = False
    problems: tuple[str, ...] = ()


async def spaces_of_organization(reads: Reads, session: Session, organization: str) -> SpacesFound | None:
    """Every space that can be seen. Raises DocdeckError."""
    try:
        found = await reads.items(spaces.list_in_organization(organization))
    except (NotOffered, NotFound):
        return await _merged_spaces(reads, session, organization)
    if found is not None:
        return SpacesFound(found)
    if not isinstance(reads, StoredReads) or session.stored_me() is None:
        return None
    merged = await _merged_spaces(reads, session, organization)
    return merged if merged.spaces and await _was_merged(reads, organization) else None


async def _was_merged(reads: Reads, organization: str) -> bool:
    """Whether the store has what is only read where a platform has no list of spaces."""
    listed = await reads.items(collections.list_in_organization(organization)) or ()
    held = [await reads.items(collections.list_spaces(each.id)) for each in listed]
    return bool(held) and None not in held


async def _merged_spaces(reads: Reads, session: Session, organization: str) -> SpacesFound:
    """Spaces from collections, site spaces and the caller's own; a source that fails leaves the others."""
    found: dict[str, Space] = {}

    async def of_collections() -> None:
        for collection in await reads.items(collections.list_in_organization(organization)) or ():
            for space in await reads.items(collections.list_spaces(collection.id)) or ():
                found.setdefault(space.id, space)

    async def of_sites() -> None:
        for site in await reads.items(sites.list_in_organization(organization)) or ():
            for placed in await reads.items(sites.site_spaces(organization, site.id)) or ():
                found.setdefault(placed.space.id, placed.space)

    async def of_me() -> None:
        me = await session.me()
        for held in await reads.items(members.list_spaces(organization, me.id)) or ():
            found.setdefault(held.space.id, held.space)

    answers = await asyncio.gather(of_collections(), of_sites(), of_me(), return_exceptions=True)
    for answer in answers:
        if isinstance(answer, BaseException) and not isinstance(answer, DocdeckError):
            raise answer
    errors = [answer for answer in answers if isinstance(answer, DocdeckError)]
    if len(errors) == len(answers):
        raise errors[0]
    problems = tuple(f"Some spaces may be missing: {error}" for error in errors)
    return SpacesFound(tuple(sorted(found.values(), key=lambda space: space.title.casefold())), True, problems)
