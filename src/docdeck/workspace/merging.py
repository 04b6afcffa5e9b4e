"""The merge sheet: everything read again right before, what stands in the way, and whether it is what was read."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from docdeck.api.errors import DocdeckError
from docdeck.api.operations import change_requests, members, organizations, reviews, spaces
from docdeck.models.base import User
from docdeck.models.change_requests import ChangeRequest, RequestedReviewer, Review
from docdeck.models.content import SemanticChanges
from docdeck.models.organizations import MergeRules
from docdeck.models.spaces import Space
from docdeck.workspace.acts import Act, Where, missing_permission
from docdeck.workspace.conflicts import conflict_check
from docdeck.workspace.merge_reach import broken_links, sites_showing
from docdeck.workspace.merge_rules import MergeCheck, MergeFacts, merge_rules
from docdeck.workspace.page_trees import PageChange, compare_trees, read_trees
from docdeck.workspace.reads import ServerReads
from docdeck.workspace.request_acts import merge
from docdeck.workspace.session import Session

_NAMES_ASKED = 10

__all__ = ["MergeCheck", "MergeSheet", "merge_act", "merge_rules", "prepare_merge"]


@dataclass(frozen=True)
class MergeSheet:
    """What a merge would do and what stands in its way. `read_at` is epoch seconds of the oldest read.

    `moved_pages` are the pages that differ between the revision that was read and the one that would be merged;
    `unseen` is true when these revisions differ. `problems` are sentences about reads that failed and that consent
    does not rest on; with anything `unread` there is nothing to consent to. `sites` are the
    addresses (raw) where visitors will see it.
    """

    change_request: ChangeRequest
    space: Space | None
    checks: tuple[MergeCheck, ...]
    blocked: bool
    seen_revision: str
    current_revision: str
    moved_pages: tuple[PageChange, ...]
    read_at: float
    pages: int | None = None
    problems: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def unseen(self) -> bool:
        """Whether the request moved since it was read."""
        return bool(self.seen_revision) and self.seen_revision != self.current_revision


async def _rules_of(reads: ServerReads, space: Space | None) -> MergeRules | None:
    """The rules that hold in a space: its own, or those of its organization."""
    if space is None or space.merge_rules is None:
        return None
    if space.merge_rules.type != "inherit":
        return space.merge_rules
    organization = await reads.value(organizations.get(space.organization))
    if organization is None:
        return None
    return organization.merge_rules or MergeRules(type="none")


async def _names(
    reads: ServerReads, space: Space | None, rules: MergeRules | None, known: dict[str, str]
) -> dict[str, str]:
    """Names of people that only the rules name, asked one by one; a failed one keeps its id."""
    users = [user for rule in (rules.rules if rules is not None else []) for user in rule.users]
    missing = [user for user in dict.fromkeys(users) if user not in known][:_NAMES_ASKED]
    if space is None or not missing:
        return known

    async def one(user: str) -> tuple[str, str]:
        try:
            member = await reads.value(members.get(space.organization, user), max_age=3600)
        except DocdeckError:
            return user, user
        return user, (member.user.display_name if member is not None else "") or user

    return {**known, **dict(await asyncio.gather(*(one(user) for user in missing)))}


def _known_names(
    me: User, found: Sequence[Review], asked: Sequence[RequestedReviewer], author: User | None
) -> dict[str, str]:
    people = [me, author, *(review.reviewer for review in found), *(one.user for one in asked)]
    return {person.id: person.display_name for person in people if person is not None and person.display_name}


async def moved_pages(session: Session, space: str, seen: str, current: str) -> tuple[PageChange, ...]:
    """Which pages differ between two revisions of a request. Raises DocdeckError."""
    return compare_trees(*await read_trees(session.platform, space, seen, current))


async def prepare_merge(session: Session, space: str, change_request: str, seen_revision: str) -> MergeSheet:
    """The sheet, from fresh reads side by side. Raises DocdeckError only when the request itself cannot be read."""
    began = session.clock()
    reads = ServerReads(session.platform)
    answers = await asyncio.gather(
        reads.value(change_requests.get(space, change_request)),  # first: without an id it has no address
        session.me(),
        reads.value(spaces.get(space)),
        reads.items(reviews.list_reviews(space, change_request)),
        reads.items(reviews.requested_reviewers(space, change_request)),
        broken_links(reads, space),
        return_exceptions=True,
    )
    request, me, home, verdicts, asked, links = answers
    if isinstance(request, BaseException):
        raise request
    if isinstance(me, BaseException):
        raise me
    assert request is not None
    request = request.within(space)
    problems: list[str] = []
    unread: list[str] = []
    for what, answer in (("the space", home), ("the reviews", verdicts), ("", asked), ("", links)):
        if isinstance(answer, DocdeckError):
            (unread if what else problems).append(f"{what or 'A part'} could not be read. {answer}")
        elif isinstance(answer, BaseException):
            raise answer
    found_space = home if isinstance(home, Space) else None
    rules: MergeRules | None = None
    try:
        rules = await _rules_of(reads, found_space)
    except DocdeckError as error:
        unread.append(f"the merge rules could not be read. {error}")
    found = verdicts if isinstance(verdicts, tuple) else ()
    waiting = asked if isinstance(asked, tuple) else ()
    names = await _names(reads, found_space, rules, _known_names(me, found, waiting, request.created_by))
    facts = MergeFacts(request, found, waiting, me.id, names)
    checks = (*_permission(found_space), *merge_rules(facts, rules if isinstance(verdicts, tuple) else None))
    checks = (*checks, links) if isinstance(links, MergeCheck) else checks
    changes = _changes_read(session, space, change_request)
    checks = (*checks, *conflict_check(session.conflicts.of(request), changes))
    shown = () if found_space is None else await sites_showing(reads, found_space.organization, space)
    moved = await _moved(session, space, seen_revision, request.revision, unread)
    blocked = any(check.state == "blocked" for check in checks)
    pages = None if changes is None else len({one.page.id for one in changes.changes if one.page is not None})
    return MergeSheet(
        request, found_space, checks, blocked, seen_revision, request.revision, moved, began, pages, tuple(problems),
        shown, tuple(f"{words[0].upper()}{words[1:]}" for words in unread),
    )  # fmt: skip


async def _moved(session: Session, space: str, seen: str, revision: str, unread: list[str]) -> tuple[PageChange, ...]:
    """The pages that moved since the revision you read; what cannot be read is told in `unread`."""
    if not seen or seen == revision:
        return ()
    try:
        return await moved_pages(session, space, seen, revision)
    except DocdeckError as error:
        unread.append(f"what moved could not be read. {error}")
        return ()


def _changes_read(session: Session, space: str, change_request: str) -> SemanticChanges | None:
    """What it changes, as far as that was read before."""
    stored = session.platform.stored(change_requests.changes(space, change_request, limit=1000))
    return None if stored is None else stored.value


def _permission(space: Space | None) -> tuple[MergeCheck, ...]:
    reason = None if space is None else missing_permission("merge", space.permissions)
    return () if reason is None else (MergeCheck("permission", "blocked", reason),)


def merge_act(sheet: MergeSheet) -> Act:
    """The merge that the sheet is about; its revision is the one the sheet showed."""
    title = sheet.space.title if sheet.space is not None else ""
    return merge(Where.of(sheet.change_request, title), sheet.current_revision)
