"""The links of a space's pages, one entry for each thing that is pointed at. Document: "Spaces" (links); facts N20."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from docdeck.models.content_references import REFERENCE_FIELDS
from docdeck.service.rules.pages import Page, Pages, in_reading_order, paths
from docdeck.service.rules.references import Reference, references_in

_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")


@dataclass(frozen=True, slots=True)
class Target:
    """What a link points at; `space` and `page` say where, for kinds that are somewhere."""

    kind: str
    name: str
    space: str = ""
    page: str = ""

    @property
    def key(self) -> str:
        """What sorts and names the target."""
        return "\n".join((self.kind, self.space, self.page, self.name))


@dataclass(frozen=True, slots=True)
class LinkUse:
    """A target and everywhere it is pointed at from: pages, and blocks in them."""

    target: Target
    places: list[tuple[Page, str | None]] = field(default_factory=list[tuple[Page, str | None]])


def link_uses(space: str, pages: Pages, bodies: Mapping[str | None, Any]) -> dict[str, LinkUse]:
    """What the pages of a space point at, by the target's key."""
    addresses = paths(pages)
    by_path = {address: id for id, address in addresses.items()}
    found: dict[str, LinkUse] = {}
    for page in in_reading_order(pages):
        for node, reference in references_in([page.target, bodies.get(page.document)]):
            target = _target(reference, space, page.id, addresses.get(page.id, ""), by_path)
            found.setdefault(target.key, LinkUse(target)).places.append((page, node))
    return found


def _target(reference: Reference, space: str, page: str, address: str, by_path: Mapping[str, str]) -> Target:
    kind, name = str(reference["kind"]), str(reference[REFERENCE_FIELDS[reference["kind"]]])
    where = reference.get("space")
    home = where if isinstance(where, str) else space
    if kind == "url":
        return _address(name, space, page, address, by_path)
    if kind == "page":
        return Target("page", "", home, name)
    if kind == "anchor":
        on = reference.get("page")
        return Target("anchor", name, home, on if isinstance(on, str) else page)
    if kind in ("file", "reusable-content", "tag"):
        return Target(kind, name, home)
    return Target(kind, name)


def _address(url: str, space: str, page: str, address: str, by_path: Mapping[str, str]) -> Target:
    """An address may be a path to another page of the space, as Markdown files have it."""
    if _ELSEWHERE.match(url) or not url:
        return Target("url", url)
    path, _, anchor = url.partition("#")
    found = page if not path else by_path.get(_page_path(path, address))
    if found is None:
        return Target("path", url, space)
    return Target("anchor", anchor, space, found) if anchor else Target("page", "", space, found)


def _page_path(path: str, address: str) -> str:
    plain = unquote(path.partition("?")[0])
    joined = posixpath.normpath(posixpath.join("/", posixpath.dirname(address), plain)).strip("/")
    return joined.removesuffix(".md").removesuffix("/README").removesuffix("/index")
