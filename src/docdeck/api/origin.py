"""Where a profile's server is, and to which addresses its token may go."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from docdeck.api.errors import DocdeckError

_DEFAULT_PORTS = {"http": 80, "https": 443}


class BadBaseUrl(DocdeckError):
    """The base URL of a profile cannot be used."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Scheme, host and port: what the token is bound to."""

    scheme: str
    host: str
    port: int

    @property
    def is_loopback(self) -> bool:
        """Whether this is the own machine, by a literal address or the name localhost."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        default = _DEFAULT_PORTS.get(self.scheme) == self.port
        return f"{self.scheme}://{host}" + ("" if default else f":{self.port}")


def origin_of(scheme: str, host: str, port: int | None) -> Origin:
    """The origin of an address's parts, with the scheme's own port filled in."""
    return Origin(scheme.lower(), host.lower(), port or _DEFAULT_PORTS.get(scheme.lower(), 0))


def base_and_origin(base_url: str) -> tuple[str, Origin]:
    """The base URL without `/` or `/v1` at its end, and its origin. Raises `BadBaseUrl` for one that is not safe."""
    try:
        parts = urlsplit(base_url.strip())
        port = parts.port
    except ValueError:
        raise BadBaseUrl(
            "The base URL of the profile cannot be read.", "It looks like https://api.example.com"
        ) from None
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname:
        raise BadBaseUrl("The base URL needs https:// and a host.", "It looks like https://api.example.com")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise BadBaseUrl("The base URL may hold no user, password, query or fragment.", "Leave only host and path.")
    origin = origin_of(parts.scheme, parts.hostname, port)
    if origin.scheme == "http" and not origin.is_loopback:
        raise BadBaseUrl(
            "The base URL is http://, which would send the token readable for everybody on the way.",
            "Use https://; http:// is for this machine only.",
        )
    return f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/").removesuffix("/v1").rstrip("/"), origin
