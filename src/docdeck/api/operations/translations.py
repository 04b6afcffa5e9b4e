"""Translations of spaces. Document section: "Translations"."""

from __future__ import annotations

from docdeck.api.description import Command, Page, Query, params_of, path_of
from docdeck.api.operations.writing import change, deletion
from docdeck.api.reading import many, nothing, one
from docdeck.models.base import Document
from docdeck.models.translations import CreateTranslation, PutTranslation, Translation

_ALL = "/v1/orgs/{organization}/translations"
_ONE = _ALL + "/{translation}"


def list_in_organization(organization: str, *, limit: int | None = None) -> Query[Page[Translation]]:
    """The translations of an organization."""
    path = path_of(_ALL, organization=organization)
    return Query("listTranslations", path, many(Translation), params_of(limit=limit), ids=(organization,))


def create(organization: str, body: CreateTranslation) -> Command[Translation]:
    """Translate a space into another language; the first run starts by itself."""
    path = path_of(_ALL, organization=organization)
    sent = body.to_wire()
    return Command("createTranslation", "POST", path, one(Translation), body=sent, touches=(organization,))


def get(organization: str, translation: str) -> Query[Translation]:
    """One translation, with what its runs took and gave."""
    path = path_of(_ONE, organization=organization, translation=translation)
    return Query("getTranslation", path, one(Translation), ids=(organization, translation))


def set_instructions(organization: str, translation: str, instructions: Document) -> Command[Translation]:
    """Instructions for the runs to come."""
    return change(
        "updateTranslation",
        "PUT",
        path_of(_ONE, organization=organization, translation=translation),
        Translation,
        PutTranslation(instructions=instructions),
        (translation,),
        answers=get(organization, translation),
    )


def delete(organization: str, translation: str) -> Command[None]:
    """Delete a translation."""
    path = path_of(_ONE, organization=organization, translation=translation)
    return deletion("deleteTranslation", path, (organization, translation))


def run(organization: str, translation: str) -> Command[None]:
    """Start another run; it goes on after the answer."""
    path = path_of(_ONE + "/run", organization=organization, translation=translation)
    return Command("runTranslation", "POST", path, nothing, touches=(translation,))
