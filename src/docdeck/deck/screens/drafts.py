"""Drafts on the desk, newest first, and what was sent or emptied lately: every text whole, with its earlier ones."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.app import ComposeResult

from docdeck.deck.painters.rows import Heading, RowsSource
from docdeck.deck.painters.times import ago, counted, exact
from docdeck.deck.screens.base import ONE_PANE, DeckScreen
from docdeck.deck.widgets.line_view import LineView
from docdeck.deck.widgets.lines import EMPTY, FILL, Line, Span, padded, span, wrap_text
from docdeck.deck.widgets.pane import Pane
from docdeck.deck.widgets.sources import Item, SimpleSource
from docdeck.text import safe, safe_line
from docdeck.workspace.freshness import Freshness

if TYPE_CHECKING:
    from docdeck.workspace.drafts import Draft
    from docdeck.workspace.session import Session

NOTHING = safe(
    "Nothing waits to be sent, and no draft lies on the desk.\n\n"
    "Words that were typed and not sent would stand here, and for 30 days those that were sent or emptied."
)
ENDED = {"sent": "was sent", "emptied": "was emptied", "other": "was replaced"}


class DraftsScreen(DeckScreen):
    """Enter opens the place of a draft with its composer; `y` copies the text under the cursor."""

    DEFAULT_CSS = """
    DraftsScreen #list { width: 1fr; }
    DraftsScreen #text { width: 1fr; }
    DraftsScreen.one-pane #text { display: none; }
    DraftsScreen.one-pane.on-text #text { display: block; border-left: none; }
    DraftsScreen.one-pane.on-text #list { display: none; }
    """
    FOOTER: ClassVar[tuple[str, ...]] = ("open", "link.copy", "pane.next", "refresh", "back")
    rows = getters.query_one("#list", Pane)
    beside = getters.query_one("#text", Pane)

    def __init__(self) -> None:
        super().__init__("drafts")
        self._source: RowsSource[Draft] = RowsSource((), _key, draft_line)
        self._texts: dict[str, str] = {}

    def panes(self) -> ComposeResult:
        yield Pane(safe("Drafts"), LineView(id="rows"), id="list")
        yield Pane(safe("Text"), LineView(id="lines"), rule=True, id="text")

    def path(self) -> tuple[Span, ...]:
        return (span("Drafts", "title"),)

    def begin(self) -> None:
        self.rows.content.focus()
        self.paint()

    def on_screen_resume(self) -> None:
        self.paint()

    def session_ready(self, session: Session) -> None:
        self.paint()

    def do_refresh(self) -> None:
        self.paint()

    # Painting

    def paint(self) -> None:
        """Read the desk and paint its texts."""
        session = self.app.session
        if session is None or not self.is_mounted:
            return
        self.show_freshness(Freshness("live"))  # the desk is of this machine
        drafts, ended = session.desk.drafts.all(), session.desk.drafts.ended()
        shown: list[Draft | Heading] = list(drafts)
        if ended:
            shown += [Heading("gap")] if drafts else []
            shown += [Heading("ended", (span("SENT OR EMPTIED", "heading"),)), *ended]
        self._source = RowsSource(shown, _key, draft_line)
        self.rows.view.set_source(self._source)
        self.rows.show_title(safe("Drafts"), safe(counted(len(drafts), "draft")))
        self.rows.show_state(None if shown else wrap_text(NOTHING, 60, "dim"))
        self._paint_text()
        self.show_footer()

    @property
    def draft(self) -> Draft | None:
        """The text under the cursor of the list."""
        return self._source.row(self.rows.view.cursor_key)

    @on(LineView.Moved, "#rows")
    def _paint_text(self) -> None:
        draft, session = self.draft, self.app.session
        if draft is None or session is None:
            self._texts = {}
            self.beside.view.set_source(SimpleSource(()))
            return
        earlier = [each for each in session.desk.drafts.earlier(draft.key) if each != draft]
        self._texts = {str(at): each.text for at, each in enumerate((draft, *earlier))}
        items = [*_text_items("0", draft)]
        for at, each in enumerate(earlier, start=1):
            items += _text_items(str(at), each)
        self.beside.show_title(safe_line(draft.about or "Text"), safe(counted(len(earlier), "earlier text")))
        self.beside.view.set_source(SimpleSource(items))

    def focus_pane(self, pane: Pane) -> None:
        self.set_class(pane is self.beside, "on-text")
        super().focus_pane(pane)

    def reachable_panes(self) -> list[Pane]:
        return [self.rows, self.beside]

    # Actions

    def why_not(self, action_id: str) -> str | None:
        if action_id in ("open", "link.copy") and self.draft is None:
            return "No text is under the cursor."
        return super().why_not(action_id)

    @on(LineView.Opened, "#rows")
    def _opened(self) -> None:
        from docdeck.deck.screens.going_on import go_on

        draft = self.draft
        if draft is None:
            return
        if draft.ended or not go_on(self.app, draft):
            self.focus_pane(self.beside)
            self.say(safe("The whole text; y copies it."))

    def do_link_copy(self) -> None:
        """The whole text: of the list's cursor, or in the text pane the one that its cursor stands in."""
        key = (self.beside.view.cursor_key or "0").partition(" ")[0] if self.beside.has_focus_within else "0"
        text = self._texts.get(key)
        if text is None:
            self.answer(safe("No text is under the cursor."))
            return
        self.app.copy_to_clipboard(text)
        self.say(safe(f"Sent to the terminal's clipboard: {counted(len(text), 'character')}."))

    def do_back(self) -> None:
        if self.has_class(ONE_PANE) and self.beside.has_focus_within:
            self.focus_pane(self.rows)
        else:
            self.app.do_back()


def _key(draft: Draft) -> str:
    return f"{'ended' if draft.ended else 'draft'} {draft.key}"


def draft_line(draft: Draft, width: int) -> Line:
    """`  4m Comment on Handbook #42 · Rewrite webhooks   its first words`."""
    about = safe_line(draft.about or draft.thing)
    words = safe_line(" ".join(draft.text[:300].split()))
    return (
        span(padded(ago(draft.saved_at, time.time()), 4, right=True) + "  ", "number"),
        span(padded(about, max(20, (width - 6) * 3 // 5)) + "  ", "dim" if draft.ended else "strong"),
        span(words, "dim" if draft.ended else ""),
    )


def _text_items(name: str, draft: Draft) -> list[Item]:
    """A heading with the time, then each line of the text, wrapped."""
    how = ENDED.get(draft.ended, "until") if draft.ended else "saved"
    head = (span(f"{how} ", "heading"), span(exact(draft.saved_at), "dim"), FILL)
    items = [Item(f"{name} head", (head,), selectable=False)]
    for number, words in enumerate(draft.text.split("\n")):
        items.append(Item(f"{name} {number}", partial(wrap_text, words)))
    return [*items, Item(f"{name} gap", (EMPTY,), selectable=False)]
