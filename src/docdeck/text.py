"""The one door for text from outside.

A terminal can be made to type: text that holds an escape sequence makes it answer, and the answer arrives as
key presses. So every string that a server, a file or another person wrote passes `safe` before a widget, a
notification, a title, a log on a terminal or a verb's table may show it. The raw text stays beside it, for
editing and for sending back.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NewType

Safe = NewType("Safe", str)
"""Text that may be shown: no control, bidirectional or invisible character, and no markup is ever parsed in it."""

REPLACEMENT = "\ufffd"
COMBINING_LIMIT = 8

_CONTROL_RANGES = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 without tab and newline, DEL, C1
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"  # soft hyphen, joiner, Arabic mark, fillers
    "\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U00013430-\U0001343f\U000e0000-\U000e0fff"
    "\ud800-\udfff"  # lone surrogates cannot be encoded
)
_HOSTILE = re.compile(f"[{_CONTROL_RANGES}]")
_JOINERS = re.compile("[\u200c\u200d]")
_EMOJI_PARTS = frozenset("\u2194\u2195\u2620\u2640\u2642\u2695\u2696\u26a7\u26d3\u26f9\u2708\u2764\u27a1\u2b1b")
_STACKED = re.compile(rf"[^\w\s\x00-\x7f]{{{COMBINING_LIMIT + 1},}}")  # marks are not in \w
_ONE_LINE = re.compile(r"[\n\t]+")


def _mark(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if code in (0x85, 0x2028, 0x2029):
        return "\n"
    return REPLACEMENT


def _keeps_joiner(before: str, after: str) -> bool:
    """Whether a joiner here is ordinary writing: between letters (marks before it are theirs) or emoji, or the
    one after a virama, which may end a word."""
    if before and unicodedata.combining(before) == 9:
        return not after or (after not in "\u200c\u200d" and unicodedata.category(after)[0] != "M")
    if not before or not after:
        return False
    joined = after.isalpha() or ord(after) >= 0x1F000 or after in _EMOJI_PARTS
    carries = before.isalpha() or ord(before) >= 0x1F000 or before in _EMOJI_PARTS
    return joined and (carries or unicodedata.category(before) in ("Mn", "Mc"))


def _keep_joiners_between_letters(text: str) -> str:
    pieces = list(text)
    for match in _JOINERS.finditer(text):
        at = match.start()
        if not _keeps_joiner(text[at - 1] if at else "", text[at + 1 : at + 2]):
            pieces[at] = REPLACEMENT
    return "".join(pieces)


def _capped(match: re.Match[str]) -> str:
    """A run of signs with at most `COMBINING_LIMIT` marks one upon the other."""
    pieces: list[str] = []
    height = 0
    for sign in match[0]:
        height = height + 1 if unicodedata.category(sign)[0] == "M" else 0
        if height <= COMBINING_LIMIT:
            pieces.append(sign)
        elif height == COMBINING_LIMIT + 1:
            pieces.append(REPLACEMENT)
    return "".join(pieces)


def safe(text: str | None) -> Safe:
    """Text that may stand on several lines: newlines and tabs stay, everything else that acts is made visible."""
    if not text:
        return Safe("")
    if text.isascii() and text.isprintable():
        return Safe(text)
    text = text.replace("\r\n", "\n")
    if _HOSTILE.search(text):
        text = _HOSTILE.sub(_mark, text)
    text = _STACKED.sub(_capped, text)
    if _JOINERS.search(text):
        text = _keep_joiners_between_letters(text)
    return Safe(text)


def safe_line(text: str | None) -> Safe:
    """Text for one row: as `safe`, and every run of newlines and tabs becomes one space."""
    if text and text.isascii() and text.isprintable():
        return Safe(text)  # most of what is shown, and each row asks for it several times
    cleaned = safe(text)
    return Safe(_ONE_LINE.sub(" ", cleaned)) if ("\n" in cleaned or "\t" in cleaned) else cleaned


def hidden_characters(text: str) -> int:
    """How many characters `safe` replaces in this text, for telling the reader that something was there."""
    return len(_HOSTILE.findall(text.replace("\r\n", "\n")))
