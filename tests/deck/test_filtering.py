"""The filter of a list: all words, `!word` for none, and the same answer for one row as for many."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docdeck.deck.filtering import Filterable, matches
from docdeck.deck.painters.rows import Heading, RowsSource

ROWS = (("Rewrite webhooks", "Jonas"), ("Limits", "Straße"), ("Webhooks", "Sam"), ("", ""))


@pytest.mark.parametrize(
    "text",
    ["", "  ", "web", "WEB jonas", "web !jonas", "!web", "!", "! web", "strasse", "so such", "s\nj", "hooks !sam !x"],
)
def test_many_rows_are_filtered_as_one_is(text: str) -> None:
    rows = Filterable(ROWS, lambda row: row)
    assert list(rows.passing(text)) == [row for row in ROWS if matches(text, *row)]
    assert list(rows.passing("")) == list(ROWS)


@given(
    st.lists(st.text("abS! ß", max_size=6), max_size=8),
    st.lists(st.text("absS! ß", max_size=5), min_size=1, max_size=12),
)
@settings(max_examples=200, deadline=None)
def test_what_was_typed_before_makes_no_difference(rows: list[str], texts: list[str]) -> None:
    kept = Filterable(rows, lambda row: (row,))
    typed = [text[:end] for text in texts for end in (*range(len(text) + 1), *range(len(text), -1, -1))]
    for text in typed:
        assert list(kept.passing(text)) == [row for row in rows if matches(text, row)]


def test_what_is_looked_into_is_put_together_once() -> None:
    asked: list[str] = []
    rows = Filterable(("a", "b"), lambda row: (asked.append(row) or row,))
    assert list(rows.passing("")) == ["a", "b"]
    assert asked == []
    assert list(rows.passing("b")) == ["b"]
    assert list(rows.passing("a")) == ["a"]
    assert asked == ["a", "b"]


def test_a_row_is_found_by_its_key_wherever_it_is() -> None:
    source = RowsSource[str](["x", Heading("h"), "y", "x"], lambda row: f"k{row}", lambda row, width: ())
    assert source.key(2) == "ky"
    assert source.index_of("ky") == 2
    assert source.index_of("kx") == 0
    assert source.index_of("h") == 1
    assert source.index_of("gone") is None
    assert source.row("ky") == "y"
    assert source.row("h") is None
