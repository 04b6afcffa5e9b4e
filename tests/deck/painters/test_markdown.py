"""Markdown line by line: heights are known without painting, and only what is visible is painted."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from docdeck.deck.painters.markdown import MarkdownSource, markdown_lines

PIECES = st.sampled_from(
    ["# ", "## ", "- ", "12. ", "> ", "[ ] ", "```", "~~~", "---", "***", "{% hint %}", "{% endtabs %}", "![",
     "](", ")", "**", "`", "_", "\\*", "word ", "x" * 30, "é", "漢", "\t", " ", "", "\x1b", "1)",
     "| ", " | ", "| - | - |"]
)  # fmt: skip
LINES = st.lists(st.lists(PIECES, max_size=6).map("".join), max_size=12)


@given(lines=LINES, width=st.integers(1, 90))
def test_an_item_is_as_high_as_its_rows(lines: list[str], width: int) -> None:
    source = MarkdownSource([(line, None) for line in lines])
    heights = [source.height(at, width) for at in reversed(range(source.count))]
    assert heights[::-1] == [len(source.lines(at, width)) for at in range(source.count)]
    if lines and not any(line.startswith("|") for line in lines):
        shown = [row for at in range(source.count) for row in source.lines(at, width)]
        assert shown == markdown_lines("\n".join(lines), width)


TABLE = ["| Prefix | May |", "| --- | :-: |", "| `fk_test_` | everything, in the *test* environment |", "| a \\| b | |"]


def table_at(width: int, lines: list[str] = TABLE) -> list[str]:
    source = MarkdownSource([(line, None) for line in lines])
    rows = [row for at in range(source.count) for row in source.lines(at, width)]
    return ["".join(text for text, _ in row).rstrip() for row in rows]


def test_a_table_stands_in_columns() -> None:
    assert table_at(80) == [
        "Prefix   │ May",
        "─────────┼────────────────────────────────────",
        "fk_test_ │ everything, in the test environment",
        "a | b    │",
    ]


def test_a_cell_goes_on_below_where_there_is_less_room() -> None:
    assert table_at(36)[2:4] == ["fk_test_ │ everything, in the test", "         │ environment"]


def test_what_is_no_table_or_has_no_room_is_shown_as_written() -> None:
    assert table_at(10)[0].startswith("| Prefix")
    assert table_at(80, ["| not a table |", "| at all |"]) == ["| not a table |", "| at all |"]


def test_heights_of_plain_lines_paint_nothing() -> None:
    painted: list[str] = []
    source = MarkdownSource([(f"line {at} with `code`", None) for at in range(1_000)])
    lines = source.lines
    source.lines = lambda index, width: painted.append(str(index)) or lines(index, width)  # type: ignore[method-assign]
    assert sum(source.height(at, 80) for at in range(source.count)) == 1_000
    assert painted == []
    assert source.height(0, 10) == 2
    assert painted == ["0"]


def test_keys_are_numbers_of_lines() -> None:
    source = MarkdownSource([("a", None), ("b", None)])
    assert [source.index_of(key) for key in ("0", "1", "2", "x", "-1")] == [0, 1, None, None, None]
