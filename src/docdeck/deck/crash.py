"""Crash reports: where it broke, never with what values, so that no token and no draft is in them."""

from __future__ import annotations

import os
import platform
import sys
import time
import traceback
from pathlib import Path

from docdeck import __version__


def report_text(error: BaseException) -> str:
    """The report: versions and the chain of calls, without local variables and without the error's own words.

    The words of an error may quote a server, so only the names of the error classes are kept.
    """
    lines = [f"docdeck {__version__}, Python {platform.python_version()}, {sys.platform}", ""]
    seen: BaseException | None = error
    while seen is not None:
        for frame in traceback.extract_tb(seen.__traceback__):
            lines.append(f"  {frame.filename}:{frame.lineno} in {frame.name}")
        lines.append(f"{type(seen).__module__}.{type(seen).__qualname__}")
        seen = seen.__cause__ or seen.__context__
        if seen is not None:
            lines.append("because of")
    return "\n".join(lines) + "\n"


def write_report(folder: Path, error: BaseException) -> Path | None:
    """Keep a report, readable by its owner only. Returns its place, or None when nothing can be written there."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / f"crash-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(report_text(error))
    except OSError:
        return None
    return path
