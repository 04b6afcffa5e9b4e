"""`docdeck config`: each setting, its value and where it came from; of a token only where it is kept."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator

from docdeck import paths, settings
from docdeck.cli.accounts import NOT_SIGNED_IN, place_of_token
from docdeck.cli.failures import DONE
from docdeck.cli.output import print_json, print_table
from docdeck.settings import Profile, Settings

DEFAULT = "default"

Row = tuple[str, str, str]
"""Name, value, source; all raw."""


def config(options: Namespace) -> int:
    """Print what counts now, after the environment has won over the settings file. Raises SettingsError."""
    asked = getattr(options, "profile", None)
    known = settings.read_settings()
    chosen = settings.choose(known, profile=asked)
    rows = [
        _settings_file(known),
        *(_account(known, chosen, asked) if chosen else _sample()),
        _outbox(known),
        _editor(),
        *_folders(),
    ]
    if options.json:
        print_json([{"name": name, "value": value, "source": source} for name, value, source in rows])
    else:
        print_table(("SETTING", "VALUE", "FROM"), rows, empty="")
    return DONE


def _settings_file(known: Settings) -> Row:
    there = "" if known.file.exists() else " (absent)"
    return "settings file", f"{known.file}{there}", paths.named_by("config") or DEFAULT


def _account(known: Settings, chosen: Profile, asked: str | None) -> Iterator[Row]:
    if asked:
        source = "--profile"
    elif os.environ.get("DOCDECK_PROFILE"):
        source = "DOCDECK_PROFILE"
    elif chosen.name not in known.profiles:
        source = "DOCDECK_TOKEN and DOCDECK_BASE_URL"
    else:
        source = str(known.file) if known.default_profile else f"{known.file} (its only profile)"
    yield "profile", chosen.name, source
    named_url = bool(os.environ.get("DOCDECK_BASE_URL", "").strip())
    yield "base_url", chosen.base_url, "DOCDECK_BASE_URL" if named_url else str(known.file)
    place = place_of_token(chosen)
    yield ("token", "none", "docdeck login keeps one") if place == NOT_SIGNED_IN else ("token", "not shown", place)


def _sample() -> Iterator[Row]:
    yield "profile", "none: the sample workspace", DEFAULT


def _outbox(known: Settings) -> Row:
    value = f"{settings.outbox_seconds(known):g}"
    if os.environ.get("DOCDECK_OUTBOX_SECONDS", "").strip():
        return "outbox_seconds", value, "DOCDECK_OUTBOX_SECONDS"
    return "outbox_seconds", value, str(known.file) if "outbox_seconds" in known.given else DEFAULT


def _editor() -> Row:
    for name in ("VISUAL", "EDITOR"):
        if os.environ.get(name):
            return "editor", os.environ[name], name
    return "editor", "none", "set VISUAL or EDITOR"


def _folders() -> Iterator[Row]:
    for kind, folder in (
        ("cache", paths.cache_folder()), ("data", paths.data_folder()), ("state", paths.state_folder()),
    ):  # fmt: skip
        yield f"{kind} folder", str(folder), paths.named_by(kind) or DEFAULT
