"""What a terminal draws of what a program writes: whole frames (synchronized updates, mode 2026), never half of one."""

from __future__ import annotations

import re

BEGIN, END = b"\x1b[?2026h", b"\x1b[?2026l"

_STRANGE_TO_PYTE = re.compile(
    rb"\x1b\[[<>=?][0-9;]*[ut]|\x1b\[>[0-9;]*q|\x1b\[\?[0-9]+\$p|\x1b\][0-9]+;[^\x07\x1b]*(?:\x07|\x1b\\)"
)
_UNFINISHED = re.compile(rb"\x1b(?:\[[0-9;:<=>?]*[ -/]*)?\Z|\x1b\][^\x07\x1b]*\x1b?\Z")
"""A sequence whose end has not come yet."""


class Frames:
    """Keeps back the frame that is still being written, and a sequence that was cut in two."""

    def __init__(self) -> None:
        self._held = bytearray()

    def drawn(self, data: bytes) -> bytes:
        """What can be drawn now that this came, without the sequences that pyte would draw as text."""
        self._held += data
        begun, ended = self._held.rfind(BEGIN), self._held.rfind(END)
        unfinished = _UNFINISHED.search(self._held)
        whole = begun if begun > ended else unfinished.start() if unfinished is not None else len(self._held)
        ready = bytes(self._held[:whole])
        del self._held[:whole]
        return _STRANGE_TO_PYTE.sub(b"", ready)
