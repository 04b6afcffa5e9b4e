"""What an address leads to. Platform facts 2.1."""

from __future__ import annotations

from docdeck.models.base import Answer
from docdeck.models.change_requests import ChangeRequest
from docdeck.models.collections import Collection
from docdeck.models.content import RevisionPage
from docdeck.models.spaces import Space


class ContentOfUrl(Answer):
    """A collection; or a space, and perhaps a change request and a page of it."""

    collection: Collection | None = None
    space: Space | None = None
    change_request: ChangeRequest | None = None
    page: RevisionPage | None = None


class ApiInformation(Answer):
    """Which build a server runs."""

    version: str = ""
    build: str = ""
