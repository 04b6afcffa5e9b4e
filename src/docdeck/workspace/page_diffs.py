"""A page of a revision as it was sent, and its diff between two revisions as Markdown lines that know their block."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from docdeck.api.errors import NotFound
from docdeck.api.operations import content
from docdeck.models.content import RevisionPage
from docdeck.models.rich_text import lines_and_parts, to_lines
from docdeck.workspace.diff import PageDiff, SourceLine, page_diff_of
from docdeck.workspace.session import Session

LINE_LIMIT = 50_000
"""Lines of a version that are compared; a longer page is cut, and its diff says so."""


def page_lines(page: RevisionPage | None) -> list[SourceLine]:
    """A page's Markdown lines with the block each comes from; without blocks when only Markdown was sent."""
    if page is None:
        return []
    if page.document is not None:
        return list(to_lines(page.document))
    return [(line, None) for line in (page.markdown or "").splitlines()]


def _lines_and_parts(page: RevisionPage | None) -> tuple[list[SourceLine], list[tuple[int, str]]]:
    """As `page_lines`, with the lines (from 0) on which blocks begin."""
    if page is not None and page.document is not None:
        return lines_and_parts(page.document)
    return page_lines(page), []


async def read_page(session: Session, space: str, revision: str, page: str) -> RevisionPage | None:
    """A page of a revision with its text, or None when the revision does not have it. Raises DocdeckError."""
    try:
        found = (await session.platform.read(content.revision_page(space, revision, page, format="document"))).value
        if found.document is None and found.markdown is None and found.type == "document":
            found = (await session.platform.read(content.revision_page(space, revision, page, format="markdown"))).value
    except NotFound:
        return None
    return found


def _compared(page: str, before: RevisionPage | None, after: RevisionPage | None, base: str, head: str) -> PageDiff:
    old, (new, parts) = page_lines(before), _lines_and_parts(after)
    notes: list[str] = []
    if len(old) > LINE_LIMIT or len(new) > LINE_LIMIT:
        notes.append(f"The page is too long: only its first {LINE_LIMIT} lines are compared.")
    if before is None and after is None:
        notes.append("Neither revision has this page.")
    known = after or before
    title = known.title if known is not None else ""
    made = page_diff_of(page, title, old[:LINE_LIMIT], new[:LINE_LIMIT], base=base, head=head, note=" ".join(notes))
    return replace(made, parts=tuple((at + 1, key) for at, key in parts))


async def source_diff(session: Session, space: str, page: str, base: str, head: str) -> PageDiff:
    """The page's Markdown between two revisions, line by line; kept once made. Raises DocdeckError."""
    key = (space, base, head, page)
    kept = session.diffs.get(key)
    if kept is not None:
        return kept
    before, after = await asyncio.gather(
        read_page(session, space, base, page),
        read_page(session, space, head, page),
    )
    made = await asyncio.to_thread(_compared, page, before, after, base, head)
    session.diffs.put(key, made)
    return made
