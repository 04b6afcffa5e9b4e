"""The sample workspace: the service as a child process on loopback, with a database and a token of its own.

The child reads the token as the first line of its standard input, so it stands in no argument and no environment,
and it ends when that input closes: also when this process is killed and can say nothing any more.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

from docdeck import paths
from docdeck.api.errors import DocdeckError, Offline

READY = "docdeck service ready on "
READY_SECONDS = 60.0
CLOSE_SECONDS = 5.0
ACCOUNT = "sample"


class SampleFailed(DocdeckError):
    """The sample's service did not come up; says what it said."""


class SampleService:
    """One child process serving the sample. `start` returns at once, `wait_ready` gives its base URL."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or paths.data_folder()
        self.database = self.folder / "sample.sqlite"
        self._log = paths.state_folder() / "sample-service.log"
        self._child: subprocess.Popen[bytes] | None = None
        self._lock: IO[str] | None = None
        self.base_url = ""
        self.token = ""

    def start(self, *, reset: bool = False) -> None:
        """Start the child and hand it its token. Raises SampleFailed."""
        paths.made(self.folder)
        if reset:
            self._remove_everything()
        self._lock = self._held(exclusive=False)
        self.token = self._kept_token()
        log = paths.open_private(self._log)
        try:
            os.ftruncate(log, 0)
            self._child = subprocess.Popen(  # noqa: S603 (our own program)
                self._command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, env=_environment(),
                start_new_session=True,  # keys such as ctrl+c belong to the deck, not to its service
            )  # fmt: skip
        except OSError as error:
            raise SampleFailed(f"The sample's service could not be started: {error.strerror}.") from error
        finally:
            os.close(log)
        self._hand_over_token()

    def wait_ready(self, seconds: float = READY_SECONDS) -> str:
        """The base URL, as soon as the service answers. Blocks: call it in a thread. Raises SampleFailed."""
        if self.base_url:
            return self.base_url
        child = self._child
        if child is None or child.stdout is None:
            raise SampleFailed("The sample's service was not started.")
        line = _line_within(child.stdout, seconds)
        if line is None:
            self.close()
            raise SampleFailed(
                f"The sample's service was not ready after {seconds:.0f} seconds.", f"Its log is {self._log}."
            )
        if not line.startswith(READY):
            if self._child is None:
                raise SampleFailed("The sample's service was ended before it was ready.")
            self.close()
            raise SampleFailed(f"The sample's service ended at once: {self._last_words()}", f"Its log is {self._log}.")
        self.base_url = line.removeprefix(READY).strip()
        return self.base_url

    def gone(self) -> Offline | None:
        """What to tell once the child has ended though nobody ended it; None while it runs."""
        child = self._child
        if child is None or child.poll() is None:
            return None
        hint = "Leave with q and start docdeck again: what you wrote is kept, and what was read stays readable."
        return Offline("The service of the sample workspace has ended.", hint)

    def close(self) -> None:
        """End the child: close its standard input, wait, and only then insist."""
        child, self._child = self._child, None
        if child is not None:
            if child.stdin:
                with contextlib.suppress(OSError):  # it was gone already
                    child.stdin.close()
            try:
                child.wait(CLOSE_SECONDS)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
            if child.stdout and self.base_url:  # else `wait_ready` may be reading it in its thread
                child.stdout.close()
        if self._lock:
            self._lock.close()
            self._lock = None

    def _command(self) -> list[str]:
        # -P keeps the current folder out of the module path: a stray docdeck.py or json.py there must not run
        return [
            sys.executable, "-P", "-m", "docdeck", "serve", "--host", "127.0.0.1", "--port", "0",
            "--database", str(self.database), "--sample", "--owned",
        ]  # fmt: skip

    def _hand_over_token(self) -> None:
        assert self._child is not None
        assert self._child.stdin is not None
        with contextlib.suppress(OSError):  # the child has ended; wait_ready tells why
            self._child.stdin.write(self.token.encode() + b"\n")
            self._child.stdin.flush()

    def _kept_token(self) -> str:
        file = self.folder / "sample.token"
        token = paths.kept_private(file, new_token).strip()
        if not token:
            raise SampleFailed(f"{file} is empty.", "docdeck demo --reset makes the sample anew.")
        return token

    def _remove_everything(self) -> None:
        """Make room for a new sample; refused while another docdeck uses the old one."""
        lock = self._held(exclusive=True)
        for suffix in ("", "-wal", "-shm", "-journal"):
            self.database.with_name(self.database.name + suffix).unlink(missing_ok=True)
            answers = paths.cache_file(ACCOUNT)
            answers.with_name(answers.name + suffix).unlink(missing_ok=True)
        (self.folder / "sample.token").unlink(missing_ok=True)
        lock.close()

    def _held(self, *, exclusive: bool) -> IO[str]:
        import fcntl

        lock = os.fdopen(paths.open_private(self.folder / "sample.lock"), "a")
        try:
            fcntl.flock(lock, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise SampleFailed(
                "The sample workspace is in use by another docdeck.", "Close that one first, or start without --reset."
            ) from None
        return lock

    def _last_words(self) -> str:
        try:
            lines = self._log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        except OSError:
            lines = []
        return lines[-1].removeprefix("docdeck: ") if lines else "it said nothing."


def new_token() -> str:
    """A token that nobody can guess."""
    import secrets

    return secrets.token_urlsafe(32)


def _environment() -> dict[str, str]:
    """What the child inherits: everything but the tokens, which it has no use for; its log says where it failed."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DOCDECK_TOKEN", "DOCDECK_SERVICE_TOKEN")}
    return {**kept, "DOCDECK_DEBUG": "1"}


def _line_within(stream: IO[bytes], seconds: float) -> str | None:
    """The first line of a pipe, "" when it ended before one, None when time ran out."""
    deadline = time.monotonic() + seconds
    got = b""
    with selectors.DefaultSelector() as selector:
        selector.register(stream, selectors.EVENT_READ)
        while b"\n" not in got:
            left = deadline - time.monotonic()
            if left <= 0 or not selector.select(left):
                return None
            piece = os.read(stream.fileno(), 4096)
            if not piece:
                return ""
            got += piece
    return got.partition(b"\n")[0].decode("utf-8", "replace")
