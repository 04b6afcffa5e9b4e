"""Where things are kept, and that only the person can read them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from docdeck import paths


def mode(file: Path) -> int:
    return file.stat().st_mode & 0o777


def test_the_xdg_folders_are_honoured(at_home: Path) -> None:
    assert paths.config_file() == at_home / "config" / "docdeck" / "config.toml"
    assert paths.cache_folder() == at_home / "cache" / "docdeck"
    assert paths.data_folder() == at_home / "data" / "docdeck"
    assert paths.state_folder() == at_home / "state" / "docdeck"


@pytest.mark.parametrize("value", [None, "", "relative/folder"])
def test_without_a_usable_xdg_value_the_defaults_of_the_specification_hold(
    at_home: Path, monkeypatch: pytest.MonkeyPatch, value: str | None
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for kind in ("CONFIG", "CACHE", "DATA", "STATE"):
        monkeypatch.delenv(f"XDG_{kind}_HOME")
        if value is not None:
            monkeypatch.setenv(f"XDG_{kind}_HOME", value)
    assert paths.config_folder() == at_home / ".config" / "docdeck"
    assert paths.cache_folder() == at_home / ".cache" / "docdeck"
    assert paths.data_folder() == at_home / ".local" / "share" / "docdeck"
    assert paths.state_folder() == at_home / ".local" / "state" / "docdeck"


def test_folders_and_files_are_private_under_any_umask(at_home: Path) -> None:
    before = os.umask(0)
    try:
        answers = paths.cache_file("someone")
        desk = paths.desk_file("someone")
        paths.write_private(paths.config_file(), "a = 1\n")
        os.close(paths.open_private(paths.state_folder() / "service.log"))
    finally:
        os.umask(before)
    assert answers.name == "answers-someone.sqlite"
    assert desk.name == "desk-someone.sqlite"
    for folder in (answers.parent, desk.parent, paths.config_folder(), paths.state_folder(), at_home / "cache"):
        assert mode(folder) == 0o700, folder
    assert mode(paths.config_file()) == 0o600
    assert mode(paths.state_folder() / "service.log") == 0o600


def test_a_wide_folder_of_ours_is_narrowed_and_a_foreign_one_left_alone(at_home: Path) -> None:
    ours = paths.data_folder()
    ours.mkdir(parents=True)
    ours.chmod(0o755)
    ours.parent.chmod(0o755)
    paths.made(ours)
    assert mode(ours) == 0o700
    assert mode(ours.parent) == 0o755


def test_of_two_that_make_a_kept_file_at_once_both_get_the_first(at_home: Path) -> None:
    file = paths.data_folder() / "sample.token"

    def slower() -> str:
        assert paths.kept_private(file, lambda: "first") == "first"
        return "second"

    assert paths.kept_private(file, slower) == "first"
    assert paths.kept_private(file, lambda: "third") == "first"
    assert mode(file) == 0o600
    assert [one.name for one in file.parent.iterdir()] == ["sample.token"]


def test_a_failed_write_leaves_the_old_text_and_nothing_else(at_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = paths.data_folder() / "accounts.json"
    paths.write_private(file, "old")

    def fails(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fails)
    with pytest.raises(OSError, match="No space"):
        paths.write_private(file, "new")
    assert file.read_text() == "old"
    assert [one.name for one in file.parent.iterdir()] == ["accounts.json"]
