"""`docdeck doctor`: a self-check; each line is ok, a warning or failed, and says what to do next."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence

from docdeck.api.errors import DocdeckError
from docdeck.cli import checks
from docdeck.cli.account_checks import account
from docdeck.cli.checks import Check
from docdeck.cli.failures import DONE
from docdeck.cli.output import print_json, print_table
from docdeck.text import safe_line


def doctor(options: Namespace) -> int:
    """Look at everything, print it, and end with the highest exit code of what failed. Never shows a token."""
    named = getattr(options, "profile", None)
    found = [
        *_looked("program", checks.program),
        *_looked("terminal", checks.terminal),
        *_looked("folders", checks.folders),
        *_looked("account", lambda: account(named)),
    ]
    _show(options, found)
    return max((check.code for check in found if check.state == "failed"), default=DONE)


def _looked(name: str, look: Callable[[], Iterator[Check]]) -> list[Check]:
    """The lines of a look; one that breaks is a line too, and the others still come."""
    found: list[Check] = []
    try:
        found.extend(look())
    except DocdeckError as error:
        found.append(checks.failed(name, error))
    except OSError as error:
        found.append(Check(name, "failed", f"{error.filename or name}: {error.strerror or 'cannot be read'}."))
    return found


def _show(options: Namespace, found: Sequence[Check]) -> None:
    if options.json:
        print_json([
            {"check": check.name, "state": check.state, "says": check.says, "hint": check.hint} for check in found
        ])  # fmt: skip
        return
    if not sys.stdout.isatty():
        print_table((), [(check.state, check.name, check.says, check.hint) for check in found], empty="")
        return
    for check in found:
        sys.stdout.write(f"{check.state:<8} {check.name:<14} {safe_line(check.says)}\n")
        if check.hint:
            sys.stdout.write(f"{'':<24}{safe_line(check.hint)}\n")
