"""Prints pages as a PDF. Document section: "Change requests" (pdf)."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle, getSampleStyleSheet
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.platypus import PageBreak, Paragraph, Preformatted, SimpleDocTemplate, Spacer

PrintedPage = tuple[str, Sequence[str]]
"""A title, and the Markdown lines of the body."""

_WIDE = "HeiseiKakuGo-W5"
_WRAP = 92


def print_pages(title: str, pages: Sequence[PrintedPage]) -> bytes:
    """A PDF with a heading for each page; code and tables keep their lines."""
    target = io.BytesIO()
    template = SimpleDocTemplate(
        target, pagesize=A4, title=title, author="docdeck", leftMargin=22 * mm, rightMargin=22 * mm
    )
    parts: list[Any] = [_paragraph(title, "Title"), Spacer(1, 6 * mm)]
    for place, (heading, lines) in enumerate(pages):
        if place:
            parts.append(PageBreak())
        parts += [_paragraph(heading, "Heading1"), *_body(lines)]
    template.build(parts)
    return target.getvalue()


def _body(lines: Sequence[str]) -> Iterator[Any]:
    code: list[str] | None = None
    for line in lines:
        if line.lstrip().startswith("```"):
            if code is not None:
                yield Preformatted(_shaped("\n".join(code)), _styles()["Code"], maxLineLength=_WRAP)
            code = [] if code is None else None
        elif code is not None:
            code.append(line)
        elif line.startswith("#"):
            yield _paragraph(line.lstrip("# "), "Heading2")
        elif line.strip():
            yield _paragraph(line, "BodyText")
    if code:
        yield Preformatted(_shaped("\n".join(code)), _styles()["Code"], maxLineLength=_WRAP)


def _paragraph(text: str, style: str) -> Paragraph:
    """A paragraph whose letters beyond Latin are in a font that has them."""
    runs: list[str] = []
    for wide, run in _runs(_shaped(text)):
        words = escape(run)
        runs.append(f'<font name="{_WIDE}">{words}</font>' if wide else words)
    return Paragraph("".join(runs), _styles()[style])


def _runs(text: str) -> Iterator[tuple[bool, str]]:
    start, wide = 0, False
    for place, letter in enumerate(text):
        beyond = not _in_latin(letter)
        if beyond != wide:
            if place > start:
                yield wide, text[start:place]
            start, wide = place, beyond
    if start < len(text):
        yield wide, text[start:]


def _in_latin(letter: str) -> bool:
    try:
        letter.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def _shaped(text: str) -> str:
    """Without letters that no font prints: controls, and what lies beyond the basic plane, shown as a box."""
    return "".join("□" if ord(letter) > 0xFFFF else letter for letter in text if letter >= " " or letter in "\n\t")


@cache
def _styles() -> dict[str, ParagraphStyle]:
    pdfmetrics.registerFont(UnicodeCIDFont(_WIDE))  # pyright: ignore[reportUnknownMemberType] (it has no types)
    found: Any = getSampleStyleSheet()
    return {name: found[name] for name in ("Title", "Heading1", "Heading2", "BodyText", "Code")}
