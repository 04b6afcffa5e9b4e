"""Writing the record of a change request into a folder: which form, where, then it is read and written."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from docdeck.api.errors import DocdeckError
from docdeck.deck.screens.choosing import Choice, choose
from docdeck.deck.screens.composing import Writing, compose_line
from docdeck.text import safe_line
from docdeck.workspace.record import Format, record_of
from docdeck.workspace.record_files import write_record

if TYPE_CHECKING:
    from docdeck.deck.screens.base import DeckScreen
    from docdeck.workspace.acts import Where

DRAFT = "record folder"
FORMS: dict[str, tuple[Format, ...]] = {
    "markdown": ("markdown",), "csv": ("csv",), "json": ("json",), "all": ("markdown", "csv", "json"),
}  # fmt: skip


def ask_record(view: DeckScreen, where: Where) -> None:
    """Ask for the form and the folder."""
    choices = [
        Choice("markdown", "Markdown", "who approved what and when, with the patch in it"),
        Choice("csv", "CSV", "a row for each verdict"),
        Choice("json", "JSON", "for programs"),
        Choice("all", "all three", "side by side"),
    ]

    def chosen(form: str) -> None:
        session = view.app.session
        last = session.desk.places.load(DRAFT) if session is not None else None

        def run(folder: str) -> None:
            _record(view, where, folder.strip(), FORMS[form])

        compose_line(view, Writing("Folder for the record and its patch", DRAFT, lambda _: (), last or "~", run=run))

    choose(view.app, f"The record of {where.name}", choices, chosen)


def _record(view: DeckScreen, where: Where, folder: str, forms: tuple[Format, ...]) -> None:
    session = view.app.session
    if session is None:
        return

    async def write() -> None:
        try:
            session.desk.drafts.discard(DRAFT)
            record = await record_of(session, where.space, where.change_request)
            paths = await asyncio.to_thread(write_record, record, folder, forms)
            session.desk.places.save(DRAFT, folder)
        except DocdeckError as error:
            view.say(safe_line(str(error)), failed=True)
            return
        missing = f" Not all of it: {record.problems[0]}" if record.problems else ""
        names = ", ".join(path.name for path in paths)
        view.say(safe_line(f"Written to {paths[0].parent}: {names}.{missing}"), failed=bool(missing))

    view.say(safe_line(f"Reading the record of {where.name} …"))
    view.run_read(write, "record")
