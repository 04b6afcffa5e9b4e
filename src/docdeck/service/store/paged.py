"""Cuts one window out of an ordered question, by key and not by offset."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, func, or_

from docdeck.service.paging import Slice, Window
from docdeck.service.store.store import Tx


class Listing:
    """An ordered question that is asked in windows. One that is kept is put into SQL only once.

    It is ordered by two columns of which the second is unique, and names its tables with `select_from`, so that its
    columns can be swapped for a count.
    """

    def __init__(
        self, statement: Select[Any], first: ColumnElement[Any], second: ColumnElement[Any], *, descending: bool = False
    ) -> None:
        self._keys = first, second
        self._descending = descending
        order = (first.desc(), second.desc()) if descending else (first.asc(), second.asc())
        asked = statement.add_columns(first.label("key_first"), second.label("key_second"))
        self._count = statement.with_only_columns(func.count())
        self._beginning = asked.order_by(*order).limit(bindparam("window_limit"))

    @cached_property
    def _following(self) -> Select[Any]:
        first, second = self._keys
        one, two = bindparam("after_first", type_=first.type), bindparam("after_second", type_=second.type)
        if self._descending:
            return self._beginning.where(or_(first < one, and_(first == one, second < two)))
        return self._beginning.where(or_(first > one, and_(first == one, second > two)))

    def cut(self, tx: Tx, window: Window, **values: Any) -> Slice:
        """The rows of a window, with the count of all rows; `values` fill the places that the question left open."""
        count: int = tx.value(self._count, **values) or 0
        values["window_limit"] = window.limit + 1
        if window.after is None:
            rows = tx.rows(self._beginning, **values)
        else:
            values["after_first"], values["after_second"] = window.after
            rows = tx.rows(self._following, **values)
        shown = rows[: window.limit]
        more = len(rows) > window.limit
        following = window.cursor((shown[-1]["key_first"], shown[-1]["key_second"])) if more else None
        return Slice(shown, count, following)


def cut(
    tx: Tx,
    statement: Select[Any],
    window: Window,
    first: ColumnElement[Any],
    second: ColumnElement[Any],
    *,
    descending: bool = False,
) -> Slice:
    """A window of a question that is asked this once."""
    return Listing(statement, first, second, descending=descending).cut(tx, window)


def whole(tx: Tx, statement: Select[Any]) -> Slice:
    """A list that is never cut."""
    rows = tx.rows(statement)
    return Slice(rows, len(rows), None)
