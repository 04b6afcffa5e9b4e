"""Creating, patching, editing, updating and merging change requests. Document: "Change request operations"; N16."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from docdeck.models.base import Document
from docdeck.models.change_requests import ContentChange
from docdeck.service.access import SpaceAccess, request_access, space_access
from docdeck.service.actions.editing import PageEditor
from docdeck.service.actions.files import FileEditor
from docdeck.service.errors import Conflict, Invalid
from docdeck.service.prose import from_markdown, to_plain
from docdeck.service.rules import states
from docdeck.service.rules.files import Files
from docdeck.service.rules.merging import MergeFacts, Verdict, rules_in_force, unmet_rules
from docdeck.service.rules.pages import Pages
from docdeck.service.rules.three_way import combine, combine_files
from docdeck.service.store import Row, Tx
from docdeck.service.store.people import users_by_id
from docdeck.service.store.requests import insert_request, update_request
from docdeck.service.store.reviews import all_reviews
from docdeck.service.store.revisions import files_in, insert_revision, pages_in, pages_of, revision_row
from docdeck.service.store.spaces import set_revision, take_number
from docdeck.service.views.requests import base_of, is_outdated

MAX_SUBJECT = 100
Content = tuple[Pages, Files]
"""What a revision holds."""


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge or update made: the revision, `merge`, `update` or `conflicts`, the pages and files in conflict."""

    revision: str
    result: str
    conflicts: tuple[str, ...] = ()
    conflicting_files: Files = ()


def allow(refusal: str | None) -> None:
    """Refuse with 409 when a rule of states gave a sentence."""
    if refusal is not None:
        raise Conflict(refusal)


def create_change_request(
    tx: Tx, actor: str, space: str, subject: str = "", *, description: str | Document | None = None
) -> str:
    """Begin a change request as a draft on the space's present revision; answers the id."""
    access = space_access(tx, actor, space)
    access.need("edit")
    if len(subject) > MAX_SUBJECT:
        raise Invalid(f"subject: at most {MAX_SUBJECT} characters.")
    made, now, revision = tx.ids(), tx.now(), access.space["revision"]
    insert_request(
        tx,
        id=made,
        space=space,
        number=take_number(tx, space),
        status="draft",
        subject=subject,
        description=described(tx, description),
        created_by=actor,
        created_at=now,
        updated_at=now,
        revision=revision,
        revision_initial=revision,
    )
    return made


def described(tx: Tx, description: str | Document | None) -> dict[str, Any] | None:
    """A description as it is stored."""
    if isinstance(description, str):
        description = from_markdown(description, make_key=tx.ids)
    return None if description is None else description.to_wire()


def patch_change_request(
    tx: Tx,
    actor: str,
    space: str,
    change_request: str,
    *,
    subject: str | None = None,
    description: str | Document | None = None,
    status: str | None = None,
) -> None:
    """Set subject, description or status; what is None stays."""
    access, row = request_access(tx, actor, space, change_request)
    access.need("edit")
    values: dict[str, Any] = {}
    if status is not None:
        allow(states.refuse_status(row["status"], status))
        values["status"] = status
    if subject is not None or description is not None:
        allow(states.refuse_words(row["status"]))
    if subject is not None:
        if len(subject) > MAX_SUBJECT:
            raise Invalid(f"subject: at most {MAX_SUBJECT} characters.")
        values["subject"] = subject
    if description is not None:
        values["description"] = described(tx, description)
    if values:
        update_request(tx, row["id"], **values)


def edit_content(tx: Tx, actor: str, space: str, change_request: str, changes: Sequence[ContentChange]) -> PageEditor:
    """Edit the content of a change request as one new revision; answers the editor, which tells what was done."""
    access, row = request_access(tx, actor, space, change_request)
    access.need("edit")
    allow(states.refuse_edit(row["status"]))

    def revert_to(revision: str | None) -> Pages:
        found = revision_row(tx, space, revision or base_of(row))
        if found is None:
            raise Invalid("revision: there is no such revision.")
        return pages_of(found)

    files = FileEditor(tx, space, files_in(tx, row["revision"]))
    editor = PageEditor(tx, pages_in(tx, row["revision"]), files, revert_to)
    editor.apply(changes)
    _new_revision(tx, access, row, "edits", [row["revision"]], (editor.pages, editor.files.files))
    return editor


def _new_revision(
    tx: Tx, access: SpaceAccess, row: Row, type: str, parents: Sequence[str], content: Content, **values: Any
) -> str:
    """A revision of a change request, which becomes its active one."""
    revision = insert_revision(
        tx,
        space=row["space"],
        type=type,
        parents=parents,
        pages=content[0],
        files=content[1],
        author=access.actor,
        change_request=row["id"],
    )
    update_request(tx, row["id"], revision=revision, **values)
    return revision


def update_from_main(tx: Tx, actor: str, space: str, change_request: str) -> Merged:
    """Bring a change request up to date with the main content; in conflicts its own side stands."""
    access, row = request_access(tx, actor, space, change_request)
    access.need("edit")
    allow(states.refuse_update(row["status"]))
    main = row["space_revision"]
    base = base_of(row)
    if base == main:
        return Merged(row["revision"], "update")
    content, conflicts, files = _combined(tx, row)
    parents = [row["revision"], main]
    revision = _new_revision(tx, access, row, "update", parents, content, revision_ancestor=main)
    return Merged(revision, "conflicts" if conflicts or files else "update", conflicts, files)


def _combined(tx: Tx, row: Row) -> tuple[Content, tuple[str, ...], Files]:
    """A change request's content with what became of the main content since; the pages and files in conflict."""
    revisions = (base_of(row), row["revision"], row["space_revision"])
    pages = combine(*(pages_in(tx, revision) for revision in revisions))
    files, conflicts = combine_files(*(files_in(tx, revision) for revision in revisions))
    return (pages.pages, files), pages.conflicts, conflicts


def merge(tx: Tx, actor: str, space: str, change_request: str) -> Merged:
    """Apply a change request's pages and files to its space, once; in conflicts its own side stands."""
    access, row = request_access(tx, actor, space, change_request)
    access.need("merge")
    allow(states.refuse_merge(row["status"]))
    rules = rules_in_force(access.space["merge_rules"], access.space["organization_rules"])
    unmet = unmet_rules(rules, _facts(tx, access, row)) if rules else []
    if unmet:
        raise Conflict(unmet[0] if len(unmet) == 1 else " ".join(unmet))
    main = row["space_revision"]
    (pages, files), conflicts, conflicting_files = _combined(tx, row)
    now = tx.now()
    revision = insert_revision(
        tx,
        space=row["space"],
        type="merge",
        parents=[main, row["revision"]],
        pages=pages,
        files=files,
        author=actor,
        change_request=row["id"],
    )
    set_revision(tx, row["space"], revision)
    update_request(tx, row["id"], status="merged", revision_merged=revision, merged_by=actor, merged_at=now)
    result = "conflicts" if conflicts or conflicting_files else "merge"
    return Merged(revision, result, conflicts, conflicting_files)


def _facts(tx: Tx, access: SpaceAccess, row: Row) -> MergeFacts:
    reviews = all_reviews(tx, row["id"])
    rules = rules_in_force(access.space["merge_rules"], access.space["organization_rules"])
    named = {user for rule in rules for user in rule.get("users") or ()} | {review["reviewer"] for review in reviews}
    names = {id: user["display_name"] for id, user in users_by_id(tx, {*named, access.actor}).items()}
    description = row["description"]
    text = "" if description is None else to_plain(Document.model_validate(description)).strip()
    return MergeFacts(
        actor=access.actor,
        author=row["created_by"],
        subject=row["subject"],
        has_description=bool(text),
        outdated=is_outdated(row),
        reviews=[
            Verdict(review["reviewer"], review["status"] == "approved", bool(review["outdated"])) for review in reviews
        ],
        names=names,
        context=_context(access, row, reviews, text),
    )


def _context(access: SpaceAccess, row: Row, reviews: Sequence[Row], description: str) -> dict[str, Any]:
    """What the expression of a custom rule may look at."""
    return {
        "space": {"id": access.space["id"], "title": access.space["title"], "visibility": access.space["visibility"]},
        "changeRequest": {
            "id": row["id"],
            "number": row["number"],
            "subject": row["subject"],
            "description": description,
            "status": row["status"],
            "comments": row["comments"],
            "outdated": is_outdated(row),
            "createdBy": {"id": row["created_by"]},
        },
        "reviews": [
            {"reviewer": {"id": review["reviewer"]}, "status": review["status"], "outdated": bool(review["outdated"])}
            for review in reviews
        ],
        "actor": {"id": access.actor, "role": access.role},
    }
