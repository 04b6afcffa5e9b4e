"""Tables: columns stay straight and nothing in a cell acts on the terminal."""

from __future__ import annotations

from docdeck.cli.output import table_lines


def test_the_widest_column_gives_way_first() -> None:
    lines = table_lines(("ID", "TITLE"), [("1", "a" * 60), ("22", "short")], 30)
    assert lines[0] == "ID  TITLE"
    assert lines[1] == "1   " + "a" * 25 + "…"
    assert lines[2] == "22  short"
    assert max(len(line) for line in lines) == 30


def test_cells_are_made_safe_and_measured_in_cells() -> None:
    lines = table_lines(("A", "B"), [("日本", "x"), ("e\u0301", "\x1b[2J\n\u202ey")], 80)
    assert lines[1] == "日本  x"
    assert lines[2].startswith("e\u0301     ␛[2J")
    assert all(line.isprintable() for line in lines)


def test_a_table_without_rows_has_its_heads() -> None:
    assert table_lines(("A", "B"), [], 80) == ["A  B"]
