"""What `docdeck doctor` looks at of the account: settings, keyring, token, and the server that it is for."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from docdeck import credentials, settings
from docdeck.api.errors import DocdeckError, Forbidden, NotSignedIn
from docdeck.cli.account import account_of
from docdeck.cli.accounts import NOT_SIGNED_IN, place_of_token
from docdeck.cli.checks import Check, failed, stores
from docdeck.cli.failures import NOT_ALLOWED

if TYPE_CHECKING:
    from docdeck.api.exchange import Answered
    from docdeck.models.base import User
    from docdeck.settings import Profile

SKEW_SECONDS = 30.0
"""How far two clocks may differ before ages and waits are worth a word."""


def account(named: str | None) -> Iterator[Check]:
    """From the settings to the server; what cannot be known without a line that failed is left out."""
    try:
        known = settings.read_settings()
        settings.outbox_seconds(known)
    except DocdeckError as error:
        yield failed("settings", error)
        return
    yield Check("settings", "ok", f"{known.file}, {len(known.profiles)} profiles" if known.given else "none: defaults")
    try:
        chosen = settings.choose(known, profile=named)
    except DocdeckError as error:
        yield failed("profile", error)
        return
    if chosen is None:
        yield _keyring("")
        yield Check("profile", "ok", "none: docdeck opens the sample workspace", "docdeck login connects an account.")
        yield from stores("sample")
        return
    yield from _signed_in(chosen)


def _signed_in(profile: Profile) -> Iterator[Check]:
    try:
        place = place_of_token(profile)
        yield _keyring(place)
        yield Check("profile", "ok", f"{profile.name} at {profile.base_url}")
        token = credentials.token_of(profile)
    except DocdeckError as error:
        yield failed("token", error)
        yield from _server(profile, None, "")
        return
    yield from _server(profile, token, place)
    yield from stores(account_of(profile))


def _keyring(place: str) -> Check:
    """Failed where the token is in it, worth a word where a login would need it, else no matter."""
    try:
        return Check("keyring", "ok", credentials.keyring_name())
    except DocdeckError as error:
        if place == "keyring":
            return failed("keyring", error)
        if place in ("", NOT_SIGNED_IN):
            return Check("keyring", "warning", error.sentence, error.hint)
        return Check("keyring", "ok", "none, and none is needed for this token")


def _server(profile: Profile, token: credentials.Secret | None, place: str) -> Iterator[Check]:
    """Whether it answers, whether it takes the token, and how its clock stands. No token is shown, sent or not."""
    import asyncio

    began = time.monotonic()
    try:
        answered, user = asyncio.run(_asked(profile.base_url, token))
    except (NotSignedIn, Forbidden) as error:
        yield Check("server", "ok", f"{profile.base_url} answers")
        if token is not None:
            yield Check(
                "token", "failed", error.sentence, f"Kept in: {place}. docdeck login makes it new.", NOT_ALLOWED
            )
        return
    except DocdeckError as error:
        yield failed("server", error)
        return
    yield Check("server", "ok", f"{profile.base_url} answers in {(time.monotonic() - began) * 1000:.0f} ms")
    yield Check("token", "ok", f"of {user.display_name or user.email or user.id}, kept in: {place}")
    yield _clock(answered)


async def _asked(base_url: str, token: credentials.Secret | None) -> tuple[Answered, User]:
    from docdeck.api.connecting import connect
    from docdeck.api.exchange import Call
    from docdeck.api.operations import users

    query = users.me()
    async with connect(base_url, token) as platform:
        answered = await platform.call(Call(query.operation, "GET", query.path))
    return answered, query.read(query.operation, answered.data)


def _clock(answered: Answered) -> Check:
    if answered.date is None:
        return Check("clock", "ok", "the server does not tell its time")
    ahead = answered.date - time.time()
    if abs(ahead) <= SKEW_SECONDS:
        return Check("clock", "ok", "the server's clock agrees with this one")
    says = f"the server's clock is {abs(ahead):.0f} s {'ahead of' if ahead > 0 else 'behind'} this one"
    return Check("clock", "warning", says, "Ages are wrong by that much; set this machine's clock by the network.")
