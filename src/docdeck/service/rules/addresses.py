"""Web addresses and domain names as they are accepted in bodies."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from docdeck.service.errors import Invalid

_LABEL = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_DOMAIN = re.compile(rf"(?=.{{1,253}}$)({_LABEL}\.)+[a-z][a-z0-9-]{{0,61}}[a-z0-9]")


def web_address(field: str, text: str) -> str:
    """An address with http or https and a host, else 400 with the field's name."""
    try:
        parts = urlsplit(text)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname) and not re.search(r"\s", text)
    except ValueError:
        fits = False
    if not fits:
        raise Invalid(f"{field}: must be an address that begins with https:// or http://.")
    return text


def email_domain(field: str, text: str) -> str:
    """A domain name in lower case, else 400 with the field's name."""
    domain = text.strip().lower()
    if not _DOMAIN.fullmatch(domain):
        raise Invalid(f"{field}: {text[:80]!r} is not a domain such as example.org.")
    return domain


def domain_of(email: str | None) -> str | None:
    """The domain of an email address."""
    name, _, domain = (email or "").rpartition("@")
    return domain.strip().lower() if name and domain else None
