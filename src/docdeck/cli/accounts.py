"""Accounts: `docdeck login`, `logout` and `profiles`."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import Any

from docdeck import credentials, settings
from docdeck.cli.failures import WrongUse
from docdeck.cli.output import print_json, print_table
from docdeck.settings import Profile
from docdeck.text import safe_line

DEFAULT_NAME = "default"
NOT_SIGNED_IN = "none: docdeck login"


def login(options: Namespace) -> int:
    """Ask for a token, check it against the platform, keep it, and say whose it is."""
    known = settings.read_settings()
    name = settings.check_name(options.profile or known.default_profile or DEFAULT_NAME)
    kept = known.profiles.get(name)
    if kept and kept.token_command:
        raise WrongUse(f"Profile {name} gets its token from token_command.", "Remove that setting to log in.")
    named = options.base_url or (kept.base_url if kept else None)
    if named is None:
        raise WrongUse("Which platform? docdeck knows none of its own.", "Give the address of its API: --base-url URL.")
    base_url = settings.base_url_of(named, "--base-url")
    if kept and kept.base_url != base_url:
        raise WrongUse(
            f"Profile {name} in {known.file} has the base URL {kept.base_url}, not {base_url}.",
            "Change it there, or choose another --profile.",
        )
    profile = Profile(name, base_url)
    credentials.check_storage(insecure_storage=options.insecure_storage)
    token = _ask_for_token(base_url)
    import asyncio

    user, shown = asyncio.run(_who(base_url, token))
    storage = credentials.keep(profile, token, user=user, insecure_storage=options.insecure_storage)
    settings.add_profile(known, name, base_url)
    place = "the system keyring" if storage == "keyring" else "a file that only you can read"
    print(f"Signed in to {safe_line(base_url)} as {safe_line(shown)}; profile {name}, token kept in {place}.")
    return 0


def logout(options: Namespace) -> int:
    """Forget the token of a profile; its settings, drafts and stored answers stay."""
    known = settings.read_settings()
    profile = options.profile or known.default_profile or (next(iter(known.profiles), None))
    if profile is None:
        raise WrongUse("No profile is known.", "docdeck login makes one.")
    if not credentials.forget(settings.check_name(profile)):
        raise WrongUse(f"No token is kept for profile {profile}.", "docdeck profiles lists them.")
    print(f"Forgot the token of profile {profile}. To make it useless, revoke it on the platform.")
    return 0


def profiles(options: Namespace) -> int:
    """List the profiles, which one a plain `docdeck` opens, and where each token is."""
    known = settings.read_settings()
    chosen = settings.choose(known)
    rows: list[dict[str, Any]] = []
    for profile in {**known.profiles, **({chosen.name: chosen} if chosen else {})}.values():
        rows.append(
            {
                "name": profile.name,
                "default": bool(chosen and chosen.name == profile.name),
                "baseURL": profile.base_url,
                "token": place_of_token(profile),
            }
        )
    if options.json:
        print_json(rows)
    else:
        print_table(
            ("PROFILE", "", "BASE URL", "TOKEN"),
            [(row["name"], "default" if row["default"] else "", row["baseURL"], row["token"]) for row in rows],
            empty="No profile yet: docdeck opens the sample workspace. docdeck login connects an account.",
        )
    return 0


def place_of_token(profile: Profile) -> str:
    """Where the token of a profile is, or `NOT_SIGNED_IN`; never the token, and of a command only its first word."""
    if profile.source == "environment":
        return "DOCDECK_TOKEN"
    if profile.source == "command":
        return f"token_command {profile.token_command[0]}"
    kept = credentials.record_of(profile.name)
    return kept["storage"] if kept and kept.get("base_url") == profile.base_url else NOT_SIGNED_IN


def _ask_for_token(base_url: str) -> credentials.Secret:
    """From the keyboard without showing it, or the first line of standard input."""
    if sys.stdin.isatty():
        import getpass

        text = getpass.getpass(f"Token for {safe_line(base_url)} (not shown): ")
    else:
        text = sys.stdin.readline()
    return credentials.checked(text, "Standard input")


async def _who(base_url: str, token: credentials.Secret) -> tuple[str, str]:
    """The id and the name of the token's user, asked from the platform."""
    from docdeck.api.connecting import connect
    from docdeck.api.operations import users

    async with connect(base_url, token) as platform:
        user = (await platform.read(users.me())).value
    return user.id, user.display_name or user.email or user.id
