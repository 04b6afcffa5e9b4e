"""Addresses that callers send: which are taken, and how they are shown without what nobody may read."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit, urlunsplit

from docdeck.service.errors import Invalid


def check_http(field: str, url: str) -> SplitResult:
    """The parts of an http(s) address, else 400 naming the field."""
    return check_scheme(field, url, ("http", "https"))


def check_scheme(field: str, url: str, schemes: tuple[str, ...]) -> SplitResult:
    """The parts of an address with one of some schemes, else 400 naming the field."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Invalid(f"{field}: is not an address.") from None
    hostless = parts.scheme == "file"
    controls = any(letter <= " " or letter == "\x7f" for letter in url)
    if parts.scheme not in schemes or not (parts.hostname or hostless) or controls or not url.isascii() or port == 0:
        raise Invalid(f"{field}: must be an address that begins with {' or '.join(f'{name}://' for name in schemes)}.")
    return parts


def masked(url: str) -> str:
    """An address without user name and password."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
