"""Raw text in an editing field: characters that act on a terminal stand as marks there, and come back unchanged.

A text field that dropped or rewrote such characters would alter another person's comment when it is sent back. So each
of them is exchanged, one for one, for a private-use character, which is one cell wide and does nothing.
"""

from __future__ import annotations

from docdeck.text import REPLACEMENT, Safe, safe

_FIRST, _LAST = 0xF0000, 0xFFFFD
_JOINERS = "\u200c\u200d"


_PICTURES = {"\n": "\u2424", "\t": "\u2409"}


class Held:
    """The exchange of one field. `start` and `hold` what goes in, `release` what comes out.

    With `one_line` a newline and a tab are marks too.
    """

    def __init__(self, *, one_line: bool = False) -> None:
        self._kept = _JOINERS if one_line else _JOINERS + "\n\t"
        self._one_line = one_line
        self._marks: dict[str, str] = {}
        self._raw: dict[str, str] = {}
        self._windows = False

    def start(self, raw: str) -> str:
        """Begin with this text. Line ends that are all CRLF become plain ones, and are restored by `release`."""
        self._marks.clear()
        self._raw.clear()
        bare = raw.replace("\r\n", "")
        self._windows = not self._one_line and "\r\n" in raw and "\n" not in bare and "\r" not in bare
        return self._exchange(raw.replace("\r\n", "\n") if self._windows else raw)

    def hold(self, typed: str) -> str:
        """What to put into the field for typed or pasted text; its line ends become plain."""
        return self._exchange(typed.replace("\r\n", "\n"))

    def release(self, held: str) -> str:
        """The raw text of what stands in the field."""
        raw = "".join([self._raw.get(character, character) for character in held]) if self._raw else held
        return raw.replace("\n", "\r\n") if self._windows else raw

    def visible(self, held: str) -> Safe:
        """The field's text as it may be shown; each character stays one character, so the cursor stays right."""
        return Safe("".join([_shown(self._raw[each]) if each in self._raw else each for each in held]))

    @property
    def marks(self) -> int:
        """How many different characters stand as marks."""
        return len(self._marks)

    def _exchange(self, text: str) -> str:
        if text.isascii() and text.isprintable():
            return text
        for character in sorted(set(text)):
            if character not in self._marks and self._acts(character):
                mark = chr(_FIRST + len(self._marks))
                self._marks[character] = mark
                self._raw[mark] = character
        return "".join([self._marks.get(character, character) for character in text]) if self._marks else text

    def _acts(self, character: str) -> bool:
        if character in self._kept:
            return False
        return _FIRST <= ord(character) <= _LAST or character in "\n\t" or safe(character) != character


def _shown(raw: str) -> str:
    if raw in _PICTURES:
        return _PICTURES[raw]
    shown = safe(raw)
    return shown if len(shown) == 1 and shown != "\n" and shown != raw else REPLACEMENT
