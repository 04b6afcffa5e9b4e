"""Where docdeck keeps things on this machine: the XDG folders, private to the person.

Folders are 0700 and files 0600 from the moment they exist, so what SQLite and others put beside them is too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

NAME = "docdeck"
PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600

_HOME_DEFAULTS = {"config": ".config", "cache": ".cache", "data": ".local/share", "state": ".local/state"}


def named_by(kind: str) -> str:
    """The variable that names the folder of a kind, or "". Only absolute values count, as the XDG rules say."""
    variable = f"XDG_{kind.upper()}_HOME"
    return variable if os.path.isabs(os.environ.get(variable, "")) else ""


def _folder(kind: str) -> Path:
    if variable := named_by(kind):
        return Path(os.environ[variable]) / NAME
    if sys.platform in ("darwin", "win32"):
        import platformdirs  # only where it is needed: importing it takes longer than `docdeck --version`

        find = {
            "config": platformdirs.user_config_path,
            "cache": platformdirs.user_cache_path,
            "data": platformdirs.user_data_path,
            "state": platformdirs.user_state_path,
        }[kind]
        return find(NAME, appauthor=False)
    return Path.home() / _HOME_DEFAULTS[kind] / NAME


def config_folder() -> Path:
    """Settings, written by the person."""
    return _folder("config")


def cache_folder() -> Path:
    """Stored answers; may be deleted at any time."""
    return _folder("cache")


def data_folder() -> Path:
    """Drafts, the journal of writes, the sample workspace: never deleted by docdeck."""
    return _folder("data")


def state_folder() -> Path:
    """Logs and crash reports."""
    return _folder("state")


def config_file() -> Path:
    """The settings file; it need not exist."""
    return config_folder() / "config.toml"


def cache_file(account: str) -> Path:
    """The store of answers of one account (a name that is safe in a file name), in a folder that exists."""
    return made(cache_folder()) / f"answers-{account}.sqlite"


def desk_file(account: str) -> Path:
    """The desk (drafts, journal, marks) of one account, in a folder that exists."""
    return made(data_folder()) / f"desk-{account}.sqlite"


def cache_files() -> dict[str, Path]:
    """The stores of answers that are there, by account."""
    return _by_account(cache_folder(), "answers-")


def desk_files() -> dict[str, Path]:
    """The desks that are there, by account."""
    return _by_account(data_folder(), "desk-")


def _by_account(folder: Path, begins: str) -> dict[str, Path]:
    return {file.stem.removeprefix(begins): file for file in sorted(folder.glob(f"{begins}*.sqlite"))}


def crash_folder() -> Path:
    """Where crash reports go; made when the first one is written."""
    return state_folder() / "crashes"


def made(folder: Path) -> Path:
    """The folder, made with 0700 where it or its parents were missing, and 0700 again where it is ours and wider."""
    if not folder.is_dir():
        missing = [folder, *folder.parents]
        for part in reversed([one for one in missing if not one.exists()]):
            part.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
    elif folder.name == NAME and folder.stat().st_mode & 0o077:
        folder.chmod(PRIVATE_FOLDER)
    return folder


def write_private(file: Path, text: str) -> None:
    """Write a whole small file that only the person may read; a reader sees the old text or the new, never a part."""
    beside = _written_beside(file, text)
    try:
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)


def kept_private(file: Path, make: Callable[[], str]) -> str:
    """The text of a small private file, made when it is absent; of two that make it at once both get the first's."""
    if not file.exists():
        beside = _written_beside(file, make())
        try:
            os.link(beside, file)
        except FileExistsError:
            pass  # somebody else was quicker, and theirs counts
        finally:
            beside.unlink()
    return file.read_text(encoding="utf-8")


def _written_beside(file: Path, text: str) -> Path:
    """A whole private file beside the one that is meant."""
    made(file.parent)
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    beside.unlink(missing_ok=True)
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    return beside


def open_private(file: Path) -> int:
    """A file descriptor for appending to a file that only the person may read (a log)."""
    made(file.parent)
    return os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, PRIVATE_FILE)
