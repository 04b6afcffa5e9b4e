"""The settings: a TOML file of profiles, and the environment, which wins over it.

default_profile = "work"
outbox_seconds = 5    # optional; how long a comment or verdict waits and can be taken back, 0 to 60

[profiles.work]
base_url = "https://api.example.com"
token_command = ["pass", "show", "docs-token"]    # optional; else `docdeck login` keeps the token
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from docdeck import paths
from docdeck.api.errors import DocdeckError

OUTBOX_SECONDS = 5.0
"""How long what others will see waits before it is sent, and can be taken back."""
_LONGEST_OUTBOX = 60.0

ENVIRONMENT = "environment"
"""The name of the profile that the environment makes when none is chosen."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_TOP_KEYS = ("default_profile", "outbox_seconds", "profiles")
_PROFILE_KEYS = ("base_url", "token_command")


class SettingsError(DocdeckError):
    """A setting that cannot be used: names the place, the key and what to write instead."""


@dataclass(frozen=True, slots=True)
class Profile:
    """One account on one platform. `source` says who knows its token: the environment, a command or the store."""

    name: str
    base_url: str
    token_command: tuple[str, ...] = ()
    source: Literal["environment", "command", "store"] = "store"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the settings file says; an absent file is empty settings. `given` are the keys that stand at its top."""

    file: Path
    default_profile: str | None = None
    profiles: dict[str, Profile] = field(default_factory=dict[str, Profile])
    outbox_seconds: float = OUTBOX_SECONDS
    given: frozenset[str] = frozenset()


def read_settings(file: Path | None = None) -> Settings:
    """Read the settings file. Raises SettingsError naming the file, the key and the nearest known key."""
    file = file or paths.config_file()
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return Settings(file)
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror}.", "Check who owns it.") from error
    _check_owner(file)
    import tomllib

    try:
        table = tomllib.loads(data.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file} is not valid TOML: {error}.", "Mend that line.") from error
    _check_keys(file, "", table, _TOP_KEYS)
    profiles = _table(file, "profiles", table.get("profiles", {}))
    known = {name: _profile(file, name, value) for name, value in profiles.items()}
    default = table.get("default_profile")
    if default is not None and default not in known:
        raise SettingsError(
            f"{file}: default_profile is {default!r}, which is no profile of this file.", _nearest(str(default), known)
        )
    seconds = _seconds(table.get("outbox_seconds", OUTBOX_SECONDS), f"{file}: outbox_seconds")
    return Settings(file, default, known, seconds, frozenset(table))


def outbox_seconds(settings: Settings, environ: Mapping[str, str] | None = None) -> float:
    """The delay of the outbox; `DOCDECK_OUTBOX_SECONDS` wins over the file. Raises SettingsError."""
    given = (os.environ if environ is None else environ).get("DOCDECK_OUTBOX_SECONDS", "").strip()
    if not given:
        return settings.outbox_seconds
    try:
        return _seconds(float(given), "DOCDECK_OUTBOX_SECONDS")
    except ValueError:
        raise SettingsError(f"DOCDECK_OUTBOX_SECONDS is {given!r}, which is no number.", "Set 0 to 60.") from None


def _seconds(value: object, place: str) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= _LONGEST_OUTBOX:
        return float(value)
    raise SettingsError(f"{place} must be a number of seconds from 0 to 60.", "0 sends at once.")


def choose(settings: Settings, environ: Mapping[str, str] | None = None, profile: str | None = None) -> Profile | None:
    """The profile to use, or None when no account is known and the sample workspace is meant.

    A stored token goes only to its profile's own origin, so another `DOCDECK_BASE_URL` needs `DOCDECK_TOKEN`.
    `profile` is one that the call itself names: the environment must not put another account in its place.
    """
    environ = os.environ if environ is None else environ
    name = profile or environ.get("DOCDECK_PROFILE") or settings.default_profile
    has_token = bool(environ.get("DOCDECK_TOKEN", "").strip())
    named_url = environ.get("DOCDECK_BASE_URL", "").strip()
    chosen = _by_name(settings, name)
    if profile and has_token:
        raise SettingsError(
            f"--profile {profile} names one account, and DOCDECK_TOKEN in the environment another.",
            f"Unset {'DOCDECK_TOKEN and DOCDECK_BASE_URL' if named_url else 'DOCDECK_TOKEN'}, or leave --profile out.",
        )
    if not (has_token or named_url):
        return chosen
    base_url = base_url_of(named_url, "DOCDECK_BASE_URL") if named_url else None
    if chosen and not has_token:
        if base_url and base_url != chosen.base_url:
            raise SettingsError(
                f"DOCDECK_BASE_URL is {base_url}, but the token of profile {chosen.name} belongs to {chosen.base_url}.",
                "Set DOCDECK_TOKEN too, or unset DOCDECK_BASE_URL.",
            )
        return chosen
    if not has_token:
        raise SettingsError(
            f"DOCDECK_BASE_URL is {base_url}, but no token is known for it.", "Set DOCDECK_TOKEN, or run docdeck login."
        )
    base_url = base_url or (chosen.base_url if chosen else None)
    if base_url is None:
        raise SettingsError(
            "DOCDECK_TOKEN is set, but not which platform it is for.",
            "Set DOCDECK_BASE_URL to its API's address too, or run docdeck login.",
        )
    return Profile(chosen.name if chosen else ENVIRONMENT, base_url, source="environment")


def base_url_of(text: str, place: str = "base URL") -> str:
    """A base URL without `/v1` and slashes at its end. Raises SettingsError; plain http only to this machine."""
    from docdeck.api.origin import BadBaseUrl, base_and_origin

    if not text.isascii() or not text.strip().isprintable() or " " in text.strip():
        raise SettingsError(f"{place}: a URL holds no spaces and only ASCII.", "It looks like https://api.example.com")
    try:
        return base_and_origin(text)[0]
    except BadBaseUrl as error:
        raise SettingsError(f"{place}: {error.sentence}", error.hint) from error


def check_name(name: str) -> str:
    """The name of a profile, if it may be one (it becomes part of file names). Raises SettingsError."""
    if not _NAME.fullmatch(name):
        raise SettingsError(f"{name!r} cannot name a profile.", "Use letters, digits, - and _, at most 40.")
    return name


def add_profile(settings: Settings, name: str, base_url: str) -> bool:
    """Write a new profile at the end of the settings file; False when it stands there already.

    The file stays the person's: nothing in it is rewritten. Raises SettingsError when the name has another base URL.
    """
    known = settings.profiles.get(check_name(name))
    if known:
        if known.base_url != base_url:
            raise SettingsError(
                f"Profile {name} in {settings.file} has the base URL {known.base_url}, not {base_url}.",
                "Change it there, or choose another --profile.",
            )
        return False
    before = settings.file.read_text(encoding="utf-8") if settings.file.exists() else ""
    if settings.default_profile is None and not settings.profiles:
        before = f'default_profile = "{name}"\n' + (f"\n{before}" if before else "")
    gap = "" if before.endswith("\n") else "\n"
    paths.write_private(settings.file, f'{before}{gap}\n[profiles.{name}]\nbase_url = "{base_url}"\n')
    return True


def _by_name(settings: Settings, name: str | None) -> Profile | None:
    if name is None:
        if len(settings.profiles) > 1:
            raise SettingsError(
                f"{settings.file} has {len(settings.profiles)} profiles and no default_profile.",
                f"Write default_profile = {next(iter(settings.profiles))!r} at its top, or set DOCDECK_PROFILE.",
            )
        return next(iter(settings.profiles.values()), None)
    if name in settings.profiles:
        return settings.profiles[name]
    raise SettingsError(f"No profile is called {name!r}.", _nearest(name, settings.profiles))


def _profile(file: Path, name: str, value: object) -> Profile:
    place = f"profiles.{name}"
    table = _table(file, place, value)
    try:
        check_name(name)
    except SettingsError as error:
        raise SettingsError(f"{file}: {error.sentence}", error.hint) from error
    _check_keys(file, place, table, _PROFILE_KEYS)
    base_url = table.get("base_url")
    if not isinstance(base_url, str):
        raise SettingsError(
            f"{file}: {place}.base_url must be a string.", "It is the address of the platform's API, with https://."
        )
    command = _command(file, f"{place}.token_command", table.get("token_command"))
    return Profile(name, base_url_of(base_url, f"{file}: {place}.base_url"), command, "command" if command else "store")


def _command(file: Path, place: str, value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        import shlex

        try:
            value = shlex.split(value)
        except ValueError as error:
            raise SettingsError(f"{file}: {place} cannot be split into words: {error}.") from error
    if isinstance(value, list) and value and all(isinstance(word, str) for word in value):  # pyright: ignore[reportUnknownVariableType]
        return tuple(str(word) for word in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    raise SettingsError(f"{file}: {place} must be a list of words.", 'Write it like ["pass", "show", "docs-token"].')


def _table(file: Path, place: str, value: object) -> dict[str, Any]:
    if isinstance(value, dict):
        return value  # pyright: ignore[reportUnknownVariableType]
    raise SettingsError(f"{file}: {place} must be a table.", f"Write [{place}] above its keys.")


def _check_keys(file: Path, place: str, table: Mapping[str, object], known: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            shown = f"{place}.{key}" if place else key
            raise SettingsError(f"{file}: {shown} is no setting of docdeck.", _nearest(key, known))


def _nearest(name: str, known: Mapping[str, object] | tuple[str, ...]) -> str:
    import difflib

    if not known:
        return "No profile is known yet; docdeck login makes one."
    found = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
    return f"Did you mean {found[0]}?" if found else f"Known: {', '.join(known)}."


def _check_owner(file: Path) -> None:
    """A settings file can name a program to run, so only the person (or root) may be able to write it."""
    if os.name != "posix":
        return
    status = file.stat()
    if status.st_uid not in (os.getuid(), 0):
        raise SettingsError(f"{file} belongs to another user.", "Make it your own, or remove it.")
    if status.st_mode & 0o022:
        raise SettingsError(f"{file} can be written by others.", f"Run chmod 600 {file}.")
