"""The shell of the deck: its session, its views, what it says, and how it ends. Keys and places come on top of it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App
from textual.binding import BindingType
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.widget import MountError

from docdeck.deck import crash
from docdeck.deck.launch import Launch
from docdeck.deck.navigation import Navigator
from docdeck.deck.screens.base import DeckScreen
from docdeck.text import Safe

if TYPE_CHECKING:
    from docdeck.workspace.session import Session


class Shell(App[None], inherit_bindings=False):
    """Owns the session, the history of views and the message line."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = []
    TITLE = "docdeck"

    def __init__(self, launch: Launch) -> None:
        super().__init__()
        self.animation_level = "none"
        self.launch = launch
        self.session: Session | None = None
        self.navigator: Navigator | None = None
        self.who = ""
        self.preview_below = False
        self.crash_report: Path | None = None
        self.pending_writes: set[asyncio.Task[Any]] = set()

    # Views

    @property
    def views(self) -> tuple[DeckScreen, ...]:
        """The views that are on the page; one that was never shown reads when it is, and none is while leaving."""
        if self.navigator is None or not self.is_running:
            return ()
        return tuple(view for view in self.navigator.visits if view.is_mounted)

    @property
    def top(self) -> Screen[Any] | None:
        """The view or the sheet on top, or None while the deck is being taken down."""
        return self.screen if self.is_running and self.screen_stack else None

    @property
    def view(self) -> DeckScreen | None:
        """The view on top, or None while a sheet stands over it or the deck is being taken down."""
        screen = self.top
        return screen if isinstance(screen, DeckScreen) else None

    def open_view(self, location: str, make: Any) -> None:
        """Go to a location: the view that is alive there, else a new one."""
        if self.navigator is not None:
            self.navigator.go(self.navigator.find(location) or make())

    def show_view(self, view: DeckScreen, gone: list[DeckScreen]) -> None:
        """Bring a view to the top; views that left the history are taken down."""
        first = self.screen_stack[0]
        if view is first:
            self.pop_screen()
        else:
            if not self.is_screen_installed(view.visit_name):
                self.install_screen(view, view.visit_name)
            # The first view lies at the bottom for good: it was never pushed, so it cannot be switched away.
            show = self.push_screen if len(self.screen_stack) == 1 else self.switch_screen
            show(view.visit_name)
        for old in gone:
            if old is first:
                continue
            self.uninstall_screen(old.visit_name)
            if old.is_attached:
                old.remove()

    # Words to the reader

    def say(self, text: Safe, failed: bool = False, hint: Safe | None = None, *, first: bool = False) -> None:
        """One sentence in the message line of the view on top; a failure stays until the next one is read."""
        for view in reversed(self.screen_stack if self.is_running else ()):
            if isinstance(view, DeckScreen):
                view.say(text, failed, hint, first=first)
                return

    def show_connection(self) -> None:
        """The server was found, or found gone: the view on top says so, whoever asked."""
        if self.view is not None and self.view.is_mounted:
            self.view.show_age()

    def _show_ages(self) -> None:
        view = self.view
        if view is not None and view.writing is None:
            view.on_screen_resume()
        elif view is not None:
            view.show_age()

    # End

    def leave_from_signal(self, status: int) -> None:
        """Called from a signal handler: leave in order on the loop's own thread."""
        self.call_later(self.exit, None, status)

    def _handle_exception(self, error: Exception) -> None:
        if (self._exit or not self.is_running) and isinstance(error, MountError | NoMatches):
            return  # left while a view was being put together or taken down: nobody will see it
        # Textual would print every local variable of every frame: the token and drafts among them.
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
            self.crash_report = crash.write_report(self.launch.crash_folder, error)
        self._close_messages_no_wait()

    async def on_unmount(self) -> None:
        if self.pending_writes:
            await asyncio.wait(self.pending_writes, timeout=5)
        if self.session is not None:
            session, self.session = self.session, None
            await session.aclose()
            await session.platform.aclose()
