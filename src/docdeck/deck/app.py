"""The deck: composes views, routes keys to them, owns the session. What it shows comes from the workspace."""

from __future__ import annotations

import asyncio
import gc
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import events
from textual.screen import Screen

from docdeck.api.errors import DocdeckError
from docdeck.deck import signals
from docdeck.deck.actions import ACTIONS, BY_ID, KEY_NAMES, method_name
from docdeck.deck.key_turns import KeyTurns
from docdeck.deck.launch import Launch
from docdeck.deck.messages import Connected, ConnectFailed
from docdeck.deck.navigation import Navigator
from docdeck.deck.returning import Returning
from docdeck.deck.screens.base import DeckScreen
from docdeck.deck.screens.inbox import InboxScreen
from docdeck.deck.widgets.consent import KeyBurst
from docdeck.deck.widgets.guard import install_guard
from docdeck.deck.widgets.turns import call_after
from docdeck.text import Safe, safe, safe_line
from docdeck.workspace.glance import read_glance

if TYPE_CHECKING:
    from docdeck.workspace.session import Session

CONNECT_SECONDS = 0.1


class DeckApp(Returning):
    """One run of the deck."""

    def __init__(self, launch: Launch) -> None:
        install_guard()
        super().__init__(launch)
        self.connection_problem: DocdeckError | None = None
        self.keys_pressed = False
        self._burst = KeyBurst(partial(call_after, self), self._burst_ignored)
        self._turns = KeyTurns(self, super().on_event)
        self._connecting = False
        for action in ACTIONS:
            for key in action.keys:
                self._bindings.bind(
                    KEY_NAMES.get(key, key), f"act('{action.id}')", action.title, priority=action.id == "quit"
                )

    # Start

    def get_default_screen(self) -> Screen[Any]:
        """The inbox, with the rows that were last seen: nothing is asked of a server before the first paint."""
        self.glance = glance = read_glance(self.launch.cache_file)
        self.who = glance.me if glance is not None else ""
        return self.last_seen_view() or InboxScreen(glance)

    def on_mount(self) -> None:
        first = self.screen
        if isinstance(first, DeckScreen):
            self.install_screen(first, first.visit_name)
            self.navigator = Navigator(self, first)
        self.call_after_refresh(self._connect_later)
        call_after(self, CONNECT_SECONDS, self._connect_later)  # the first view may be left before it is painted
        self.set_interval(60, self._show_ages)

    def _connect_later(self) -> None:
        if self._connecting:
            return
        self._connecting = True
        gc.freeze()  # what the start made stays for good; collecting it over and over would find nothing
        gc.enable()
        sys.setswitchinterval(0.001)  # the loop waits this long for a thread that computes, at every turn of its own
        self.run_worker(self._connect, group="connect", exit_on_error=False, exclusive=True)

    async def _connect(self) -> None:
        try:
            session = await open_session(self.launch)
        except DocdeckError as error:
            self.post_message(ConnectFailed(error))
        except Exception as error:
            self._handle_exception(error)
        else:
            self.post_message(Connected(session))

    def on_connected(self, message: Connected) -> None:
        self.session = message.session
        self.connection_problem = None
        if not self.screen_stack:
            return  # left before it was there; the end closes it
        self.watch_outbox(message.session)
        message.session.platform.state.on_change.append(lambda _: self.show_connection())
        self.come_back()
        for view in self.views:
            view.session_ready(message.session)
        self.run_worker(partial(self._recover, message.session), group="recover", exit_on_error=False)

    def on_connect_failed(self, message: ConnectFailed) -> None:
        self.connection_problem = message.error
        for view in self.views:
            view.session_failed(message.error)

    async def _recover(self, session: Session) -> None:
        for outcome in await session.writes.recover():
            self.say(safe(f"From before: {outcome.sentence}"), failed=outcome.state != "done")
        if session.outbox.recover():
            self.call_after_refresh(self.do_outbox)

    def do_outbox(self) -> None:
        from docdeck.deck.screens.outbox import open_outbox

        open_outbox(self)

    # Keys

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key) and not event.is_forwarded:
            self.keys_pressed = True
            self._burst.key(event.time)
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded and self._turns.holds(event):
            return
        await super().on_event(event)

    def _burst_ignored(self, count: int) -> None:
        self.say(safe("Keys came faster than a hand types; what they would have changed was left."), failed=True)

    def action_act(self, action_id: str) -> None:
        """The way of every key: registry row, then the view that is on top, then this app.

        A terminal can be made to type, so what a key does at once waits until the key is known to stand alone.
        """
        action = BY_ID[action_id]
        if action.tier != 0:
            self.act(action_id)
            return
        before = self._stand(action_id)

        def alone() -> None:
            if self._stand(action_id) == before:
                self.act(action_id)
            else:
                self.say(safe(f"What is under the cursor has just changed; {action.title} was left."), failed=True)

        self._burst.run(alone, self._turns.at)

    def _stand(self, action_id: str) -> tuple[object, ...]:
        """What an action of the view on top would be about."""
        view = self.view
        if view is None or not view.offers(action_id):
            return ()
        return view, self.focused, view.active.cursor_key if view.active is not None else None

    def act(self, action_id: str) -> None:
        """Do an action now, or say why it cannot be done."""
        action, view, answer = BY_ID[action_id], self.view, self.say
        if view is not None and not view.is_mounted:
            view.call_later(self.act, action_id)  # just opened, and not yet put together
            return
        if view is not None:
            view.status.pass_by()
            answer = view.answer
        owner = next((each for each in (view, self) if hasattr(each, method_name(action_id))), None)
        if owner is None:
            answer(safe(f"{action.keys[0]} ({action.title}) has nothing to act on here."))
            return
        reason = view.why_not(action_id) if view is not None and owner is view else None
        if reason:
            answer(safe(reason))
            return
        if view is not None:
            view.acting(action_id)
        getattr(owner, method_name(action_id))()

    def do_quit(self) -> None:
        self.exit(return_code=0)

    def do_view_close(self) -> None:
        if self.navigator is None or not self.navigator.back():
            self.exit(return_code=0)

    def do_back(self) -> None:
        self._go_back(safe("This is the first view. q quits."))

    def do_history_back(self) -> None:
        self._go_back(safe("Nothing before this view."))

    def _go_back(self, nothing: Safe) -> None:
        """Both ways back end a level here: a view that is left stays in the history, so `>` comes back to it."""
        if self.navigator is not None and not self.navigator.back():
            self._answer(nothing)

    def _answer(self, text: Safe) -> None:
        """What a key had to say here; the next key is about something else."""
        (self.view.answer if self.view is not None else self.say)(text)

    def do_history_forward(self) -> None:
        if self.navigator is not None and not self.navigator.forward():
            self._answer(safe("Nothing after this view."))

    def do_view_previous(self) -> None:
        if self.navigator is not None and not self.navigator.previous():
            self._answer(safe("No other view yet."))

    def do_help(self) -> None:
        self._open_help(everything=False)

    def do_commands(self) -> None:
        self._open_help(everything=True)

    def _open_help(self, everything: bool) -> None:
        from docdeck.deck.screens.help import help_panel

        view = self.view
        if view is not None:
            self.push_screen(help_panel(self, view, everything), self._run_chosen)

    def _run_chosen(self, action_id: str | None) -> None:
        if action_id:
            self.call_later(self.action_act, action_id)

    def do_request_log(self) -> None:
        from docdeck.deck.screens.request_log import RequestLogScreen

        self.open_view("request_log", RequestLogScreen)


async def open_session(launch: Launch) -> Session:
    """Open the desk and reach the platform. The heavy imports happen here, in a thread, after the first paint."""

    def load() -> tuple[Any, Any]:
        from docdeck.workspace import desk, session

        return desk, session

    desk_module, session_module = await asyncio.to_thread(load)
    platform = await launch.connect()
    desk = desk_module.Desk(launch.desk_file, f"{launch.profile_name} {launch.base_url}")
    return session_module.Session(
        platform,
        desk,
        profile_name=launch.profile_name,
        base_url=launch.base_url,
        cache_file=launch.cache_file,
    )


def run_deck(launch: Launch) -> int:
    """Run the deck until it is left. Returns the exit status: 0, 1 after a crash, 128 + n after a signal."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        sys.stderr.write("docdeck needs a terminal for its keys and its screen; for scripts use its verbs.\n")
        return 2
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is not None and (stream.encoding or "").lower().replace("-", "") != "utf8":
            stream.reconfigure(encoding="utf-8", errors="replace")  # pyright: ignore[reportAttributeAccessIssue]
    app = DeckApp(launch)
    signals.install(app)
    try:
        app.run(mouse=launch.mouse)
    finally:
        launch.close()
    if app.crash_report is not None or app._exception is not None:
        place = f" A report without any of your text is at {app.crash_report}." if app.crash_report else ""
        sys.stderr.write(safe_line(f"docdeck stopped because of a fault of its own.{place} Drafts are kept.") + "\n")
        return 1
    return app.return_code or 0
