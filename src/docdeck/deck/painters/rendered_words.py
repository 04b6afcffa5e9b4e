"""Words of a comparison as spans: how they read, and what happened to them."""

from __future__ import annotations

from collections.abc import Sequence

from docdeck.deck.widgets.lines import Span
from docdeck.text import safe
from docdeck.workspace.block_changes import Mark, Marked
from docdeck.workspace.blocks import Piece

_STYLE_ROLES = {"strong": "strong", "em": "accent", "code": "code", "gone": "dim", "link": "link", "image": "dim"}


def role_of(style: str, mark: Mark, whole: str) -> str:
    """How words look: by their mark, else by what happened to the whole block, else by their style."""
    if whole in ("added", "removed"):
        return _STYLE_ROLES.get(style, "") if whole == "added" and style in ("code", "strong") else whole
    if mark:
        return f"{mark}-word"
    return _STYLE_ROLES.get(style, "")


def spans_of(pieces: Sequence[Marked], whole: str, base: str = "") -> list[Span]:
    """Pieces as spans; where a link leads is said when the link is what changed."""
    found: list[Span] = []
    before: Marked = (Piece(""), "")
    for piece, mark in pieces:
        text, last = piece.text, before[0].text
        if mark == "added" and before[1] == "removed" and not whole and not (last[-1:] + text[:1]).count(" "):
            found.append((safe(" "), ""))  # told apart without colour, too
        before = (piece, mark)
        if mark and not whole and piece.style == "link" and piece.target:
            text = f"{text} ({piece.target})"
        if text:
            found.append((safe(text), role_of(piece.style, mark, whole) or base))
    return found
