"""Keeps the words of every space's current pages, so that a search reads no pages. Only what changed is read again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import delete, select, update

from docdeck.service.rules.page_text import parts_of, weighted
from docdeck.service.rules.pages import Page, Pages, by_id, paths
from docdeck.service.store.places_schema import search_pages, search_words
from docdeck.service.store.revisions import document_bodies, pages_in
from docdeck.service.store.store import Row, Tx

_AT_ONCE = 400
_SAID = ("title", "description", "document")


def index_space(tx: Tx, space: str, revision: str) -> None:
    """Make the words of a space those of a revision."""
    known = {row["page"]: row for row in tx.rows(select(search_pages).where(search_pages.c.space == space))}
    wanted = {row["page"]: row for row in _entries(space, pages_in(tx, revision))}
    for some in _chunks([page for page in known if page not in wanted]):
        _forget(tx, space, some)
    said = [row for id, row in wanted.items() if id not in known or any(row[name] != known[id][name] for name in _SAID)]
    moved = [row for id, row in wanted.items() if id in known and row != known[id]]
    for row in moved:
        same = (search_pages.c.space == space) & (search_pages.c.page == row["page"])
        tx.run(update(search_pages).where(same).values(**row))
    tx.insert_many(search_pages, (row for id, row in wanted.items() if id not in known))
    for some in _chunks(said):
        _read(tx, space, some, known)


def _entries(space: str, pages: Pages) -> Iterator[dict[str, Any]]:
    """What is kept of each page that can be found; links cannot."""
    known, addresses = by_id(pages), paths(pages)
    for page in pages:
        if page.type != "link":
            yield {
                "space": space,
                "page": page.id,
                "title": page.title,
                "path": addresses.get(page.id, page.slug),
                "description": page.description,
                "ancestors": [above.title for above in _above(known, page)],
                "document": page.document,
            }


def _above(known: dict[str, Page], page: Page) -> list[Page]:
    """The pages above one, from the root down."""
    found: dict[str, Page] = {}
    parent = page.parent
    while parent in known and parent not in found:
        found[parent] = known[parent]
        parent = known[parent].parent
    return list(reversed(found.values()))


def _read(tx: Tx, space: str, rows: Sequence[Row], known: dict[str, Row]) -> None:
    """Take in the words of pages anew."""
    old = [row["page"] for row in rows if row["page"] in known]
    tx.run(delete(search_words).where(search_words.c.space == space, search_words.c.page.in_(old)))
    bodies = document_bodies(tx, (row["document"] for row in rows))
    words: list[dict[str, Any]] = []
    for row in rows:
        found = weighted(row["title"], row["description"], parts_of(bodies.get(row["document"])))
        words.extend(
            {"space": space, "word": word, "page": row["page"], "weight": weight} for word, weight in found.items()
        )
    tx.insert_many(search_words, words)


def _forget(tx: Tx, space: str, pages: Sequence[str]) -> None:
    for table in (search_words, search_pages):
        tx.run(delete(table).where(table.c.space == space, table.c.page.in_(pages)))


def _chunks(items: Iterable[Any]) -> Iterator[list[Any]]:
    """Pieces that fit in one question."""
    rest = list(items)
    for start in range(0, len(rest), _AT_ONCE):
        yield rest[start : start + _AT_ONCE]
