"""Fetches a document over http or https: bounded in time, size and redirects, and never led inwards by one."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import time
from urllib.parse import SplitResult, urljoin, urlsplit

MAX_BYTES = 10 * 1024 * 1024
MAX_SECONDS = 15.0
MAX_REDIRECTS = 5
_REDIRECTS = (301, 302, 303, 307, 308)
_CHUNK = 64 * 1024


class FetchError(Exception):
    """The document could not be had; the message says why, without credentials."""


class FetchTimeout(FetchError):
    """The other side was too slow."""


def check_address(url: str, field: str = "url") -> SplitResult:
    """The parts of an http(s) address; FetchError names the field otherwise."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise FetchError(f"{field}: is not an address.") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or not url.isascii() or _has_controls(url):
        raise FetchError(f"{field}: must be an address that begins with http:// or https://.")
    return parts


def fetch(url: str, *, seconds: float = MAX_SECONDS, limit: int = MAX_BYTES) -> bytes:
    """The body behind an address. Raises FetchError, FetchTimeout."""
    _status, body = call("GET", url, seconds=seconds, limit=limit)
    return body


def call(
    method: str,
    url: str,
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
    *,
    seconds: float = MAX_SECONDS,
    limit: int = MAX_BYTES,
) -> tuple[int, bytes]:
    """Status and body of a call that succeeded. A GET follows redirects; a redirect never leads to a private host."""
    deadline = time.monotonic() + seconds
    parts = check_address(url)
    allowed = {_origin(parts)}
    for _ in range(MAX_REDIRECTS + 1):
        try:
            status, location, found = _once(method, parts, body, headers or {}, deadline, limit, allowed)
        except TimeoutError:
            raise FetchTimeout(f"{parts.hostname} did not answer within {seconds:g} seconds.") from None
        except (OSError, http.client.HTTPException, ValueError) as problem:
            raise FetchError(f"{parts.hostname} could not be read: {problem or type(problem).__name__}.") from None
        if status in _REDIRECTS and location and method == "GET":
            parts = check_address(urljoin(parts.geturl(), location), "the redirect")
            continue
        if not 200 <= status < 300:
            raise FetchError(f"{parts.hostname} answered with the status {status}.")
        return status, found
    raise FetchError(f"There are more than {MAX_REDIRECTS} redirects.")


def _once(
    method: str,
    parts: SplitResult,
    body: bytes | None,
    headers: dict[str, str],
    deadline: float,
    limit: int,
    allowed: set[tuple[str, int]],
) -> tuple[int, str | None, bytes]:
    connection = _connection(parts, deadline, inner=_origin(parts) in allowed)
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request(method, path, body, {"User-Agent": "docdeck", "Accept": "*/*", **headers})
        answer = connection.getresponse()
        return answer.status, answer.getheader("Location"), _read(connection, answer, deadline, limit)
    finally:
        connection.close()


def _read(
    connection: http.client.HTTPConnection, answer: http.client.HTTPResponse, deadline: float, limit: int
) -> bytes:
    found = bytearray()
    while True:
        if connection.sock is not None:
            connection.sock.settimeout(_left(deadline))
        part = answer.read1(_CHUNK)
        if not part:
            return bytes(found)
        found += part
        if len(found) > limit:
            raise FetchError(f"The document is larger than {limit // 1024 // 1024} MiB.")


def _connection(parts: SplitResult, deadline: float, *, inner: bool) -> http.client.HTTPConnection:
    """A connection to the address that was checked, so that a name cannot mean another host afterwards."""
    host, port = _origin(parts)
    family, kind, protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    if not inner and not ipaddress.ip_address(str(address[0]).partition("%")[0]).is_global:
        raise FetchError("A redirect leads to a private network, which is not followed.")
    link = socket.socket(family, kind, protocol)
    link.settimeout(_left(deadline))
    link.connect(address)
    if parts.scheme == "https":
        link = ssl.create_default_context().wrap_socket(link, server_hostname=host)
    link.settimeout(_left(deadline))
    shown = f"[{host}]" if ":" in host else host
    connection = http.client.HTTPConnection(shown, port)
    if parts.scheme == "https":
        connection.default_port = 443
    connection.sock = link
    return connection


def _origin(parts: SplitResult) -> tuple[str, int]:
    return parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _has_controls(url: str) -> bool:
    return any(letter <= " " or letter == "\x7f" for letter in url)
