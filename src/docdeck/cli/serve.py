"""`docdeck serve`: the service on a port, alone or (with `--owned`) as the child of a docdeck that shows the sample."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
import threading
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from docdeck import paths
from docdeck.cli.failures import WrongUse, say
from docdeck.cli.sample import READY, new_token
from docdeck.text import safe

if TYPE_CHECKING:
    from docdeck.service.faults import Faults
    from docdeck.service.store import Store

LAST_SECONDS = 3.0
"""How long open connections may take to end once the owner of the child has gone."""


class _SafeLines(logging.Formatter):
    """Log lines for a terminal: an address that somebody asked for may hold anything."""

    def format(self, record: logging.LogRecord) -> str:
        return safe(super().format(record))


def run(options: Namespace) -> int:
    """Serve until SIGTERM or SIGINT, or until the owner's end of standard input closes. Prints one ready line."""
    _log_to_stderr()
    token = _owners_token() if options.owned else _token_of(options)
    store = _open_store(options.database)
    try:
        if options.sample:
            _fill(store, token, _lock_file(options.database))
        if options.tokens:
            _write_tokens(store, Path(options.tokens))
        asyncio.run(_serve(store, options))
    finally:
        store.close()
    return 0


async def _serve(store: Store, options: Namespace) -> None:
    from docdeck.service.app import create_app
    from docdeck.service.serving import serve

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    if options.owned:
        _end_with_owner(loop, stop)
    app = create_app(store, faults=_faults(options.faults), translator=_command(options.translator))
    gc.freeze()  # what the start made stays for good; looking through it again and again would slow answers
    await serve(app, options.host, options.port, _announce, stop)


def _command(line: str | None) -> list[str]:
    """The words of a command line, as a shell would part them; no shell ever runs it."""
    import shlex

    try:
        words = shlex.split(line or "")
    except ValueError as error:
        raise WrongUse(f"--translator cannot be read: {error}.") from error
    if line is not None and not words:
        raise WrongUse("--translator needs a command, such as --translator 'trans-tool --markdown'.")
    return words


def _announce(base_url: str) -> None:
    sys.stdout.write(f"{READY}{base_url}\n")
    sys.stdout.flush()


def _end_with_owner(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    """End when standard input closes: the system closes it also for an owner that was killed."""

    def watch() -> None:
        while os.read(0, 4096):
            pass
        timer = threading.Timer(LAST_SECONDS, os._exit, args=(0,))
        timer.daemon = True
        timer.start()
        loop.call_soon_threadsafe(stop.set)

    threading.Thread(target=watch, name="owner", daemon=True).start()


def _owners_token() -> str:
    """The first line of standard input, read byte by byte so that the watching thread sees all that follows."""
    line = bytearray()
    while not line.endswith(b"\n"):
        byte = os.read(0, 1)
        if not byte:
            raise WrongUse("--owned reads a token from standard input, and it closed before one came.")
        line += byte
    from docdeck.credentials import checked

    return checked(line.decode("ascii", "replace"), "Standard input").get_secret_value()


def _token_of(options: Namespace) -> str:
    """The sample owner's token: from a file, the environment, or one that is made, kept and told about."""
    from docdeck.credentials import checked

    if options.token_file:
        try:
            text = Path(options.token_file).read_text(encoding="utf-8")
        except OSError as error:
            raise WrongUse(f"{options.token_file} cannot be read: {error.strerror}.") from error
        return checked(text, options.token_file).get_secret_value()
    given = os.environ.pop("DOCDECK_SERVICE_TOKEN", "")
    if given or not options.sample:
        return checked(given, "DOCDECK_SERVICE_TOKEN").get_secret_value() if given else ""
    file = paths.data_folder() / "service.token"
    text = paths.kept_private(file, new_token)
    say(f"the sample owner's token is in {file}")
    return checked(text, str(file)).get_secret_value()


def _open_store(database: str | None) -> Store:
    """The database: a URL, `:memory:`, a file, or without a name a file of its own in the XDG data folder."""
    from docdeck.service.store import Store

    if database is None:
        database = str(paths.made(paths.data_folder()) / "service.sqlite")
    if "://" in database or database == ":memory:":
        return Store.open(database)
    file = Path(database)
    if not file.parent.is_dir():
        raise WrongUse(f"{file.parent} is no folder, so {file.name} cannot be made there.")
    # made here with 0600, so that what SQLite puts beside it is private too
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, paths.PRIVATE_FILE))
    return Store.open(file)


def _lock_file(database: str | None) -> Path | None:
    if database is not None and ("://" in database or database == ":memory:"):
        return None
    return Path(database + ".lock") if database else paths.data_folder() / "service.sqlite.lock"


def _fill(store: Store, token: str, lock_file: Path | None) -> None:
    """Build the sample in an empty database; two that start at once wait for each other."""
    from docdeck.service.sample import build_sample
    from docdeck.service.store import people, schema

    def build() -> None:
        with store.read() as tx:
            empty = tx.one(schema.users.select().limit(1)) is None
            known = not empty and people.user_of_token(tx, token) is not None
        if empty:
            build_sample(store, owner_token=token)
        elif not known:
            raise WrongUse(
                "The database was filled for another token.", "Give that one, another --database, or remove this one."
            )

    if lock_file is None:
        build()
    else:
        _alone(lock_file, build)


def _alone(lock_file: Path, work: Callable[[], None]) -> None:
    import fcntl

    with os.fdopen(os.open(lock_file, os.O_WRONLY | os.O_CREAT, paths.PRIVATE_FILE), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        work()


def _write_tokens(store: Store, file: Path) -> None:
    """Make a token for every user and write them with name, email and roles; the old ones stay good."""
    import json

    from docdeck.service.store import people, schema

    with store.write() as tx:
        titles = {row["id"]: row["title"] for row in tx.rows(schema.organizations.select())}
        roles: dict[str, dict[str, str | None]] = {}
        for row in tx.rows(schema.members.select()):
            roles.setdefault(row["user"], {})[titles[row["organization"]]] = row["role"]
        entries: list[dict[str, object]] = []
        for user in tx.rows(schema.users.select()):
            token = new_token()
            people.insert_token(tx, user["id"], token)
            entries.append(
                {
                    "id": user["id"],
                    "name": user["display_name"],
                    "email": user["email"],
                    "roles": roles.get(user["id"], {}),
                    "token": token,
                }
            )
        paths.write_private(file.absolute(), json.dumps(entries, indent=2) + "\n")


def _faults(file: str | None) -> Faults | None:
    if file is None:
        return None
    from docdeck.service.faults import read_faults

    try:
        return read_faults(Path(file))
    except OSError as error:
        raise WrongUse(f"{file} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise WrongUse(f"{file} is no list of faults: {error}") from error


def _log_to_stderr() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_SafeLines("%(asctime)s %(name)s %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
