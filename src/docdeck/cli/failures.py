"""How a call ends when it fails: one sentence on stderr and an exit code, never a traceback unless asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from docdeck.api import errors
from docdeck.text import safe_line

DONE, FAILED, WRONG_USE, NOT_FOUND, NOT_ALLOWED, CONFLICT, UNREACHABLE = range(7)
INTERRUPTED = 130

EXIT_CODES = """\
exit codes: 0 done, 1 failed, 2 wrong use, 3 not found, 4 not signed in or forbidden,
            5 conflict or refused by a rule, 6 offline or the server failed"""

_CODES: tuple[tuple[type[errors.DocdeckError], int], ...] = (
    (errors.NotFound, NOT_FOUND),
    (errors.NotSignedIn, NOT_ALLOWED),
    (errors.Forbidden, NOT_ALLOWED),
    (errors.Conflict, CONFLICT),
    (errors.RateLimited, UNREACHABLE),
    (errors.ServerFailed, UNREACHABLE),
    (errors.Offline, UNREACHABLE),
    (errors.TimedOut, UNREACHABLE),
    (errors.ConnectionLost, UNREACHABLE),
    (errors.OutcomeUnknown, UNREACHABLE),
    (errors.BadAnswer, UNREACHABLE),
)


class WrongUse(errors.DocdeckError):
    """Arguments that cannot be used; says which and what to write instead."""


def exit_code(error: BaseException) -> int:
    """The exit code of a failure, as the command line promises it."""
    if isinstance(error, errors.NeverSent):
        return exit_code(error.cause)
    for kind, code in _CODES:
        if isinstance(error, kind):
            return code
    # by name: importing settings and credentials here would cost every call that needs neither
    kind_name = type(error).__name__
    if kind_name == "CredentialsError":
        return NOT_ALLOWED
    return WRONG_USE if kind_name in ("WrongUse", "SettingsError") else FAILED


def say(text: str) -> None:
    """One line on stderr, safe for a terminal whatever it quotes."""
    try:
        sys.stderr.write(f"docdeck: {safe_line(text)}\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        return  # nobody listens any more


def guarded(call: Callable[[], int]) -> int:
    """Run a call; whatever it raises ends as one sentence and an exit code."""
    try:
        code = call()
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader went away (`| head`). Python flushes stdout once more at its end; that must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Exception as error:
        if os.environ.get("DOCDECK_DEBUG"):
            import traceback

            traceback.print_exception(error)
        say(_sentence(error))
        return exit_code(error)


def _sentence(error: Exception) -> str:
    if isinstance(error, errors.DocdeckError):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}." if error.filename else f"{error.strerror}."
    return f"A fault in docdeck: {type(error).__name__}. DOCDECK_DEBUG=1 shows where."
