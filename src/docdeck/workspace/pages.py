"""One page for reading: its Markdown lines with their blocks, its headings, and the links in it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace
from itertools import islice

from docdeck.api.errors import DocdeckError
from docdeck.api.operations import content
from docdeck.models.content import RevisionPage
from docdeck.models.rich_text import iter_lines
from docdeck.workspace.freshness import LOADING, Freshness, freshness_after
from docdeck.workspace.reads import ServerReads, StoredReads
from docdeck.workspace.session import Session

TEXTLESS = "The server sent this page without its text."
LONG = 300
"""Blocks from which a page is read in two parts."""
BEGINNING = 200
"""Lines of the first part: more than a screen has."""

_HEADING = re.compile(r"(#{1,6}) +(.+?) *#*$")
_LINK = re.compile(r"\[([^\]\n]{1,300})\]\((<[^>\n]{1,2000}>|[^()\s]{1,2000})[^)\n]{0,300}\)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its level from 1, its words, and the line it stands on (from 0)."""

    level: int
    title: str
    line: int


@dataclass(frozen=True, slots=True)
class Link:
    """A link: its words, where it leads (as written), and the line it stands on (from 0)."""

    words: str
    target: str
    line: int


@dataclass(frozen=True, slots=True)
class PageText:
    """A page as text. `lines` are Markdown with the id of the top-level block each belongs to. All raw.

    Of a long page the beginning comes first; then `whole` is False.
    """

    page: RevisionPage
    lines: tuple[tuple[str, str | None], ...]
    headings: tuple[Heading, ...]
    links: tuple[Link, ...]
    freshness: Freshness = LOADING
    problem: str = ""
    whole: bool = True


def page_text(page: RevisionPage) -> PageText:
    """The text of a page, however the server sent it."""
    return _Reader(page).read()


class _Reader:
    """Makes the text of a page line by line, so that the first screen need not wait for the rest."""

    def __init__(self, page: RevisionPage) -> None:
        self._page = page
        if page.document is not None:
            self._coming = iter_lines(page.document)
        else:
            self._coming = iter([(line, None) for line in (page.markdown or "").splitlines()])
        self._lines: list[tuple[str, str | None]] = []
        self._headings: list[Heading] = []
        self._links: list[Link] = []
        self._fence = ""

    def read(self, most: int | None = None) -> PageText:
        """The text so far and what comes next of it: all, or so many lines more."""
        for line, node in islice(self._coming, most):
            self._note(line, len(self._lines))
            self._lines.append((line, node))
        found = tuple(self._lines), tuple(self._headings), tuple(self._links)
        return PageText(self._page, *found, whole=most is None)

    def _note(self, line: str, at: int) -> None:
        mark = _FENCE.match(line)
        fence = self._fence
        if mark is not None and (not fence or (mark[1][0] == fence[0] and len(mark[1]) >= len(fence))):
            self._fence = "" if fence else mark[1]
        elif not fence:
            heading = _HEADING.match(line)
            if heading is not None:
                self._headings.append(Heading(len(heading[1]), heading[2], at))
            if "](" in line:
                self._links.extend(Link(each[1], each[2].strip("<>"), at) for each in _LINK.finditer(line[:20_000]))


async def _texts(page: RevisionPage) -> AsyncGenerator[PageText]:
    """The text of a page: of a long one the beginning first, and the rest worked out beside the event loop."""
    if (0 if page.document is None else len(page.document.nodes)) < LONG and len(page.markdown or "") < LONG * 100:
        yield page_text(page)
        return
    reader = _Reader(page)
    yield await asyncio.to_thread(reader.read, BEGINNING)
    yield await asyncio.to_thread(reader.read)


async def watch_page(session: Session, space: str, page: str) -> AsyncGenerator[PageText]:
    """A page of a space's main content, stored first, then fresh. Raises DocdeckError."""
    query = content.page(space, page, format="document")
    stored, fresh = StoredReads(session.platform), ServerReads(session.platform)
    before, text = await stored.value(query), None
    if before is not None:
        async for text in _texts(before):
            yield _shown(text, Freshness("refreshing", at=stored.oldest))
    try:
        after = await fresh.value(query)
    except DocdeckError as error:
        if text is None:
            raise
        since = session.platform.state.offline_since or session.clock()
        yield _shown(text, freshness_after(error, stored.oldest, since), str(error))
        return
    if after is None:
        return
    if text is not None and after is before:
        yield _shown(text, fresh.freshness(session.clock()))
        return
    async for text in _texts(after):
        yield _shown(text, fresh.freshness(session.clock()) if text.whole else LOADING)


def _shown(text: PageText, freshness: Freshness, problem: str = "") -> PageText:
    page = text.page
    if freshness.state == "live" and page.type == "document" and page.document is None and page.markdown is None:
        freshness = Freshness("partial", at=freshness.at, reason=TEXTLESS)
    return replace(text, freshness=freshness, problem=problem or freshness.reason)
