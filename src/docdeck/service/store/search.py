"""Finds pages by their words, best first. Document: "Organizations" (search); facts 2.1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, Subquery, and_, case, func, select

from docdeck.service.paging import Slice, Window
from docdeck.service.rules.page_text import SHORTEST_BEGINNING
from docdeck.service.store.paged import cut
from docdeck.service.store.places_schema import search_pages, search_words
from docdeck.service.store.schema import spaces
from docdeck.service.store.spaces import visible
from docdeck.service.store.store import Row, Tx

_LAST = "\U0010ffff"
PAGES_OF_SPACE = 10


def pages_with(tx: Tx, space: str, terms: Sequence[str], window: Window) -> Slice:
    """The pages of a space that have all the words, longer ones also as beginnings of words, with `score`."""
    if not terms:
        return Slice([], 0, None)
    hits = _hits(search_words.c.space == space, terms)
    return cut(tx, _found(hits), window, hits.c.score, hits.c.page, descending=True)


def spaces_with(
    tx: Tx, caller: str, organization: str, terms: Sequence[str], window: Window, *, within: Sequence[str] | None = None
) -> Slice:
    """The spaces of an organization, or those `within`, that a user sees and that have such pages, by best `score`."""
    if not terms:
        return Slice([], 0, None)
    seeing = visible(caller, spaces.c.id).where(spaces.c.organization == organization)
    seen = (seeing if within is None else seeing.where(spaces.c.id.in_(within))).subquery()
    hits = _hits(search_words.c.space.in_(select(seen.c.id)), terms)
    best = select(hits.c.space, func.max(hits.c.score).label("score")).group_by(hits.c.space).subquery()
    joined = best.join(spaces, spaces.c.id == best.c.space)
    asked: Select[Any] = select(spaces, best.c.score).select_from(joined)
    return cut(tx, asked, window, best.c.score, best.c.space, descending=True)


def best_pages(tx: Tx, found: Sequence[str], terms: Sequence[str]) -> list[Row]:
    """The best pages of some spaces, space by space and best first."""
    if not terms or not found:
        return []
    hits = _hits(search_words.c.space.in_(found), terms)
    order = (hits.c.score.desc(), hits.c.page.desc())
    place = func.row_number().over(partition_by=hits.c.space, order_by=order)
    placed = select(hits, place.label("place")).subquery()
    asked = _found(placed).where(placed.c.place <= PAGES_OF_SPACE).order_by(placed.c.space, placed.c.place)
    return tx.rows(asked)


def _found(hits: Subquery) -> Select[Any]:
    same = and_(search_pages.c.space == hits.c.space, search_pages.c.page == hits.c.page)
    return select(search_pages, hits.c.score).select_from(hits.join(search_pages, same))


def _hits(where: ColumnElement[bool], terms: Sequence[str]) -> Subquery:
    """Pages that have every term, as `space`, `page` and `score`; a whole word counts twice its beginning."""
    parts = [_hits_of(where, term) for term in terms]
    joined: Any = parts[0]
    score: ColumnElement[int] = parts[0].c.score
    for part in parts[1:]:
        joined = joined.join(part, and_(part.c.space == parts[0].c.space, part.c.page == parts[0].c.page))
        score = score + part.c.score
    return select(parts[0].c.space, parts[0].c.page, score.label("score")).select_from(joined).subquery()


def _hits_of(where: ColumnElement[bool], term: str) -> Subquery:
    weight = case((search_words.c.word == term, search_words.c.weight * 2), else_=search_words.c.weight)
    fits = search_words.c.word == term
    if len(term) >= SHORTEST_BEGINNING:
        fits = and_(search_words.c.word >= term, search_words.c.word < term + _LAST)
    return (
        select(search_words.c.space, search_words.c.page, func.sum(weight).label("score"))
        .where(where, fits)
        .group_by(search_words.c.space, search_words.c.page)
        .subquery()
    )
