"""Waits on what the service does in the background, by asking it again and again."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.service.conftest import World

_SECONDS = 60.0


async def until(world: World, path: str, done: Callable[[Any], bool], *, who: str = "admin", **query: Any) -> Any:
    """Ask for a path until the answer is as wanted; the answer."""
    async with asyncio.timeout(_SECONDS):
        while True:
            answer = await world.ok(who, "GET", path, **query)
            if done(answer):
                return answer
            await asyncio.sleep(0.01)


class Site(ThreadingHTTPServer):
    """A small web server: `pages` by path are bodies, or (status, headers, body); `calls` are what it was sent."""

    daemon_threads = True

    def __init__(self, pages: Mapping[str, Any]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.pages = dict(pages)
        self.calls: list[tuple[str, str, dict[str, str], bytes]] = []
        self.arrived = threading.Event()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: Site

    def _answer(self) -> None:
        sent = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.server.calls.append((self.command, self.path, dict(self.headers), sent))
        self.server.arrived.set()
        page = self.server.pages.get(self.path.partition("?")[0], (404, {}, b""))
        status, headers, body = page if isinstance(page, tuple) else (200, {}, page)
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = _answer

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def serving(pages: Mapping[str, Any]) -> Iterator[Site]:
    """A web server for as long as the block runs."""
    with Site(pages) as site:
        thread = threading.Thread(target=site.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield site
        site.shutdown()
        thread.join()
