"""The program `docdeck`: the deck without arguments, else a verb. Imports only what the call needs."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one call and return its exit code: 0 done, 1 failed, 2 wrong use, 3 to 6 as `docdeck --help` lists."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words in (["--version"], ["-V"]):
        from docdeck import __version__

        sys.stdout.write(f"docdeck {__version__}\n")
        return 0
    from docdeck.cli.failures import guarded

    if not words:
        from docdeck.cli.launching import open_deck

        return guarded(open_deck)
    from docdeck.cli.parser import run

    return guarded(lambda: run(words))


if __name__ == "__main__":
    sys.exit(main())
