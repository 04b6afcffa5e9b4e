"""What every view does: read in workers, show facts about what is under the cursor, open a field to write in."""

from __future__ import annotations

import time
from asyncio import TimerHandle
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from textual.message import Message

from docdeck.api.errors import DocdeckError
from docdeck.deck.screens.frame import ONE_PANE, THREE_PANES, TWO_PANES
from docdeck.deck.screens.moving import Moving
from docdeck.deck.widgets.footer import Hint
from docdeck.deck.widgets.turns import call_after
from docdeck.text import safe, safe_line
from docdeck.workspace.freshness import freshness_after

if TYPE_CHECKING:
    from docdeck.deck.screens.composing import Writing
    from docdeck.deck.screens.request_list import RequestListScreen
    from docdeck.deck.widgets.composer import Composer
    from docdeck.deck.widgets.prompt_line import PromptLine
    from docdeck.workspace.acts import Act
    from docdeck.workspace.bulk import Result
    from docdeck.workspace.details import Details
    from docdeck.workspace.session import Session
    from docdeck.workspace.writes import Outcome

T = TypeVar("T")

REST_SECONDS = 0.15
"""How long the cursor must rest on a row before its details are read."""

WRITING_KEYS = (
    ("enter", "send", ""),
    ("ctrl+s", "send", ""),
    ("ctrl+t", "hold for one review", "review.send"),
    ("ctrl+g", "suggest", "suggest"),
    ("ctrl+o", "editor", ""),
    ("esc", "leave, draft kept", ""),
)
"""The keys of a field, with what a view must offer for them; the first is for one line, all others for several."""
LineKeys = tuple[tuple[str, str], ...]
FILTER_KEYS: LineKeys = (("enter", "keep"), ("up", "move"), ("down", "move"), ("esc", "as before"))
"""The keys of the filter line; all others are typed into it."""

__all__ = ["ONE_PANE", "THREE_PANES", "TWO_PANES", "DeckScreen", "ReadingScreen"]


class DeckScreen(Moving):
    """A view of the deck. It composes panes and routes actions; `do_<action>` methods perform them."""

    def __init__(self, location: str) -> None:
        super().__init__(location)
        self.writing: Writing | None = None
        self.origin: RequestListScreen | None = None
        self.filtering = False
        self.line_keys = FILTER_KEYS
        self.opening = False  # a field is there and has not got the keys yet
        self._resting: TimerHandle | None = None

    # Reading

    def session_ready(self, session: Session) -> None:
        """The platform can be asked now: start reading."""

    def session_failed(self, error: DocdeckError) -> None:
        """It could not be reached at all, or what this view shows could not be read: each failure has its own words."""
        session = self.app.session
        since = session.platform.state.offline_since if session is not None else None
        self.show_freshness(freshness_after(error, self.shown.at, since or time.time()))
        self.say(safe_line(str(error)), failed=True)

    def read_stream(
        self,
        stream: Callable[[], AsyncIterator[T]],
        message: Callable[[T], Message],
        group: str,
        failed: Callable[[DocdeckError], None] | None = None,
    ) -> None:
        """Read in a worker that posts one message an answer; a newer read of the same group ends this one.

        `failed` is told of an error in place of the whole view: for what stands beside the list.
        """

        async def read() -> None:
            try:
                async for value in stream():
                    self.post_message(message(value))
            except DocdeckError as error:
                (failed or self.session_failed)(error)

        self.run_read(read, group)

    def run_read(self, read: Callable[[], Awaitable[None]], group: str) -> None:
        """Run a read in a worker of this view; a newer one of the same group ends it.

        A fault in it is a fault of the program: it ends the deck with a report, not in silence.
        """

        async def reported() -> None:
            try:
                await read()
            except Exception as error:
                self.app._handle_exception(error)

        self.run_worker(reported, group=group, exclusive=True, exit_on_error=False)

    def when_rested(self, read: Callable[[], None]) -> None:
        """Read once the cursor has rested: each move begins the waiting anew."""

        def rested() -> None:
            self._resting = None
            if self.app.is_running:  # else the panes may be taken down already
                read()

        if self._resting is not None:
            self._resting.cancel()
        self._resting = call_after(self, REST_SECONDS, rested)

    def after_write(self, act: Act, outcome: Outcome) -> None:
        """An act ended somewhere in the deck; read again what it changed here."""

    def bulk_ended(self, results: Sequence[Result]) -> None:
        """Many acts ended at once; read again what they changed here, once."""
        last = next((each for result in results for each in reversed(result.outcomes) if each.act is not None), None)
        if last is not None and last.act is not None:
            self.after_write(last.act, last)

    def pending_changed(self) -> None:
        """Something began or ceased to be on its way; paint its mark anew."""

    # What is under the cursor, for any view

    def address(self) -> str | None:
        """The address for people of what is under the cursor (raw), for copying and opening."""
        return None

    def details(self) -> Details | None:
        """Exact times, ids and addresses of what is under the cursor."""
        return None

    def do_link_copy(self) -> None:
        address = self.address()
        if address is None:
            self.answer(safe("Nothing here has an address."))
            return
        self.app.copy_to_clipboard(safe_line(address))
        self.say(safe_line(f"Sent to the terminal's clipboard: {address}"))

    def do_copy_menu(self) -> None:
        from docdeck.deck.screens.copying import open_copy_menu

        open_copy_menu(self)

    def do_link_open(self) -> None:
        from docdeck.deck.screens.browser import open_in_browser

        address = self.address()
        if address is None:
            self.answer(safe("Nothing here has an address."))
        else:
            open_in_browser(self, address)

    def do_details(self) -> None:
        from docdeck.deck.screens.details import show_details

        details = self.details()
        if details is None:
            self.answer(safe("Nothing is under the cursor."))
        else:
            show_details(self.app, details)

    # Writing, at the foot of the view

    def writing_hints(self) -> list[Hint]:
        if self.filtering:
            return [Hint("", safe(key), safe(label)) for key, label in self.line_keys]
        if self.writing is None:
            return []
        one_line = bool(self.query("#line"))
        keys = WRITING_KEYS[:1] + WRITING_KEYS[-1:] if one_line else WRITING_KEYS[1:]
        return [Hint("", safe(key), safe(label)) for key, label, needs in keys if self._offered(needs)]

    def _offered(self, needs: str) -> bool:
        """Whether a key of a field does something for what is written here."""
        from docdeck.workspace.held_review import can_be_held

        draft = self.writing.draft if self.writing is not None else ""
        if (needs == "review.send" and not can_be_held(draft)) or (
            needs == "suggest" and not draft.startswith("comment:")
        ):
            return False
        return not needs or self.offers(needs)

    def open_field(self, field: Composer | PromptLine) -> None:
        """Put a field at the foot of the view; what is typed from now on is for it."""

        def opened() -> None:
            self.opening = False

        def focus() -> None:
            field.focus_text()
            self.app.call_later(opened)  # which comes after the change of the focus

        self.opening = True
        self.mount(field, before=self.status)
        self.call_after_refresh(focus)

    def on_composer_submitted(self, message: Composer.Submitted) -> None:
        from docdeck.deck.screens.composing import send

        send(self, message.text)

    def on_composer_left(self, message: Composer.Left) -> None:
        from docdeck.deck.screens.composing import leave

        leave(self)
        if message.text.strip():
            self.answer(safe("The draft is kept; the same key opens it again."))
        self.app.give_up_repair()

    def on_composer_hold_asked(self, message: Composer.HoldAsked) -> None:
        if not self.offers("review.send"):
            self.say(safe("Only what is written in the open request (enter) can be held for one review."))

    def on_composer_outside_asked(self, message: Composer.OutsideAsked) -> None:
        from docdeck.deck.screens.editor import edit_outside

        edit_outside(self, message.composer)

    def on_prompt_line_submitted(self, message: PromptLine.Submitted) -> None:
        from docdeck.deck.screens.composing import send

        send(self, message.text)

    def on_prompt_line_left(self, message: PromptLine.Left) -> None:
        from docdeck.deck.screens.composing import leave

        leave(self)
        self.app.give_up_repair()


class ReadingScreen(DeckScreen):
    """A view that reads what it shows: once there is a session, and again when asked."""

    def begin(self) -> None:
        super().begin()
        if self.app.session is not None:
            self.session_ready(self.app.session)

    def do_refresh(self) -> None:
        self.look_again()

    def look_again(self) -> None:
        if self.app.session is not None:
            self.session_ready(self.app.session)
