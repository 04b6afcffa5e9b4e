"""Puts a platform together: transport, cache and limits for one profile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from docdeck.api.cache import Cache
from docdeck.api.errors import Offline
from docdeck.api.exchange import Limits, Secret
from docdeck.api.platform import Platform


def connect(
    base_url: str,
    token: Secret | None,
    *,
    cache_file: Path | None = None,
    app: Any = None,
    limits: Limits | None = None,
    gone: Callable[[], Offline | None] = lambda: None,
) -> Platform:
    """A platform for one server and account; nothing is sent yet. Raises `BadBaseUrl`.

    `cache_file` is where answers are kept (None: in memory only; see `cache_name`); `app` an ASGI application to
    call in place of the network; `gone` says why, where the caller knows, once the server cannot be reached.
    """
    from docdeck.api.transport import Transport  # httpx takes 30 ms to import: not before somebody connects

    return Platform(Transport(base_url, token, app=app, limits=limits, gone=gone), Cache(cache_file))
