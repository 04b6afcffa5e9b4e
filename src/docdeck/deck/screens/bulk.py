"""The sheet for many at once: the plan, consent by the typed count, then what became of each."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from textual import events

from docdeck.api.errors import DocdeckError
from docdeck.deck.widgets.consent import STILL
from docdeck.deck.widgets.lines import EMPTY, Line, span
from docdeck.deck.widgets.sheet import CANCEL, CLOSE, Sheet
from docdeck.text import safe, safe_line
from docdeck.workspace.bulk import Item, Result, run_plan

if TYPE_CHECKING:
    from docdeck.deck.app import DeckApp

Plan = Callable[[], Awaitable[Sequence[Item]]]


class BulkSheet(Sheet):
    """Typing the number of things and Enter consents; anything else does nothing. Escape leaves the work running."""

    app: DeckApp  # pyright: ignore[reportIncompatibleMethodOverride]

    def __init__(self, verb: str, plan: Plan) -> None:
        super().__init__(safe_line(verb), ((span("Reading each of them again …", "dim"),),), consent=None)
        self.verb = verb
        self.plan: Sequence[Item] = ()
        self.results: dict[str, Result] = {}
        self.typed = ""
        self.state = "reading"
        self._make = plan
        self._shown_at = float("inf")

    @property
    def todo(self) -> list[Item]:
        """What would be done."""
        return [item for item in self.plan if not item.why_not]

    def on_mount(self) -> None:
        super().on_mount()
        self.run_worker(self._read, exit_on_error=False)

    async def _read(self) -> None:
        try:
            self.plan = await self._make()
        except DocdeckError as error:
            self.say(safe_line(str(error)), "bad")
            return
        except Exception as error:
            self.app._handle_exception(error)
            return
        self.state = "asking" if self.todo else "nothing"
        self.paint()
        self.call_after_refresh(self._stands)

    def _stands(self) -> None:
        self._shown_at = self._clock()

    def paint(self) -> None:
        """Show the plan, or how far it is."""
        lines: list[Line] = [line for item in self.plan for line in self._lines_of(item)]
        count = len(self.todo)
        # Enter does it while the count is asked for, so it is not named as what leaves.
        busy = self.state in ("asking", "running")
        self.leave_by(CANCEL if self.state == "asking" else CLOSE, safe("esc" if busy else "enter"))
        self.show(lines, title=safe_line(f"{self.verb}: {count} of {len(self.plan)}"))
        if self.state == "asking":
            self.say(safe_line(f"Type {count} and press Enter to do it: {self.typed or '_'}"))
        elif self.state == "nothing":
            self.say(safe_line("None of them can be done."))
        else:
            done = sum(result.done for result in self.results.values())
            failed = len(self.results) - done
            words = f"{done} of {count} done" + (f", {failed} not" if failed else "")
            self.say(safe_line(f"{words}. Enter closes." if self.state == "over" else f"{words} …"))

    def _lines_of(self, item: Item) -> list[Line]:
        result = self.results.get(item.key)
        if item.why_not:
            return [(span("– ", "dim"), span(item.name, "dim")), (span(f"  {item.why_not}", "warn"),)]
        if result is None:
            return [(span("⋯ " if self.state == "running" else "  ", "dim"), span(item.name))]
        if result.done:
            return [(span("✓ ", "ok"), span(item.name))]
        return [(span("✗ ", "bad"), span(item.name)), (span(f"  {result.sentence}", "bad"),), EMPTY]

    def on_key(self, event: events.Key) -> None:
        """Digits, Enter and Backspace count only alone: a terminal that types whole bursts consents to nothing."""
        if self.state != "asking" or event.key in ("escape", "q"):
            super().on_key(event)
            return
        if not (event.key in ("enter", "backspace") or (event.character or "").isdigit()):
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        self._burst.key(event.time)
        key = event.key if event.key in ("enter", "backspace") else event.character or ""
        self._burst.run(lambda: self._typed_key(key))

    def _typed_key(self, key: str) -> None:
        if self._clock() - self._shown_at < STILL:
            self.say(safe_line("The plan has just come; read it, then type the count."))
        elif key == "backspace":
            self.typed = self.typed[:-1]
            self.paint()
        elif key != "enter":
            self.typed = (self.typed + key)[-6:]
            self.paint()
        elif not self.typed:
            self._cancel()
        elif self.typed == str(len(self.todo)):
            self._begin()
        else:
            self.typed = ""
            self.paint()
            self.say(safe_line(f"That is not {len(self.todo)}; nothing was done. Escape leaves."))

    def _begin(self) -> None:
        self.state = "running"
        self.paint()
        app, verb = self.app, self.verb
        task = asyncio.ensure_future(run_plan(self.plan, self._told))
        app.pending_writes.add(task)

        def over(done: asyncio.Task[tuple[Result, ...]]) -> None:
            app.pending_writes.discard(done)
            error = None if done.cancelled() else done.exception()
            if isinstance(error, Exception):
                app._handle_exception(error)
            elif not done.cancelled():
                self.state = "over"
                if self.is_attached:
                    self.paint()
                app.bulk_ended(verb, done.result())

        task.add_done_callback(over)

    def _told(self, result: Result) -> None:
        self.results[result.item.key] = result
        if self.is_attached:
            self.paint()


def open_bulk(app: DeckApp, verb: str, plan: Plan) -> None:
    """Show the plan and ask."""
    app.push_screen(BulkSheet(verb, plan))
