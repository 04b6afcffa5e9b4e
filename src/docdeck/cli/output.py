"""Results on stdout: JSON with ASCII escapes everywhere, tables whose cells went through the text door."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Sequence
from typing import Any

from docdeck.text import safe, safe_line


def print_json(value: Any) -> None:
    """JSON that no terminal can act on (ASCII only); indented where a person reads it."""
    text = json.dumps(value, ensure_ascii=True, indent=2 if sys.stdout.isatty() else None)
    # json leaves DEL as it is, the one control character of ASCII that may stand in a JSON text
    sys.stdout.write(text.replace("\x7f", "\\u007f") + "\n")


def print_table(heads: Sequence[str], rows: Sequence[Sequence[str]], *, empty: str) -> None:
    """A table on a terminal, tab-separated raw cells in a pipe; `empty` is what to say when there are no rows."""
    if not sys.stdout.isatty():
        for row in rows:
            sys.stdout.write("\t".join(_one_field(cell) for cell in row) + "\n")
        return
    if not rows:
        sys.stderr.write(f"{safe_line(empty)}\n")
        return
    for line in table_lines(heads, rows, shutil.get_terminal_size().columns):
        sys.stdout.write(line + "\n")


def table_lines(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """The lines of a table no wider than `width` cells: the widest column gives way first."""
    cells = [[safe_line(cell) for cell in row] for row in (heads, *rows)]
    widths = [max(_cells(row[column]) for row in cells) for column in range(len(heads))]
    while sum(widths) + 2 * (len(widths) - 1) > width and max(widths) > 8:
        widths[widths.index(max(widths))] -= 1
    return ["  ".join(_fit(cell, size) for cell, size in zip(row, widths, strict=True)).rstrip() for row in cells]


def _cells(text: str) -> int:
    if text.isascii():
        return len(text)
    import unicodedata

    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text
    )


def _fit(text: str, width: int) -> str:
    size = _cells(text)
    if size <= width:
        return text + " " * (width - size)
    kept = text
    while kept and _cells(kept) > width - 1:
        kept = kept[:-1]
    return kept + "…" + " " * (width - 1 - _cells(kept))


def _one_field(cell: str) -> str:
    return cell.replace("\t", " ").replace("\r", " ").replace("\n", " ")


def print_line(text: str) -> None:
    """One sentence: safe on a terminal, raw but of one line in a pipe."""
    sys.stdout.write(f"{safe_line(text) if sys.stdout.isatty() else _one_field(text)}\n")


def print_text(text: str) -> None:
    """Text of several lines: safe on a terminal, raw in a pipe."""
    sys.stdout.write(safe(text) if sys.stdout.isatty() else text)


def print_fields(fields: Sequence[tuple[str, str]]) -> None:
    """Names and values below each other; a pipe gets the raw values."""
    shown = safe_line if sys.stdout.isatty() else _one_field
    width = max(len(name) for name, _ in fields)
    for name, value in fields:
        sys.stdout.write(f"{name:<{width}}  {shown(value)}\n")
