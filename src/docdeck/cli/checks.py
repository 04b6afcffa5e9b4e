"""What `docdeck doctor` looks at on this machine: the program, the terminal, the folders and what they keep."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from docdeck import __version__, paths
from docdeck.api.errors import DocdeckError
from docdeck.cli.failures import FAILED, exit_code

State = Literal["ok", "warning", "failed"]

NARROW, LOW = 80, 24
OLDEST_PYTHON = (3, 11)


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the self-check (raw): `hint` is what to do next, `code` the exit code when it failed."""

    name: str
    state: State
    says: str
    hint: str = ""
    code: int = FAILED


def failed(name: str, error: DocdeckError) -> Check:
    """The line for something that failed with a sentence of its own."""
    return Check(name, "failed", error.sentence, error.hint, exit_code(error))


def program() -> Iterator[Check]:
    """docdeck, Python, and the packages that docdeck needs."""
    version = ".".join(str(part) for part in sys.version_info[:3])
    says = f"docdeck {__version__}, Python {version}, {sys.platform}"
    if sys.version_info[:2] < OLDEST_PYTHON:
        yield Check("program", "failed", says, "docdeck needs Python 3.11 or newer.")
    else:
        yield Check("program", "ok", says)
    yield _packages()


def _packages() -> Check:
    from importlib import metadata

    try:
        needed = [line for line in metadata.requires("docdeck") or [] if "extra ==" not in line]
    except metadata.PackageNotFoundError:
        return Check("packages", "warning", "docdeck runs from a folder, so what it needs is not listed.")
    found: list[str] = []
    for line in needed:
        name, wanted = re.match(r"[\w.-]+", line), re.findall(r"(==|>=|<)\s*([\d.]+)", line)
        if name is None:
            continue
        try:
            version = metadata.version(name[0])
        except metadata.PackageNotFoundError:
            return Check("packages", "failed", f"{name[0]} is missing.", "Install docdeck again.")
        if not all(_holds(version, sign, limit) for sign, limit in wanted):
            return Check("packages", "failed", f"{name[0]} {version} is not {line}.", "Install docdeck again.")
        found.append(f"{name[0]} {version}")
    return Check("packages", "ok", ", ".join(found))


def _holds(version: str, sign: str, limit: str) -> bool:
    def parts(text: str) -> list[int]:
        numbers = [int(number) for number in re.findall(r"\d+", text)[:3]]
        return numbers + [0] * (3 - len(numbers))

    have, want = parts(version), parts(limit)
    return have == want if sign == "==" else have >= want if sign == ">=" else have < want


def terminal() -> Iterator[Check]:
    """Whether the deck can be drawn here, and how well."""
    encoding = sys.stdout.encoding.lower().replace("-", "")
    if encoding != "utf8":
        hint = "Set LANG to a UTF-8 locale, such as C.UTF-8."
        yield Check("text", "warning", f"the output is {sys.stdout.encoding}, not UTF-8", hint)
    else:
        yield Check("text", "ok", "UTF-8")
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        yield Check("terminal", "ok", "none here; the deck needs one, verbs do not")
        return
    size, kind = shutil.get_terminal_size(), os.environ.get("TERM", "")
    says = f"TERM={kind or '(not set)'}, {_colours(kind)}, {size.columns} columns, {size.lines} lines"
    if kind in ("", "dumb", "unknown"):
        yield Check("terminal", "warning", says, "Set TERM to what your terminal is, such as xterm-256color.")
    elif size.columns < NARROW or size.lines < LOW:
        yield Check("terminal", "warning", says, f"The deck wants {NARROW} columns and {LOW} lines or more.")
    else:
        yield Check("terminal", "ok", says)


def _colours(kind: str) -> str:
    if os.environ.get("NO_COLOR"):
        return "no colours (NO_COLOR)"
    if os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return "16 million colours"
    return "256 colours" if "256color" in kind else "16 colours or fewer"


def folders() -> Iterator[Check]:
    """Each folder: there or to be made, writable, and closed to others."""
    for kind, folder in (
        ("config", paths.config_folder()), ("cache", paths.cache_folder()),
        ("data", paths.data_folder()), ("state", paths.state_folder()),
    ):  # fmt: skip
        yield _folder(f"{kind} folder", folder, others=0o022 if kind == "config" else 0o077)


def _folder(name: str, folder: Path, *, others: int) -> Check:
    there = next(place for place in (folder, *folder.parents) if os.path.lexists(place))
    if not there.is_dir():
        return Check(name, "failed", f"{there} is no folder.", "Move it away, or set XDG_*_HOME to another place.")
    if not os.access(there, os.W_OK | os.X_OK):
        return Check(name, "failed", f"{there} cannot be written.", "Check who owns it.")
    if there != folder:
        return Check(name, "ok", f"{folder}, made when it is needed")
    if folder.stat().st_mode & others:
        return Check(name, "warning", f"{folder} is open to others.", f"Run chmod 700 {folder}.")
    return Check(name, "ok", str(folder))


def stores(account: str) -> Iterator[Check]:
    """The account's stored answers and its desk, as they can be read."""
    from docdeck.api.store_facts import facts_of
    from docdeck.workspace.desk_facts import desk_facts_of

    file = paths.cache_files().get(account)
    facts = facts_of(file) if file else None
    if facts is None:
        yield Check("cache", "ok", "nothing is stored yet")
    elif facts.problem:
        yield Check("cache", "warning", f"{facts.file}: {facts.problem}", "docdeck cache clear empties it.")
    else:
        yield Check("cache", "ok", f"{facts.answers} answers in {facts.file}")
    file = paths.desk_files().get(account)
    desk = desk_facts_of(file) if file else None
    if desk is None:
        yield Check("desk", "ok", "no draft is kept yet")
    elif desk.problem:
        yield Check("desk", "failed", f"{desk.file}: {desk.problem}", desk.hint)
    elif desk.held or desk.unsettled:
        says = f"{desk.held} not sent, {desk.unsettled} of unknown outcome, {desk.drafts} drafts in {desk.file}"
        yield Check("desk", "warning", says, "Open docdeck: it looks what became of them, and ! lists what waits.")
    else:
        yield Check("desk", "ok", f"{desk.drafts} drafts in {desk.file}")
