"""How a verb reaches the platform of the account it means, or the sample when there is none."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar

from docdeck import paths, settings
from docdeck.api.connecting import connect
from docdeck.api.platform import Platform
from docdeck.cli.account import account_of
from docdeck.credentials import Secret, token_of

if TYPE_CHECKING:
    from docdeck.workspace.session import Session

T = TypeVar("T")


def with_platform(profile_name: str | None, work: Callable[[Platform], Awaitable[T]]) -> T:
    """Run a verb's work against its account; with no account, against the sample, started for this call."""

    async def run() -> T:
        async with _reached(profile_name) as (platform, _, _):
            return await work(platform)

    return asyncio.run(run())


def with_session(profile_name: str | None, work: Callable[[Session], Awaitable[T]]) -> T:
    """The same, for work of the workspace; it shares the deck's store of answers and its desk."""

    async def run() -> T:
        from docdeck.workspace.desk import Desk
        from docdeck.workspace.session import Session

        async with _reached(profile_name) as (platform, account, scope):
            desk = Desk(paths.desk_file(account), scope)
            session = Session(platform, desk, cache_file=paths.cache_file(account))
            try:
                return await work(session)
            finally:
                await session.aclose()

    return asyncio.run(run())


@asynccontextmanager
async def _reached(profile_name: str | None) -> AsyncGenerator[tuple[Platform, str, str]]:
    """The platform, the name of the account's files, and the scope of its drafts (the deck's own)."""
    profile = settings.choose(settings.read_settings(), profile=profile_name)
    if profile is not None:
        account = account_of(profile)
        async with connect(profile.base_url, token_of(profile), cache_file=paths.cache_file(account)) as platform:
            yield platform, account, f"{profile.name} {profile.base_url}"
        return
    from docdeck.cli.sample import ACCOUNT, SampleService

    service = SampleService()
    service.start()
    try:
        token = Secret(service.token)
        async with connect(service.wait_ready(), token, cache_file=paths.cache_file(ACCOUNT)) as platform:
            yield platform, ACCOUNT, f"{ACCOUNT} "
    finally:
        service.close()
