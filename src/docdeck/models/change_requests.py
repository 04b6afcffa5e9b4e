"""Change requests, reviews and reviewers. Document section: "Change request"; facts: "Change requests and reviews"."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field

from docdeck.models.base import Answer, Body, Document, MarkdownBody, Timestamp, User
from docdeck.models.comments import Comment
from docdeck.models.content import RevisionFile


class ChangeRequest(Answer):
    """`object` is `change-request`; `status` is `draft`, `open`, `archived` or `merged`."""

    object: str = "change-request"
    id: str
    number: int
    status: str = "open"
    subject: str = ""
    description: Document | None = None
    created_by: User | None = None
    created_at: Timestamp | None = None
    updated_at: Timestamp | None = None
    space: str = ""
    revision: str = ""
    revision_initial: str = ""
    revision_merged_ancestor: str | None = None
    revision_merged: str | None = None
    comments: int = 0
    outdated: bool = False
    conversations_issues_cluster: str | None = None
    merged_by: User | None = None
    merged_at: Timestamp | None = None
    urls: dict[str, Any] = Field(default_factory=dict)

    @property
    def base_revision(self) -> str:
        """What the request's pages are compared with: never the space of today."""
        return self.revision_merged_ancestor or self.revision_initial

    def within(self, space: str) -> ChangeRequest:
        """This request with the space that it was asked for in, where the platform left that out."""
        return self if self.space else self.model_copy(update={"space": space})


class MergeAnswer(Answer):
    """`result` is `merge`, or `conflicts`: applied, with places to mend."""

    revision: str = ""
    result: str = ""


class UpdateAnswer(Answer):
    """`result` is `update`, or `conflicts` where both sides changed the same page."""

    revision: str = ""
    result: str = ""


class Review(Answer):
    """A verdict on one revision: `status` is `approved` or `changes-requested`; `outdated` once that revision moved."""

    object: str = "change-request-review"
    id: str
    revision: str = ""
    reviewer: User | None = None
    requested_by: User | None = None
    status: str = ""
    outdated: bool = False
    comment: Comment | None = None
    created_at: Timestamp | None = None
    updated_at: Timestamp | None = None
    urls: dict[str, Any] = Field(default_factory=dict)


class RequestedReviewer(Answer):
    """Somebody whose review was asked for; `kind` is `user` or `team`."""

    object: str = "change-request-requested-reviewer"
    revision: str = ""
    requested_by: User | None = None
    created_at: Timestamp | None = None
    kind: str = "user"
    user: User | None = None
    team: dict[str, Any] | None = None


class RequestedReviewers(Answer):
    """The answer of asking for reviews: `{users}`."""

    users: list[RequestedReviewer] = Field(default_factory=list[RequestedReviewer])


class Contributor(Answer):
    """Who edited or commented, how often, and when last; `action_type` is `edit` or `comment`."""

    user: User
    count: int = 0
    updated_at: Timestamp | None = None
    action_type: str = "edit"


class CreateChangeRequest(Body):
    """`subject`, `template`; further keys are accepted by the document."""

    model_config = ConfigDict(extra="allow")

    subject: str | None = Field(default=None, max_length=100)
    template: dict[str, Any] | None = None


class PatchChangeRequest(Body):
    """`status` never takes `merged`: only the merge operation merges."""

    subject: str | None = Field(default=None, max_length=100)
    description: Document | None = None
    status: Literal["draft", "open", "archived"] | None = None


class SubmitReview(Body):
    """A verdict, with a note if there is one."""

    status: Literal["approved", "changes-requested"]
    comment: MarkdownBody | None = None


class RequestReviewers(Body):
    """Ask people, by user id; may set subject and description in the same call."""

    users: list[str] = Field(min_length=1)
    subject: str | None = Field(default=None, max_length=100)
    description: Document | None = None


class PageBody(Body):
    """The content of an edited page: Markdown or a document."""

    markdown: str | None = None
    document: Document | None = None


class NewFile(Body):
    """A file to put in: its content as `base64`, or the `url` to fetch it from; `ref` names it in the same call."""

    name: str = Field(min_length=1, max_length=256)
    base64: str | None = None
    url: str | None = Field(default=None, max_length=2048)
    ref: str | None = None
    content_type: str | None = None


class ContentChange(Body):
    """One edit of a change request's content.

    `operation` is `update_page`, `insert_page`, `delete_page`, `revert_page` or `insert_files`; `page` names the page
    of all but the inserting ones; `into` is the parent page, `at` the position among its siblings.
    """

    operation: Literal["update_page", "insert_page", "delete_page", "revert_page", "insert_files"]
    page: str | None = None
    ref: str | None = None
    into: str | None = None
    at: int | None = Field(default=None, ge=0)
    title: str | None = Field(default=None, min_length=1)
    slug: str | None = Field(default=None, max_length=100)
    emoji: str | None = Field(default=None, max_length=50)
    icon: str | None = Field(default=None, max_length=50)
    description: str | None = None
    hidden: bool | None = None
    condition: str | None = None
    document: PageBody | None = None
    revision: str | None = None
    files: list[NewFile] | None = Field(default=None, min_length=1, max_length=20)


class UpdateContent(Body):
    """Up to 50 edits, all or nothing, one new revision."""

    changes: list[ContentChange] = Field(min_length=1, max_length=50)


class ContentUpdateAnswer(Answer):
    """The request after its content was edited, and what was done to which page."""

    change_request: ChangeRequest
    changes: list[dict[str, Any]] = Field(default_factory=list[dict[str, Any]])
    inserted_files: list[RevisionFile] = Field(default_factory=list[RevisionFile])


__all__ = [
    "ChangeRequest",
    "ContentChange",
    "ContentUpdateAnswer",
    "Contributor",
    "CreateChangeRequest",
    "MergeAnswer",
    "NewFile",
    "PageBody",
    "PatchChangeRequest",
    "RequestReviewers",
    "RequestedReviewer",
    "RequestedReviewers",
    "Review",
    "SubmitReview",
    "UpdateAnswer",
    "UpdateContent",
]
