"""Asking for translations and running them again. Document section: "Translations"."""

from __future__ import annotations

from docdeck.models.translations import CreateTranslation, PutTranslation
from docdeck.service.access import space_access
from docdeck.service.errors import Denied, Invalid, Missing
from docdeck.service.place_access import insider_access
from docdeck.service.prose import from_markdown
from docdeck.service.rules.permissions import organization_permissions
from docdeck.service.store import Row, Tx
from docdeck.service.store.jobs import queue_job
from docdeck.service.store.translations import (
    delete_translation,
    insert_translation,
    translation_in,
    update_translation,
)

LANGUAGES = (
    "en", "fr", "de", "es", "it", "pt", "pt-br", "ru", "ja", "zh", "yue", "ko", "ar", "hi", "nl", "pl", "tr", "sv",
    "no", "da", "fi", "el", "cs", "hu", "ro", "th", "vi", "id", "ms", "he", "uk", "sk", "bg", "hr", "lt", "lv", "et",
    "sl", "zh-tw",
)  # fmt: skip


def translations_access(tx: Tx, actor: str, organization: str, *, write: bool = False) -> Row:
    """An organization whose translations the person may see, or write, else 404 or 403."""
    home = insider_access(tx, actor, organization, "translations")
    if write and not organization_permissions(home["member_role"])["createContent"]:
        raise Denied("You may not translate here: ask an administrator for the creator role.")
    return home


def translation_access(tx: Tx, actor: str, organization: str, id: str, *, write: bool = False) -> tuple[Row, Row]:
    """An organization and a translation of it, else 404 or 403."""
    home = translations_access(tx, actor, organization, write=write)
    row = translation_in(tx, organization, id)
    if row is None:
        raise Missing("This organization has no such translation.")
    return home, row


def create_translation(tx: Tx, actor: str, organization: str, sent: CreateTranslation) -> str:
    """Ask for a translation of a space; the first run follows. Answers the id."""
    translations_access(tx, actor, organization, write=True)
    if sent.source is None:
        raise Invalid("source: is missing; it names the space to translate.")
    try:
        space = space_access(tx, actor, sent.source.space).space
    except Missing:
        raise Invalid("source.space: there is no such space, or you may not see it.") from None
    if space["organization"] != organization:
        raise Invalid("source.space: belongs to another organization.")
    source = sent.source.language or space["language"] or "en"
    for field, language in (("source.language", source), ("language", sent.language)):
        if language not in LANGUAGES:
            raise Invalid(f"{field}: must be one of {', '.join(LANGUAGES)}.")
    told = sent.instructions or from_markdown("", make_key=tx.ids)
    made = insert_translation(
        tx,
        organization,
        space["id"],
        actor,
        source_language=source,
        language=sent.language,
        instructions=told.to_wire(),
    )
    queue_job(tx, "translation", {"translation": made})
    return made


def instruct(tx: Tx, actor: str, organization: str, id: str, sent: PutTranslation) -> None:
    """Set the instructions for the runs to come."""
    translation_access(tx, actor, organization, id, write=True)
    if sent.instructions is None:
        raise Invalid("instructions: is missing.")
    update_translation(tx, id, instructions=sent.instructions.to_wire())


def run_again(tx: Tx, actor: str, organization: str, id: str) -> None:
    """Run a translation once more; one that waits to run anyway is not queued twice."""
    _home, row = translation_access(tx, actor, organization, id, write=True)
    if row["status"] == "pending" and row["problem"] is None:
        return
    update_translation(tx, id, status="pending", problem=None)
    queue_job(tx, "translation", {"translation": id})


def remove_translation(tx: Tx, actor: str, organization: str, id: str) -> None:
    """Forget a translation; the translated space stays. Does nothing when it is absent."""
    translations_access(tx, actor, organization, write=True)
    if translation_in(tx, organization, id) is not None:
        delete_translation(tx, id)
