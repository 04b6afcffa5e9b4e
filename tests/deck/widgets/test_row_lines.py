"""Lines to strips: always exactly as wide as the row, cut with an ellipsis, the right part kept."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style

from docdeck.deck.widgets.lines import FILL, cut, padded, span, strip_of, wrap_spans, wrap_text
from docdeck.deck.widgets.palette import Palette
from docdeck.text import Safe, safe_line

PALETTE = Palette("plain", {"bad": Style(bold=True)}, Style(), Style())
texts = st.text(
    alphabet=st.one_of(st.characters(), st.sampled_from("ab 日本👩👧❤\u200d\ufe0f\u0301\t\n\x1b")), max_size=30
)
spans = st.one_of(st.just(FILL), st.tuples(texts.map(Safe), st.sampled_from(["", "bad", "no such role", "dim"])))


def shown(line: tuple[tuple[Safe, str], ...], width: int) -> str:
    return strip_of(line, width, PALETTE, Style()).text


@given(st.lists(spans, max_size=6).map(tuple), st.integers(0, 50))
def test_a_strip_is_as_wide_as_asked(line: tuple[tuple[Safe, str], ...], width: int) -> None:
    strip = strip_of(line, width, PALETTE, Style())
    assert sum(cell_len(segment.text) for segment in strip) == width
    assert strip.cell_length == width


@given(texts, st.integers(0, 20))
def test_cut_and_padded_columns(text: str, width: int) -> None:
    assert cell_len(cut(text, width)) <= width
    assert cell_len(padded(text, width)) == width
    assert cell_len(padded(text, width, right=True)) == width
    if cell_len(safe_line(text)) <= width:
        assert cut(text, width) == safe_line(text)


@given(texts, st.integers(2, 20))
def test_wrapped_text_fits_and_loses_no_word(text: str, width: int) -> None:
    rows = wrap_text(text, width)
    for row in rows:
        assert sum(cell_len(piece) for piece, _ in row) <= width
    kept = "".join(piece for row in rows for piece, _ in row).replace(" ", "")
    from docdeck.text import safe

    assert kept == safe(text).replace("\n", "").replace("\t", "").replace(" ", "")


@given(
    st.lists(st.tuples(texts.map(Safe), st.sampled_from(["", "bad", "code"])), max_size=5).map(tuple),
    st.integers(2, 20),
)
def test_wrapped_spans_are_the_rows_of_their_text(line: tuple[tuple[Safe, str], ...], width: int) -> None:
    rows = wrap_spans(line, width)
    for row in rows:
        assert sum(cell_len(piece) for piece, _ in row) <= width + sum(1 for _ in row)


def test_the_right_part_is_kept_and_the_left_cut() -> None:
    line = (span("a long title of a page"), FILL, span("12 d"))
    assert shown(line, 40) == "a long title of a page" + " " * 14 + "12 d"
    assert shown(line, 16) == "a long tit… 12 d"
    assert shown(line, 3) == "12…"


def test_a_wide_character_is_never_split() -> None:
    assert shown((span("日本語"),), 6) == "日本語"
    assert shown((span("日本語"),), 5) == "日本…"
    assert shown((span("日本語"),), 4) == "日… "


def test_words_wrap_and_long_words_break() -> None:
    assert [row[0][0] if row else "" for row in wrap_text("one two three\n\nabcdefghij", 8)] == [
        "one two",
        "three",
        "",
        "abcdefgh",
        "ij",
    ]
    assert wrap_text("a\tb", 10) == [((Safe("a   b"), ""),)]


def test_a_very_long_word_is_wrapped_in_linear_time() -> None:
    rows = wrap_text("x" * 1_000_000, 80)
    assert len(rows) == 12_500


def test_spans_keep_their_roles_over_the_rows() -> None:
    rows = wrap_spans((span("see the "), span("flag name", "code"), span(" here")), 12)
    assert rows == [((Safe("see the "), ""), (Safe("flag"), "code")), ((Safe("name"), "code"), (Safe(" here"), ""))]


def test_words_of_one_role_keep_it_where_tabs_are_expanded() -> None:
    assert wrap_spans((span("one"), span(" two")), 4) == [((Safe("one"), ""),), ((Safe("two"), ""),)]
    assert wrap_spans(((Safe("a\tb"), "code"),), 10) == [((Safe("a   b"), "code"),)]
