"""Finding text inside text, in any letter case: both sides are folded, since databases fold ASCII only."""

from __future__ import annotations

from sqlalchemy import ColumnElement


def holds(folded: ColumnElement[str], text: str) -> ColumnElement[bool]:
    """Whether a column that keeps folded text holds some text."""
    plain = text.casefold().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return folded.like(f"%{plain}%", escape="\\")
