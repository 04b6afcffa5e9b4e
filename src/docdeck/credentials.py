"""Tokens: read from the environment, made by a command, or kept in the system keyring or a 0600 file.

A token never stands in an argument, a log, an error or a printed value; `Secret` shows as stars everywhere.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, NoReturn, TypeVar

from docdeck import paths
from docdeck.api.errors import DocdeckError
from docdeck.settings import Profile

T = TypeVar("T")
Storage = Literal["keyring", "file"]

SERVICE = "docdeck"
KEYRING_SECONDS = 15.0
COMMAND_SECONDS = 60.0


class CredentialsError(DocdeckError):
    """No usable token: says where it was looked for and what to do."""


class Secret:
    """A token that shows as stars, and is neither copied into a pickle nor compared by accident."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def get_secret_value(self) -> str:
        """The token itself, for the one header that carries it."""
        return self._value

    def __repr__(self) -> str:
        return "Secret('**********')"

    def __str__(self) -> str:
        return "**********"

    def __bool__(self) -> bool:
        return bool(self._value)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is not pickled")


def checked(text: str, place: str) -> Secret:
    """A token as a server accepts it in a header: printable ASCII without spaces. Raises CredentialsError."""
    token = text.strip()
    if not token:
        raise CredentialsError(f"{place} gave an empty token.", "Make a token on the platform and try again.")
    if not token.isascii() or not token.isprintable() or " " in token or len(token) > 8192:
        raise CredentialsError(f"{place} gave something that cannot be a token.", "A token is one word of ASCII.")
    return Secret(token)


def token_of(profile: Profile, environ: Mapping[str, str] | None = None) -> Secret:
    """The token of a profile. Blocks (a command, a keyring): call it in a thread. Raises CredentialsError."""
    if profile.source == "environment":
        return checked((os.environ if environ is None else environ).get("DOCDECK_TOKEN", ""), "DOCDECK_TOKEN")
    if profile.source == "command":
        return _from_command(profile.token_command)
    kept = record_of(profile.name)
    if not kept or kept.get("base_url") != profile.base_url:
        raise CredentialsError(
            f"No token is kept for profile {profile.name} at {profile.base_url}.",
            f"Run docdeck login --profile {profile.name}.",
        )
    if kept.get("storage") == "file":
        return _from_file(profile.name)
    token = _in_time(lambda: _backend().get_password(SERVICE, profile.name))
    if not token:
        raise CredentialsError(
            f"The system keyring holds no token for profile {profile.name}.",
            f"Run docdeck login --profile {profile.name}.",
        )
    return checked(token, "The system keyring")


def keep(profile: Profile, token: Secret, *, user: str, insecure_storage: bool) -> Storage:
    """Keep the token of a profile, and with it whose it is. Raises CredentialsError when the keyring cannot.

    Without `insecure_storage` nothing is ever written as plain text.
    """
    if insecure_storage:
        paths.write_private(_token_file(profile.name), token.get_secret_value() + "\n")
        storage: Storage = "file"
    else:
        _in_time(lambda: _backend().set_password(SERVICE, profile.name, token.get_secret_value()))
        _token_file(profile.name).unlink(missing_ok=True)
        storage = "keyring"
    records = _records()
    records[profile.name] = {"base_url": profile.base_url, "user": user, "storage": storage}
    _write_records(records)
    return storage


def check_storage(*, insecure_storage: bool) -> None:
    """Whether a token could be kept, before a person is asked for one. Raises CredentialsError."""
    if not insecure_storage:
        _in_time(_backend)


def keyring_name() -> str:
    """What would keep a token here. Blocks as a keyring may. Raises CredentialsError when nothing safe would."""
    return _in_time(lambda: f"{type(_backend()).__module__}.{type(_backend()).__qualname__}")


def forget(profile: str) -> bool:
    """Remove the token of a profile; False when none was kept."""
    records = _records()
    kept = records.pop(profile, None)
    file = _token_file(profile)
    had_file = file.exists()
    file.unlink(missing_ok=True)
    if kept and kept.get("storage") == "keyring":
        _in_time(lambda: _delete_from_keyring(profile))
    if kept:
        _write_records(records)
    return bool(kept) or had_file


def record_of(profile: str) -> dict[str, str] | None:
    """What login recorded beside the token: `base_url`, `user` and `storage`; nothing secret."""
    return _records().get(profile)


def _records_file() -> Path:
    return paths.data_folder() / "accounts.json"


def _token_file(profile: str) -> Path:
    return paths.data_folder() / "tokens" / profile


def _records() -> dict[str, dict[str, str]]:
    try:
        found: Any = json.loads(_records_file().read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise CredentialsError(f"{_records_file()} cannot be read.", "Remove it and run docdeck login.") from error
    return found if isinstance(found, dict) else {}


def _write_records(records: Mapping[str, Mapping[str, str]]) -> None:
    paths.write_private(_records_file(), json.dumps(records, indent=2, sort_keys=True) + "\n")


def _from_file(profile: str) -> Secret:
    file = _token_file(profile)
    try:
        status = file.stat()
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise CredentialsError(f"{file} cannot be read.", f"Run docdeck login --profile {profile}.") from error
    if os.name == "posix" and status.st_mode & 0o077:
        raise CredentialsError(f"{file} can be read by others.", f"Run chmod 600 {file}, or make a new token.")
    return checked(text, str(file))


def _from_command(command: tuple[str, ...]) -> Secret:
    """Run the command without a shell; only the first line of its output counts, and its errors stay unseen."""
    import subprocess

    name = command[0]
    try:
        done = subprocess.run(  # noqa: S603 (the person's own command, from a file only they can write)
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            timeout=COMMAND_SECONDS, check=False, start_new_session=True,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise CredentialsError(
            f"token_command {name} gave no token within {COMMAND_SECONDS:.0f} seconds.", "Run it by hand to see why."
        ) from None
    except OSError as error:
        raise CredentialsError(
            f"token_command {name} could not be started: {error.strerror}.", "Mend token_command in the settings."
        ) from None
    if done.returncode != 0:
        raise CredentialsError(f"token_command {name} ended with {done.returncode}.", "Run it by hand to see why.")
    first = done.stdout.decode("utf-8", "replace").partition("\n")[0]
    return checked(first, f"token_command {name}")


def _backend() -> Any:
    """The keyring to use. Plain-text backends and none at all are refused: that is the person's decision."""
    import keyring

    chosen = keyring.get_keyring()
    members = list(getattr(chosen, "backends", None) or [chosen])
    for backend in members:
        module = type(backend).__module__
        if not module.startswith(("keyrings.alt", "keyring.backends.fail", "keyring.backends.null")):
            return backend
    raise CredentialsError(
        "This system offers no safe keyring.",
        "Use --insecure-storage to keep the token in a file that only you can read, or set token_command.",
    )


def _delete_from_keyring(profile: str) -> None:
    from keyring.errors import PasswordDeleteError

    try:
        _backend().delete_password(SERVICE, profile)
    except PasswordDeleteError:
        return  # it was gone already


def _in_time(ask: Callable[[], T]) -> T:
    """Ask the keyring in a thread of its own: unlocking may wait for a window that nobody sees."""
    answers: list[T] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            answers.append(ask())
        except BaseException as error:
            failures.append(error)

    asking = threading.Thread(target=run, name="keyring", daemon=True)
    asking.start()
    asking.join(KEYRING_SECONDS)
    if answers:
        return answers[0]
    if failures and isinstance(failures[0], DocdeckError):
        raise failures[0]
    if failures:
        raise CredentialsError(
            f"The system keyring failed ({type(failures[0]).__name__}).",
            "Unlock it, use --insecure-storage, or set token_command.",
        ) from None
    raise CredentialsError(
        f"The system keyring did not answer within {KEYRING_SECONDS:.0f} seconds.",
        "Unlock it, use --insecure-storage, or set token_command.",
    )
