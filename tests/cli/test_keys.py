"""`docdeck keys`: the registry of actions as a table, as fields between tabs, as JSON."""

from __future__ import annotations

import json
import sys

from docdeck.deck.actions import ACTIONS
from tests.cli.served import docdeck
from tests.end_to_end.terminal import Terminal


def test_json_is_the_whole_registry(home: dict[str, str]) -> None:
    done = docdeck(home, "keys", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert [(row["id"], row["keys"]) for row in found] == [(action.id, list(action.keys)) for action in ACTIONS]
    merge = next(row for row in found if row["id"] == "merge")
    assert (merge["title"], merge["tier"]) == ("merge", 2)
    assert merge["help"].startswith("The merge sheet")


def test_a_pipe_gets_one_line_for_each_action(home: dict[str, str]) -> None:
    lines = [line.split("\t") for line in docdeck(home, "keys").stdout.splitlines()]
    assert len(lines) == len(ACTIONS)
    assert ["esc", "back", "Back one level; it never quits."] in lines
    assert ["ctrl+r f5", "refresh", "Read this pane again."] in lines


def test_a_terminal_gets_a_table_that_fits(home: dict[str, str]) -> None:
    with Terminal([sys.executable, "-m", "docdeck", "keys"], env=home, columns=80, rows=120) as terminal:
        assert terminal.wait_exit() == 0
        assert terminal.lines[0].split() == ["KEYS", "ACTION", "DOES"]
        assert any(line.startswith("m  ") and "The merge sheet" in line for line in terminal.lines)
