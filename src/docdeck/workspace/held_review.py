"""Comments and a verdict that are held to be sent together as one review. Their texts are drafts, on disk already.

What is held is known by the keys of those drafts, so a text that was sent or emptied is held no more.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, cast

from docdeck.workspace import acts, request_acts

if TYPE_CHECKING:
    from docdeck.workspace.acts import Act, Verdict, Where
    from docdeck.workspace.session import Session

_VERDICTS: tuple[Verdict, ...] = ("approved", "changes-requested")


@dataclass(frozen=True, slots=True)
class HeldItem:
    """One text that is held: the key of its draft, what it is about (raw), and for a verdict what it was given on."""

    draft: str
    about: str
    revision: str = ""

    @property
    def verdict(self) -> Verdict | None:
        """The verdict, None for a comment."""
        kind, _, rest = self.draft.partition(":")
        return next((each for each in _VERDICTS if kind == "review" and rest.endswith(f":{each}")), None)


def can_be_held(draft: str) -> bool:
    """Whether a text may be part of a review: a comment on the request, or a verdict."""
    item = HeldItem(draft, "")
    return item.verdict is not None or (draft.startswith("comment:") and len(draft.split(":")) == 5)


def held_items(session: Session, change_request: str) -> tuple[HeldItem, ...]:
    """What is held for a change request, comments in the order in which they were held, then the verdict."""
    found: list[HeldItem] = []
    for each in _stored(session, change_request):
        if each.verdict is not None or session.desk.drafts.read(each.draft):
            found.append(each)
    return tuple(sorted(found, key=lambda each: each.verdict is not None))


def hold(session: Session, change_request: str, item: HeldItem) -> int:
    """Hold one more; a second verdict takes the place of the first. Answers how many. Raises DeskProblem."""
    kept = [
        each
        for each in held_items(session, change_request)
        if each.draft != item.draft and not (each.verdict and item.verdict)
    ]
    _store(session, change_request, [*kept, item])
    return len(kept) + 1


def let_go(session: Session, change_request: str, drafts: Sequence[str]) -> None:
    """These are held no more; their texts stay drafts until they are confirmed. Raises DeskProblem."""
    before = _stored(session, change_request)
    kept = [each for each in before if each.draft not in drafts]
    if len(kept) < len(before):
        _store(session, change_request, kept)


def review_acts(session: Session, where: Where, items: Sequence[HeldItem], *, requested: bool) -> tuple[Act, ...]:
    """What sending them means, in order: each comment, then the verdict."""
    found: list[Act] = []
    for item in items:
        text = session.desk.drafts.read(item.draft) or ""
        if item.verdict is not None:
            found.append(request_acts.review(where, item.verdict, item.revision, text, requested=requested))
            continue
        page, node = (None if part == "-" else part for part in item.draft.split(":")[3:5])
        found.append(acts.comment(where, text, page=page, node=node))
    return tuple(found)


def _name(change_request: str) -> str:
    return f"held review:{change_request}"


def _stored(session: Session, change_request: str) -> list[HeldItem]:
    try:
        rows: Any = json.loads(session.desk.places.load(_name(change_request)) or "[]")
        return [HeldItem(**cast("dict[str, str]", row)) for row in rows]
    except (ValueError, TypeError):
        return []


def _store(session: Session, change_request: str, items: Sequence[HeldItem]) -> None:
    session.desk.places.save(_name(change_request), json.dumps([asdict(each) for each in items]))
