"""The README says what is so: its two lines, its pictures, its keys and its verbs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.routing import Route

from docdeck.cli.parser import build_parser
from docdeck.deck.actions import ACTIONS, shown_key

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("heading", ["## Try it", "## Test it"])
def test_each_of_the_two_blocks_is_one_line(heading: str) -> None:
    section = README.partition(f"{heading}\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
    assert [len(block.strip().splitlines()) for block in blocks] == [1]


def test_every_picture_is_there() -> None:
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README)
    assert pictures
    assert all((ROOT / picture).is_file() for picture in pictures)


def test_the_keys_are_those_of_the_registry() -> None:
    known = {" ".join(f"`{shown_key(key)}`" for key in action.keys): action.help for action in ACTIONS}
    table = README.partition("## Keys\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.+?`) \| (.+) \|$", table, re.MULTILINE)
    assert len(rows) > 10
    assert {keys: known.get(keys) for keys, _ in rows} == dict(rows)


def test_every_verb_of_the_table_is_one() -> None:
    table = README.partition("## Command line\n")[2].partition("\n## ")[0]
    named = set(re.findall(r"`(?:docdeck )?([a-z]+)[^`]*`", "".join(re.findall(r"^\| (`.+?) \|", table, re.MULTILINE))))
    help_text = build_parser().format_help()
    assert {"demo", "login", "inbox", "api", "serve"} <= named
    assert [verb for verb in named - {"docdeck"} if f"\n    {verb} " not in help_text] == []


def test_the_table_of_what_is_covered_is_true(tmp_path: Path) -> None:
    from docdeck.api.operations.catalog import CATALOG
    from docdeck.service.app import create_app
    from docdeck.service.store import Store

    def unnamed(path: str) -> str:
        return re.sub(r"{[^}]*}", "{}", path)

    store = Store.open(tmp_path / "service.sqlite")
    served = {
        (method, unnamed(route.path))
        for route in create_app(store).routes
        if isinstance(route, Route)
        for method in route.methods or ()
    }
    store.close()
    counts: dict[str, tuple[int, int]] = {}
    for one in CATALOG.values():
        name = one.section if one.documented else "beyond the document"
        described, answered = counts.get(name, (0, 0))
        counts[name] = (described + 1, answered + ((one.method, unnamed(one.path)) in served))
    rows = re.findall(r"^\| (.+?) \| (\d+) \| (\d+) \|$", README, re.MULTILINE)
    assert {name: (int(described), int(answered)) for name, described, answered in rows} == counts
    assert sum(described for described, _ in counts.values()) == len(CATALOG)
