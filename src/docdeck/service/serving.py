"""Serves the application on a port over hypercorn, and ends cleanly when told to."""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from collections.abc import Callable
from typing import Any
from weakref import WeakValueDictionary

from hypercorn.asyncio import serve as serve_sockets  # pyright: ignore[reportUnknownVariableType] (its types are partial)
from hypercorn.config import Config, Sockets
from starlette.applications import Starlette
from starlette.types import Scope

from docdeck.service.faults import Faults

_BACKLOG = 128
_GRACE_SECONDS = 3.0


async def serve(app: Starlette, host: str, port: int, ready: Callable[[str], None], stop: asyncio.Event) -> None:
    """Serve until `stop` is set; port 0 picks a free one. `ready` gets the base URL once calls are answered."""
    listening = _listen(host, port)
    address: tuple[Any, ...] = listening.getsockname()
    faults: Faults | None = app.state.faults
    if faults is not None:
        faults.cut = listening.cut
    serving = asyncio.create_task(serve_sockets(_asgi(app), _OnSocket(listening), shutdown_trigger=stop.wait))
    try:
        shown = f"[{address[0]}]" if ":" in address[0] else address[0]
        # The socket already queues connections, so callers may come before the server's first turn.
        ready(f"http://{shown}:{address[1]}")
        await serving
    finally:
        stop.set()
        await asyncio.wait([serving])
        listening.close()


def _asgi(app: Starlette) -> Any:
    return app


class _OnSocket(Config):
    """A configuration that serves on a socket which already listens."""

    def __init__(self, listening: socket.socket) -> None:
        super().__init__()
        self._listening = listening
        self.accesslog = None
        self.errorlog = None
        self.graceful_timeout = _GRACE_SECONDS
        self.shutdown_timeout = _GRACE_SECONDS
        self.keep_alive_timeout = 60
        self.include_server_header = False

    def create_sockets(self) -> Sockets:
        return Sockets([], [self._listening], [])


class _Listening(socket.socket):
    """A listening socket that remembers its connections by caller, so that a fault can cut one."""

    def __init__(self, family: int) -> None:
        # Named TCP, asyncio switches off the delay of small packets: 40 ms on each answer of a kept connection.
        super().__init__(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self._connections: WeakValueDictionary[tuple[str, int], socket.socket] = WeakValueDictionary()

    def accept(self) -> tuple[socket.socket, Any]:
        connection, address = super().accept()
        self._connections[(address[0], address[1])] = connection
        return connection, address

    def cut(self, scope: Scope, reset: bool) -> bool:
        """End a caller's connection at once: closed, or with `reset` as if it had broken."""
        client = scope.get("client")
        connection = None if client is None else self._connections.get((client[0], client[1]))
        if connection is None:
            return False
        if reset:
            _reset(connection)
        else:
            connection.shutdown(socket.SHUT_RDWR)
        return True


def _reset(connection: socket.socket) -> None:
    """Close without a goodbye: with no time to linger the system sends RST. The server keeps a dead descriptor."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    dead, other = socket.socketpair()
    other.close()
    os.dup2(dead.fileno(), connection.fileno())
    dead.close()


def _listen(host: str, port: int) -> _Listening:
    family, _kind, _protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listening = _Listening(family)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_BACKLOG)
        listening.setblocking(False)
    except OSError:
        listening.close()
        raise
    return listening
