"""What a merge reaches beyond its space: links that lead nowhere, and the sites that show the space."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import ValidationError

from docdeck.api.errors import DocdeckError, NotFound, NotOffered
from docdeck.api.operations import sites, spaces
from docdeck.models.sites import Site, SiteSpace
from docdeck.workspace.merge_rules import MergeCheck
from docdeck.workspace.reads import ServerReads

SITES_FOR = 600.0
"""Seconds for which it is believed which sites show a space."""
SITES_ASKED = 20


async def broken_links(reads: ServerReads, space: str) -> MergeCheck:
    """How many links of the space lead nowhere; a server that does not count them is said to."""
    try:
        page = await reads.value(spaces.links(space, status="broken", limit=1))
        assert page is not None
        broken = spaces.link_stats(page).broken
    except (NotOffered, NotFound):
        return MergeCheck("links", "server", "broken links: this server does not count them")
    except (DocdeckError, ValidationError):
        return MergeCheck("links", "server", "broken links: could not be counted now")
    if not broken.total:
        return MergeCheck("links", "ok", "no broken link")
    ahead = f", {broken.change_request} of them only in change requests" if broken.change_request else ""
    text = f"{broken.total} broken link{'' if broken.total == 1 else 's'} in the space{ahead}"
    return MergeCheck("links", "warn", text, None, "not a rule, worth a look")


async def sites_showing(reads: ServerReads, organization: str, space: str) -> tuple[str, ...]:
    """The addresses (else the titles) of the sites that show a space; none where a server tells nothing."""
    try:
        found = await reads.items(sites.list_in_organization(organization), max_age=SITES_FOR) or ()
    except DocdeckError:
        return ()

    async def one(site: Site) -> str | None:
        try:
            structure = await reads.value(sites.structure(organization, site.id), max_age=SITES_FOR)
        except DocdeckError:
            return None
        placed = () if structure is None else _site_spaces(structure.structure)
        shown = next((each for each in placed if each.space.id == space and not each.draft), None)
        if shown is None or not site.published:
            return None
        return _address(shown.urls) or _address(site.urls) or site.title

    shown = await asyncio.gather(*(one(site) for site in found[:SITES_ASKED]))
    return tuple(dict.fromkeys(each for each in shown if each))


def _site_spaces(entries: Sequence[Any]) -> Iterator[SiteSpace]:
    for entry in entries:
        if isinstance(entry, SiteSpace):
            yield entry
            continue
        for name in ("children", "sections", "site_spaces"):
            yield from _site_spaces(getattr(entry, name, ()))


def _address(urls: dict[str, Any]) -> str:
    return str(urls.get("published") or "").removeprefix("https://").rstrip("/")
