"""How long a start takes, against the least that Textual and Python themselves need. Prints two tables.

    python tests/benchmarks/start.py [PAIRS]

The first paint of the inbox, with its rows from the store, stands beside a bare Textual app with one label; both run
in a pseudo-terminal that answers like a modern xterm. `docdeck --version` and `--help` stand beside `python -c pass`.
Only the ratio within one pair is worth anything on a shared machine, so pairs are interleaved and medians are shown.
"""

from __future__ import annotations

import compileall
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

import docdeck
from docdeck.workspace.glance import Glance, read_glance
from tests.end_to_end.terminal import Terminal

PAIRS = 21
DOCDECK = [str(Path(sys.executable).with_name("docdeck"))]
BARE = """
from textual.app import App
from textual.widgets import Label
class Bare(App):
    def compose(self):
        yield Label("bare label")
Bare().run()
"""


def main() -> None:
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else PAIRS
    with tempfile.TemporaryDirectory() as home, served(Path(home)) as env:
        row = stored_row(Path(home), env)
        bare = [sys.executable, "-c", BARE]
        print(f"First paint in a 120x40 pseudo-terminal, ms, {pairs} interleaved pairs")
        table("bare Textual app, one label", "inbox with rows from the store", pairs,
              lambda: first_paint(bare, env, b"bare label"), lambda: first_paint(DOCDECK, env, row))  # fmt: skip
        print(f"\nWhole process, ms, {pairs} interleaved pairs")
        idle = [sys.executable, "-c", "pass"]
        for name in ("--version", "--help"):
            table("python -c pass", f"docdeck {name}", pairs,
                  lambda: whole(idle, env), lambda name=name: whole([*DOCDECK, name], env))  # fmt: skip


def table(base_name: str, name: str, pairs: int, base: Callable[[], float], ours: Callable[[], float]) -> None:
    """Measure pairs, one to warm up, and print medians (least-most) and the median ratio with its quartiles."""
    measured = [(base(), ours()) for _ in range(pairs + 1)][1:]
    bases, times = zip(*measured, strict=True)
    ratios = [own / of for of, own in measured]
    low, middle, high = statistics.quantiles(ratios, n=4)
    for label, values in ((base_name, bases), (name, times)):
        print(f"  {label:<32} {statistics.median(values):7.1f} ({min(values):.1f}-{max(values):.1f})")
    print(f"  {'ratio, pair by pair':<32} {middle:7.2f} (quartiles {low:.2f}-{high:.2f})")


def first_paint(command: list[str], env: dict[str, str], text: bytes) -> float:
    """Milliseconds from the fork to the bytes that show `text`."""
    with Terminal(command, env=env, draws=False) as terminal:
        terminal.wait_for(lambda seen: text in seen.raw)
        return (terminal.chunks[-1][0] - terminal.started) * 1000


def whole(command: list[str], env: dict[str, str]) -> float:
    """Milliseconds of a whole process."""
    started = time.perf_counter()
    subprocess.run(command, env=env, stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - started) * 1000


@contextmanager
def served(home: Path) -> Iterator[dict[str, str]]:
    """The sample served on a free port, and the environment of a docdeck that is signed in to it."""
    # An installed program is compiled; one that must not write its bytecode would be compiled anew at every start.
    compileall.compile_dir(Path(docdeck.__file__).parent, quiet=1)
    unlike_a_user = ("DOCDECK_", "XDG_", "PYTHON")
    env = {name: value for name, value in os.environ.items() if not name.startswith(unlike_a_user)}
    env |= {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CONFIG", "CACHE", "DATA", "STATE")}
    token = home / "token"
    token.write_text("measured-token\n")
    command = [*DOCDECK, "serve", "--sample", "--port", "0", "--database", ":memory:", "--token-file", str(token)]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as service:
        assert service.stdout is not None
        base_url = service.stdout.readline().rpartition(" ")[2].strip()
        try:
            yield {**env, "DOCDECK_BASE_URL": base_url, "DOCDECK_TOKEN": "measured-token"}
        finally:
            service.terminate()


def stored_row(home: Path, env: dict[str, str]) -> bytes:
    """Let the deck read the inbox once; gives a subject that the next start shows from the store."""

    def kept() -> Glance | None:
        return next((read_glance(file) for file in (home / "cache").rglob("answers-*.sqlite")), None)

    with Terminal(DOCDECK, env=env) as terminal:
        terminal.wait_for(lambda _: kept() is not None, timeout=60)
        terminal.press("ctrl+q")
        assert terminal.wait_exit() == 0
    glance = kept()
    assert glance is not None
    return next(row.subject for row in glance.rows if row.subject.isascii())[:12].encode()


if __name__ == "__main__":
    main()
