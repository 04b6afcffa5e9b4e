"""Verbs that list and show: `docdeck orgs`, `spaces`, `sites`, `cr list` and `cr view`."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from docdeck.api.operations import change_requests as requests
from docdeck.api.operations import organizations
from docdeck.api.operations import sites as site_calls
from docdeck.api.operations import spaces as space_calls
from docdeck.cli.connecting import with_platform, with_session
from docdeck.cli.failures import DONE, FAILED, WrongUse, say
from docdeck.cli.output import print_fields, print_json, print_table
from docdeck.cli.spaces import space_id
from docdeck.deck.painters.times import ago

if TYPE_CHECKING:
    from docdeck.api.platform import Platform
    from docdeck.models.base import Answer
    from docdeck.models.change_requests import ChangeRequest
    from docdeck.models.organizations import Organization
    from docdeck.models.sites import Site
    from docdeck.models.spaces import Space
    from docdeck.workspace.review import ReviewState
    from docdeck.workspace.session import Session


def orgs(options: Namespace) -> int:
    """The organizations of the account."""
    found = with_platform(_profile(options), lambda platform: platform.all_items(organizations.list_mine()))
    _show(
        options, found, ("ID", "ORGANIZATION", "TYPE"), [(one.id, one.title, one.type or "") for one in found],
        empty="This account is a member of no organization.",
    )  # fmt: skip
    return DONE


def spaces(options: Namespace) -> int:
    """The spaces of one organization, or of all."""
    found = with_platform(_profile(options), lambda platform: _spaces(platform, options.org))
    rows = [(space.id, space.title, title, str(space.change_requests_open)) for title, space in found]
    _show(
        options, [space for _, space in found], ("ID", "SPACE", "ORGANIZATION", "OPEN REQUESTS"), rows,
        empty="No space is visible to this account.",
    )  # fmt: skip
    return DONE


def sites(options: Namespace) -> int:
    """The sites of one organization, or of all."""
    found = with_platform(_profile(options), lambda platform: _sites(platform, options.org))
    from docdeck.workspace.site_tree import address_of

    rows = [(site.id, site.title, title, _state(site), address_of(site)) for title, site in found]
    _show(
        options, [site for _, site in found], ("ID", "SITE", "ORGANIZATION", "STATE", "ADDRESS"), rows,
        empty="No site is visible to this account.",
    )  # fmt: skip
    return DONE


def change_requests(options: Namespace) -> int:
    """The change requests of one space, or of all organizations, in one status."""
    found = with_platform(_profile(options), lambda platform: _requests(platform, options.space, options.status))
    now = time.time()
    rows = [(one.space, f"#{one.number}", one.status, one.subject, _name(one), _when(one, now)) for one in found]
    _show(
        options, found, ("SPACE", "REQUEST", "STATUS", "SUBJECT", "BY", "UPDATED"), rows,
        empty=f"No change request is {options.status}.",
    )  # fmt: skip
    return DONE


def change_request(options: Namespace) -> int:
    """One change request with its changed pages and its threads."""
    number = options.change_request.removeprefix("#")
    state = with_session(_profile(options), lambda session: _review(session, options.space, number))
    request = state.change_request
    if options.json:
        print_json(
            {
                "changeRequest": request.to_wire(),
                "pages": [
                    {"id": row.page, "title": row.title, "path": row.path, "kind": row.kind} for row in state.pages
                ],
                "threads": [thread.comment.to_wire() for thread in state.threads],
                "reviews": [review.to_wire() for review in state.reviews],
            }
        )  # fmt: skip
    else:
        title = state.space.title if state.space else request.space
        print_fields(
            [
                ("request", f"#{request.number} {request.subject}"),
                ("space", title),
                ("status", request.status + (", outdated" if request.outdated else "")),
                ("revision", request.revision),
                ("by", _name(request)),
                ("updated", _when(request, time.time())),
                *(("page", f"{row.kind}: {row.title}") for row in state.pages),
                *(("review", f"{review.status}: {_person(review.reviewer)}") for review in state.reviews),
                *(
                    ("thread", f"{'resolved' if thread.resolved else 'open'}: {_person(thread.comment.posted_by)}")
                    for thread in state.threads
                ),
            ]
        )
    for problem in state.problems:
        say(problem)
    return FAILED if state.problems else DONE


async def _spaces(platform: Platform, organization: str | None) -> list[tuple[str, Space]]:
    found: list[tuple[str, Space]] = []
    for one in _meant(await platform.all_items(organizations.list_mine()), organization):
        found += [(one.title, space) for space in await platform.all_items(space_calls.list_in_organization(one.id))]
    return found


async def _sites(platform: Platform, organization: str | None) -> list[tuple[str, Site]]:
    found: list[tuple[str, Site]] = []
    for one in _meant(await platform.all_items(organizations.list_mine()), organization):
        found += [(one.title, site) for site in await platform.all_items(site_calls.list_in_organization(one.id))]
    return found


def _state(site: Site) -> str:
    return ", ".join(word for word in ("published" if site.published else "not published", site.visibility) if word)


def _meant(found: Sequence[Organization], name: str | None) -> list[Organization]:
    if name is None:
        return list(found)
    meant = [one for one in found if name in (one.id, one.title)]
    if not meant:
        titles = ", ".join(one.title for one in found)
        raise WrongUse(f"No organization is called {name!r}.", f"Yours: {titles}." if titles else "You are in none.")
    return meant


async def _requests(platform: Platform, space: str | None, status: Any) -> list[ChangeRequest]:
    if space:
        return list(await platform.all_items(requests.list_in_space(await space_id(platform, space), status)))
    found: list[ChangeRequest] = []
    for one in await platform.all_items(organizations.list_mine()):
        found += await platform.all_items(requests.list_in_organization(one.id, status))
    return found


async def _review(session: Session, space: str, number: str) -> ReviewState:
    from docdeck.workspace.review import watch_review

    space = await space_id(session.platform, space)
    seen = [state async for state in watch_review(session, space, number)]
    return seen[-1]


def _show(
    options: Namespace, found: Sequence[Answer], heads: Sequence[str], rows: Sequence[Sequence[str]], *, empty: str
) -> None:
    if options.json:
        print_json([one.to_wire() for one in found])
    else:
        print_table(heads, rows, empty=empty)


def _profile(options: Namespace) -> str | None:
    return getattr(options, "profile", None)


def _name(request: ChangeRequest) -> str:
    return _person(request.created_by)


def _person(user: Any) -> str:
    return (user.display_name or user.id) if user is not None else "somebody"


def _when(request: ChangeRequest, now: float) -> str:
    return ago(request.updated_at, now)
