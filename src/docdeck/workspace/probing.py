"""A cheap look whether anything moved since the last one: the first page of open requests of each organization."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from docdeck.api.description import Page, Query
from docdeck.api.errors import DocdeckError
from docdeck.api.operations import change_requests, organizations
from docdeck.models.change_requests import ChangeRequest
from docdeck.workspace.reads import PAGE_SIZE
from docdeck.workspace.session import Session

ORGANIZATIONS_FOR = 600.0


@dataclass(frozen=True, slots=True)
class Look:
    """One look. `requests` by id; `total` as the server counts."""

    signs: dict[str, tuple[object, ...]]
    requests: dict[str, ChangeRequest]
    total: int

    def moved_since(self, before: Look) -> tuple[ChangeRequest, ...]:
        """Requests that are new or differ; what vanished is seen by `same_as` only."""
        return tuple(self.requests[key] for key, sign in self.signs.items() if before.signs.get(key) != sign)

    def same_as(self, before: Look) -> bool:
        """Whether nothing moved."""
        return self.signs == before.signs and self.total == before.total


def look_at_stored(session: Session) -> Look | None:
    """The same from what the store holds, without a request: what the next look is compared with."""
    mine = session.platform.stored(organizations.list_mine().with_params(limit=PAGE_SIZE))
    if mine is None:
        return None
    found = [session.platform.stored(_open(each.id)) for each in mine.value.items]
    return _look([stored.value for stored in found if stored is not None])


async def look_at_open(session: Session) -> Look | None:
    """One request per organization; None when it cannot be told now (offline, say)."""
    try:
        mine = await session.platform.read(
            organizations.list_mine().with_params(limit=PAGE_SIZE), max_age=ORGANIZATIONS_FOR
        )
        found = await asyncio.gather(*(session.platform.read(_open(each.id)) for each in mine.value.items))
    except DocdeckError:
        return None
    return _look([stored.value for stored in found])


def _open(organization: str) -> Query[Page[ChangeRequest]]:
    return change_requests.list_in_organization(organization, "open").with_params(limit=PAGE_SIZE)


def _look(pages: list[Page[ChangeRequest]]) -> Look:
    requests = {request.id: request for page in pages for request in page.items}
    signs: dict[str, tuple[object, ...]] = {
        each.id: (each.updated_at, each.comments, each.revision, each.status, each.outdated, each.subject)
        for each in requests.values()
    }
    return Look(signs, requests, sum(page.count or 0 for page in pages))
