"""What is not sent: what still counts down, what waits for the server, and what somebody has to look at first."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from docdeck.deck.widgets.lines import EMPTY, Line, span
from docdeck.deck.widgets.sheet import Sheet
from docdeck.text import safe, safe_line

if TYPE_CHECKING:
    from docdeck.deck.app import DeckApp
    from docdeck.workspace.outbox import Held

STATES = {"waiting": "goes out soon", "sending": "on its way", "offline": "goes out when the server is back"}
KEEP, LIST = "d", "l"


class OutboxSheet(Sheet):
    """`y` sends all of it now, `d` keeps the words as drafts and sends nothing, `l` goes to the list of drafts."""

    app: DeckApp  # pyright: ignore[reportIncompatibleMethodOverride]

    def __init__(self, entries: tuple[Held, ...]) -> None:
        super().__init__(
            safe_line(f"Not sent: {len(entries)}"),
            outbox_lines(entries),
            consent=("y", safe("send all")),
            repairs=[(KEEP, safe("keep as drafts")), (LIST, safe("drafts"))],
            fresh=inf,
        )
        self.entries = entries

    def on_mount(self) -> None:
        super().on_mount()
        self.arm()

    def on_sheet_consented(self, message: Sheet.Consented) -> None:
        message.stop()
        self.dismiss(None)
        session = self.app.session
        for entry in self.entries if session is not None else ():
            assert session is not None
            session.outbox.release(entry.id, checked=entry.state != "held" or entry.aged)

    def on_sheet_repair_asked(self, message: Sheet.RepairAsked) -> None:
        message.stop()
        self.dismiss(None)
        session = self.app.session
        if message.key == LIST:
            self.app.call_after_refresh(open_drafts, self.app)
            return
        if session is None:
            return
        kept = [entry for entry in self.entries if session.outbox.take_back(entry.id) is not None]
        self.app.say(safe_line(f"{len(kept)} not sent. The words are kept as drafts; the same keys open them."))


def outbox_lines(entries: tuple[Held, ...]) -> list[Line]:
    """Each entry: what it is, its first words, and why it waits."""
    lines: list[Line] = []
    for entry in entries:
        lines.append((span(entry.label, "strong"),))
        if entry.text:
            lines.append((span("  "), span(safe_line(entry.text[:200]), "dim")))
        words = entry.reason if entry.state == "held" else STATES[entry.state]
        lines += [(span("  "), span(safe_line(words), "warn" if entry.state == "held" else "")), EMPTY]
    return lines


def open_outbox(app: DeckApp) -> None:
    """Show what waits to be sent, else the drafts that lie on the desk."""
    entries = tuple(each for each in app.session.outbox.entries if each.state != "sending") if app.session else ()
    if entries:
        app.push_screen(OutboxSheet(entries))
    else:
        open_drafts(app)
        app.call_after_refresh(app.say, safe("Nothing waits to be sent."))


def open_drafts(app: DeckApp) -> None:
    """The list of drafts."""
    from docdeck.deck.screens.drafts import DraftsScreen

    app.open_view("drafts", DraftsScreen)
