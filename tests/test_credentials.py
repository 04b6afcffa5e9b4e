"""Tokens: where they come from, where they are kept, and that they show nowhere."""

from __future__ import annotations

import copy
import pickle
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend

from docdeck import credentials, paths
from docdeck.credentials import CredentialsError, Secret
from docdeck.settings import Profile

CANARY = "canary-token-0123456789"
WORK = Profile("work", "https://api.example.com")


class MemoryKeyring(KeyringBackend):
    """A keyring that works, for as long as a test runs."""

    priority = 1  # pyright: ignore[reportAssignmentType]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


@pytest.fixture
def use_keyring(at_home: Path) -> Iterator[Callable[[KeyringBackend], None]]:
    before = keyring.get_keyring()
    yield keyring.set_keyring
    keyring.set_keyring(before)


def command_profile(tmp_path: Path, program: str) -> Profile:
    script = tmp_path / "make token.py"
    script.write_text(program)
    return Profile("work", "https://api.example.com", (sys.executable, str(script), "$HOME; echo no"), "command")


def test_a_secret_shows_nowhere() -> None:
    secret = Secret(CANARY)
    assert secret.get_secret_value() == CANARY
    for shown in (repr(secret), str(secret), f"{secret}", f"{secret!r}", repr([secret]), "%s" % secret):  # noqa: UP031
        assert CANARY not in shown
    for escape in (pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError, match="not pickled"):
            escape(secret)


def test_from_the_environment() -> None:
    profile = Profile("environment", "https://api.example.com", source="environment")
    assert credentials.token_of(profile, {"DOCDECK_TOKEN": f" {CANARY}\n"}).get_secret_value() == CANARY


@pytest.mark.parametrize("token", ["", "  ", "two words", "caf\u00e9", "a\x1bb", "x" * 9000])
def test_what_cannot_be_a_token_is_refused_without_being_shown(token: str) -> None:
    profile = Profile("environment", "https://api.example.com", source="environment")
    with pytest.raises(CredentialsError) as caught:
        credentials.token_of(profile, {"DOCDECK_TOKEN": token})
    assert not token.strip() or token not in str(caught.value)


def test_a_command_makes_the_token_without_a_shell(tmp_path: Path) -> None:
    profile = command_profile(
        tmp_path, f"import sys\nprint({CANARY!r} if sys.argv[1] == '$HOME; echo no' else 'shell')\nprint('more')\n"
    )
    assert credentials.token_of(profile).get_secret_value() == CANARY


@pytest.mark.parametrize(
    ("program", "says"),
    [
        (f"import sys\nsys.stderr.write({CANARY!r})\nsys.exit(3)\n", "ended with 3"),
        ("", "empty token"),
        (f"print({CANARY!r}, 'and more')\n", "cannot be a token"),
    ],
)
def test_a_command_that_fails_says_so_and_shows_nothing_of_its_output(tmp_path: Path, program: str, says: str) -> None:
    with pytest.raises(CredentialsError, match=says) as caught:
        credentials.token_of(command_profile(tmp_path, program))
    assert CANARY not in str(caught.value)


def test_a_command_that_is_absent_or_slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CredentialsError, match="could not be started: No such file"):
        credentials.token_of(Profile("work", "https://api.example.com", ("/no/such/program",), "command"))
    monkeypatch.setattr(credentials, "COMMAND_SECONDS", 0.2)
    with pytest.raises(CredentialsError, match="gave no token within"):
        credentials.token_of(command_profile(tmp_path, "import time\ntime.sleep(30)\n"))


def test_the_keyring_keeps_it_and_no_file_holds_it(
    at_home: Path, use_keyring: Callable[[KeyringBackend], None]
) -> None:
    ring = MemoryKeyring()
    use_keyring(ring)
    assert credentials.keep(WORK, Secret(CANARY), user="u1", insecure_storage=False) == "keyring"
    assert credentials.token_of(WORK).get_secret_value() == CANARY
    assert credentials.record_of("work") == {"base_url": WORK.base_url, "user": "u1", "storage": "keyring"}
    assert all(CANARY.encode() not in file.read_bytes() for file in at_home.rglob("*") if file.is_file())
    assert credentials.forget("work")
    assert not ring.kept
    assert not credentials.forget("work")


def test_a_kept_token_belongs_to_its_base_url(use_keyring: Callable[[KeyringBackend], None]) -> None:
    use_keyring(MemoryKeyring())
    credentials.keep(WORK, Secret(CANARY), user="u1", insecure_storage=False)
    with pytest.raises(CredentialsError, match=r"No token is kept for profile work at https://evil\.example"):
        credentials.token_of(Profile("work", "https://evil.example"))


def test_plain_text_keyrings_and_none_at_all_are_refused(use_keyring: Callable[[KeyringBackend], None]) -> None:
    plain = type("PlaintextKeyring", (MemoryKeyring,), {"__module__": "keyrings.alt.file"})()
    use_keyring(plain)
    with pytest.raises(CredentialsError, match="--insecure-storage"):
        credentials.keep(WORK, Secret(CANARY), user="u1", insecure_storage=False)
    assert not plain.kept
    with pytest.raises(CredentialsError, match="no safe keyring"):
        credentials.check_storage(insecure_storage=False)


def test_with_consent_a_file_that_only_the_person_can_read(at_home: Path) -> None:
    assert credentials.keep(WORK, Secret(CANARY), user="u1", insecure_storage=True) == "file"
    holding = [file for file in at_home.rglob("*") if file.is_file() and CANARY in file.read_text()]
    assert holding == [paths.data_folder() / "tokens" / "work"]
    assert holding[0].stat().st_mode & 0o777 == 0o600
    assert holding[0].parent.stat().st_mode & 0o777 == 0o700
    assert credentials.token_of(WORK).get_secret_value() == CANARY
    holding[0].chmod(0o644)
    with pytest.raises(CredentialsError, match="can be read by others"):
        credentials.token_of(WORK)
    assert credentials.forget("work")
    assert not holding[0].exists()


def test_a_keyring_that_never_answers_is_given_up(
    use_keyring: Callable[[KeyringBackend], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    unlocked = threading.Event()

    class Locked(MemoryKeyring):
        def set_password(self, service: str, username: str, password: str) -> None:
            unlocked.wait(30)

    use_keyring(Locked())
    monkeypatch.setattr(credentials, "KEYRING_SECONDS", 0.1)
    try:
        with pytest.raises(CredentialsError, match="did not answer within"):
            credentials.keep(WORK, Secret(CANARY), user="u1", insecure_storage=False)
    finally:
        unlocked.set()


def test_a_keyring_that_fails_shows_its_kind_only(use_keyring: Callable[[KeyringBackend], None]) -> None:
    class Broken(MemoryKeyring):
        def set_password(self, service: str, username: str, password: str) -> None:
            raise RuntimeError(f"cannot store {password}")

    use_keyring(Broken())
    with pytest.raises(CredentialsError, match=r"failed \(RuntimeError\)") as caught:
        credentials.keep(WORK, Secret(CANARY), user="u1", insecure_storage=False)
    assert CANARY not in str(caught.value)
