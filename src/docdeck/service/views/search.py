"""What a search found as answers. Document section: "Other shapes"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from docdeck.models.search import SearchAncestor, SearchPageResult, SearchSection, SearchSpaceResult
from docdeck.service.rules.page_text import excerpt, holds_any, parts_of
from docdeck.service.store import Row
from docdeck.service.views.content import app_address
from docdeck.service.views.links import Links
from docdeck.service.views.present import present

MAX_SECTIONS = 5


def found_space_view(row: Row, pages: list[SearchPageResult]) -> SearchSpaceResult:
    """A space with its best pages."""
    return SearchSpaceResult(id=row["id"], title=row["title"], type="space", score=row["score"], pages=pages)


def found_page_view(row: Row, body: Mapping[str, Any] | None, terms: Sequence[str], links: Links) -> SearchPageResult:
    """A page with the parts of its body that have one of the words."""
    app = f"{app_address(links, row['space'])}/{row['path']}"
    sections: list[SearchSection] = []
    for part in parts_of(body):
        if len(sections) < MAX_SECTIONS and holds_any(f"{part.title}\n{part.text}", terms):
            anchor = f"#{part.anchor}" if part.anchor else ""
            sections.append(
                SearchSection(
                    id=part.id,
                    title=part.title or row["title"],
                    path=f"{row['path']}{anchor}",
                    body=excerpt(part.text, terms),
                    urls={"app": f"{app}{anchor}"},
                )
            )
    return SearchPageResult(
        id=row["page"],
        title=row["title"],
        path=row["path"],
        sections=sections,
        ancestors=[SearchAncestor(title=title) for title in row["ancestors"]],
        score=row["score"],
        urls={"app": app},
        **present(description=row["description"]),
    )
