"""What was done and can be taken back, and what was taken back and can be done again. Pure; no Textual in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docdeck.workspace.acts import Act

KEPT = 100
"""Steps that are remembered."""

NO_WAY_BACK = {
    "merge": "A merge cannot be undone; a new change request (ctrl+n) can put the old text back.",
    "comment": "A comment that was sent cannot be unsent; e edits it, delete takes it away.",
    "reply": "A reply that was sent cannot be unsent; e edits it, delete takes it away.",
    "edit_comment": "The old words are not kept by the server; e edits them again.",
    "edit_reply": "The old words are not kept by the server; e edits them again.",
    "delete_comment": "A deleted comment is gone for good; c writes it again.",
    "delete_reply": "A deleted reply is gone for good; r writes it again.",
    "review": "A verdict cannot be withdrawn; a or A gives another one, which counts instead.",
    "request_reviewers": "Who was asked stays asked; say in a comment (C) that it is not needed.",
    "update": "An update from main cannot be undone; edit the page where it went wrong.",
    "create": "A change request cannot be deleted; x archives it.",
}
"""What can be done instead, by the kind of act."""


@dataclass(frozen=True, slots=True)
class Step:
    """Something that was done: one act, or many at once. `label` is raw."""

    label: str
    acts: tuple[Act, ...]

    @property
    def inverses(self) -> tuple[Act, ...]:
        """What takes it back; fewer than `acts` where one has no inverse."""
        return tuple(replace(act.undo, undo=None) for act in self.acts if act.undo is not None)


class UndoLog:
    """The steps of one run, newest last."""

    def __init__(self) -> None:
        self._done: list[Step] = []
        self._undone: list[Step] = []

    def did(self, acts: Sequence[Act], label: str = "", *, again: bool = False) -> None:
        """Something new was done (what was undone before is then out of reach), or done `again`."""
        if not acts:
            return
        self._done = [*self._done[1 - KEPT :], Step(label or acts[0].label, tuple(acts))]
        if not again:
            self._undone.clear()

    def undid(self, step: Step) -> None:
        """A step was taken back."""
        self._undone.append(step)

    def put_back(self, step: Step, *, undone: bool) -> None:
        """Taking it back (or doing it again) failed: it can be tried again."""
        (self._done if not undone else self._undone).append(step)

    def take(self) -> Step | None:
        """The newest step, to be taken back; it is off the list then."""
        return self._done.pop() if self._done else None

    def take_undone(self) -> Step | None:
        """The step that was taken back last, to be done again."""
        return self._undone.pop() if self._undone else None

    def next_label(self) -> str:
        """What the next undo would take back, if it can; else an empty string."""
        return self._done[-1].inverses[0].label if self._done and self._done[-1].inverses else ""


def instead(step: Step, after: str) -> str:
    """The sentence for a step without a way back; `after` is what the next undo would do."""
    sentence = NO_WAY_BACK.get(step.acts[0].kind, f"{step.label} has no way back.")
    return f"{sentence} z again: {after}." if after else sentence
