"""The settings file and the environment: what is chosen, and what a mistake says."""

from __future__ import annotations

from pathlib import Path

import pytest

from docdeck import settings
from docdeck.settings import Profile, SettingsError


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config" / "config.toml"


def written(file: Path, text: str) -> settings.Settings:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    file.chmod(0o600)
    return settings.read_settings(file)


TWO = """
default_profile = "work"
[profiles.work]
base_url = "https://api.example.com/v1/"
[profiles.home]
base_url = "http://127.0.0.1:8642"
token_command = "pass show 'docs token'"
"""


def test_an_absent_file_is_empty_settings_and_means_the_sample(file: Path) -> None:
    known = settings.read_settings(file)
    assert known.profiles == {}
    assert settings.choose(known, {}) is None


def test_profiles_are_read_and_the_default_is_chosen(file: Path) -> None:
    known = written(file, TWO)
    assert settings.choose(known, {}) == Profile("work", "https://api.example.com")
    assert settings.choose(known, {"DOCDECK_PROFILE": "home"}) == Profile(
        "home", "http://127.0.0.1:8642", ("pass", "show", "docs token"), "command"
    )
    assert settings.choose(known, {"DOCDECK_PROFILE": "home"}, profile="work") == Profile(
        "work", "https://api.example.com"
    )


def test_the_environment_wins(file: Path) -> None:
    known = written(file, TWO)
    chosen = settings.choose(known, {"DOCDECK_BASE_URL": "https://docs.example.org/v1", "DOCDECK_TOKEN": "t"})
    assert chosen == Profile("work", "https://docs.example.org", (), "environment")
    with pytest.raises(SettingsError, match="not which platform it is for"):
        settings.choose(settings.Settings(file), {"DOCDECK_TOKEN": "t"})


def test_a_kept_token_never_goes_to_another_base_url(file: Path) -> None:
    known = written(file, TWO)
    assert settings.choose(known, {"DOCDECK_BASE_URL": "https://api.example.com/v1"}) == Profile(
        "work", "https://api.example.com"
    )
    with pytest.raises(SettingsError, match=r"belongs to https://api\.example\.com\. Set DOCDECK_TOKEN too"):
        settings.choose(known, {"DOCDECK_BASE_URL": "https://elsewhere.example"})
    with pytest.raises(SettingsError, match="no token is known"):
        settings.choose(settings.Settings(file), {"DOCDECK_BASE_URL": "https://elsewhere.example"})


BOTH = {"DOCDECK_BASE_URL": "https://api.example.com", "DOCDECK_TOKEN": "t"}


@pytest.mark.parametrize("unset", [(), ("DOCDECK_TOKEN",), ("DOCDECK_BASE_URL",)])
def test_a_profile_that_does_not_exist_is_refused_whatever_else_is_set(file: Path, unset: tuple[str, ...]) -> None:
    known = written(file, TWO)
    environ = {name: value for name, value in BOTH.items() if name not in unset}
    with pytest.raises(SettingsError, match=r"No profile is called 'wrk'\. Did you mean work\?"):
        settings.choose(known, environ, profile="wrk")
    with pytest.raises(SettingsError, match=r"No profile is called 'wrk'\. Did you mean work\?"):
        settings.choose(known, {**environ, "DOCDECK_PROFILE": "wrk"})


def test_a_profile_named_by_the_call_is_refused_beside_another_account(file: Path) -> None:
    known = written(file, TWO)
    named = r"--profile work names one account, and DOCDECK_TOKEN in the environment another\. Unset DOCDECK_TOKEN"
    with pytest.raises(SettingsError, match=f"{named} and DOCDECK_BASE_URL, or leave --profile out"):
        settings.choose(known, BOTH, profile="work")
    with pytest.raises(SettingsError, match=f"{named}, or leave --profile out"):
        settings.choose(known, {"DOCDECK_TOKEN": "t"}, profile="work")
    with pytest.raises(SettingsError, match=r"belongs to http://127"):
        settings.choose(known, {"DOCDECK_BASE_URL": "https://api.example.com"}, profile="home")
    alone = settings.choose(known, {"DOCDECK_BASE_URL": "https://api.example.com"}, profile="work")
    assert alone == Profile("work", "https://api.example.com")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            'default_profil = "a"\n',
            r"config\.toml: default_profil is no setting of docdeck\. Did you mean default_profile\?",
        ),
        ("[profiles.a]\nbaseurl = 'x'\n", r"profiles\.a\.baseurl is no setting of docdeck\. Did you mean base_url\?"),
        ("[profiles.a]\nzzz = 1\n", r"profiles\.a\.zzz is no setting of docdeck\. Known: base_url, token_command\."),
        (
            "default_profile = 'wrok'\n[profiles.work]\nbase_url = 'https://a.example'\n",
            r"'wrok', which is no profile of this file\. Did you mean work\?",
        ),
        ("profiles = 3\n", r"profiles must be a table"),
        ("[profiles.a]\nbase_url = 3\n", r"profiles\.a\.base_url must be a string"),
        (
            "[profiles.a]\nbase_url = 'https://a.example'\ntoken_command = []\n",
            r"token_command must be a list of words",
        ),
        ('[profiles.a]\nbase_url = "https://a.example"\ntoken_command = "a \'b"\n', r"cannot be split"),
        ("[profiles.'a/../b']\n", r"cannot name a profile"),
        ("[profiles\n", r"is not valid TOML"),
    ],
)
def test_a_mistake_names_the_file_the_key_and_what_to_write(file: Path, text: str, says: str) -> None:
    with pytest.raises(SettingsError, match=says) as caught:
        written(file, text)
    assert str(file) in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "http://api.example.com", "http://127.0.0.1.evil.example", "ftp://api.example.com", "api.example.com", "https://",
        "https://user:word@api.example.com", "https://api.example.com/?a=b", "https://api.example.com/#x",
        "https://api.example.com:99999", "https://api.exa mple.com", "https://api.example.com\x1b[2J", "https://\u0430pi.example",
    ],
)  # fmt: skip
def test_a_base_url_that_is_unsafe_or_none_is_refused(url: str) -> None:
    with pytest.raises(SettingsError, match="DOCDECK_BASE_URL"):
        settings.base_url_of(url, "DOCDECK_BASE_URL")


@pytest.mark.parametrize(
    ("url", "base"),
    [
        ("https://api.example.com/v1/", "https://api.example.com"),
        ("https://api.example.com/docs/v1", "https://api.example.com/docs"),
        ("http://localhost:8642", "http://localhost:8642"),
        ("http://127.0.0.1:1/v1", "http://127.0.0.1:1"),
        ("http://[::1]:8642/", "http://[::1]:8642"),
    ],
)
def test_a_base_url_is_kept_without_v1(url: str, base: str) -> None:
    assert settings.base_url_of(url) == base


def test_an_unknown_profile_names_the_nearest(file: Path) -> None:
    known = written(file, TWO)
    with pytest.raises(SettingsError, match=r"No profile is called 'wrk'\. Did you mean work\?"):
        settings.choose(known, {}, profile="wrk")


def test_several_profiles_without_a_default_ask_for_one(file: Path) -> None:
    known = written(file, TWO.replace('default_profile = "work"', ""))
    with pytest.raises(SettingsError, match="has 2 profiles and no default_profile"):
        settings.choose(known, {})


def test_a_file_that_others_can_write_is_refused_because_it_can_name_a_program(file: Path) -> None:
    written(file, TWO)
    file.chmod(0o660)
    with pytest.raises(SettingsError, match=r"can be written by others\. Run chmod 600"):
        settings.read_settings(file)


def test_login_adds_profiles_and_rewrites_nothing(file: Path) -> None:
    assert settings.add_profile(settings.read_settings(file), "work", "https://api.example.com")
    first = settings.read_settings(file)
    assert first.default_profile == "work"
    assert settings.add_profile(first, "home", "http://localhost:1")
    file.write_text(file.read_text().replace("[profiles.home]", "# the small one\n[profiles.home]"))
    known = settings.read_settings(file)
    assert not settings.add_profile(known, "home", "http://localhost:1")
    assert settings.add_profile(known, "third", "https://third.example")
    assert "# the small one" in file.read_text()
    assert list(settings.read_settings(file).profiles) == ["work", "home", "third"]
    with pytest.raises(SettingsError, match="has the base URL"):
        settings.add_profile(known, "home", "https://other.example")
