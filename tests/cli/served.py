"""A server with canned answers on loopback, and the program run against it: for what a verb says and returns."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOKEN = "canary-token-abcdef"


@dataclass
class Asked:
    """One request that arrived."""

    method: str
    path: str
    body: bytes
    authorization: str


@dataclass
class Canned:
    """Answers by method and path (with its query): status, content type, body. Keeps what was asked."""

    base_url: str = ""
    answers: dict[str, tuple[int, str, bytes]] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)

    def answer(self, call: str, value: object, status: int = 200) -> None:
        """Answer a call such as `GET /v1/user` with JSON."""
        self.answers[call] = (status, "application/json", json.dumps(value).encode())

    def fail(self, call: str, status: int, message: str) -> None:
        """Answer a call with the error body of the API."""
        self.answer(call, {"error": {"code": status, "message": message}}, status)


@contextmanager
def canned_server() -> Iterator[Canned]:
    """A server of canned answers for as long as the block runs."""
    canned = Canned()

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            canned.asked.append(Asked(self.command, self.path, body, self.headers.get("Authorization") or ""))
            missing = (404, "application/json", b'{"error": {"code": 404, "message": "Not found."}}')
            status, kind, data = canned.answers.get(f"{self.command} {self.path}", missing)
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _answer

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    canned.base_url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield canned
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def docdeck(env: dict[str, str], *words: str, feed: str = "", timeout: float = 60) -> subprocess.CompletedProcess[str]:
    """Run the program and wait for its end."""
    return subprocess.run(
        [sys.executable, "-m", "docdeck", *words], env=env, input=feed,
        capture_output=True, text=True, timeout=timeout, check=False,
    )  # fmt: skip


def signed_in(home: dict[str, str], canned: Canned) -> dict[str, str]:
    """The environment of somebody who points docdeck at the canned server."""
    return {**home, "DOCDECK_BASE_URL": f"{canned.base_url}/v1", "DOCDECK_TOKEN": TOKEN}
