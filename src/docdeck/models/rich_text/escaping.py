"""Writing words into Markdown so that they come back as the same words."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"[\\`*_\[\]<&~$!{\n]")
_ENTITY = re.compile(r"&(?:#[xX]?[0-9a-fA-F]{1,8}|[A-Za-z][A-Za-z0-9]{1,31});")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_FIRST = re.compile(r"(?:#{1,6}(?=[ \t]|$)|>|[-+*](?=[ \t]|$)|-(?=-+[ \t]*$)|(?P<number>\d{1,9})[.)](?=[ \t]|$))")
_LATER = re.compile(r"(?:[=-]+[ \t]*$|[|:-][-:| \t]*$)")
_BARE_TARGET = re.compile(r"[^\s<>()\\\x00-\x20\x7f]+")
_AUTOLINK = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]{1,31}:[^<>\x00-\x20]*")


def escaped(text: str, before: str = "", after: str = "", *, brackets: bool = False, one_line: bool = False) -> str:
    """Text as Markdown that means just this text.

    `before` and `after` are the signs beside it: "`" for a mark or a link, empty at an end of the line.
    `brackets` escapes `[` and `]`; with `one_line` a line break is written `<br>`.
    """
    if not _SPECIAL.search(text):
        return text
    last = len(text) - 1

    def replace(found: re.Match[str]) -> str:
        at, sign = found.start(), found[0]
        previous = text[at - 1] if at else before
        following = text[at + 1] if at < last else after
        if sign == "\n":
            return "<br>" if one_line else "\\\n"
        return "\\" + sign if _acts(text, at, sign, previous, following, at == last, brackets) else sign

    return _SPECIAL.sub(replace, text)


def _acts(text: str, at: int, sign: str, previous: str, following: str, last: bool, brackets: bool) -> bool:
    """Whether this sign would mean something to a Markdown reader at this place."""
    if sign == "\\":
        return following == "" or following in _PUNCTUATION or following == "\n"
    if sign == "*":
        return not (previous in (" ", "\t") and following in (" ", "\t"))
    if sign == "_":
        return last or at == 0 or not (previous.isalnum() and following.isalnum())
    if sign in "[]":
        return brackets
    if sign == "<":
        return (last and following == "`") or bool(re.match(r"[A-Za-z/!?]", following))
    if sign == "&":
        return _ENTITY.match(text, at) is not None
    if sign in "~$":
        return sign in (previous, following) or (at == 0 and previous == "`") or (last and following == "`")
    if sign == "!":
        return last and following == "`"
    if sign == "{":
        return following == "%"
    return True


def line_start(line: str, first: bool) -> str:
    """A line of a paragraph, kept from starting a list, a heading, a quote, a rule or a table."""
    found = _FIRST.match(line) or (None if first else _LATER.match(line))
    if found is None:
        return line
    at = found.end("number") if found.re is _FIRST and found["number"] else 0
    return line[:at] + "\\" + line[at:]


def target(address: str) -> str:
    """The destination of a link or image, between its parentheses."""
    address = re.sub(r"[\r\n]+", " ", address)
    if _BARE_TARGET.fullmatch(address) and not _ENTITY.search(address):
        return address
    guarded = re.sub(r"\\(?=[!-/:-@\[-`{-~]|$)", r"\\\\", address)
    guarded = _ENTITY.sub(lambda found: "\\" + found[0], guarded)
    return "<" + re.sub(r"[<>]", lambda found: "\\" + found[0], guarded) + ">"


def title(text: str) -> str:
    """A link or image title with its quotes and a space before it; nothing for no title."""
    text = " ".join(text.split())
    if not text:
        return ""
    guarded = re.sub(r"\\(?=[!-/:-@\[-`{-~]|$)", r"\\\\", text).replace('"', '\\"')
    return ' "' + _ENTITY.sub(lambda found: "\\" + found[0], guarded) + '"'


def is_autolink(address: str) -> bool:
    """Whether `<address>` reads as a link to it."""
    return _AUTOLINK.fullmatch(address) is not None


def code_span(text: str) -> str:
    """Text as inline code; line breaks become spaces."""
    text = text.replace("\n", " ")
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    padded = text.startswith("`") or text.endswith("`")
    padded = padded or (text.startswith(" ") and text.endswith(" ") and text.strip(" ") != "")
    ticks = "`" * (longest + 1)
    return f"{ticks} {text} {ticks}" if padded else f"{ticks}{text}{ticks}"


def attribute(name: str, value: str) -> str:
    """One `name="value"` of a tag or a code fence."""
    guarded = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("%}", "%\\}")
    return f'{name}="{guarded}"'


_ATTRIBUTE = re.compile(r'\s*([A-Za-z_][\w-]*)="((?:[^"\\]|\\.)*)"', re.ASCII)


def attributes(text: str) -> tuple[dict[str, str], str]:
    """The `name="value"` pairs at the start of this text, and what is left after them."""
    found: dict[str, str] = {}
    at = 0
    while match := _ATTRIBUTE.match(text, at):
        found[match[1]] = re.sub(r"\\(.)", lambda sign: "\n" if sign[1] == "n" else sign[1], match[2])
        at = match.end()
    return found, text[at:].strip()
