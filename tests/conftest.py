"""What several rooms' tests share: a home of their own, so that no test reads or writes the person's files."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The same examples in every run, so that a change is judged by what it changes; HYPOTHESIS_PROFILE=explore looks for
# others. No time limit of their own: a machine that pauses makes any example slow.
settings.register_profile("docdeck", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("explore", settings.get_profile("docdeck"), derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "docdeck"))

_PASSED_ON = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "VIRTUAL_ENV", "PYTHONPATH", "TZ")


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """The environment of a newcomer: an empty HOME, XDG folders inside it, no account."""
    folder = tmp_path / "home"
    folder.mkdir()
    passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    return {
        "LANG": "C.UTF-8",
        **passed_on,
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_STATE_HOME": str(folder / "state"),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
        "DOCDECK_OUTBOX_SECONDS": "0",
    }


@pytest.fixture
def at_home(home: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Path:
    """This process in the newcomer's home; gives the folder."""
    for name in [name for name in os.environ if name.startswith(("DOCDECK_", "XDG_"))]:
        monkeypatch.delenv(name)
    for name in home.keys() - set(_PASSED_ON):
        monkeypatch.setenv(name, home[name])
    return Path(home["HOME"])


def pytest_xdist_auto_num_workers() -> int:
    """Three for two processors: a test that runs a terminal waits half of its time."""
    return max(1, (os.cpu_count() or 1) * 3 // 2)


def pytest_collection_finish() -> None:
    """What all tests share is not looked through again and again for what each of them leaves behind."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(autouse=True)
def _nothing_more_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck that starts keeps for good all there is; the deck of a test goes with its test."""
    monkeypatch.setattr(gc, "freeze", lambda: None)
