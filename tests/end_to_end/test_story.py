"""The README's Try-it line, by keys, and each step proved through the API."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from docdeck.cli.sample import SampleService
from tests.end_to_end.on_service import DECK, Api, Running, consent, is_live, open_first
from tests.end_to_end.terminal import Terminal

SUBJECT = "Rewrite signature verification"


@pytest.fixture
def on_sample(home: dict[str, str], at_home: Path) -> Iterator[tuple[Terminal, Api]]:
    """The deck as a newcomer opens it, and a second way to the database that it shows."""
    with Terminal(DECK, env=home) as deck:
        deck.wait_for(is_live)
        beside = SampleService()
        beside.start()
        try:
            yield deck, Api(beside.wait_ready(), beside.token)
        finally:
            beside.close()


def under_cursor(deck: Terminal) -> str:
    """The words of the block under the reading cursor, without its signs; empty while it is not drawn."""
    rows = [row.partition("│▌")[2] for row in deck.lines if "│▌" in row and "│▌│" not in row]
    return " ".join(row[2:].strip() for row in rows)


def words_of(value: Any) -> str:
    """All text of a document's block."""
    if isinstance(value, dict):
        return value.get("text", "") + "".join(words_of(value[key]) for key in ("nodes", "leaves") if key in value)
    return "".join(words_of(each) for each in value) if isinstance(value, list) else ""


def block_of(nodes: list[dict[str, Any]], key: str) -> dict[str, Any] | None:
    for node in nodes:
        if node.get("key") == key:
            return node
        found = block_of(node.get("nodes", []), key)
        if found is not None:
            return found
    return None


def reads_the_changes(deck: Terminal, request: dict[str, Any]) -> str:
    """Opens the first request and goes to a changed block of its second page, whose words it returns."""
    open_first(deck).wait_for(f"#{request['number']} Rewrite signature")
    assert "Quickstart" in deck.text
    deck.press("}").wait_for(re.compile(r"▪Verify signatures .*\+\d+ -\d+"))
    deck.wait_for(lambda seen: "HMAC with SHA-1" in under_cursor(seen))
    deck.press("]").wait_for(lambda seen: "X-Ferrow-Signature: 6f3c" in under_cursor(seen))
    return under_cursor(deck)


def comments_on_the_block(deck: Terminal, api: Api, path: str, space: str, read: str) -> tuple[str, str]:
    """Comments on the block under the cursor; returns the page and its text before the merge."""
    me = api.get("/user")["id"]
    before = {each["id"] for each in api.items(f"{path}/comments", status="all")}
    deck.press("c").wait_for("Comment on this block")
    deck.type("A clear improvement: names, times and all.").wait_for("names, times and all.").press("ctrl+s")
    deck.wait_for("Comment sent.")
    (comment,) = [each for each in api.items(f"{path}/comments", status="all") if each["id"] not in before]
    assert comment["body"]["markdown"] == "A clear improvement: names, times and all."
    assert comment["postedBy"]["id"] == me
    page, node = comment["target"]["page"]["id"], comment["target"]["node"]["id"]
    document = api.get(f"{path}/content/page/{page}", format="document")["document"]
    block = block_of(document["nodes"], node)
    assert block is not None, "the block is one of the page as it would be merged"
    shown = api.get(f"{path}/content/page/{page}", format="markdown")["markdown"]
    removed = api.get(f"/spaces/{space}/content/page/{page}", format="markdown")["markdown"]
    assert read[:40] in shown + removed
    return page, removed


def answers_the_thread(deck: Terminal, api: Api, path: str) -> None:
    """Reacts to the thread of somebody else, replies and resolves it."""
    me = api.get("/user")["id"]
    theirs = next(
        each for each in api.items(f"{path}/comments", status="open") if "receiver's clock" in each["body"]["markdown"]
    )
    selected = re.compile(r"^›● Greta Oyelaran", re.MULTILINE)
    while not selected.search(deck.text):
        deck.press("t").settle()
    deck.press("+").wait_for("React").press("enter").wait_for("Reaction added.")
    (thumbs,) = [each for each in api.get(f"{path}/comments/{theirs['id']}")["reactions"] if each["emoji"] == "👍"]
    assert me in {each["user"]["id"] for each in thumbs["users"]}
    deck.press("R").wait_for("Reply and resolve: Greta")
    deck.type("Agreed, a row in the table.").wait_for("a row in the table.").press("ctrl+s").wait_for(
        "Thread resolved."
    )
    assert api.get(f"{path}/comments/{theirs['id']}")["status"] == "resolved"
    assert "Agreed, a row in the table." in [
        each["body"]["markdown"] for each in api.items(f"{path}/comments/{theirs['id']}/replies")
    ]


def test_from_the_first_line_to_the_merge(on_sample: tuple[Terminal, Api], home: dict[str, str]) -> None:
    deck, api = on_sample
    path, request = api.request(SUBJECT)
    space = request["space"]
    me = api.get("/user")["id"]
    read = reads_the_changes(deck, request)
    page, removed = comments_on_the_block(deck, api, path, space, read)
    answers_the_thread(deck, api, path)

    # approve this revision
    assert not [each for each in api.items(f"{path}/reviews") if each["reviewer"]["id"] == me]
    deck.press("a").wait_for("Approve Delivery guides").press("ctrl+s").wait_for("Approved.")
    (review,) = [each for each in api.items(f"{path}/reviews") if each["reviewer"]["id"] == me]
    assert (review["status"], review["revision"]) == ("approved", request["revision"])

    # merge: Enter never consents, y does
    deck.press("m").wait_for("Merge Delivery guides").press("enter").wait_gone("[ Cancel ]")
    assert api.get(path)["status"] == "open"
    wanted = api.get(f"{path}/content/page/{page}", format="markdown")["markdown"]
    assert "Ferrow-Timestamp" in wanted
    assert "Ferrow-Timestamp" not in removed
    deck.press("m")
    deck.wait_for("is the one you read")
    consent(deck).wait_for("Merged.")
    merged = api.get(path)
    assert (merged["status"], merged["mergedBy"]["id"]) == ("merged", me)
    assert api.get(f"/spaces/{space}/content/page/{page}", format="markdown")["markdown"] == wanted

    # back in the inbox it waits no more; the verbs tell the same
    deck.press("esc").wait_for(is_live).wait_gone(f"#{request['number']}   Rewrite signature")
    told = subprocess.run(
        [*DECK, "api", "GET", path], env=home, capture_output=True, text=True, timeout=60, check=True
    )  # fmt: skip
    assert json.loads(told.stdout)["status"] == "merged"
    deck.press("q")
    assert deck.wait_exit() == 0


def test_ten_fast_cursor_moves_cause_one_detail_request(service: Running, api: Api, home: dict[str, str]) -> None:
    details = re.compile(r"GET /v1/spaces/[^/]+/change-requests/[^/]+$")

    def asked() -> list[str]:
        return [call for call in (f"{method} {path}" for method, path in list(service.calls)) if details.match(call)]

    with Terminal(DECK, env={**home, **service.env}) as deck:
        deck.wait_for(is_live).wait_for("CHANGED PAGES").wait_for("OPEN AND STUCK  4").settle(0.5)
        rows = [re.search(r"#\d+ +\S+ \S+", line.partition("│")[0]) for line in deck.lines]
        eleventh = [row[0] for row in rows if row][10]
        del service.calls[:]
        for _ in range(10):
            deck.press("j")
        deck.wait_for(lambda seen: any(line.startswith("▌") and eleventh in line for line in seen.lines))
        deck.wait_for(lambda _: bool(asked())).settle(0.5)
        assert len(asked()) == 1
        deck.press("q")
        assert deck.wait_exit() == 0
