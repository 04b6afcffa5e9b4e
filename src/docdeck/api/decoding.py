"""Takes a body apart while it comes in: gzip, and a limit on the decoded bytes."""

from __future__ import annotations

import zlib

from docdeck.api.errors import BadAnswer
from docdeck.api.exchange import MiB

_AGAIN = "Try again in a moment."


class Unpacking:
    """Collects one body of at most `most` decoded bytes. Raises `BadAnswer` for one that is larger or broken."""

    def __init__(self, operation: str, coding: str, most: int) -> None:
        self._operation = operation
        self._most = most
        self._pieces: list[bytes] = []
        self._size = 0
        coding = coding.strip().lower()
        if coding not in ("", "identity", "gzip"):
            raise BadAnswer(f"The answer of {operation} has a coding that was not asked for.")
        self._gzip = zlib.decompressobj(wbits=31) if coding == "gzip" else None

    def add(self, chunk: bytes) -> None:
        """One more piece from the wire; a small piece of gzip never becomes more than the limit."""
        try:
            piece = self._gzip.decompress(chunk, self._most - self._size + 1) if self._gzip else chunk
        except zlib.error:
            raise BadAnswer(f"The answer of {self._operation} could not be decoded.", _AGAIN) from None
        self._size += len(piece)
        if self._size > self._most:
            raise BadAnswer(
                f"The answer of {self._operation} is larger than {max(1, self._most // MiB)} MiB.",
                "Ask for less, for example with limit.",
            )
        self._pieces.append(piece)

    def whole(self) -> bytes:
        """The body. Raises `BadAnswer` when gzip was cut off."""
        if self._gzip and self._size and not self._gzip.eof:
            raise BadAnswer(f"The answer of {self._operation} was cut off.", _AGAIN)
        return b"".join(self._pieces)
