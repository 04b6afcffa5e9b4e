"""Opening the deck: who is signed in, the sample when nobody is, and the service behind it.

This module and what it imports run before the first paint, so it names no network, no model and no keyring.
"""

from __future__ import annotations

import contextlib
import dataclasses
import gc
import io
import os
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar, cast

from docdeck import paths, settings
from docdeck.cli.failures import WrongUse

if TYPE_CHECKING:
    from argparse import Namespace

    from docdeck.api.platform import Platform
    from docdeck.deck.launch import Launch
    from docdeck.settings import Profile

T = TypeVar("T")


def open_deck() -> int:
    """`docdeck`: the default profile, or the sample workspace when no account is known."""
    found = settings.read_settings()
    return _open(settings.choose(found), settings.outbox_seconds(found))


def open_profile(options: Namespace) -> int:
    """`docdeck --profile NAME`."""
    found = settings.read_settings()
    return _open(settings.choose(found, profile=options.profile), settings.outbox_seconds(found))


def open_demo(options: Namespace) -> int:
    """`docdeck demo [--reset]`: the sample workspace whatever the settings say."""
    return _open(None, settings.outbox_seconds(settings.read_settings()), reset=options.reset)


def _open(profile: Profile | None, outbox_seconds: float, *, reset: bool = False) -> int:
    _check_terminal()
    # Collecting while a thousand modules load finds nothing and costs a twelfth of the start; the deck turns it on
    # again once its first frame stands.
    gc.disable()
    launch = sample_launch(reset=reset) if profile is None else account_launch(profile)
    launch = dataclasses.replace(launch, outbox_seconds=outbox_seconds)
    try:
        from docdeck.deck.app import run_deck

        gc.freeze()
        gc.enable()
        return run_deck(launch)
    finally:
        launch.close()


def sample_launch(*, reset: bool) -> Launch:
    """Starts the child at once; it builds and binds on the other processor while the deck is imported."""
    from docdeck.cli.sample import ACCOUNT, SampleService

    service = SampleService()
    service.start(reset=reset)

    async def connect() -> Platform:
        base_url = await _aside(service.wait_ready)
        from docdeck.api.connecting import connect as connect_to
        from docdeck.credentials import Secret

        return connect_to(base_url, Secret(service.token), cache_file=paths.cache_file(ACCOUNT), gone=service.gone)

    return _launch(ACCOUNT, "", ACCOUNT, connect, service.close)


def account_launch(profile: Profile) -> Launch:
    from docdeck.cli.account import account_of

    account = account_of(profile)
    if profile.source == "environment":
        from docdeck.credentials import token_of

        token = token_of(profile)
        # programs that the deck starts (an editor, a browser) have no use for it
        os.environ.pop("DOCDECK_TOKEN", None)
    else:
        token = None

    async def connect() -> Platform:
        from docdeck.api.connecting import connect as connect_to
        from docdeck.credentials import token_of

        found = token or await _aside(lambda: token_of(profile))
        return connect_to(profile.base_url, found, cache_file=paths.cache_file(account))

    return _launch(profile.name, profile.base_url, account, connect, lambda: None)


def _launch(
    name: str, base_url: str, account: str, connect: Callable[[], Awaitable[Platform]], close: Callable[[], None]
) -> Launch:
    from docdeck.deck.launch import Launch

    return Launch(
        profile_name=name, base_url=base_url, sample=not base_url, cache_file=paths.cache_file(account),
        desk_file=paths.desk_file(account), crash_folder=paths.crash_folder(), connect=connect, close=close,
    )  # fmt: skip


async def _aside(call: Callable[[], T]) -> T:
    """Run a blocking call in a thread that nobody waits for: quitting must not wait for a keyring or a slow start."""
    import asyncio
    import threading

    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if answer.done():
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(cast("T", result))

    def run() -> None:
        try:
            outcome: tuple[T | None, BaseException | None] = (call(), None)
        except BaseException as error:
            outcome = (None, error)
        with contextlib.suppress(RuntimeError):  # the deck has ended and its loop is closed
            loop.call_soon_threadsafe(settle, *outcome)

    threading.Thread(target=run, name="connect", daemon=True).start()
    return await answer


def _check_terminal() -> None:
    """A deck without a terminal would draw into a file and wait for keys for ever."""
    for stream, name in ((sys.__stdin__, "input"), (sys.__stderr__, "error output")):
        if stream is None or not stream.isatty():
            raise WrongUse(
                f"The deck needs a terminal, and the standard {name} is none.", "docdeck --help lists the verbs."
            )
    errors = sys.__stderr__
    if isinstance(errors, io.TextIOWrapper) and errors.encoding.lower().replace("-", "") != "utf8":
        errors.reconfigure(encoding="utf-8")
