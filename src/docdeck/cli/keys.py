"""`docdeck keys`: the key map, from the one registry of actions."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict

from docdeck.cli.failures import DONE
from docdeck.cli.output import print_json, print_table
from docdeck.deck.actions import ACTIONS, shown_key


def keys(options: Namespace) -> int:
    """Every action with its keys, in the order of the registry; JSON has the keys by the names that bindings use."""
    if options.json:
        print_json([asdict(action) for action in ACTIONS])
        return DONE
    rows = [(" ".join(shown_key(key) for key in action.keys), action.id, action.help) for action in ACTIONS]
    print_table(("KEYS", "ACTION", "DOES"), rows, empty="No action is known.")
    return DONE
