"""What the deck may write to a terminal, as a strict grammar: whatever else is in the bytes came from outside.

Textual 8.2.8's driver writes few sequences, and they are listed here one by one: private modes it sets, two
questions, the cursor's place inside the screen, colours and styles without blinking or concealing, and links that are
http or https in printable ASCII. Everything else is a finding: another CSI, another OSC, any DCS, APC, PM or SOS, C1,
BEL and the other C0 signs, DEL, signs that cannot be seen, and towers of combining marks. So that a payload which
forges a sequence of the driver's own is told apart, the payloads use numbers that the driver never writes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

MARKS = 8
"""How many combining marks may stand on one sign."""

_MODES = rb"(?:7|25|1000|1003|1004|1006|1015|1016|1049|2004|2026|2048)"
_BYTE = rb"(?:25[0-5]|2[0-4]\d|1?\d?\d)"
_STYLE = rb"(?:0|1|2|3|4|7|9|3[0-7]|4[0-7]|9[0-7]|10[0-7]|39|49|[34]8;5;" + _BYTE + rb"|[34]8;2(?:;" + _BYTE + rb"){3})"
_OWN = re.compile(
    rb"\x1b\[\?" + _MODES + rb"[hl]"
    rb"|\x1b\[\?(?:2026|2048)\$p"
    rb"|\x1b\[(?:>25|<)u"
    rb"|\x1b\]22;[a-z-]{1,16}\x07"
    rb"|\x1b\[(?P<row>\d+);(?P<column>\d+)H"
    rb"|\x1b\[" + _STYLE + rb"(?:;" + _STYLE + rb")*m"
    rb"|\x1b\[m"
    rb"|\x1b\]8;(?:id=[0-9-]+)?;https?://[\x21-\x7e]+\x1b\\"
    rb"|\x1b\]8;;\x1b\\"
)  # fmt: skip
_FOREIGN = re.compile(
    rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b\x9c]{0,200}(?:\x07|\x1b\\|\xc2\x9c)?|\x1b[^\x1b]?", re.DOTALL
)
_INVISIBLE = re.compile(
    "[\x80-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\U000e0000-\U000e0fff\ud800-\udfff]"
)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in the bytes that the deck does not write: what kind, where, and the bytes."""

    kind: str
    at: int
    what: bytes


def findings(raw: bytes, columns: int, rows: int) -> list[Finding]:
    """All of the bytes for a terminal of this size that are not the deck's own; empty is good."""
    found: list[Finding] = []
    plain = bytearray()
    at = 0
    while at < len(raw):
        if raw[at] != 0x1B:
            end = raw.find(b"\x1b", at)
            end = len(raw) if end < 0 else end
            found += _loose(raw[at:end], at)
            plain += raw[at:end]
            at = end
            continue
        own = _OWN.match(raw, at)
        if own is not None and (not own["row"] or (int(own["row"]) <= rows and int(own["column"]) <= columns)):
            at = own.end()
            continue
        foreign = _FOREIGN.match(raw, at)
        end = foreign.end() if foreign is not None else at + 1
        found.append(Finding("sequence", at, raw[at:end]))
        at = end
    return [*found, *_text_findings(bytes(plain))]


def _loose(piece: bytes, at: int) -> Iterator[Finding]:
    for offset, byte in enumerate(piece):
        if (byte < 0x20 and byte not in b"\r\n") or byte == 0x7F:
            yield Finding("control", at + offset, bytes([byte]))


def _text_findings(plain: bytes) -> Iterator[Finding]:
    """What is wrong with the words between the sequences; places count in the words alone."""
    try:
        text = plain.decode()
    except UnicodeDecodeError as problem:
        yield Finding("not UTF-8", problem.start, plain[problem.start : problem.start + 4])
        text = plain.decode("utf-8", "replace")
    for match in _INVISIBLE.finditer(text):
        yield Finding("invisible", match.start(), match[0].encode("utf-8", "surrogatepass"))
    height = 0
    for at, sign in enumerate(text):
        if sign < "\u0300":
            height = 0
            continue
        height = height + 1 if unicodedata.category(sign)[0] == "M" else 0
        if height == MARKS + 1:
            yield Finding("tower", at, sign.encode())
