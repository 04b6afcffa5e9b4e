"""Writing words: a composer at the foot of the view whose text is on disk with each key, before anything is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from docdeck.api.errors import DocdeckError
from docdeck.deck.widgets.composer import Composer
from docdeck.deck.widgets.lines import width_of
from docdeck.deck.widgets.prompt_line import PromptLine
from docdeck.text import Safe, safe, safe_line

if TYPE_CHECKING:
    from docdeck.deck.screens.base import DeckScreen
    from docdeck.deck.screens.request_actions import RequestTarget
    from docdeck.workspace.acts import Act

KEPT = safe("ctrl+s send   esc leave, draft kept   ctrl+o editor")


@dataclass(frozen=True, slots=True)
class Writing:
    """Words to be written: what they answer, the key of their draft, and the acts that sending them means.

    `initial` is the text to begin with when there is no draft; `longest` the most characters a one-line text may have;
    `run` does something else with the text than to hand over acts; `in_the_way` is asked when it is sent.
    """

    title: str
    draft: str
    acts: Callable[[str], tuple[Act, ...]]
    initial: str = ""
    may_be_empty: bool = False
    longest: int | None = None
    run: Callable[[str], None] | None = None
    in_the_way: Callable[[], str | None] | None = None

    def objection(self, text: str) -> str | None:
        """Why this text cannot be sent, as a sentence."""
        if not text.strip() and not self.may_be_empty:
            return "Nothing is written yet."
        if self.longest is not None and len(text) > self.longest:
            return f"{len(text)} characters; at most {self.longest} are allowed."
        return self.in_the_way() if self.in_the_way is not None else None


class _Kept:
    """Keeps the text of one writing on the desk."""

    def __init__(self, view: DeckScreen, writing: Writing) -> None:
        self.view, self.writing = view, writing
        self.about = _about(view, writing)
        self.failed = False

    def load(self) -> str:
        """The draft, else the text to begin with."""
        session = self.view.app.session
        draft = session.desk.drafts.load(self.writing.draft) if session is not None else None
        if session is not None and session.desk.drafts.beside(self.writing.draft):
            self.view.say(safe("More than one text is kept for this; another docdeck wrote too. ! lists them all."))
        return self.writing.initial if draft is None else draft

    def save(self, text: str) -> None:
        """Called inside each change of the field: on disk before the key is drawn. Text as at first is no draft."""
        session = self.view.app.session
        if session is None:
            return
        kept = "" if text == self.writing.initial else text
        try:
            other = session.desk.drafts.save(self.writing.draft, kept, self.about)
        except DocdeckError as error:
            if not self.failed:
                self.view.say(safe_line(str(error)), failed=True)
            self.failed = True
            return
        self.failed = False
        if other is not None:
            words = "Another docdeck wrote in this draft: its text is kept, yours goes on beside it. ! lists both."
            self.view.say(safe(words), failed=True)


def _about(view: DeckScreen, writing: Writing) -> str:
    """What the words are about, for the list of drafts, where no view says it (raw)."""
    target: RequestTarget | None = getattr(view, "target", None)
    request = target.request if target is not None else None
    if target is None or request is None or f":{request.id}" not in writing.draft:
        return writing.title
    place = "" if target.where.name in writing.title else f"{target.where.name} "
    return f"{writing.title} · {place}{request.subject}"


def compose_text(view: DeckScreen, writing: Writing) -> None:
    """Open the composer for a text of several lines."""
    if _busy(view):
        return
    _take_back(view, writing)
    kept = _Kept(view, writing)
    composer = Composer(
        safe_line(writing.title), text=kept.load(), note=_note(view, writing.title), on_text=kept.save, id="composer"
    )
    view.writing = writing
    view.show_footer()
    view.open_field(composer)


def _note(view: DeckScreen, title: str) -> Safe:
    """The keys beside the title, where both have room; they stand in the footer too, the title nowhere else."""
    return KEPT if width_of(safe_line(title)) + width_of(KEPT) + 4 <= view.size.width else Safe("")


def compose_line(view: DeckScreen, writing: Writing) -> None:
    """Open a field for a text of one line."""
    if _busy(view):
        return
    _take_back(view, writing)
    kept = _Kept(view, writing)
    prompt = PromptLine(safe_line(f"{writing.title}:"), kept.load(), on_text=kept.save, saves=True, id="line")
    view.writing = writing
    view.open_field(prompt)
    view.call_after_refresh(view.show_footer)


def _take_back(view: DeckScreen, writing: Writing) -> None:
    """A text that waits to be sent is changed here and not sent beside its change."""
    session = view.app.session
    held = session.outbox.holding(writing.draft) if session is not None else None
    if session is not None and held is not None and session.outbox.take_back(held.id) is not None:
        view.say(safe("Taken back from the outbox; ctrl+s sends it."))


def _reopen(view: DeckScreen, writing: Writing) -> None:
    """Open a text again that was taken back, if its view is still the one on top."""
    if view.app.view is not view or view.writing is not None:
        return
    (compose_text if writing.longest is None else compose_line)(view, writing)


def _busy(view: DeckScreen) -> bool:
    if view.writing is not None:
        view.say(safe("A text is open already; send it or leave it first."))
        return True
    return False


def send(view: DeckScreen, text: str) -> None:
    """Send what was written: the field closes, the acts go their way, the draft stays until they are confirmed."""
    writing = view.writing
    if writing is None:
        return
    objection = writing.objection(text)
    if objection is not None:
        view.say(safe(objection))
        return
    if writing.longest is not None and text.strip() == writing.initial.strip() and writing.initial:
        leave(view)
        view.say(safe("Nothing was changed."))
        return
    leave(view)
    if writing.run is not None:
        writing.run(text)
        return
    view.app.submit(*writing.acts(text), again=lambda: _reopen(view, writing))


def leave(view: DeckScreen) -> None:
    """Close the field; its text stays on the desk."""
    view.writing = None
    view.call_after_refresh(view.show_footer)
    view.restore_focus()
    for field in (*view.query(Composer), *view.query("#line")):
        field.remove()
