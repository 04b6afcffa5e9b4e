"""Acts on a change request itself: verdicts, reviewers, update, subject, status, creation, merge. Design section 4."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from docdeck.api.operations import change_requests, reviews
from docdeck.models.change_requests import ChangeRequest
from docdeck.models.rich_text import from_markdown, to_markdown
from docdeck.workspace.acts import Act, Status, Verdict, Where, draft_key


def review(where: Where, verdict: Verdict, revision: str, note: str = "", *, requested: bool = False) -> Act:
    """A verdict on the revision that was read, with a note if there is one. Tier 1.

    Somebody whose review was `requested` may give it whatever their role.
    """
    approved = verdict == "approved"
    return Act(
        kind="review",
        label=f"{'Approval' if approved else 'Asking for changes'} of {where.name}",
        done="Approved." if approved else "Asked for changes.",
        tier=1,
        permission="" if requested else "review",
        target=f"change request {where.change_request}",
        command=reviews.submit(where.space, where.change_request, verdict, note or None),
        evidence=where.evidence(verdict=verdict, revision=revision, text=note),
        drafts=(draft_key("review", where, verdict),),
        text=note,
    )


def request_reviewers(where: Where, users: Sequence[str]) -> Act:
    """People asked for their review, by user id. Tier 1."""
    return Act(
        kind="request_reviewers",
        label=f"Ask for reviews of {where.name}",
        done="Review asked for." if len(users) == 1 else f"{len(users)} reviews asked for.",
        tier=1,
        permission="edit",
        target=f"change request {where.change_request}",
        command=reviews.request(where.space, where.change_request, list(users)),
        evidence=where.evidence(users=list(users)),
    )


def update_from_main(where: Where) -> Act:
    """The request brought up to date with the main content. Tier 1: everybody sees it, nothing is lost."""
    return Act(
        kind="update",
        label=f"Update of {where.name} from main",
        done="Up to date with main.",
        tier=1,
        permission="edit",
        target=f"change request {where.change_request}",
        command=change_requests.update(where.space, where.change_request),
        evidence=where.evidence(),
    )


def _subject(where: Where, subject: str) -> Act:
    return Act(
        kind="subject",
        label=f"Subject of {where.name}",
        done="Subject changed.",
        tier=0,
        permission="edit",
        target=f"change request {where.change_request}",
        command=change_requests.patch(where.space, where.change_request, subject=subject),
        evidence=where.evidence(subject=subject),
        drafts=(draft_key("subject", where),),
        text=subject,
    )


def edit_subject(where: Where, request: ChangeRequest, subject: str) -> Act:
    """Another subject (up to 100 characters). Tier 0: the old one is put back by undo."""
    return replace(_subject(where, subject), undo=replace(_subject(where, request.subject), drafts=()))


def _description(where: Where, markdown: str) -> Act:
    return Act(
        kind="description",
        label=f"Description of {where.name}",
        done="Description changed.",
        tier=0,
        permission="edit",
        target=f"change request {where.change_request}",
        command=change_requests.patch(where.space, where.change_request, description=from_markdown(markdown)),
        evidence=where.evidence(text=markdown),
        drafts=(draft_key("description", where),),
        text=markdown,
    )


def edit_description(where: Where, request: ChangeRequest, markdown: str) -> Act:
    """Another description, written as Markdown. Tier 0: the old one is put back by undo."""
    before = to_markdown(request.description) if request.description is not None else ""
    return replace(_description(where, markdown), undo=replace(_description(where, before), drafts=()))


def _status(where: Where, status: Status, before: str) -> Act:
    done = {
        ("archived", "open"): "archived",
        ("archived", "draft"): "archived",
        ("draft", "open"): "back to draft",
        ("open", "draft"): "open for review",
    }.get((status, before), "reopened")
    return Act(
        kind="status",
        label=f"{where.name} to {status}",
        done=f"{where.name}: {done}.",  # its row may have left the list by then
        tier=0,
        permission="edit",
        target=f"change request {where.change_request}",
        command=change_requests.patch(where.space, where.change_request, status=status),
        evidence=where.evidence(status=status),
    )


def set_status(where: Where, request: ChangeRequest, status: Status) -> Act:
    """Draft, open or archived. Tier 0; undo puts the status of before back, unless it was merged."""
    act = _status(where, status, request.status)
    match request.status:
        case "draft" | "open" | "archived":
            return replace(act, undo=_status(where, request.status, status))
        case _:
            return act


def create_change_request(space: str, space_title: str, subject: str) -> Act:
    """A new change request, which begins as a draft. Tier 1."""
    return Act(
        kind="create",
        label=f"New change request in {space_title}",
        done="Change request created.",
        tier=1,
        permission="edit",
        target=f"change requests of {space}",
        command=change_requests.create(space, subject=subject),
        evidence={"space": space, "name": space_title, "subject": subject},
        drafts=(f"new:{space}",),
        text=subject,
    )


def merge(where: Where, revision: str) -> Act:
    """The request merged into its space, at the revision that was read. Tier 2: there is no undo."""
    return Act(
        kind="merge",
        label=f"Merge of {where.name}",
        done="Merged.",
        tier=2,
        permission="merge",
        target=f"change request {where.change_request}",
        command=change_requests.merge(where.space, where.change_request),
        evidence=where.evidence(revision=revision),
    )
