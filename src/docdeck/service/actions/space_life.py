"""Creating, changing, deleting, restoring and copying spaces. Document: "Spaces", "Space deletion"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NoReturn

from docdeck.models.spaces import CreateSpace, PatchSpace
from docdeck.service.access import SpaceAccess, organization_access, role_in, space_access
from docdeck.service.actions.sent import sent_values
from docdeck.service.actions.spaces import NewPage, create_space
from docdeck.service.errors import Conflict, Denied, Invalid, Missing
from docdeck.service.rules.addresses import web_address
from docdeck.service.rules.pages import Page, Pages
from docdeck.service.rules.permissions import organization_permissions
from docdeck.service.rules.place_permissions import collection_permissions
from docdeck.service.rules.references import Reference, with_references
from docdeck.service.store import Row, Tx
from docdeck.service.store.collections import collection_for
from docdeck.service.store.files import copied_files
from docdeck.service.store.people import copy_grants
from docdeck.service.store.removal import kept_since, removed_space
from docdeck.service.store.revisions import (
    document_bodies,
    document_hash,
    files_in,
    insert_revision,
    keep_documents,
    pages_in,
)
from docdeck.service.store.search_index import index_space
from docdeck.service.store.spaces import deleted_space, insert_space, space_for, update_space

EMOJI = "📘"
MAX_TITLE = 50
_UNTITLED = "Untitled"
_COPIED = ("organization", "parent", "emoji", "icon", "visibility", "edit_mode", "default_level", "language")


def add_space(tx: Tx, actor: str, organization: str, sent: CreateSpace) -> str:
    """Add a space with one page, or an empty one; answers the id."""
    home = organization_access(tx, actor, organization)
    for name, given in (("template", sent.template), ("computedSource", sent.computed_source)):
        if given is not None:
            raise Invalid(f"{name}: this service has none; leave it out, or send empty: true.")
    if sent.parent is not None:
        _need_collection(tx, actor, organization, sent.parent)
    elif not organization_permissions(home["member_role"])["createContent"]:
        raise Denied("You may not create spaces here: ask an administrator for the creator role.")
    return create_space(
        tx,
        actor,
        organization,
        _UNTITLED if sent.title is None else sent.title,
        () if sent.empty else (NewPage("Page"),),
        emoji=sent.emoji or EMOJI,
        edit_mode=sent.edit_mode or "locked",
        language=sent.language,
        parent=sent.parent,
    )


def _need_collection(tx: Tx, actor: str, organization: str, collection: str) -> None:
    row = collection_for(tx, actor, collection)
    if row is None or row["organization"] != organization:
        raise Invalid("parent: this organization has no such collection.")
    if not collection_permissions(row["member_role"], row["default_level"])["create"]:
        raise Denied("You may not create anything in this collection: ask for the creator role.")


def patch_space(tx: Tx, actor: str, space: str, sent: PatchSpace) -> None:
    """Set what was sent; the rest stays."""
    access = space_access(tx, actor, space)
    access.need("admin")
    values = sent_values(sent, nullable=("default_level", "emoji", "icon"))
    if "merge_rules" in values:
        values["merge_rules"] = sent.to_wire()["mergeRules"]
    values |= _picture(values)
    if values:
        update_space(tx, space, **values)


def _picture(values: dict[str, Any]) -> dict[str, Any]:
    """An emoji or an icon: one takes the other's place, and with neither the emoji is the usual one."""
    emoji, icon = values.get("emoji"), values.get("icon")
    if emoji is not None and icon is not None:
        raise Invalid("icon: send either emoji or icon.")
    if icon is not None:
        return {"icon": web_address("icon", icon), **({"emoji": EMOJI} if "emoji" in values else {})}
    if "emoji" in values:
        return {"emoji": emoji or EMOJI, "icon": None}
    return {"icon": None} if "icon" in values else {}


def delete_space(tx: Tx, actor: str, space: str) -> None:
    """Put a space aside for seven days; nothing happens when it is absent, hidden or deleted already."""
    if space_for(tx, actor, space) is None:
        return
    space_access(tx, actor, space).need("admin")
    update_space(tx, space, deleted_at=tx.now())


def deleted_space_of(tx: Tx, actor: str, space: str) -> Row | None:
    """A deleted space that is still kept, as its administrators see it."""
    row = deleted_space(tx, actor, space, kept_since(tx))
    return row if row is not None and role_in(row) == "admin" else None


def restore_space(tx: Tx, actor: str, space: str) -> None:
    """Take a deleted space back, within seven days; at the root when its collection is gone."""
    row = deleted_space_of(tx, actor, space)
    if row is None:
        _refuse_restore(tx, actor, space)
    values: dict[str, Any] = {"deleted_at": None}
    if row["parent"] is not None and collection_for(tx, actor, row["parent"]) is None:
        values["parent"] = None
    if values.get("parent", row["parent"]) is None and row["visibility"] == "in-collection":
        values["visibility"] = "private"
    update_space(tx, space, **values)


def _refuse_restore(tx: Tx, actor: str, space: str) -> NoReturn:
    """Say why a space cannot be restored."""
    if removed_space(tx, actor, space) is not None:
        raise Conflict("This space was deleted more than seven days ago and is gone for good.")
    if space_for(tx, actor, space) is None:
        raise Missing("This space does not exist, or you may not see it.")
    space_access(tx, actor, space).need("admin")
    raise Conflict("This space is not deleted, so there is nothing to restore.")


def duplicate_space(tx: Tx, actor: str, space: str) -> str:
    """Copy a space with its files, its pages under ids of their own, and who may see it; answers the copy's id."""
    access = space_access(tx, actor, space)
    home = organization_access(tx, actor, access.space["organization"])
    if not organization_permissions(home["member_role"])["createContent"]:
        raise Denied("You may not create spaces here: ask an administrator for the creator role.")
    made, revision, now = tx.ids(), tx.ids(), tx.now()
    row = access.space
    insert_space(
        tx,
        id=made,
        title=f"{row['title'][: MAX_TITLE - 7]} (copy)",
        merge_rules=row["merge_rules"],
        created_at=now,
        updated_at=now,
        revision=revision,
        requests_made=0,
        **{name: row[name] for name in _COPIED},
    )
    pages, files = _copied_pages(tx, access, made), copied_files(tx, files_in(tx, row["revision"]), made)
    insert_revision(tx, id=revision, space=made, type="edits", parents=(), pages=pages, files=files, author=actor)
    copy_grants(tx, space, made)
    index_space(tx, made, revision)
    return made


def _copied_pages(tx: Tx, access: SpaceAccess, copy: str) -> Pages:
    """The pages of a space under new ids; what they say of each other names the new ids."""
    pages = pages_in(tx, access.space["revision"])
    fresh = {page.id: tx.ids() for page in pages}

    def change(reference: Reference) -> Reference:
        if reference.get("space", access.space["id"]) != access.space["id"]:
            return reference
        named = {"page": fresh[reference["page"]]} if reference.get("page") in fresh else {}
        return {**reference, **named, **({"space": copy} if "space" in reference else {})}

    bodies = document_bodies(tx, (page.document for page in pages))
    changed = {hash: with_references(body, change) for hash, body in bodies.items()}
    names = {hash: document_hash(body) for hash, body in changed.items()}
    keep_documents(tx, {names[hash]: body for hash, body in changed.items()})

    def copied(page: Page) -> Page:
        return replace(
            page,
            id=fresh[page.id],
            parent=None if page.parent is None else fresh.get(page.parent),
            document=names.get(page.document),
            target=None if page.target is None else with_references(page.target, change),
        )

    return tuple(copied(page) for page in pages)
