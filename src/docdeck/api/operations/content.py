"""Page trees and pages of a space, a revision and a change request. Platform facts: "Page content of a space".

What a revision id names never changes, so its queries are immutable.
"""

from __future__ import annotations

from typing import Literal

from docdeck.api.description import Page, Query, params_of, path_of
from docdeck.api.reading import many, one
from docdeck.api.reading_pages import page_answer
from docdeck.models.content import PageTree, Revision, RevisionFile, RevisionPage, SemanticChanges

Format = Literal["document", "markdown"]


def current_revision(space: str) -> Query[Revision]:
    """The active revision of a space, with its page tree."""
    return Query("getCurrentRevision", path_of("/v1/spaces/{space}/content", space=space), one(Revision), ids=(space,))


def pages(space: str) -> Query[PageTree]:
    """The page tree of a space, without bodies."""
    return Query("listPages", path_of("/v1/spaces/{space}/content/pages", space=space), one(PageTree), ids=(space,))


def page(space: str, page: str, format: Format = "document") -> Query[RevisionPage]:
    """A page of a space with its body in one form."""
    path = path_of("/v1/spaces/{space}/content/page/{page}", space=space, page=page)
    return Query("getPageById", path, page_answer, params_of(format=format), ids=(space, page))


def page_by_path(space: str, page_path: str, format: Format = "document") -> Query[RevisionPage]:
    """A page of a space by its path (slashes and all)."""
    path = path_of("/v1/spaces/{space}/content/path/{path}", space=space, path=page_path)
    return Query("getPageByPath", path, page_answer, params_of(format=format), ids=(space,))


def files(space: str, *, limit: int | None = None) -> Query[Page[RevisionFile]]:
    """The files of a space."""
    path = path_of("/v1/spaces/{space}/content/files", space=space)
    return Query("listFiles", path, many(RevisionFile), params_of(limit=limit), ids=(space,))


def revision(space: str, revision: str) -> Query[Revision]:
    """One revision with its page tree."""
    path = path_of("/v1/spaces/{space}/revisions/{revision}", space=space, revision=revision)
    return Query("getRevisionById", path, one(Revision), ids=(space, revision), immutable=True)


def revision_pages(space: str, revision: str) -> Query[PageTree]:
    """The page tree of a revision, without bodies."""
    path = path_of("/v1/spaces/{space}/revisions/{revision}/pages", space=space, revision=revision)
    return Query("listPagesInRevisionById", path, one(PageTree), ids=(space, revision), immutable=True)


def revision_page(space: str, revision: str, page: str, format: Format = "document") -> Query[RevisionPage]:
    """A page as it was in a revision."""
    path = path_of("/v1/spaces/{space}/revisions/{revision}/page/{page}", space=space, revision=revision, page=page)
    params = params_of(format=format)
    ids = (space, revision, page)
    return Query("getPageInRevisionById", path, page_answer, params, ids=ids, immutable=True)


def revision_changes(space: str, revision: str, *, limit: int | None = None) -> Query[SemanticChanges]:
    """What a revision changed; the server's own `limit` is 10."""
    path = path_of("/v1/spaces/{space}/revisions/{revision}/changes", space=space, revision=revision)
    params = params_of(limit=limit)
    ids = (space, revision)
    return Query("getRevisionSemanticChanges", path, one(SemanticChanges), params, ids=ids, immutable=True)


def change_request_pages(space: str, change_request: str) -> Query[PageTree]:
    """The page tree of a change request, by its id or number."""
    path = path_of("/v1/spaces/{space}/change-requests/{cr}/content/pages", space=space, cr=change_request)
    return Query("listPagesInChangeRequest", path, one(PageTree), ids=(space, change_request))


def change_request_page(space: str, change_request: str, page: str, format: Format = "document") -> Query[RevisionPage]:
    """A page of a change request with its body in one form."""
    path = path_of(
        "/v1/spaces/{space}/change-requests/{cr}/content/page/{page}", space=space, cr=change_request, page=page
    )
    ids = (space, change_request, page)
    return Query("getPageInChangeRequestById", path, page_answer, params_of(format=format), ids=ids)


def change_request_page_by_path(
    space: str, change_request: str, page_path: str, format: Format = "document"
) -> Query[RevisionPage]:
    """A page of a change request by its path (slashes and all)."""
    path = path_of(
        "/v1/spaces/{space}/change-requests/{cr}/content/path/{path}", space=space, cr=change_request, path=page_path
    )
    ids = (space, change_request)
    return Query("getPageInChangeRequestByPath", path, page_answer, params_of(format=format), ids=ids)


def change_request_files(space: str, change_request: str, *, limit: int | None = None) -> Query[Page[RevisionFile]]:
    """The files of a change request."""
    path = path_of("/v1/spaces/{space}/change-requests/{cr}/content/files", space=space, cr=change_request)
    ids = (space, change_request)
    return Query("listFilesInChangeRequestById", path, many(RevisionFile), params_of(limit=limit), ids=ids)


def revision_page_by_path(
    space: str, revision: str, page_path: str, format: Format = "document"
) -> Query[RevisionPage]:
    """A page as it was in a revision, by its path."""
    path = path_of(
        "/v1/spaces/{space}/revisions/{revision}/path/{path}", space=space, revision=revision, path=page_path
    )
    ids = (space, revision)
    params = params_of(format=format)
    return Query("getPageInRevisionByPath", path, page_answer, params, ids=ids, immutable=True)


def revision_files(space: str, revision: str, *, limit: int | None = None) -> Query[Page[RevisionFile]]:
    """The files of a revision."""
    path = path_of("/v1/spaces/{space}/revisions/{revision}/files", space=space, revision=revision)
    ids = (space, revision)
    params = params_of(limit=limit)
    return Query("listFilesInRevisionById", path, many(RevisionFile), params, ids=ids, immutable=True)


def file(space: str, file: str) -> Query[RevisionFile]:
    """One file of a space."""
    path = path_of("/v1/spaces/{space}/content/files/{file}", space=space, file=file)
    return Query("getFileById", path, one(RevisionFile), ids=(space, file))
