"""The pages for browsers, made of rows that anybody may read; who may read what is decided before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from docdeck.models.content import SemanticChange
from docdeck.service.rules.pages import Page, Pages, in_reading_order, paths, with_descendants
from docdeck.service.rules.site_structure import Entry, Group, shown
from docdeck.service.store import Row
from docdeck.service.views.requests import is_outdated
from docdeck.service.web.markup import Html, Part, WebPage, element, facts, inside, joined, listed, outside
from docdeck.service.web.words import words_of

MOST_ROWS = 1000
_KINDS = {"page_created": "new", "page_edited": "edited", "page_moved": "moved", "page_deleted": "deleted"}
_START = joined("To read this in the deck, start ", element("code", "docdeck"), " in a terminal, ")
_FIND = (_START, "press ", element("kbd", "ctrl+k"), " and type its title.")


def front_page() -> WebPage:
    """What this service is."""
    words = "This is a docdeck service. It is read with docdeck, in a terminal; a browser is shown what is public."
    return WebPage("docdeck", (element("p", words),), (_START, "with the key that you have for this service."))


def closed_page() -> WebPage:
    """The same words for everything that needs a key, whether it exists or not."""
    words = "A browser is not told what this is called, nor whether it is there at all: it is not public."
    return WebPage(
        "This opens in docdeck",
        (element("p", words), element("p", "It opens in docdeck, with a key that may read it.")),
        (_START, "with the key for it."),
    )


def missing_page() -> WebPage:
    """Nothing is at an address, or nothing that is shown here."""
    words = "Nothing at this address is shown in a browser. It may have been moved, renamed or deleted, or needs a key."
    return WebPage("There is no such page here", (element("p", words),), (_START, "and look for it there."), 404)


def failed_page(status: int, sentence: str) -> WebPage:
    """Something went wrong, in the sentence that the interface has for it."""
    return WebPage("This does not work now", (element("p", sentence),), (_START, "or try again later."), status)


def organization_page(organization: str, title: str, sites: Sequence[Row], spaces: Sequence[Row]) -> WebPage:
    """An organization with its public sites and spaces."""
    parts: list[Part] = [facts("Organization. Only what is public is listed.")]
    if sites:
        rows = [inside(row["title"], "o", organization, "sites", row["id"]) for row in sites]
        parts += [element("h2", "Sites"), listed(rows)]
    if spaces:
        rows = [inside(row["title"], "s", row["id"]) for row in spaces]
        parts += [element("h2", "Spaces"), listed(rows)]
    return WebPage(title, tuple(parts), _FIND)


def site_page(row: Row, base: str | None, entries: Iterable[Entry], loose: Iterable[Row]) -> WebPage:
    """A site with what visitors without claims get; `base` is where they find it, if that is elsewhere."""
    parts: list[Part] = [facts("Published site.")]
    if base is not None:
        parts.append(element("p", "Visitors find it at ", outside(base, base), "."))
    rows = [*_entry_items(entries), *(_site_space(space) for space in loose)]
    parts.append(listed(rows) if rows else element("p", "It shows nothing that is public."))
    return WebPage(row["title"], tuple(parts), _FIND)


def _entry_items(entries: Iterable[Entry]) -> list[Part]:
    found: list[Part] = []
    for entry in entries:
        below = (
            _entry_items(entry.children) if isinstance(entry, Group) else [_site_space(space) for space in entry.spaces]
        )
        found.append(joined(entry.row["title"], listed(below)))
    return found


def _site_space(row: Any) -> Html:
    return inside(row["on_site_title"] or row["title"], "s", row["id"])


def open_pages(pages: Pages) -> Pages:
    """The pages that a visitor without claims gets; hidden ones are among them, for those who have the address."""
    gone: set[str] = set()
    for page in pages:
        if not shown(page.condition) and page.id not in gone:
            gone |= with_descendants(pages, page.id)
    return tuple(page for page in pages if page.id not in gone)


def space_page(row: Row, pages: Pages) -> WebPage:
    """A space with the tree of its pages."""
    about: tuple[Part, ...] = ("Space, ", row["visibility"], ", updated ", _day(row["updated_at"]), ".")
    if row["visibility"] == "public":
        about = (*about, " Of ", inside(row["organization_title"], "o", row["organization"]), ".")
    tree = _tree(row, pages, None)
    parts = (facts(*about), tree if tree.text else element("p", "It has no pages to show."))
    return WebPage(row["title"], parts, _FIND)


def content_page(row: Row, pages: Pages, page: Page, stored: dict[str, Any] | None) -> WebPage:
    """One page of a space: its text, and the pages below it."""
    about: list[Part] = ["Page of ", inside(row["title"], "s", row["id"])]
    if page.updated_at is not None:
        about += [", updated ", _day(page.updated_at)]
    parts: list[Part] = [facts(*about, ".")]
    if page.description:
        parts.append(element("p", element("em", page.description)))
    if page.type == "document":
        parts.append(words_of(stored))
    below = _tree(row, pages, page.id)
    if below.text:
        parts += [element("h2", "Below this page"), below]
    return WebPage(page.title, tuple(parts), _FIND)


def _tree(row: Row, pages: Pages, top: str | None) -> Html:
    """The pages below one, each once; how deep they nest is up to their writers, so the tree is flat in code."""
    known, depth = paths(pages), {top: -1}
    hidden = {page.id for page in pages if page.hidden}
    rows: list[Part] = []
    for page in in_reading_order(pages):
        if page.parent not in depth or page.id in hidden:
            continue
        if len(rows) == MOST_ROWS:
            rows.append("There are more; docdeck shows them all.")
            break
        depth[page.id] = depth[page.parent] + 1
        words: Part = page.title
        if page.type == "link":
            words = outside(page.title, page.href or "")
        elif page.type == "document":
            words = inside(page.title, "s", row["id"], known[page.id])
        rows.append(joined(Html("&emsp;" * min(depth[page.id], 8)), words))
    return listed(rows)


@dataclass(frozen=True, slots=True)
class RequestFacts:
    """A change request of an open space, with the names of its people and what it changes."""

    row: Row
    space: Row
    author: str
    merger: str | None
    changes: Sequence[SemanticChange]
    page: str | None = None
    """The title of the page that was asked for."""


def request_page(told: RequestFacts) -> WebPage:
    """A change request: who, status, and the changed pages without their words, which only docdeck shows."""
    row, space = told.row, told.space
    number = str(row["number"])
    by = f"{told.author}, {_day(row['created_at'])}"
    about: list[Part] = [f"Change request #{number} of ", inside(space["title"], "s", space["id"]), f", by {by}. "]
    about.append(f"Status: {row['status']}")
    if row["merged_at"] is not None:
        about.append(f" {_day(row['merged_at'])}" + (f" by {told.merger}" if told.merger else ""))
    about.append(", out of date." if is_outdated(row) else ".")
    parts: list[Part] = [facts(*about)]
    if told.page is not None:
        parts.append(element("p", f"What “{told.page}” says in it is read in docdeck."))
    rows = _changed(told.changes)
    parts += [element("h2", "Changed pages"), listed(rows) if rows else element("p", "None.")]
    if len(rows) < len({change.page.id for change in told.changes if change.page is not None}):
        parts.append(facts("There are more; docdeck shows them all."))
    command = element("code", "docdeck cr view ", space["id"], " ", number)
    deck = (*_FIND[:-1], " and type its subject; or run ", command, ".")
    return WebPage(row["subject"] or f"Change request #{number}", tuple(parts), deck)


def _changed(changes: Sequence[SemanticChange]) -> list[Part]:
    kinds: dict[str, list[str]] = {}
    titles: dict[str, str] = {}
    for change in changes:
        if change.page is not None:
            kinds.setdefault(change.page.id, []).append(_KINDS.get(change.type, change.type))
            titles[change.page.id] = change.page.title
    return [f"{titles[id]} ({' and '.join(found)})" for id, found in list(kinds.items())[:MOST_ROWS]]


def _day(text: str) -> str:
    return text[:10]


def page_at(pages: Pages, path: str) -> Page | None:
    """The page at a path; links between files, which end in `.md`, find their page too."""
    known = paths(pages)
    for wanted in (path, path.removesuffix(".md"), path.removesuffix("/README.md")):
        for page in pages:
            if page.type != "link" and known.get(page.id) == wanted:
                return page
    return None
