"""Opening an address in the browser: only http and https, and only after the host was shown."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from docdeck.deck.screens.confirming import confirm
from docdeck.text import hidden_characters, safe

if TYPE_CHECKING:
    from docdeck.deck.screens.base import DeckScreen


def safe_address(address: str) -> tuple[str, str] | None:
    """The address as it may be opened, and its host in ASCII; None for anything but a plain web address."""
    if hidden_characters(address) or any(character.isspace() for character in address):
        return None
    try:
        parts = urlsplit(address)
        host = (parts.hostname or "").encode("idna").decode("ascii") if parts.hostname else ""
        port = f":{parts.port}" if parts.port is not None else ""
    except (ValueError, UnicodeError):
        return None
    if parts.scheme not in ("http", "https") or not host or parts.username is not None or parts.password is not None:
        return None
    return urlunsplit((parts.scheme, host + port, parts.path, parts.query, parts.fragment)), host


def open_in_browser(view: DeckScreen, address: str) -> None:
    """Ask with the host on the sheet, then hand the address to the browser."""
    found = safe_address(address)
    if found is None:
        view.say(safe("This is no plain web address; it is not opened. y copies it."), failed=True)
        return
    url, host = found
    effects = (f"Host: {host}", url, "The browser opens it outside of docdeck.")
    confirm(view.app, "Open in the browser", effects, "open", lambda: view.app.open_url(url))
