"""What updates from main left in conflict: told once, in the answer, so it is kept here for as long as it holds.

No read tells of it. Another answer for the request replaces what is known, and another revision of it ends it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from docdeck.models.change_requests import ChangeRequest, UpdateAnswer
from docdeck.models.content import SemanticChanges
from docdeck.workspace.merge_rules import MergeCheck
from docdeck.workspace.writes import WriteChange

_NAMED = 3


@dataclass(frozen=True, slots=True)
class Conflict:
    """Main changed the same places as the request at this revision; `pages` are the ids that were told, if any."""

    revision: str
    pages: frozenset[str] = frozenset()


class Conflicts:
    """The conflicts of this run, by change request; listens to the writes."""

    def __init__(self) -> None:
        self._known: dict[str, Conflict] = {}

    def heard(self, change: WriteChange) -> None:
        """A write moved on: the answer of an update says whether there are conflicts, a merge that there are none."""
        outcome = change.outcome
        if outcome is None or change.act.kind not in ("update", "merge"):
            return
        request, answer = str(change.act.evidence.get("change_request")), outcome.value
        if isinstance(answer, UpdateAnswer) and answer.result == "conflicts":
            self._known[request] = Conflict(answer.revision, _pages(answer))
        elif outcome.state == "done":
            self._known.pop(request, None)

    def of(self, request: ChangeRequest) -> Conflict | None:
        """What is known to be in conflict in this request as it is, else None."""
        found = self._known.get(request.id)
        return found if found is not None and found.revision == request.revision else None


def _pages(answer: UpdateAnswer) -> frozenset[str]:
    """The pages that an answer names; the documented one names none, a service may add them."""
    named: Any = (answer.model_extra or {}).get("conflicts")
    found: set[str] = set()
    for item in cast("list[Any]", named) if isinstance(named, list) else ():
        page: Any = item
        if isinstance(item, Mapping):
            about = cast("Mapping[str, Any]", item)
            page = None if "file" in about else about.get("page") or about.get("id")
        if isinstance(page, str) and page:
            found.add(page)
    return frozenset(found)


def conflict_check(conflict: Conflict | None, changes: SemanticChanges | None) -> tuple[MergeCheck, ...]:
    """The line of the merge sheet; a warning, because a server merges in spite of conflicts."""
    if conflict is None:
        return ()
    titles = {
        one.page.id: one.page.title for one in (changes.changes if changes is not None else ()) if one.page is not None
    }
    named = [titles[page] for page in titles if page in conflict.pages]
    more = len(conflict.pages) - len(named[:_NAMED])
    where = [
        *named[:_NAMED],
        *([f"{more} more" if named else f"{more} page{'' if more == 1 else 's'}"] if more else []),
    ]
    told = f": {', '.join(where)}" if where else ""
    return (MergeCheck("conflicts", "warn", f"the update from main left conflicts{told}"),)
