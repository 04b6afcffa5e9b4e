"""`docdeck cache`: where answers and the desk are kept and what they hold; `cache clear` empties the former only."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from docdeck import paths, settings
from docdeck.api.store_facts import StoreFacts, emptied, facts_of
from docdeck.cli.account import account_of
from docdeck.cli.failures import DONE
from docdeck.cli.output import print_json, print_table
from docdeck.workspace.desk_facts import DeskFacts, desk_facts_of

KEPT = "Drafts, unsent text, the journal of writes and viewed marks are on the desk and stay."


def show(options: Namespace) -> int:
    """Every store of answers and every desk of this machine, or those of one profile."""
    stores = {name: facts_of(file) for name, file in _meant(options, paths.cache_files()).items()}
    desks = {name: desk_facts_of(file) for name, file in _meant(options, paths.desk_files()).items()}
    if options.json:
        print_json({"answers": _as_json(stores), "desks": _as_json(desks)})
        return DONE
    rows = [("answers", name, _answers(one), shown_size(one.bytes), str(one.file)) for name, one in stores.items()]
    rows += [("desk", name, _drafts(one), shown_size(one.bytes), str(one.file)) for name, one in desks.items()]
    print_table(("KEEPS", "ACCOUNT", "HOLDS", "SIZE", "FILE"), rows, empty="Nothing is kept yet.")
    return DONE


def clear(options: Namespace) -> int:
    """Empty the stores of answers, all or that of one profile. Raises StoreInUse."""
    for name, file in _meant(options, paths.cache_files()).items():
        print(f"{name}: {_counted(emptied(file), 'stored answer')} dropped.")
    print(KEPT)
    return DONE


def shown_size(count: int) -> str:
    """Bytes for a person."""
    size, unit = float(count), "bytes"
    for larger in ("KiB", "MiB", "GiB"):
        if size < 1024:
            break
        size, unit = size / 1024, larger
    return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"


def _meant(options: Namespace, found: Mapping[str, Path]) -> dict[str, Path]:
    """All of them, or only that of the profile that was named. Raises SettingsError."""
    named = getattr(options, "profile", None)
    chosen = settings.choose(settings.read_settings(), profile=named) if named else None
    if chosen is None:
        return dict(found)
    account = account_of(chosen)
    return {name: file for name, file in found.items() if name == account}


def _as_json(found: Mapping[str, StoreFacts | DeskFacts]) -> list[dict[str, Any]]:
    return [{"account": name, **asdict(one), "file": str(one.file)} for name, one in found.items()]


def _answers(one: StoreFacts) -> str:
    return one.problem or _counted(one.answers or 0, "answer")


def _drafts(one: DeskFacts) -> str:
    if one.problem:
        return one.problem
    waiting = [f"{one.held} not sent"] if one.held else []
    unknown = [f"{one.unsettled} unsettled"] if one.unsettled else []
    return ", ".join([_counted(one.drafts or 0, "draft"), *waiting, *unknown])


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
