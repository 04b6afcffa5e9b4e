"""Acts as records on disk, and made again from them: what was decided outlives the program that was told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from docdeck.workspace import acts, request_acts
from docdeck.workspace.acts import Act, Where

Evidence = dict[str, Any]

_MAKERS: dict[str, Callable[[Where, Evidence], Act]] = {
    "comment": lambda where, e: acts.comment(where, e["text"], page=e["page"], node=e["node"]),
    "reply": lambda where, e: acts.reply(where, e["comment"], e["text"]),
    "edit_comment": lambda where, e: acts.comment_edited(where, e["comment"], e["before"], e["text"]),
    "edit_reply": lambda where, e: acts.reply_edited(where, e["comment"], e["reply"], e["before"], e["text"]),
    "resolve": lambda where, e: acts.resolve(where, e["comment"]),
    "reopen": lambda where, e: acts.reopen(where, e["comment"]),
    "review": lambda where, e: request_acts.review(where, e["verdict"], e["revision"], e["text"]),
    "request_reviewers": lambda where, e: request_acts.request_reviewers(where, e["users"]),
    "update": lambda where, e: request_acts.update_from_main(where),
}


def can_be_held(act: Act) -> bool:
    """Whether the act can wait on disk and be made again."""
    return act.kind in _MAKERS


def record_of(act: Act) -> Evidence:
    """What is kept of an act."""
    return {"kind": act.kind, "evidence": act.evidence}


def act_from(record: Evidence) -> Act | None:
    """The act again; None when this docdeck cannot read the record."""
    try:
        evidence = record["evidence"]
        where = Where(evidence["space"], evidence["change_request"], evidence["name"])
        return replace(_MAKERS[record["kind"]](where, evidence), evidence=evidence)
    except (KeyError, TypeError):
        return None
