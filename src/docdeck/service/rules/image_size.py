"""How wide and high an image is, read from its first bytes. Facts A.4: `dimensions` of a RevisionFile."""

from __future__ import annotations

import re
import struct

_SVG = re.compile(rb"<svg\b[^>]*>")
_SVG_SIDE = rb"\s%s\s*=\s*[\"']\s*(\d{1,5})(?:\.\d+)?(?:px)?\s*[\"']"
_HEAD = 4096
_JPEG_SIZES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""The JPEG segments that tell the size."""


def image_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG, GIF, JPEG or SVG; None for what tells none."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR" and len(data) >= 24:
        size = struct.unpack(">II", data[16:24])
    elif data[:6] in (b"GIF87a", b"GIF89a") and len(data) >= 10:
        size = struct.unpack("<HH", data[6:10])
    elif data[:3] == b"\xff\xd8\xff":
        size = _jpeg(data)
    else:
        size = _svg(data[:_HEAD])
    return (size[0], size[1]) if size is not None and size[0] > 0 and size[1] > 0 else None


def _jpeg(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        if data[at + 1] in _JPEG_SIZES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + max(2, struct.unpack(">H", data[at + 2 : at + 4])[0])
    return None


def _svg(head: bytes) -> tuple[int, int] | None:
    tag = _SVG.search(head)
    if tag is None:
        return None
    sides = [re.search(_SVG_SIDE % name, tag[0]) for name in (b"width", b"height")]
    found = [int(side[1]) for side in sides if side is not None]
    return (found[0], found[1]) if len(found) == 2 else None
